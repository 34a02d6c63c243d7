"""Scripts that make files of this repository; nothing here is installed."""
