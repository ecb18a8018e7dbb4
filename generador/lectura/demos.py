"""Una demo entera, y todas: el plan y cuanto nombra, con los problemas de todos los ficheros en un solo error."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.lectura.contrato import leer_contrato
from generador.lectura.corridas import leer_corridas, leer_del_disco
from generador.lectura.documento import Documento, Ruta, Sitio, raiz
from generador.lectura.ficheros import LIMITE_DE_DOCUMENTO, leer_texto, puede_haber
from generador.lectura.grafo import leer_grafo
from generador.lectura.partes_de_corrida import Huella, LeerTraza, huella_de_fichero, intentar
from generador.lectura.plan import examinar_plan
from generador.lectura.sin_plan import problemas_sin_plan
from generador.lectura.validar import enumerar, parecido
from generador.modelo.demo import Demo
from generador.modelo.grafo import Grafo
from generador.modelo.plan import Plan

Recordar: TypeAlias = Callable[[Path, Callable[[], Demo]], Demo]
"""(carpeta, cómo leerla) → la demo. Quien la recuerda de antes puede no leerla."""

PLAN = "plan.yaml"
_CREAR = "créala con «vitrina nueva modulo:grafo», o di dónde está con --corridas"


def _leer(_: Path, leer: Callable[[], Demo]) -> Demo:
    return leer()


def leer_demos(
    corridas: Path,
    solo: Sequence[str] = (),
    trazas: LeerTraza = leer_del_disco,
    huella: Huella = huella_de_fichero,
    recordar: Recordar = _leer,
) -> tuple[Demo, ...]:
    """Todas las demos de `corridas`, por nombre de carpeta, o solo las de `solo`.

    `trazas` es por donde se lee cada traza de la corrida que se publica, y `huella`, por donde se mira si las de las
    demás siguen siendo las que se grabaron; `recordar`, por donde se lee cada demo.
    Lanza una `ErrorDeEntrada` con los problemas de todas.
    """
    problemas: list[Problema] = []
    lectores = {c: partial(leer_demo, c, trazas, huella) for c in _carpetas(corridas, solo)}
    demos = [d for c, leer in lectores.items() if (d := intentar(partial(recordar, c, leer), problemas))]
    problemas += _repetidas(demos)
    if problemas:
        raise ErrorDeEntrada(problemas)
    return tuple(demos)


def leer_demo(carpeta: Path, trazas: LeerTraza = leer_del_disco, huella: Huella = huella_de_fichero) -> Demo:
    """Una demo con su plan, contratos, spikes, corridas y documentos. No tener corridas todavía no es un error.

    Lanza `ErrorDeEntrada` con los problemas de todos sus ficheros; si el plan no vale, también con los de los demás que
    se hayan podido leer sin él.
    """
    plan, documento, del_plan = examinar_plan(carpeta / PLAN)
    if plan is None:
        raise ErrorDeEntrada([*del_plan, *problemas_sin_plan(carpeta, documento, trazas)])
    lector = _Lector(carpeta, plan, documento)
    demo = Demo(
        plan=plan,
        ruta=carpeta.as_posix(),
        contratos=lector.contratos(),
        spikes=lector.spikes(),
        corridas=intentar(partial(leer_corridas, carpeta, plan, trazas, huella), lector.problemas) or (),
        documentos=lector.documentos(),
    )
    lector.comprobar(demo)
    if lector.problemas:
        raise ErrorDeEntrada(lector.problemas)
    return demo


def carpeta_de(corridas: Path, demo: str) -> Path:
    """La carpeta de una demo, sin leerla. Lanza `ErrorDeEntrada` con las que hay si no está."""
    return _carpetas(corridas, (demo,))[0]


def _carpetas(corridas: Path, solo: Sequence[str]) -> list[Path]:
    if not corridas.is_dir():
        raise ErrorDeEntrada([problema(corridas, "no existe la carpeta de corridas", _CREAR)])
    visibles = (c for c in sorted(corridas.iterdir()) if not c.name.startswith("."))
    todas = {c.name: c for c in visibles if puede_haber(c / PLAN)}
    if not todas:
        raise ErrorDeEntrada([problema(corridas, f"no hay ninguna demo (carpeta con {PLAN})", _CREAR)])
    faltan = [n for n in solo if n not in todas]
    if faltan:
        hay = f"usa {enumerar(list(todas))}"
        raise ErrorDeEntrada(problema(corridas, f"no hay ninguna demo «{n}»{parecido(n, todas)}", hay) for n in faltan)
    return [todas[n] for n in dict.fromkeys(solo)] if solo else list(todas.values())


def _repetidas(demos: Iterable[Demo]) -> Iterator[Problema]:
    vistas: dict[str, str] = {}
    for demo in demos:
        antes = vistas.setdefault(demo.plan.demo, demo.ruta)
        if antes != demo.ruta:
            que_pasa = f"la demo «{demo.plan.demo}» ya está en «{antes}»"
            yield problema(f"{demo.ruta}/{PLAN}", que_pasa, "cambia «demo» en una de las dos")


def _remedio(corridas: Sequence[str]) -> str:
    return f"usa {enumerar(corridas)} o quítala" if corridas else "graba una o quítala"


@dataclass(slots=True)
class _Lector:
    """Lee lo que nombra un plan; lo que falla se apunta y se sigue."""

    carpeta: Path
    plan: Plan
    documento: Documento
    problemas: list[Problema] = field(default_factory=list)

    def contratos(self) -> dict[str, Grafo]:
        leidos: dict[str, Grafo] = {}
        for i, variante in enumerate(self.plan.variantes):
            if variante.contrato is None:
                continue
            sitio = partial(self._sitio, ("variantes", i, "contrato"))
            leer = partial(leer_contrato, variante.contrato, self.carpeta, sitio=sitio, carpeta=self._publica)
            if grafo := intentar(leer, self.problemas):
                leidos[variante.id] = grafo
        return leidos

    def spikes(self) -> dict[str, Grafo]:
        leidos: dict[str, Grafo] = {}
        for variante in self.plan.variantes:
            if variante.spike is None:
                continue
            leer = partial(leer_grafo, self.carpeta / variante.spike, f"{self._publica}/{variante.spike}")
            if grafo := intentar(leer, self.problemas):
                leidos[variante.id] = grafo
        return leidos

    def documentos(self) -> dict[str, str]:
        textos = [d.ruta for d in self.plan.documentos]
        rutas = [r for t in textos for r in ((t,) if isinstance(t, str) else (t.es, t.en))]
        leidos: dict[str, str] = {}
        for ruta in dict.fromkeys(rutas):
            texto = intentar(partial(leer_texto, self.carpeta / ruta, LIMITE_DE_DOCUMENTO), self.problemas)
            if texto is not None:
                leidos[ruta] = texto
        return leidos

    def comprobar(self, demo: Demo) -> None:
        """Lo que solo se ve con todo leído: renombrados que no están en su spike y una referencia sin corrida."""
        plan = raiz(self.documento)
        for i, variante in enumerate(self.plan.variantes):
            spike = demo.spikes.get(variante.id)
            for viejo in variante.renombrados if spike else ():
                if spike and viejo not in spike.por_id:
                    punto = [*plan["variantes"].elementos()][i]["renombrados"][viejo]
                    que_pasa = f"el spike no tiene ningún nodo «{viejo[:60]}»{parecido(viejo, spike.por_id)}"
                    self.problemas.append(punto.problema(que_pasa, "corrige el nombre o quítalo", en_clave=True))
        referencia = self.plan.corrida_de_referencia
        nombres = [c.manifiesto.corrida for c in demo.corridas]
        if referencia is not None and referencia not in nombres and not self.problemas:
            que_pasa = f"no hay ninguna corrida «{referencia[:60]}»{parecido(referencia, nombres)}"
            self.problemas.append(plan["corrida_de_referencia"].problema(que_pasa, _remedio(nombres)))

    @property
    def _publica(self) -> str:
        """`corridas/<demo>`: lo que se enseña de la ruta, igual desde donde se construya."""
        return "/".join(self.carpeta.resolve().parts[-2:])

    def _sitio(self, base: Ruta, ruta: Ruta) -> Sitio:
        return self.documento.sitio((*base, *ruta))
