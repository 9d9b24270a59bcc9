# The app with compiled kernels, for a public server:
#   docker build -t dart . && docker run --rm -p 8501:8501 dart
# With what a Dask cluster needs: --build-arg REQUIREMENTS=requirements-dask.lock
# The steps below work outside a container too; docs/hosting.md says how that was tried.
# A tag moves, a digest does not: docs/hosting.md says how to name the base image by its own.
ARG PYTHON=python:3.11-slim

FROM ${PYTHON} AS packages
ARG REQUIREMENTS=requirements.lock
WORKDIR /build
COPY requirements.lock requirements-dask.lock requirements-pip.lock ./
# Only the very files whose hashes are listed, none of which runs code while it is installed.
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: \
    --requirement requirements-pip.lock \
 && /venv/bin/pip install --no-cache-dir --no-compile --require-hashes --only-binary :all: \
    --requirement "${REQUIREMENTS}"

FROM ${PYTHON}
COPY --from=packages /venv /venv
WORKDIR /app
COPY .streamlit ./.streamlit
COPY app.py server.py LICENSE ./
COPY dart_core ./dart_core
COPY dart_player ./dart_player
COPY dashboard ./dashboard
COPY pages ./pages
COPY examples ./examples
# Everybody may read the kernels, root alone can write them: that is what the app asks of a folder.
RUN NUMBA_CACHE_DIR=/kernels /venv/bin/python -m dart_core.warm \
 && chmod -R a+rX,go-w /kernels \
 && useradd --no-create-home --shell /usr/sbin/nologin dart
USER dart
# /tmp is all that is ever written to, so the rest may be read-only (compose.yaml).
ENV PATH=/venv/bin:$PATH HOME=/tmp PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    NUMBA_CACHE_DIR=/kernels STREAMLIT_SERVER_BASE_URL_PATH="" DART_PROFILE=hosted
EXPOSE 8501
# It runs a kernel, and lies at the root even where the app is served below a path.
HEALTHCHECK --interval=30s --timeout=6s --start-period=180s CMD ["python", "-c", "\
import urllib.request; urllib.request.urlopen('http://localhost:8501/health', timeout=5)"]
CMD ["python", "-m", "streamlit", "run", "server.py", "--server.address", "0.0.0.0", "--server.port", "8501"]
