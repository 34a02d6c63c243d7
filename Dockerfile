# The server as an image: built with a compiler for the engine, run without one, as a user who owns nothing but its data.
# See docs/running.md. A test runs these commands step by step, without Docker.
FROM python:3.11-slim-bookworm AS build
# not pinned: security updates of the distribution are wanted; what is built is pinned by the lock files
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY requirements-build.lock requirements.lock ./
RUN python -m venv /build && /build/bin/pip install --no-cache-dir --require-hashes -r requirements-build.lock
RUN python -m venv /house && /house/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml setup.py README.md LICENSE ./
COPY roundhouse roundhouse
RUN ROUNDHOUSE_COMPILE=1 /build/bin/pip wheel --no-cache-dir --no-build-isolation --no-deps --wheel-dir /wheels . \
    && /house/bin/pip install --no-cache-dir --no-deps --no-index --find-links /wheels roundhouse-games

FROM python:3.11-slim-bookworm
# pg_dump and pg_restore, for `roundhouse admin backup` and `restore`
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home --home-dir /data --uid 1000 house
COPY --from=build /house /house
ENV PATH=/house/bin:$PATH ROUNDHOUSE_HOST=0.0.0.0 ROUNDHOUSE_PORT=8000 ROUNDHOUSE_DB=/data/house.db ROUNDHOUSE_LOG=json
USER 1000
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
# with a Host header that the server accepts, whatever ROUNDHOUSE_HOSTS says
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["python", "-c", "import os, urllib.request as r; host = os.environ.get('ROUNDHOUSE_HOSTS', 'localhost').split(',')[0]; r.urlopen(r.Request('http://127.0.0.1:' + os.environ['ROUNDHOUSE_PORT'] + '/healthz', headers={'Host': host}), timeout=2)"]
ENTRYPOINT ["roundhouse"]
CMD ["serve"]
