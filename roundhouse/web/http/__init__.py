"""HTTP infrastructure: errors, rate limits, metrics, logs, templates, static files and live streams."""
