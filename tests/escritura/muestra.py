"""Un sitio mínimo que el revisor da por bueno, y cómo leer del disco lo publicado."""

from pathlib import Path

from generador.escritura.revision import POLITICA

CSP = "; ".join(f"{k} {v}" for k, v in POLITICA.items())
BANDA = '<aside data-divulgacion="sitio"><p>3 respuestas de oráculo, 0 en vivo.</p></aside>'


def pagina(
    cuerpo: str = "", *, titulo: str = "Una página", banda: str = BANDA, cabeza: str = "", csp: str = CSP
) -> bytes:
    """Una página como las de `base.html`, con `cuerpo` tras el título."""
    return (
        f'<!doctype html>\n<html lang="es" data-pagina="prueba">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{csp}">\n<title>{titulo}</title>\n{cabeza}</head>\n'
        f"<body>\n{banda}\n<main><h1>{titulo}</h1>\n{cuerpo}\n</main></body></html>\n"
    ).encode()


def sitio(version: str = "a", paginas: int = 4) -> dict[str, bytes]:
    """Un sitio coherente. Dos versiones comparten unas páginas, cambian otras y cada una tiene la suya."""
    enlaces = "".join(f'<p><a href="casos/c{i}.html#x">caso {i}</a></p>' for i in range(paginas))
    casos = {
        f"casos/c{i}.html": pagina(
            f'<p id="x">{"igual" if i % 2 else version} {"texto " * 200}</p><p><a href="../index.html">inicio</a></p>'
        )
        for i in range(paginas)
    }
    return {
        "index.html": pagina(enlaces, cabeza='<link rel="stylesheet" href="estaticos/estilo.12345678.css">'),
        "estaticos/estilo.12345678.css": b"body{margin:0}",
        f"solo-{version}.html": pagina(),
        **casos,
    }


def leer(carpeta: Path) -> dict[str, bytes]:
    """Ruta relativa → bytes de todo lo que hay en una carpeta."""
    return {str(f.relative_to(carpeta)): f.read_bytes() for f in sorted(carpeta.rglob("*")) if f.is_file()}
