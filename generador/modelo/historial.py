"""Lo que se recuerda de cada corrida y lo que cambia de una a otra.

De una corrida que ya no se publica no hace falta guardar las trazas, sino lo que se ve en el historial y lo que permite
compararla: qué cumplió, por dónde pasó, en qué acabó. Un `Resumen` es eso, y un `Cotejo`, la diferencia entre dos.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct, field

from generador.modelo.evaluacion import Metrica
from generador.modelo.grafo import Arista, Nodo
from generador.modelo.hallazgo import Cobertura, Cumple, Veredicto
from generador.modelo.mensaje import Mensaje
from generador.modelo.procedencia import Recuento
from generador.modelo.traza import Fin

SIN_RECORRER = frozenset({Veredicto.CONFORME, Veredicto.DECLARADA_SIN_RECORRER})
"""Pasar de uno a otro es haber recorrido más o menos grafo, no que el grafo sea otro."""


class Suerte(StrEnum):
    """Qué fue de algo de una corrida a otra."""

    IGUAL = "igual"
    CAMBIA = "cambia"
    APARECE = "aparece"
    SE_VA = "se_va"


class EstadoDeCaso(StrEnum):
    """Cómo quedó un caso en una corrida. No haberse ejecutado no es cumplir ni no cumplir."""

    CUMPLE = "cumple"
    NO_CUMPLE = "no_cumple"
    NO_SE_SABE = "no_se_sabe"
    NO_SE_EJECUTO = "no_se_ejecuto"


class Con(StrEnum):
    """Con qué se compara la corrida que se publica."""

    ANTERIOR = "anterior"
    REFERENCIA = "referencia"


class PasoVisto(Struct, frozen=True, kw_only=True):
    """Un paso sin su carga. `nodos` van ordenados; `cambios` son (clave del estado, huella de lo que guarda).

    `cambios` es `None` si la traza no trae el estado tras el paso.
    """

    n: int
    ambito: str
    nodos: tuple[str, ...]
    fin: Fin
    cambios: tuple[tuple[str, str], ...] | None

    @property
    def clave(self) -> tuple[str, tuple[str, ...]]:
        """Lo que hace que dos pasos de dos corridas sean el mismo: dónde y qué nodos."""
        return self.ambito, self.nodos


class Valor(Struct, frozen=True, kw_only=True):
    """Una hoja del estado final (`decisiones.ambito`). `texto` es su principio; `huella`, la del valor entero."""

    ruta: str
    texto: str
    huella: str


class CasoVisto(Struct, frozen=True, kw_only=True):
    """Un caso del plan en una corrida.

    `resultados` son (expectativa, lo esperado, si se cumple); `desviacion`, el paso en que se sale del grafo;
    `duracion`, segundos. Sin `leido`, su traza no se pudo leer.
    """

    caso: str
    variante: str
    cumple: Cumple
    leido: bool = True
    resultados: tuple[tuple[str, Mensaje, Cumple], ...] = ()
    desviacion: int | None = None
    fin: Fin | None = None
    duracion: float | None = None
    pasos: tuple[PasoVisto, ...] = ()
    final: tuple[Valor, ...] = ()


class Elemento(Struct, frozen=True, kw_only=True):
    """Un nodo o una arista del grafo exportado en una corrida, con su veredicto frente al contrato de hoy.

    `prometido` es que ese contrato lo tiene.
    """

    variante: str
    origen: str
    destino: str | None
    real: Nodo | Arista
    veredicto: Veredicto
    prometido: bool = False

    @property
    def clave(self) -> tuple[str, str, str, str | None]:
        return self.variante, self.clase, self.origen, self.destino

    @property
    def clase(self) -> str:
        """`nodo` o `arista`."""
        return "nodo" if isinstance(self.real, Nodo) else "arista"


class Resumen(Struct, frozen=True, kw_only=True):
    """Una corrida, juzgada con el plan y el contrato de hoy para que todas se midan igual.

    `total` son los casos del plan; `retirados`, los que se grabaron y el plan ya no tiene así, y `variantes_retiradas`,
    lo mismo de las variantes; `ilegibles`, los ficheros que no se pudieron leer, y `avisos`, por qué, para la terminal.
    `duracion` son segundos, de los casos que la dicen, y `recuento`, de dónde salieron las respuestas de modelo.
    """

    corrida: str
    sprint: str
    creada: str
    revision: str | None
    total: int
    casos: tuple[CasoVisto, ...]
    elementos: tuple[Elemento, ...] = ()
    cobertura: Cobertura | None = None
    metricas: tuple[Metrica, ...] = ()
    recuento: Recuento = field(default_factory=Recuento)
    duracion: float | None = None
    retirados: tuple[str, ...] = ()
    variantes_retiradas: tuple[str, ...] = ()
    ilegibles: tuple[str, ...] = ()
    avisos: tuple[str, ...] = ()

    @property
    def cumplen(self) -> int:
        """Cuántos casos del plan cumplen."""
        return sum(c.cumple is Cumple.SI for c in self.casos)

    @property
    def sin_ejecutar(self) -> int:
        """Cuántos casos del plan no trae: ni cumplen ni dejan de cumplir."""
        return self.total - len(self.casos)

    @property
    def umbrales(self) -> tuple[int, int]:
        """Cuántas métricas alcanzan su umbral y cuántas lo tienen."""
        juzgadas = [m.cumple for m in self.metricas if m.cumple is not None]
        return sum(juzgadas), len(juzgadas)


class ParDePasos(Struct, frozen=True, kw_only=True):
    """Un paso de cada corrida que son el mismo, o uno solo si el otro lado no lo tiene.

    `claves` son las del estado que no quedaron igual; `otro_fin`, que no acabó igual.
    """

    suerte: Suerte
    antes: PasoVisto | None
    ahora: PasoVisto | None
    claves: tuple[str, ...] = ()
    otro_fin: bool = False


class CambioDeValor(Struct, frozen=True, kw_only=True):
    """Una hoja del estado final que no acabó igual. `None` es que en ese lado no está."""

    ruta: str
    antes: str | None
    ahora: str | None


class CambioDeCaso(Struct, frozen=True, kw_only=True):
    """Un caso en las dos corridas. `expectativas` son (cuál, lo esperado, antes, ahora).

    Si no se ejecutó o no se pudo leer en algún lado, no hay pasos que comparar.
    """

    caso: str
    antes: EstadoDeCaso
    ahora: EstadoDeCaso
    de_antes: CasoVisto | None = None
    de_ahora: CasoVisto | None = None
    expectativas: tuple[tuple[str, Mensaje, Cumple | None, Cumple | None], ...] = ()
    pasos: tuple[ParDePasos, ...] = ()
    final: tuple[CambioDeValor, ...] = ()

    @property
    def otro_veredicto(self) -> bool:
        """Si lo que se juzgó en ambas da otra cosa: el caso, una expectativa o la conformidad con el grafo."""
        if EstadoDeCaso.NO_SE_EJECUTO in (self.antes, self.ahora) or not (self.de_antes and self.de_ahora):
            return False
        desvios = (self.de_antes.desviacion is None, self.de_ahora.desviacion is None)
        leidos = self.de_antes.leido and self.de_ahora.leido
        return leidos and (self.antes != self.ahora or bool(self.expectativas) or desvios[0] != desvios[1])

    @property
    def sin_saber(self) -> bool:
        """Si en algún lado falta con qué juzgarlo: no es que dé lo mismo."""
        dudosos = {EstadoDeCaso.NO_SE_SABE, EstadoDeCaso.NO_SE_EJECUTO}
        ilegible = any(c is not None and not c.leido for c in (self.de_antes, self.de_ahora))
        return ilegible or (self.antes != self.ahora and bool(dudosos & {self.antes, self.ahora}))

    @property
    def distintos(self) -> tuple[ParDePasos, ...]:
        """Los pasos que no son iguales."""
        return tuple(p for p in self.pasos if p.suerte is not Suerte.IGUAL)

    @property
    def igual(self) -> bool:
        """Si nada de lo que se compara cambió."""
        return not (self.antes != self.ahora or self.otro_veredicto or self.otro_fin or self.distintos or self.final)

    @property
    def otro_fin(self) -> bool:
        """Si la traza entera acaba de otra manera: puede hacerlo tras los mismos pasos."""
        a, b = self.de_antes, self.de_ahora
        return bool(a and b and a.leido and b.leido and a.fin is not b.fin)


class CambioDeElemento(Struct, frozen=True, kw_only=True):
    """Un nodo o una arista que aparece, se va o cambia. `que` dice qué cambió, si está en los dos lados.

    `juzgable` es que las dos corridas traen el grafo de su variante: sin él, que falte no dice nada.
    """

    suerte: Suerte
    antes: Elemento | None
    ahora: Elemento | None
    que: tuple[Mensaje, ...] = ()
    juzgable: bool = True

    @property
    def elemento(self) -> Elemento:
        """El de ahora; si se fue, el de antes."""
        elemento = self.ahora or self.antes
        if elemento is None:
            raise ValueError("un cambio sin ningún lado")
        return elemento

    @property
    def otro_veredicto(self) -> bool:
        """Si ante el contrato dice otra cosa. Recorrer más o menos no cuenta: es cobertura.

        Lo prometido que no está falta, y lo que sobra y no está ya no sobra: también es otra cosa.
        """
        if self.antes is None or self.ahora is None:
            return self.juzgable and (self.elemento.prometido or self.elemento.veredicto is Veredicto.SOBRA)
        veredictos = {e.veredicto for e in (self.antes, self.ahora) if e}
        return len(veredictos) > 1 and not veredictos <= SIN_RECORRER


class CambioDeMetrica(Struct, frozen=True, kw_only=True):
    """Una métrica en las dos corridas. `mejora` es `None` si no cambió o no se puede decir."""

    suerte: Suerte
    antes: Metrica | None
    ahora: Metrica | None
    mejora: bool | None = None

    @property
    def sin_pareja(self) -> bool:
        """Si se juzgó en una sola de las dos."""
        return sum(m is not None and m.cumple is not None for m in (self.antes, self.ahora)) == 1

    @property
    def metrica(self) -> Metrica:
        """La de ahora; si ya no está, la de antes."""
        metrica = self.ahora or self.antes
        if metrica is None:
            raise ValueError("un cambio sin ningún lado")
        return metrica

    @property
    def otro_veredicto(self) -> bool:
        """Si se juzgó en las dos y en una alcanza el umbral y en la otra no."""
        juicios = [m.cumple for m in (self.antes, self.ahora) if m and m.cumple is not None]
        return len(set(juicios)) > 1


class Cotejo(Struct, frozen=True, kw_only=True):
    """Dos corridas, la de `antes` y la de `ahora`. `con` es por qué se comparan; puede ser por las dos cosas.

    `casos` son todos los que alguna ejecutó; `elementos` y `metricas`, solo los que no son iguales; `iguales`, cuántas
    métricas sí lo son.
    """

    antes: Resumen
    ahora: Resumen
    con: tuple[Con, ...]
    casos: tuple[CambioDeCaso, ...]
    elementos: tuple[CambioDeElemento, ...]
    metricas: tuple[CambioDeMetrica, ...]
    iguales: int = 0

    @property
    def cambiados(self) -> tuple[CambioDeCaso, ...]:
        """Los casos en que algo cambió."""
        return tuple(c for c in self.casos if not c.igual)


class Historial(Struct, frozen=True, kw_only=True):
    """Las corridas de una demo, de la más antigua a la que se publica, y los cotejos de esta con otras."""

    resumenes: tuple[Resumen, ...] = ()
    cotejos: tuple[Cotejo, ...] = ()

    def cotejo(self, con: Con) -> Cotejo | None:
        """El cotejo con la anterior o con la de referencia, si lo hay."""
        return next((c for c in self.cotejos if con in c.con), None)

    def cotejo_de(self, corrida: str) -> Cotejo | None:
        """El cotejo con esa corrida, si lo hay."""
        return next((c for c in self.cotejos if c.antes.corrida == corrida), None)
