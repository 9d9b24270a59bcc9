"""Pictures of runs and studies, without Streamlit: the player, its data, and charts.

`payload` turns a run into the player's data (`format` documents it), `assets` has the player's
script, markup and style sheet, `standalone` makes one HTML file of them, and `charts` draws studies
with Plotly. All of it needs `dart_core` alone.
"""
