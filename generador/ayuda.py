"""La ayuda y los errores de uso de click, en español. Click solo los traduce con catálogos del sistema."""

from __future__ import annotations

import difflib
import errno
import re
import signal
import sys
import threading
from typing import Any

import click

from generador.errores import Codigo, ErrorDeVitrina, imprimible, problema

_RUTA_MALA = (FileNotFoundError, NotADirectoryError, IsADirectoryError)
_DE_GRABAR = ("langgraph", "langchain", "langchain_core")
_SIN_MEMORIA = "no hay memoria bastante → libera memoria, repite con --procesos 1 o elige menos con --demo o --caso"
_NO_SE_CARGA = ("failed to map segment", "annot allocate memory")
_SOBRA = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.S)
_PARAMETRO = {"option": "la opción", "argument": "el argumento"}


class _EnEspanol(click.Command):
    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        partes = ["[OPCIONES]" if p == "[OPTIONS]" else p for p in self.collect_usage_pieces(ctx)]
        partes = ["ORDEN [ARGUMENTOS]…" if p.startswith("COMMAND") else p for p in partes]
        formatter.write_usage(ctx.command_path, " ".join(partes), prefix="Uso: ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        filas = [fila for p in self.get_params(ctx) if (fila := p.get_help_record(ctx)) and fila[1]]
        with formatter.section("Opciones"):
            formatter.write_dl([(a, b.replace("[default: ", "[por defecto: ")) for a, b in filas])
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        opcion = super().get_help_option(ctx)
        if opcion:
            opcion.help = "Muestra esta ayuda."
        return opcion


class Orden(_EnEspanol):
    """Una orden con la ayuda en español."""


class Ordenes(_EnEspanol, click.Group):
    """El grupo: además, convierte todo error previsto en un mensaje con remedio y su código de salida."""

    command_class = Orden

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Órdenes"):
            formatter.write_dl([(n, c.get_short_help_str(80)) for n, c in sorted(self.commands.items())])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Ejecuta la orden. Nunca deja ver una traza de Python por una entrada mala."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, _terminar)
        try:
            sys.exit(super().main(*args, **{**kwargs, "standalone_mode": False}) or Codigo.BIEN)
        except click.ClickException as error:
            _acabar(_en_espanol(error), Codigo.ENTRADA_INVALIDA)
        except ErrorDeVitrina as error:
            _acabar(str(error), error.codigo)
        except BrokenPipeError:
            sys.exit(Codigo.BIEN)
        except OSError as error:
            _acabar(_del_disco(error), Codigo.ENTRADA_INVALIDA if isinstance(error, _RUTA_MALA) else Codigo.DISCO)
        except ModuleNotFoundError as error:
            _acabar(_falta_el_extra(error))
        except (click.Abort, KeyboardInterrupt):
            _acabar("interrumpido", 130)
        except Exception as error:
            if not _es_de_memoria(error):
                raise
            _acabar(_SIN_MEMORIA, Codigo.DISCO)


def _terminar(senal: int, _marco: object) -> None:
    """Como Ctrl+C: lo que esté a medias se borra, también las copias de lo ajeno, que llevan lo que nadie ha tapado."""
    sys.exit(128 + senal)


def _es_de_memoria(error: BaseException | None) -> bool:
    """Si es que falta memoria, o lo es aquello de lo que viene: no todo lo que falla entonces es un `MemoryError`."""
    if error is None or isinstance(error, MemoryError):
        return error is not None
    sin_sitio = isinstance(error, OSError) and error.errno == errno.ENOMEM
    sin_hilos = isinstance(error, RuntimeError) and "can't start new thread" in str(error)
    sin_cargar = isinstance(error, ImportError) and any(s in str(error) for s in _NO_SE_CARGA)
    return sin_sitio or sin_hilos or sin_cargar or _es_de_memoria(error.__cause__ or error.__context__)


def _del_disco(error: OSError) -> str:
    if _es_de_memoria(error):
        return _SIN_MEMORIA
    que_pasa = error.strerror or str(error)
    return str(problema(error.filename or "disco", que_pasa, "revisa la ruta, los permisos y el espacio"))


def _falta_el_extra(error: ModuleNotFoundError) -> str:
    """Construir no necesita LangGraph, y grabar sí. Que falte cualquier otra cosa es un defecto, y se ve entero."""
    if (error.name or "").partition(".")[0] not in _DE_GRABAR:
        raise error
    que_hacer = "instala el extra en este mismo entorno: python -m pip install 'vitrina[grabar]'"
    return f"para mirar o ejecutar un agente falta «{error.name}» → {que_hacer}"


def _acabar(texto: str, codigo: int = Codigo.ENTRADA_INVALIDA) -> None:
    click.echo(imprimible(texto), err=True)
    sys.exit(codigo)


def _en_espanol(error: click.ClickException) -> str:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return error.format_message()
    ctx = error.ctx if isinstance(error, click.UsageError) and error.ctx else click.get_current_context(silent=True)
    orden = ctx.command_path if ctx else "vitrina"
    return f"{orden}: {_que_pasa(error)} → «{orden} --ayuda» lo explica con ejemplos"


def _que_pasa(error: click.ClickException) -> str:
    if isinstance(error, click.NoSuchOption):
        quizas = f"; ¿quisiste decir {', '.join(error.possibilities)}?" if error.possibilities else ""
        return f"no existe la opción {error.option_name}{quizas}"
    if isinstance(error, click.BadOptionUsage):
        falta = "requires" in error.message
        return f"{'falta el valor de' if falta else 'no lleva valor'} la opción {error.option_name}"
    if isinstance(error, click.MissingParameter) and error.param:
        return f"falta {_parametro(error.param)}"
    if isinstance(error, click.BadParameter) and error.param:
        return f"no vale {_parametro(error.param)}{_admitidos(error.param)}"
    if isinstance(error, click.UsageError) and (sobra := _SOBRA.match(error.message)):
        return _que_sobra(sobra[1], error.ctx)
    if isinstance(error, click.UsageError) and error.message.startswith("No such command"):
        return _sin_orden(error.message.removeprefix("No such command ").strip(".'"), error.ctx)
    return error.message


def _que_sobra(dicho: str, ctx: click.Context | None) -> str:
    """Lo dado de más; a quien escribe la demo suelta, cómo se da en esa orden."""
    con_demo = ctx is not None and any("--demo" in p.opts for p in ctx.command.params)
    return f"sobra «{dicho}»" + (f"; ¿quisiste decir --demo {dicho.partition(' ')[0]}?" if con_demo else "")


def _sin_orden(nombre: str, ctx: click.Context | None) -> str:
    ordenes = ctx.command.list_commands(ctx) if ctx and isinstance(ctx.command, click.Group) else []
    cercanas = difflib.get_close_matches(nombre, ordenes, n=1)
    return f"no existe la orden «{nombre}»" + (f"; ¿quisiste decir {cercanas[0]}?" if cercanas else "")


def _parametro(parametro: click.Parameter) -> str:
    nombre = parametro.opts[0] if parametro.param_type_name == "option" else parametro.human_readable_name
    return f"{_PARAMETRO.get(parametro.param_type_name, '')} {nombre}"


def _admitidos(parametro: click.Parameter) -> str:
    match parametro.type:
        case click.Choice(choices=dichas):
            return f" (admite {', '.join(dichas)})"
        case click.IntRange(min=desde, max=hasta) | click.FloatRange(min=desde, max=hasta):
            return f" (admite un número desde {desde}" + (")" if hasta is None else f" hasta {hasta})")
    return ""
