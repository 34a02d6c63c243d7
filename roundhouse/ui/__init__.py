"""What web pages, terminals and pictures share: text in the reader's language, sketches, drawings and their theme."""
