"""La orden `vitrina`: de argumentos a una llamada. Sin lógica, y sin importar nada pesado hasta que hace falta."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stdout
from pathlib import Path
from typing import Any, NoReturn

import click

from generador import __version__
from generador.ayuda import Ordenes
from generador.errores import imprimible

_COLORES = {"titulo": "cyan", "bien": "green", "mal": "red", "duda": "yellow", "nota": None}
_CARPETA = click.Path(path_type=Path, file_okay=False)
_FICHERO = click.Path(path_type=Path, dir_okay=False, exists=True)

CORRIDAS = click.option(
    "--corridas",
    metavar="CARPETA",
    type=_CARPETA,
    default=Path("corridas"),
    show_default=True,
    help="Carpeta con una demo por cada una.",
)


SALIDA = click.option(
    "--salida", metavar="CARPETA", type=_CARPETA, default=Path("sitio"), show_default=True, help="Carpeta del sitio."
)
DEMOS = click.option("--demo", "demos", metavar="ID", multiple=True, help="Solo estas demos (repetible).")
IDIOMAS = click.option("--idioma", "idiomas", multiple=True, type=click.Choice(["es", "en"]), help="Solo este idioma.")
CACHE = click.option(
    "--cache", metavar="CARPETA", type=_CARPETA, default=Path(".cache/vitrina"), show_default=True,
    help="Lo que se recuerda de la última vez.",
)  # fmt: skip


@click.group(cls=Ordenes, context_settings={"help_option_names": ["-h", "--ayuda", "--help"], "max_content_width": 100})
@click.version_option(__version__, "--version", prog_name="vitrina", help="Muestra la versión.")
def main() -> None:
    """De un plan, las trazas y el grafo de un agente LangGraph a un sitio estático con visor de trazas.

    \b
    Ejemplos:
      vitrina construir                     construye ./sitio desde ./corridas
      vitrina vigilar                       construye, sirve y recarga al guardar
      vitrina nueva paquete.mod:fabrica     de tu agente a un plan y una primera corrida
      vitrina importar pedidos runs.json    de trazas de otro trazador a una corrida
      vitrina grabar adherencia             ejecuta los casos y escribe una corrida nueva
      vitrina servir soporte                el agente en vivo, con su panel de aprobación
      vitrina comparar adherencia           contrato × grafo × spike × trazas, en texto
      vitrina comprobar sitio               el sitio ya construido, en un navegador
      vitrina exportar paquete.mod:fabrica  solo el grafo de un agente, en JSON
    """


@main.command(short_help="Construye el sitio.")
@CORRIDAS
@SALIDA
@DEMOS
@IDIOMAS
@CACHE
@click.option("--limpia", is_flag=True, help="De cero: ni mira la caché ni la escribe.")
@click.option(
    "--procesos",
    metavar="N",
    type=click.IntRange(0),
    default=0,
    help="Entre cuántos se reparten los casos; 0, los núcleos que haya.",
)
def construir(
    corridas: Path,
    salida: Path,
    demos: tuple[str, ...],
    idiomas: tuple[str, ...],
    cache: Path,
    limpia: bool,
    procesos: int,
) -> None:
    """Construye el sitio entero. O queda el nuevo completo, o queda el anterior intacto.

    Lo que no ha cambiado desde la última vez no se vuelve a hacer; el resultado es el mismo que con --limpia.

    \b
    Códigos: 0 bien · 2 entrada inválida · 4 secreto en la salida · 5 compuerta rota · 6 otro construyendo · 7 disco
    """
    from generador import sitio

    hecho = sitio.construir(
        corridas,
        salida,
        solo=demos,
        idiomas=idiomas or ("es", "en"),
        memoria=sitio.Memoria(None if limpia else cache),
        procesos=procesos,
    )
    for aviso in hecho.avisos:
        click.secho(aviso, fg="yellow", err=True)
    click.echo(f"{hecho.paginas} páginas, {hecho.bytes / 1e6:.1f} MB en {salida}/")
    click.echo(f"Abre {hecho.portada.as_uri()}")


@main.command(short_help="Construye, sirve y recarga al guardar.")
@CORRIDAS
@SALIDA
@DEMOS
@IDIOMAS
@CACHE
@click.option("--puerto", metavar="N", type=int, default=0, help="Puerto; sin él, el primero libre desde 8400.")
@click.option("--host", metavar="DIRECCION", default="127.0.0.1", show_default=True, help="Dirección en que escucha.")
@click.option("--exponer", is_flag=True, help="Permite un --host que se ve desde otras máquinas.")
def vigilar(
    corridas: Path, salida: Path, demos: tuple[str, ...], idiomas: tuple[str, ...], cache: Path, **red: Any
) -> None:
    """Construye, sirve en esta máquina, reconstruye al guardar y recarga la pestaña cuya página cambió.

    Un error se ve en la página y aquí; se corrige, se guarda, y sigue. Ctrl+C para acabar.

    \b
    Códigos: 0 bien · 2 la salida está entre lo vigilado, o no se puede escuchar ahí
    Ejemplos:
      vitrina vigilar
      vitrina vigilar --demo adherencia --idioma es --puerto 9000
    """
    from generador.servidor import Opciones
    from generador.servidor import vigilar as servir

    opciones = Opciones(corridas, salida, demos, idiomas or ("es", "en"), cache=cache, **red)
    servir(opciones, lambda texto: click.echo(imprimible(texto)))


@main.command(short_help="El agente en vivo, con su panel de aprobación.")
@click.argument("demo")
@CORRIDAS
@SALIDA
@click.option("--variante", metavar="ID", help="Solo los casos de esta variante.")
@click.option("--caso", "casos", metavar="ID", multiple=True, help="Solo estos casos (repetible).")
@click.option("--puerto", metavar="N", type=int, default=0, help="Puerto; sin él, el primero libre desde 8400.")
@click.option(
    "--modelo",
    type=click.Choice(["oraculo", "en-vivo"]),
    default="oraculo",
    show_default=True,
    help="Quién contesta: el guion de cada caso, o el modelo que nombra el plan.",
)
@click.option(
    "--limite-segundos", "segundos", metavar="N", type=click.FloatRange(0.1), default=120, show_default=True,
    help="Lo que se deja correr al agente entre parada y parada.",
)  # fmt: skip
@click.option(
    "--limite-pasos", "pasos", metavar="N", type=click.IntRange(1), default=100, show_default=True,
    help="Los pasos que se le dejan dar.",
)  # fmt: skip
def servir(demo: str, modelo: str, **opciones: Any) -> None:
    """Sirve, solo en esta máquina, el agente de DEMO en vivo y el sitio ya construido, si lo hay.

    Se elige un caso del plan (o se escribe otra entrada), se ven sus pasos según ocurren y, cuando el grafo se para en
    un interrupt, se decide en el panel. No toca ./corridas salvo que se pida guardar. Ctrl+C para acabar.

    \b
    Códigos: 0 bien · 2 el plan no tiene lo que se pide, falta LangGraph o no se puede escuchar ahí
    Ejemplos:
      vitrina servir soporte
      vitrina servir soporte --variante pausa --puerto 9000
      vitrina servir soporte --caso devolucion-aprobada --caso devolucion-editada
    """
    from generador.servidor.vivo import Opciones
    from generador.servidor.vivo import servir as servir_en_vivo

    sys.path.insert(0, str(Path.cwd()))
    servir_en_vivo(Opciones(demo, en_vivo=modelo == "en-vivo", **opciones), lambda t: click.echo(imprimible(t)))


@main.command(short_help="Contrato × grafo × spike × trazas.")
@click.argument("demo", required=False)
@CORRIDAS
@click.option(
    "--contrato",
    metavar="FICHERO",
    type=click.Path(path_type=Path),
    help="Contrato suelto: .yaml, .json o .md[#seccion].",
)
@click.option("--grafo", metavar="FICHERO", type=_FICHERO, help="Grafo exportado o get_graph().to_json().")
@click.option("--spike", metavar="FICHERO", type=_FICHERO, help="Grafo del spike.")
@click.option("--traza", "trazas", metavar="FICHERO", type=_FICHERO, multiple=True, help="Traza grabada (repetible).")
@click.option("--variante", metavar="ID", help="Solo esta variante de la demo.")
@click.option("--con", metavar="CORRIDA", help="Otra corrida de la demo: su id, «anterior» o «referencia».")
@click.option("--json", "como_json", is_flag=True, help="JSON en vez de texto.")
def comparar(
    demo: str | None, corridas: Path, variante: str | None, con: str | None, como_json: bool, **sueltos: Any
) -> None:
    """Compara contrato, grafo real, spike y lo observado; alinea cada traza con su grafo.

    Con --con, compara la corrida que se publica con otra: casos, pasos, grafo y métricas.

    \b
    Códigos: 0 conforme · 1 diferencias · 2 entrada inválida · 3 pruebas insuficientes
    Con --con: 0 ningún veredicto cambia · 1 alguno cambia · 2 y 3, lo mismo
    Ejemplos:
      vitrina comparar adherencia
      vitrina comparar adherencia --con anterior
      vitrina comparar --contrato contrato.md#nodos --grafo grafo.json --traza a.jsonl --traza b.jsonl
    """
    from generador import sitio
    from generador.comparacion import informe
    from generador.comparacion.corridas import informe as entre_corridas

    if demo and any(sueltos.values()):
        raise click.UsageError("o una demo, o ficheros sueltos, pero no las dos cosas")
    if (variante or con is not None) and not demo:
        raise click.UsageError("--variante y --con son de una demo, y con ficheros sueltos no hay demo")
    if variante and con is not None:
        raise click.UsageError("--con compara corridas enteras: quita --variante")
    if demo and con is not None:
        _informar(sitio.comparar_corridas(corridas, demo, con), entre_corridas, como_json=como_json)
    comparadas = sitio.comparar(corridas, demo, variante=variante) if demo else sitio.comparar_ficheros(**sueltos)
    _informar(comparadas, informe, como_json=como_json)


def _informar(comparado: Any, informe: Any, *, como_json: bool) -> NoReturn:
    """Lo comparado, con el informe que sabe contarlo, y su código de salida."""
    import json

    if como_json:
        click.echo(json.dumps(informe.como_json(comparado), indent=1))
    else:
        for linea in informe.texto(comparado):
            click.secho("  " * linea.sangria + imprimible(linea.texto), fg=_COLORES[linea.nivel])
    sys.exit(informe.codigo(comparado))


@main.command(short_help="Ejecuta los casos y escribe una corrida nueva.")
@click.argument("demo")
@CORRIDAS
@click.option(
    "--caso", "casos", metavar="ID", multiple=True, help="Solo estos casos: la corrida no tendrá más (repetible)."
)
@click.option(
    "--modelo", metavar="PROVEEDOR:NOMBRE", help="Modelo en vivo, «proveedor:nombre»; sin él, el oráculo del plan."
)
def grabar(demo: str, corridas: Path, casos: tuple[str, ...], modelo: str | None) -> None:
    """Ejecuta los casos del plan y escribe una corrida nueva (nunca pisa otra).

    Si el plan declara una evaluación, se ejecuta al acabar (salvo con --caso).

    \b
    Códigos: 0 bien · 1 la evaluación no alcanza algún umbral · 2 entrada inválida
    Ejemplos:
      vitrina grabar adherencia
      vitrina grabar adherencia --caso senal-aguda-es
      vitrina grabar adherencia --modelo anthropic:claude-sonnet-5-5
    """
    from datetime import UTC, datetime

    from generador.grabacion.casos import grabar as grabar_casos
    from generador.grabacion.evaluar import evaluar
    from generador.grabacion.resumen import resumir
    from generador.lectura.demos import carpeta_de

    sys.path.insert(0, str(Path.cwd()))
    suya = carpeta_de(corridas, demo)
    progreso = click.progressbar(length=1, label="Grabando", file=sys.stderr, item_show_func=lambda c: c)
    with progreso as barra, _a_errores():
        carpeta = grabar_casos(
            suya, casos=casos, modelo=modelo, ahora=lambda: datetime.now(UTC), avanza=_en_barra(barra)
        )
    click.echo(str(carpeta))
    click.echo(f"{resumir(carpeta)} → «vitrina comparar {demo}» dice si es lo que se esperaba", err=True)
    sys.exit(0 if casos else evaluar(suya, carpeta))


def _a_errores() -> AbstractContextManager[Any]:
    """Lo que el código del agente escriba en la salida estándar no se mezcla con el resultado de la orden."""
    return redirect_stdout(sys.stderr)


def _en_barra(barra: Any) -> Callable[[str, int, int], None]:
    def avanza(caso: str, i: int, n: int) -> None:
        barra.length = n
        barra.update(i - barra.pos, caso)

    return avanza


@main.command(short_help="El grafo de un agente, con certeza por arista.")
@click.argument("fabrica")
@click.option(
    "--salida",
    metavar="FICHERO",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Fichero; sin él, la salida estándar.",
)
@click.option(
    "--parametro",
    "parametros",
    metavar="CLAVE=VALOR",
    multiple=True,
    help="clave=valor JSON para la fábrica (repetible).",
)
def exportar(fabrica: str, salida: Path | None, parametros: tuple[str, ...]) -> None:
    """Exporta el grafo de FABRICA (`modulo:funcion` o un grafo ya compilado), con certeza por arista.

    \b
    Ejemplo:
      vitrina exportar mi_agente.grafo:construir --salida grafo.json
    """
    import json

    from generador.grabacion.exportar import exportar as exportar_grafo

    sys.path.insert(0, str(Path.cwd()))
    with _a_errores():
        grafo = exportar_grafo(fabrica, dict(_clave_valor(p) for p in parametros))
    texto = json.dumps(grafo, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    if salida:
        salida.write_text(texto, "utf-8")
    else:
        click.echo(texto, nl=False)


def _clave_valor(texto: str) -> tuple[str, Any]:
    import json

    clave, igual, valor = texto.partition("=")
    try:
        return clave, json.loads(valor)
    except ValueError:
        if igual:
            return clave, valor
        raise click.BadParameter(f"«{imprimible(texto)}» no es clave=valor") from None


@main.command(short_help="De tu agente a un plan y una primera corrida.")
@click.argument("agente")
@click.option("--demo", metavar="ID", help="Id de la demo y nombre de su carpeta; sin él, el del módulo.")
@CORRIDAS
@click.option("--modelo", metavar="PROVEEDOR:NOMBRE", help="Modelo en vivo para esta primera corrida.")
@click.option(
    "--parametro", "parametros", metavar="CLAVE=VALOR", multiple=True, help="Un argumento de la fábrica (repetible)."
)
@click.option("--sin-grabar", is_flag=True, help="Escribe el plan sin ejecutar el agente.")
def nueva(
    agente: str, demo: str | None, corridas: Path, modelo: str | None, parametros: tuple[str, ...], sin_grabar: bool
) -> None:
    """De AGENTE (`modulo:grafo`, o `modulo:fabrica`) a un plan con su contrato y una primera corrida.

    Ejecuta el agente una vez, con una entrada de ejemplo. Nunca pisa una carpeta que ya exista.

    \b
    Códigos: 0 plan y corrida · 2 no se puede construir el agente, o hay plan y no corrida
    Ejemplos:
      vitrina nueva mi_agente:agente
      vitrina nueva mi_paquete.grafo:crear --demo pedidos --parametro idioma=es
    """
    from datetime import UTC, datetime

    from generador.nueva import nueva as crear

    sys.path.insert(0, str(Path.cwd()))
    dados = dict(_clave_valor(p) for p in parametros)
    with _a_errores():
        hecha = crear(
            agente,
            corridas,
            demo=demo,
            parametros=dados,
            modelo=modelo,
            con_corrida=not sin_grabar,
            ahora=lambda: datetime.now(UTC),
        )
    for aviso in hecha.avisos:
        click.secho(imprimible(aviso), fg="yellow", err=True)
    click.echo("\n".join(hecha.resumen))
    sys.exit(hecha.codigo)


@main.command(short_help="De trazas de otro trazador a una corrida.")
@click.argument("demo", metavar="DEMO")
@click.argument("ficheros", metavar="FICHERO…", nargs=-1, required=True, type=click.Path(path_type=Path))
@CORRIDAS
@click.option(
    "--caso", "casos", metavar="ID", multiple=True, help="El caso de cada conversación, en orden (repetible)."
)
@click.option("--hilo", "hilos", metavar="ID", multiple=True, help="Solo esta conversación (repetible).")
@click.option("--variante", metavar="ID", help="La variante que se ejecutó; sobra si la demo solo tiene una.")
@click.option("--grafo", metavar="FICHERO", type=_FICHERO, help="Grafo exportado o get_graph().to_json() del agente.")
@click.option("--json", "como_json", is_flag=True, help="JSON en vez de texto.")
def importar(demo: str, corridas: Path, como_json: bool, **pedido: Any) -> None:
    """Convierte las trazas de FICHERO… en una corrida nueva de DEMO (un id, o la ruta de su carpeta).

    Reconoce, por su contenido, runs de LangSmith, spans OTLP (OpenInference, Langfuse, OpenLLMetry), la API de
    Langfuse, MLflow, checkpoints de LangGraph en SQLite, volcados de graph.stream, Inspect y Burr. Cada hilo es un
    caso. Si la demo no existe, la crea con un plan mínimo. Nunca pisa nada.

    \b
    Códigos: 0 corrida escrita (lo que no se pudo convertir se dice) · 2 entrada inválida, y nada escrito
    Ejemplos:
      vitrina importar pedidos runs.json --grafo grafo.json
      vitrina importar pedidos parte1.json parte2.json --caso aprobado
      vitrina importar demos/pedidos checkpoints.sqlite --hilo cliente-17 --json
    """
    from datetime import UTC, datetime

    from generador.importar import Pedido
    from generador.importar import importar as importar_trazas

    ruta = Path(demo)
    donde, id = (ruta.parent, ruta.name) if len(ruta.parts) > 1 else (corridas, demo)
    hecha = importar_trazas(id, donde, Pedido(**pedido), ahora=lambda: datetime.now(UTC))
    for aviso in hecha.avisos:
        click.secho(imprimible(aviso), fg="yellow", err=True)
    click.echo(hecha.como_json() if como_json else imprimible("\n".join(hecha.texto)))


@main.command(short_help="Comprueba un sitio en el navegador.")
@click.argument("sitio", type=_CARPETA, default=Path("sitio"))
@click.option("--paginas", metavar="N|todas", default="", help="Cuántas páginas se abren en el navegador (24).")
@click.option("--json", "como_json", is_flag=True, help="JSON en vez de texto.")
def comprobar(sitio: Path, paginas: str, como_json: bool) -> None:
    """Comprueba un SITIO ya construido: banda, enlaces, consola, red, accesibilidad, reproducción, sin JavaScript.

    Lee todas las páginas y abre una muestra en Chromium: de cada tipo, demo e idioma, al menos una.

    \b
    Códigos: 0 todo bien · 1 hay faltas · 2 no es un sitio de Vitrina, o no hay navegador
    Ejemplos:
      vitrina comprobar sitio
      vitrina comprobar sitio --paginas todas --json
    """
    from generador.navegador import informe
    from generador.navegador.comprobar import comprobar as comprobar_sitio
    from generador.navegador.muestra import cuantas

    with click.progressbar(length=1, label="Comprobando", file=sys.stderr, item_show_func=lambda c: c) as barra:
        hecho = comprobar_sitio(sitio, paginas=cuantas(paginas), avanza=_en_barra(barra))
    click.echo(informe.como_json(hecho) if como_json else informe.texto(hecho))
    sys.exit(hecho.codigo)
