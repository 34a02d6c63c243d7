# The house as an image: built with a compiler for the engine, run without one, as a user who owns nothing but its data.
FROM python:3.11-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY requirements.lock .
RUN python -m venv /house && /house/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml setup.py README.md LICENSE ./
COPY roundhouse roundhouse
RUN /house/bin/pip install --no-cache-dir --no-build-isolation --no-deps .

FROM python:3.11-slim
# pg_dump and pg_restore, for `roundhouse admin backup` and `restore`
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home --home-dir /data --uid 1000 house
COPY --from=build /house /house
ENV PATH=/house/bin:$PATH ROUNDHOUSE_HOST=0.0.0.0 ROUNDHOUSE_PORT=8000 ROUNDHOUSE_DB=/data/house.db ROUNDHOUSE_LOG=json
USER house
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s CMD python -c "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"
ENTRYPOINT ["roundhouse"]
CMD ["serve"]
