"""What every request and response shares: errors, limits, metrics, pages, assets, live streams."""
