"""What every door shows people: text in their language, drawings and their theme."""
