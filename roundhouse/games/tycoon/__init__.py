"""Railroad Tycoon."""
