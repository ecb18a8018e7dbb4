"""Modelo de página → texto. Lo único que conoce jinja2, pygments y markdown-it."""
