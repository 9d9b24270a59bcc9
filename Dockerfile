# The app with compiled kernels, for a public server:
#   docker build -t dart . && docker run --rm -p 8501:8501 dart
# With what a Dask cluster needs: --build-arg REQUIREMENTS=requirements-dask.txt
# The steps below work outside a container too; docs/hosting.md says how that was tried.
ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS packages
ARG REQUIREMENTS=requirements.txt
WORKDIR /build
COPY requirements.txt requirements-dask.txt ./
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --no-compile --requirement "${REQUIREMENTS}"

FROM python:${PYTHON}-slim
COPY --from=packages /venv /venv
WORKDIR /app
COPY .streamlit ./.streamlit
COPY app.py server.py LICENSE ./
COPY dart_core ./dart_core
COPY dashboard ./dashboard
COPY pages ./pages
COPY examples ./examples
# Compiled where the app will be: Numba's cache knows a source file by its path and its time.
RUN NUMBA_CACHE_DIR=/kernels /venv/bin/python -m dart_core.warm \
 && useradd --no-create-home --shell /usr/sbin/nologin dart
USER dart
# /tmp is all that is ever written to, so the rest may be read-only (compose.yaml).
ENV PATH=/venv/bin:$PATH HOME=/tmp PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    NUMBA_CACHE_DIR=/tmp/kernels STREAMLIT_SERVER_BASE_URL_PATH="" DART_PROFILE=hosted
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", "\
import os, urllib.request; \
path = os.environ['STREAMLIT_SERVER_BASE_URL_PATH'].strip('/') + '/_stcore/health'; \
urllib.request.urlopen('http://localhost:8501/' + path.lstrip('/'), timeout=4)"]
# Numba insists on a folder that it may write to, so the kernels move to /tmp first.
CMD ["sh", "-c", "cp -rp /kernels /tmp/ 2>/dev/null; exec python -m streamlit run server.py --server.address 0.0.0.0 --server.port 8501"]
