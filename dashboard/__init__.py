"""What only the app needs: settings and links, widgets, figures, the player, jobs, exports."""
