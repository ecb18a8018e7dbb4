"""Los motivos de cada veredicto, con su remedio tras la flecha.

Juntos y literales: así Babel los extrae, y quien redacta ve de una vez todo lo que Vitrina puede decir de un grafo.
"""

from __future__ import annotations

from generador.modelo.mensaje import Mensaje, mensaje

# --- conformes ---------------------------------------------------------------------------------------------

COINCIDE = mensaje("está en el contrato y en el grafo")
SIN_CONTRATO = mensaje("no hay contrato con que compararlo")
BORDE = mensaje("es el principio o el final del grafo")
MANEJADOR = mensaje("lo crea LangGraph para manejar los errores de un nodo")
SIN_DETALLE = mensaje("el contrato no entra en el detalle de este subgrafo")
SIN_BORDES = mensaje("el contrato no dibuja por dónde se empieza ni por dónde se acaba")
SOLO_SPIKE = mensaje("estaba en el spike; ni el contrato lo promete ni el grafo lo tiene")
SOLO_OBSERVADO = mensaje("es un detalle interior que solo se ve en las trazas")
NODO_PROBADO = mensaje("el grafo no lo enseña, pero las trazas pasaron por él")
ARISTA_PROBADA = mensaje("el grafo no la declara, pero las trazas la recorrieron")
ACABA_IGUAL = mensaje("de este nodo no sale nada más: terminar sin declararlo es lo mismo")
INVENTADA = mensaje("LangGraph la inventa cuando la ruta no declara destinos: las trazas salen de este nodo por otras")
VUELTA = mensaje("es la vuelta del subgrafo a sí mismo, que la otra vista dibuja por dentro")
RESUELTA = mensaje("la ruta no declara sus destinos, y las trazas recorrieron todos los que el contrato promete")

# --- diferencias -------------------------------------------------------------------------------------------

FALTA_NODO = mensaje("el contrato lo promete y no está en el grafo → impleméntalo o quítalo del contrato")
FALTA_BORDE = mensaje(
    "el contrato lo dibuja como un nodo más → el principio es __start__ y el final __end__, o [*] en stateDiagram-v2"
)
FALTA_ARISTA = mensaje("el contrato la promete y no está en el grafo → impleméntala o quítala del contrato")
SOBRA_NODO = mensaje("está en el grafo y el contrato no lo promete → añádelo al contrato o quítalo del grafo")
SOBRA_ARISTA = mensaje("está en el grafo y el contrato no la promete → añádela al contrato o quítala del grafo")
NODO_RECORRIDO = mensaje(
    "las trazas pasaron por él y ni el contrato ni el grafo lo tienen → exporta el grafo que se ejecutó"
)
ARISTA_RECORRIDA = mensaje(
    "las trazas la recorrieron y el contrato no la promete → añádela al contrato o corrige la ruta"
)
CONDICIONAL_EN_EL_GRAFO = mensaje(
    "el contrato la dibuja fija y en el grafo es condicional → corrige el contrato o el grafo"
)
FIJA_EN_EL_GRAFO = mensaje("el contrato la dibuja condicional y en el grafo es fija → corrige el contrato o el grafo")

# --- cobertura ---------------------------------------------------------------------------------------------

NODO_SIN_RECORRER = mensaje("ningún caso pasa por este nodo → añade un caso que lo recorra")
ARISTA_SIN_RECORRER = mensaje("ningún caso recorre esta arista → añade un caso que la recorra")

# --- lo que el grafo no puede decir ------------------------------------------------------------------------

SIN_GRAFO = mensaje("aún no hay grafo exportado → graba una corrida o usa «vitrina exportar»")
SIN_INTERIOR = mensaje(
    "el grafo enseña su subgrafo sin nada dentro → exporta con «vitrina exportar» o graba un caso que lo recorra"
)
RUTA_SIN_DESTINOS = mensaje(
    "una ruta o un Command de este nodo no declara a qué nodos puede ir"
    " → dale un path_map o un Literal, o graba un caso que lo recorra"
)
SOLO_AL_FINAL = mensaje(
    "LangGraph dibuja una única arista a __end__ cuando el nodo decide con una ruta o un Command sin declarar"
    " → declara los destinos o graba un caso que lo recorra"
)
AISLADO = mensaje(
    "LangGraph deja sin salidas a los nodos a los que solo llega una ruta sin declarar"
    " → declara los destinos o graba un caso que lo recorra"
)
A_TODOS = mensaje(
    "LangGraph 0.2 dibuja aristas a todos los nodos cuando una ruta no declara sus destinos"
    " → declara los destinos o graba un caso que lo recorra"
)
HAY_HUERFANOS = mensaje(
    "hay nodos a los que no llega ninguna arista: alguna ruta del grafo no declara sus destinos"
    " → declara los destinos o graba un caso que lo recorra"
)
FINALES_PERDIDOS = mensaje(
    "algunas versiones de LangGraph pierden las aristas condicionales a __end__"
    " → exporta con «vitrina exportar» o graba un caso que la recorra"
)
FINALES_DE_MAS = mensaje(
    "LangGraph 0.3 añade aristas condicionales a __end__ que nadie declaró"
    " → exporta con «vitrina exportar» o graba un caso que la recorra"
)
INFERIDA = mensaje(
    "el destino se leyó del código de la ruta, que no lo declara"
    " → dale un path_map o un Literal, o graba un caso que lo recorra"
)


# --- con datos ---------------------------------------------------------------------------------------------


def nodo_pendiente(sprint: str) -> Mensaje:
    """Un nodo que aún no toca."""
    return mensaje("está prometido para el sprint %(sprint)s", sprint=sprint)


def arista_pendiente(sprint: str) -> Mensaje:
    """Una arista que aún no toca."""
    return mensaje("está prometida para el sprint %(sprint)s", sprint=sprint)


def nodo_vencido(sprint: str) -> Mensaje:
    """Un nodo que ya debía estar."""
    return mensaje("se prometió desde el sprint %(sprint)s y no está en el grafo → impleméntalo", sprint=sprint)


def arista_vencida(sprint: str) -> Mensaje:
    """Una arista que ya debía estar."""
    return mensaje("se prometió desde el sprint %(sprint)s y no está en el grafo → impleméntala", sprint=sprint)


def sin_extremo(nodo: str) -> Mensaje:
    """Una arista cuyo nodo no existe."""
    return mensaje("el grafo no tiene el nodo %(nodo)s → impleméntalo o quítalo del contrato", nodo=nodo)


def etiquetas(contrato: str, grafo: str) -> Mensaje:
    """Dos etiquetas que no coinciden."""
    return mensaje(
        "el contrato la etiqueta «%(contrato)s» y el grafo «%(grafo)s» → iguala la etiqueta y la clave del path_map",
        contrato=contrato,
        grafo=grafo,
    )
