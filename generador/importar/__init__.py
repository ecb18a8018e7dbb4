"""De trazas que grabó otro a una corrida de Vitrina, en una orden.

Se convierte al importar y no al construir: un fichero ajeno trae muchas conversaciones, o una repartida en varios, y
lleva cosas que no se publican. Lo que queda en disco es nuestra v1, con su completitud declarada (ADR 0006). O aparece
la corrida entera, o no aparece nada; lo que ya hubiera no se toca.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from generador.errores import ErrorDeEntrada, problema
from generador.importar.casos import asignar, elegir, que_haya
from generador.importar.informe import FicheroLeido, Importada
from generador.importar.taller import Pedido, Taller
from generador.importar.traza import Amanuense
from generador.lectura.ajenas import Leido, leer_todos
from generador.lectura.demos import PLAN
from generador.lectura.grafo import grafo_de_json, leer_grafo
from generador.lectura.json_con_posiciones import leer_json
from generador.modelo.grafo import Grafo
from generador.modelo.nombres import nombre_de_fichero

__all__ = ["Importada", "Pedido", "importar"]


def importar(
    demo: str,
    corridas: Path,
    pedido: Pedido,
    *,
    ahora: Callable[[], datetime],
    entorno: Mapping[str, str] = os.environ,
) -> Importada:
    """Escribe una corrida nueva en `corridas/<demo>`, y la demo con su plan si no existe.

    `entorno` es de donde salen los secretos que tapar. Lanza `ErrorDeEntrada`, sin dejar nada escrito, si un fichero no
    se reconoce, un caso no está en el plan o lo que saldría no se puede leer.
    """
    _que_valga(demo)
    amanuense = Amanuense(entorno)
    grafo = None if pedido.grafo is None else _grafo_limpio(pedido.grafo, amanuense)
    leidos, conversaciones = leer_todos(pedido.ficheros)
    que_haya(conversaciones, leidos)
    elegidas = [replace(c, clave=str(amanuense.limpio(c.clave))) for c in elegir(conversaciones, pedido.hilos)]
    asignadas = asignar(elegidas, pedido.casos)
    taller = Taller(demo, corridas / demo, pedido, asignadas, amanuense, grafo, ahora())
    escrita = taller.en_la_que_hay() if _existe(taller.carpeta) else taller.en_una_nueva()
    return Importada(
        demo=demo,
        carpeta=taller.carpeta,
        corrida=escrita.corrida,
        ficheros=escrita.ficheros,
        leidos=tuple(map(_resumido, leidos)),
        casos=escrita.casos,
        con_grafo=grafo is not None,
        de_la_demo=escrita.avisos,
    )


def _que_valga(demo: str) -> None:
    if nombre_de_fichero(demo) != demo:
        que_hacer = "usa letras minúsculas sin acentos, cifras y guiones"
        raise ErrorDeEntrada([problema("demo", f"«{demo[:60]}» no vale como nombre de carpeta", que_hacer)])


def _existe(carpeta: Path) -> bool:
    """Si ya hay demo. Una carpeta que no lo es no se toca."""
    existe = os.path.lexists(carpeta / PLAN)
    if not existe and os.path.lexists(carpeta):
        que_hacer = f"ponle un {PLAN}, o usa otro nombre"
        raise ErrorDeEntrada([problema(carpeta, f"existe y no es una demo: no tiene {PLAN}", que_hacer)])
    return existe


def _grafo_limpio(ruta: Path, amanuense: Amanuense) -> Grafo:
    """El grafo dado, sin secretos: sus nodos y etiquetas van al contrato, que se publica."""
    leer_grafo(ruta)  # lo que no valga se dice con su línea, que al limpiarlo se pierde
    return grafo_de_json(amanuense.limpio(leer_json(ruta).valor), ruta.name)


def _resumido(leido: Leido) -> FicheroLeido:
    lectura = leido.lectura
    return FicheroLeido(str(leido.ruta), lectura.formato, len(lectura.tramos), lectura.saltadas)
