"""Una demo pequeña, entera y fabricada con el modelo: lo que usan las pruebas de páginas y los dorados.

Tiene a propósito una de cada: una variante conforme y otra con diferencias, un nodo prometido que no existe,
otro de más, uno sin fuente, una arista que el grafo no puede decir, un caso con una persona por medio, uno
que falla, uno sin traza, un paralelo y textos que intentan hacer daño.
"""

from __future__ import annotations

import json
from typing import Any

from generador.modelo.corrida import CasoGrabado, Corrida, Fuente, Manifiesto
from generador.modelo.demo import Demo, DemoComparada
from generador.modelo.grafo import (
    FIN,
    INICIO,
    Arista,
    Certeza,
    Formato,
    Grafo,
    Lugar,
    Nodo,
    TipoDeArista,
    TipoDeNodo,
)
from generador.modelo.hallazgo import (
    Cobertura,
    Comparacion,
    Conformidad,
    Cumple,
    Desviacion,
    FrenteAlSpike,
    Gravedad,
    Hallazgo,
    Juicio,
    Prueba,
    Resultado,
    Veredicto,
)
from generador.modelo.mensaje import mensaje
from generador.modelo.plan import (
    Autoria,
    Bilingue,
    Caso,
    Documento,
    Esperado,
    Llamadas,
    NodoExplicado,
    Plan,
    Prometido,
    Variante,
)
from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import (
    Cambio,
    Carga,
    Ejecucion,
    Evento,
    Fallo,
    Fin,
    Intento,
    Interrupcion,
    LlamadaHerramienta,
    LlamadaModelo,
    Paso,
    Ruta,
    Tarea,
    Traza,
)
from tests.paginas.muestra_de_corridas import REFERENCIA, historial
from tests.paginas.muestra_medida import EVALUACION, REGISTRO

HOSTIL = '"><img src=x onerror=alert(1)>\u202e</script>'
T0 = 1_780_000_000.0


def carga(valor: Any) -> Carga:
    """Un valor como lo guarda una traza."""
    return Carga(json.dumps(valor, ensure_ascii=False).encode())


PLAN = Plan(
    demo="adherencia",
    titulo=Bilingue(es="Adherencia a la medicación", en="Medication adherence"),
    frase=Bilingue(
        es="Responde dudas sobre la toma de un medicamento citando las fichas que encuentra, y se detiene ante una "
        "persona cuando una cita no se sostiene.",
        en="Answers questions about taking a medicine, citing the leaflets it finds, and stops for a person when a "
        "citation does not hold.",
    ),
    sprint="2026-S24",
    relato=Bilingue(
        es="Un turno recorre **una sola vez** un grafo corto. Antes de buscar, `guardrail_pre` decide si el mensaje "
        "puede seguir; después, cada cita del borrador se comprueba contra lo recuperado.\n\n"
        "- Una señal aguda **no llega al modelo**: sale una plantilla de escalamiento.\n"
        "- Sin coincidencia, rehúsa en vez de inventar.\n\n"
        "La decisión está en [el ADR 1](documentos/0001-orquestacion.md). Más en "
        "[LangGraph](https://langchain-ai.github.io/langgraph/), y <b>esto no es HTML</b>.",
        en="A turn goes **once** through a short graph. Before searching, `guardrail_pre` decides whether the message "
        "may go on; afterwards every citation in the draft is checked against what was retrieved.\n\n"
        "- An acute sign **never reaches the model**: an escalation template comes out.\n"
        "- With no match it declines instead of making things up.\n\n"
        "The decision is in [ADR 1](documentos/0001-orquestacion.md). More in "
        "[LangGraph](https://langchain-ai.github.io/langgraph/), and <b>this is not HTML</b>.",
    ),
    avisos=(
        Bilingue(
            es="Referencia pública con datos sintéticos: no es un dispositivo médico.",
            en="Public reference with synthetic data: not a medical device.",
        ),
    ),
    repositorio="https://example.org/agentes/blob/{revision}/{ruta}#L{linea}",
    variantes=(
        Variante(
            id="por_defecto",
            titulo=Bilingue(es="Con recuperación", en="With retrieval"),
            descripcion=Bilingue(es="Almacén y embebedor inyectados.", en="Store and embedder injected."),
            contrato="contrato.md#por-defecto",
            spike="spike.json",
            renombrados={"recuperar": "retrieve_context"},
        ),
        Variante(
            id="hitl",
            titulo=Bilingue(es="Con revisión humana", en="With human review"),
            descripcion=Bilingue(es="Pausa ante una cita sin sostén.", en="Pauses at an unsupported citation."),
            contrato="contrato.md#hitl",
        ),
    ),
    nodos=(
        NodoExplicado(
            id="guardrail_pre",
            contrato=Bilingue(
                es="Nunca lanza: una decisión fallida **viaja en el estado**.",
                en="Never raises: a failed decision **travels in the state**.",
            ),
            explicacion=Bilingue(
                es="Valida, tacha datos personales y detecta señales agudas, en ese orden.",
                en="Validates, redacts personal data and detects acute signs, in that order.",
            ),
        ),
        NodoExplicado(
            id="generate_response",
            explicacion=Bilingue(
                es="Llama al modelo salvo cortocircuito.", en="Calls the model unless short-circuited."
            ),
        ),
    ),
    documentos=(
        Documento(
            ruta=Bilingue(es="documentos/0001-orquestacion.md", en="documentos/0001-orchestration.md"),
            titulo=Bilingue(es="ADR 0001: un grafo corto", en="ADR 0001: a short graph"),
        ),
    ),
    prometidos=(Prometido(desde="2026-S30", nodos=("memoria",)),),
    casos=(
        Caso(
            id="turno-limpio-es",
            titulo=Bilingue(es="Una duda corriente, con su cita comprobada", en="A common question, citation checked"),
            resumen=Bilingue(
                es="Olvidó la dosis de la mañana y pregunta qué hacer.",
                en="Missed the morning dose and asks what to do.",
            ),
            variante="por_defecto",
            entrada={"mensaje": "¿Qué hago si olvidé la dosis de la mañana?"},
            oraculo="limpio",
            espera=Esperado(visita=("retrieve_context",), llamadas=Llamadas(modelo=1, embebedor=1)),
        ),
        Caso(
            id="senal-aguda-es",
            titulo=Bilingue(es="Una señal aguda no llega al modelo", en="An acute sign never reaches the model"),
            variante="por_defecto",
            entrada={"mensaje": "Me duele el pecho desde que la tomo"},
            oraculo="ninguno",
            espera=Esperado(no_visita=("retrieve_context",), llamadas=Llamadas(modelo=0)),
        ),
        Caso(
            id="hitl-cita-no-verificada",
            titulo=Bilingue(
                es="Una cita que no existe se detiene ante una persona",
                en="A citation that does not exist stops for a person",
            ),
            variante="hitl",
            entrada={"mensaje": "¿Puedo doblar la dosis?"},
            oraculo="cita_falsa",
            espera=Esperado(interrumpe_en="review_response"),
        ),
        Caso(
            id="fallo-del-almacen",
            titulo=Bilingue(
                es="El almacén falla a mitad de la búsqueda", en="The store fails halfway through the search"
            ),
            variante="por_defecto",
            entrada={"mensaje": HOSTIL},
            espera=Esperado(estado_de_la_traza="error"),
        ),
        Caso(
            id="sin-grabar",
            titulo=Bilingue(es="Un caso que aún no se grabó", en="A case not recorded yet"),
            variante="hitl",
            entrada={"mensaje": "Hola"},
        ),
    ),
    corrida_de_referencia=REFERENCIA,
    esperados=Autoria(
        quien=Bilingue(es="El equipo, a mano, antes de grabar.", en="The team, by hand, before recording."),
        desde=("documentos/0001-orquestacion.md", "semilla «Máquina de estados del agente»"),
    ),
)


def _nodo(id: str, **mas: Any) -> Nodo:
    return Nodo(id=id, nombre=id.rpartition(":")[2], **mas)


def _extremos() -> tuple[Nodo, Nodo]:
    return (_nodo(INICIO, tipo=TipoDeNodo.INICIO), _nodo(FIN, tipo=TipoDeNodo.FIN))


def _arista(origen: str, destino: str | None, linea: int = 0, **mas: Any) -> Arista:
    lugar = Lugar("contrato.md", linea) if linea else None
    return Arista(origen=origen, destino=destino, lugar=lugar, **mas)


def _condicional(origen: str, destino: str | None, *etiquetas: str, linea: int = 0) -> Arista:
    return _arista(origen, destino, linea, tipo=TipoDeArista.CONDICIONAL, etiquetas=etiquetas, funcion="ruta_previa")


def _contrato(con_revision: bool) -> Grafo:
    nombres = ["intake", "guardrail_pre", "retrieve_context", "generate_response"]
    nombres += ["review_response"] if con_revision else []
    nombres += ["guardrail_post", "closing", "memoria"]
    salida = "review_response" if con_revision else "guardrail_post"
    inicio, fin = _extremos()
    aristas = [
        _arista(INICIO, "intake", 10),
        _arista("intake", "guardrail_pre", 11),
        _condicional("guardrail_pre", "retrieve_context", "turno limpio", linea=13),
        _condicional("guardrail_pre", "generate_response", "rechazo previo", linea=14),
        _arista("retrieve_context", "generate_response", 15),
        _arista("generate_response", salida, 16),
        *([_arista("review_response", "guardrail_post", 17)] if con_revision else []),
        _arista("guardrail_post", "closing", 18),
        _arista("closing", FIN, 19),
    ]
    nodos = (inicio, *(_nodo(n, lugar=Lugar("contrato.md", 20 + i)) for i, n in enumerate(nombres)), fin)
    return Grafo(nodos=nodos, aristas=tuple(aristas), formato=Formato.MERMAID, lugar=Lugar("contrato.md", 8))


def _real(con_revision: bool) -> Grafo:
    contrato = _contrato(con_revision)
    nodos = [
        Nodo(
            id=n.id,
            nombre=n.nombre,
            tipo=n.tipo,
            reintentos=n.id == "retrieve_context",
            herramientas=("buscar_ficha",) if n.id == "retrieve_context" else (),
        )
        for n in contrato.nodos
        if n.id != "memoria"
    ]
    aristas = [
        Arista(origen=a.origen, destino=a.destino, tipo=a.tipo, etiquetas=a.etiquetas, funcion=a.funcion)
        for a in contrato.aristas
    ]
    if con_revision:
        nodos.insert(-1, _nodo("auditar"))
        aristas.append(_arista("closing", "auditar", certeza=Certeza.INFERIDA))
        aristas.append(
            Arista(
                origen="review_response", destino=None, tipo=TipoDeArista.COMANDO, certeza=Certeza.DESCONOCIDA,
                funcion="review_response",
            )
        )  # fmt: skip
    lee = {"generate_response": ("mensaje", "pasajes", "decisiones"), "guardrail_pre": ("mensaje",)}
    escribe = {"generate_response": ("borrador", "decisiones"), "guardrail_pre": ("decisiones",)}
    return Grafo(
        nodos=tuple(nodos),
        aristas=tuple(aristas),
        formato=Formato.VITRINA,
        version_langgraph="1.2.3",
        canales={"decisiones": "operator.add", "borrador": "LastValue", "mensaje": "LastValue"},
        lee=lee,
        escribe=escribe,
    )


CODIGO = '''def guardrail_pre(estado: Estado) -> dict:
    """Decide antes de buscar; nunca lanza."""
    decisiones = []
    for barrera in BARRERAS:
        # cada una viaja en el estado, también si falla
        decisiones.append(barrera(estado["mensaje"]))
        if decisiones[-1].corta:
            break
    return {"decisiones": decisiones, "aviso": f"<b>{len(decisiones)}</b> barreras"}
'''


def _fuentes() -> dict[str, Fuente]:
    return {
        "guardrail_pre": Fuente(
            nodo="guardrail_pre",
            fichero="agentes/adherencia/nodos.py",
            lineas=(42, 50),
            codigo=CODIGO,
            sha256="9f2c1d" + "0" * 58,
            revision="4be1f0c2a7",
            nombre="guardrail_pre",
        ),
        "closing": Fuente(nodo="closing", motivo="es una función hecha al vuelo: no tiene fichero"),
    }


def _modelo(texto: str, procedencia: Procedencia = Procedencia.ORACULO) -> LlamadaModelo:
    return LlamadaModelo(
        modelo="oraculo" if procedencia is Procedencia.ORACULO else "modelo-vivo-1",
        procedencia=procedencia,
        mensajes=carga([{"type": "human", "content": "¿Puedo doblar la dosis?"}]),
        salida=carga({"type": "ai", "content": texto}),
        uso={"input": 412, "output": 38, "total": 450},
        t0=T0 + 0.1,
        t1=T0 + 0.134,
    )


def _paso(n: int, nodo: str, **mas: Any) -> Paso:
    fin = mas.pop("fin", Fin.BIEN)
    cambios = mas.pop("cambios", (Cambio(clave="decisiones", antes=carga([]), despues=carga([nodo])),))
    t0, t1 = T0 + n * 0.1, T0 + n * 0.1 + mas.pop("dura", 0.012)
    tarea = Tarea(
        id=f"p{n}-1", nodo=nodo, fin=fin, t0=t0, t1=t1, intentos=(Intento(n=1, fin=fin, t0=t0, t1=t1),),
        entrada=carga({"mensaje": "…"}), actualizacion=carga({"decisiones": [nodo]}), **mas,
    )  # fmt: skip
    return Paso(n=n, ambito="", superstep=n, ejecucion=0, tareas=(tarea,), cambios=cambios, t0=t0, t1=t1)


def _traza(caso: str, pasos: list[Paso], fin: Fin = Fin.BIEN, **mas: Any) -> Traza:
    ejecuciones = mas.pop(
        "ejecuciones",
        (Ejecucion(indice=0, clase="input", entrada=carga({"mensaje": "…"}), fin=fin, t0=T0, t1=T0 + 1),),
    )
    return Traza(
        caso=caso,
        origen="vitrina/1",
        ejecuciones=ejecuciones,
        pasos=tuple(pasos),
        version_langgraph="1.2.3",
        inicial={"mensaje": carga("¿Qué hago?")},
        final={"respuesta": carga("Tómela si faltan más de 6 h [cite:F-021]")},
        lineas=len(pasos) * 4,
        **mas,
    )


def _trazas() -> dict[str, Traza]:
    ruta = (Ruta(funcion="ruta_previa", destinos=("retrieve_context",)),)
    limpio = [
        _paso(1, "intake"),
        _paso(2, "guardrail_pre", rutas=ruta),
        _paso(
            3,
            "retrieve_context",
            dura=0.083,
            herramientas=(LlamadaHerramienta(nombre="buscar_ficha", argumentos=carga({"texto": "dosis olvidada"})),),
            eventos=(Evento(tipo="embebedor", datos=carga({"tipo": "embebedor", "textos": 1})),),
        ),
        _paso(4, "generate_response", modelos=(_modelo("Tómela si faltan más de 6 h [cite:F-021]"),)),
        _paso(5, "guardrail_post"),
        _paso(6, "closing"),
    ]
    aguda = [
        _paso(1, "intake"),
        _paso(2, "guardrail_pre", rutas=(Ruta(funcion="ruta_previa", destinos=("generate_response",)),)),
        _paso(3, "generate_response"),
        _paso(4, "guardrail_post"),
        _paso(5, "closing"),
    ]
    pregunta = Interrupcion(
        id="i1",
        valor=carga({"pregunta": "¿Se envía este borrador?", "cita": "F-117"}),
        respuesta=carga({"decision": "edit", "texto": "Tómela si faltan más de 6 h"}),
        quien="farmacéutica de guardia",
        reanudada_en=1,
        espera=192.0,
    )
    hitl = [
        *limpio[:3],
        _paso(4, "generate_response", modelos=(_modelo("Doble la dosis [cite:F-117]"),)),
        _paso(5, "review_response", fin=Fin.BIEN, interrupciones=(pregunta,)),
        _paso(6, "guardrail_post"),
        _paso(7, "closing"),
        _paso(8, "auditar"),
    ]
    fallo = Fallo(clase="ConnectionError", mensaje=f"el almacén no responde {HOSTIL}", traza="Traceback …")
    roto = [
        _paso(1, "intake"),
        _paso(2, "guardrail_pre", rutas=ruta),
        _paso(3, "retrieve_context", fin=Fin.ERROR, fallo=fallo, cambios=None),
    ]
    dos = (
        Ejecucion(indice=0, clase="input", entrada=carga({"mensaje": "…"}), fin=Fin.INTERRUMPIDO, t0=T0, t1=T0 + 1),
        Ejecucion(indice=1, clase="resume", quien="farmacéutica de guardia", fin=Fin.BIEN, t0=T0 + 193, t1=T0 + 194),
    )
    return {
        "turno-limpio-es": _traza("turno-limpio-es", limpio),
        "senal-aguda-es": _traza("senal-aguda-es", aguda),
        "hitl-cita-no-verificada": _traza("hitl-cita-no-verificada", hitl, ejecuciones=dos),
        "fallo-del-almacen": _traza("fallo-del-almacen", roto, Fin.ERROR),
    }


def _corrida() -> Corrida:
    trazas = _trazas()
    variantes = {c.id: c.variante for c in PLAN.casos}
    manifiesto = Manifiesto(
        demo="adherencia",
        corrida="2026-06-10-01",
        sprint="2026-S24",
        creada="2026-06-10T09:12:44Z",
        revision="4be1f0c2a7",
        versiones={"vitrina": "0.1.0", "python": "3.12.4", "langgraph": "1.2.3", "langchain_core": "1.2.0"},
        grafos={"por_defecto": "grafo.por_defecto.json", "hitl": "grafo.hitl.json"},
        casos=tuple(
            CasoGrabado(
                caso=c,
                variante=variantes[c],
                traza=f"trazas/{c}.jsonl",
                sha256="ab" * 32,
                estado=t.fin.value,
                duracion=0.412,
            )
            for c, t in trazas.items()
        ),
    )
    return Corrida(
        manifiesto=manifiesto,
        grafos={"por_defecto": _real(False), "hitl": _real(True)},
        fuentes={"por_defecto": _fuentes(), "hitl": _fuentes()},
        trazas=trazas,
        evaluacion=EVALUACION,
        registro=REGISTRO,
    )


def _juicios(variante: str, contrato: Grafo, real: Grafo) -> tuple[tuple[Juicio, ...], tuple[Juicio, ...]]:
    casos = ["hitl-cita-no-verificada"] if variante == "hitl" else ["turno-limpio-es", "senal-aguda-es"]
    prueba = tuple(Prueba(caso=c, paso=2) for c in casos)
    prometidos, hechos = contrato.por_id, real.por_id
    nodos = [
        Juicio(
            clase="nodo",
            origen=id,
            destino=None,
            veredicto=_de_nodo(id, prometidos, hechos),
            motivo=_motivo_de_nodo(id, prometidos, hechos),
            contrato=prometidos.get(id),
            real=hechos.get(id),
            frente_al_spike=FrenteAlSpike.RENOMBRADO if id == "retrieve_context" else FrenteAlSpike.NUEVO,
            visitas=len(casos) if id in hechos else 0,
            pruebas=prueba if id in hechos else (),
        )
        for id in dict.fromkeys([*prometidos, *hechos])
    ]
    de_contrato = {a.par: a for a in contrato.aristas}
    de_real = {a.par: a for a in real.aristas}
    aristas = [
        Juicio(
            clase="arista",
            origen=par[0],
            destino=par[1],
            veredicto=_de_arista(par, de_contrato),
            motivo=_motivo_de_arista(par, de_contrato),
            contrato=de_contrato.get(par),
            real=de_real.get(par),
            visitas=0 if par[1] in (None, "auditar") else len(casos),
            pruebas=() if par[1] in (None, "auditar") else prueba,
        )
        for par in dict.fromkeys([*de_contrato, *de_real])
    ]
    return tuple(nodos), tuple(aristas)


def _de_nodo(id: str, prometidos: Any, hechos: Any) -> Veredicto:
    if id == "memoria":
        return Veredicto.PENDIENTE
    if id not in prometidos:
        return Veredicto.SOBRA
    return Veredicto.CONFORME if id in hechos else Veredicto.FALTA


def _motivo_de_nodo(id: str, prometidos: Any, hechos: Any) -> Any:
    if id == "memoria":
        return mensaje("prometido para %(desde)s: hasta entonces no se echa en falta", desde="2026-S30")
    if id not in prometidos:
        return mensaje("está en el grafo y el contrato no lo nombra")
    return mensaje("está en el contrato y en el grafo")


def _de_arista(par: tuple[str, str | None], prometidas: Any) -> Veredicto:
    if par[1] is None:
        return Veredicto.NO_PUEDE_DECIRLO
    return Veredicto.CONFORME if par in prometidas else Veredicto.SOBRA


def _motivo_de_arista(par: tuple[str, str | None], prometidas: Any) -> Any:
    if par[1] is None:
        return mensaje("la ruta no declara sus destinos")
    if par in prometidas:
        return mensaje("está en el contrato y en el grafo")
    return mensaje("está en el grafo y el contrato no la nombra")


def _resultado(campo: str, esperado: str, obtenido: str, cumple: Cumple, paso: int | None) -> Resultado:
    return Resultado(
        campo=campo,
        esperado=mensaje("%(valor)s", valor=esperado),
        obtenido=mensaje("%(valor)s", valor=obtenido),
        cumple=cumple,
        paso=paso,
    )


def _comparaciones() -> dict[str, Comparacion]:
    nodos, aristas = _juicios("por_defecto", _contrato(False), _real(False))
    nodos_h, aristas_h = _juicios("hitl", _contrato(True), _real(True))
    return {
        "por_defecto": Comparacion(
            variante="por_defecto",
            nodos=nodos,
            aristas=aristas,
            conformidades=(
                Conformidad(caso="turno-limpio-es", desviacion=None),
                Conformidad(caso="senal-aguda-es", desviacion=None),
                Conformidad(caso="fallo-del-almacen", desviacion=None),
            ),
            resultados=(
                (
                    "turno-limpio-es",
                    (
                        _resultado("visita", "visita retrieve_context", "lo visita", Cumple.SI, 3),
                        _resultado("llamadas", "1 llamada a modelo", "1", Cumple.SI, 4),
                    ),
                ),
                ("senal-aguda-es", (_resultado("no_visita", "sin retrieve_context", "no pasa", Cumple.SI, None),)),
                ("fallo-del-almacen", (_resultado("estado_de_la_traza", "error", "error", Cumple.SI, 3),)),
            ),
            cobertura=Cobertura(nodos=6, nodos_visitados=6, aristas=8, aristas_recorridas=8),
        ),
        "hitl": Comparacion(
            variante="hitl",
            nodos=nodos_h,
            aristas=aristas_h,
            conformidades=(
                Conformidad(
                    caso="hitl-cita-no-verificada",
                    desviacion=Desviacion(
                        paso=8,
                        tarea="p8-1",
                        regla=mensaje("tras «%(nodo)s» el grafo no lleva ahí", nodo="closing"),
                        esperado=(FIN,),
                        obtenido=("auditar",),
                    ),
                ),
            ),
            resultados=(
                (
                    "hitl-cita-no-verificada",
                    (
                        _resultado("interrumpe_en", "pausa en review_response", "pausa ahí", Cumple.SI, 5),
                        _resultado("recorrido", "acaba en closing", "acaba en auditar", Cumple.NO, 8),
                    ),
                ),
            ),
            hallazgos=(
                Hallazgo(
                    control="nodos_sin_contrato",
                    gravedad=Gravedad.ERROR,
                    motivo=mensaje("el nodo «%(nodo)s» no está en el contrato", nodo="auditar"),
                    remedio=mensaje("añádelo al contrato o quítalo del grafo"),
                    lugar=Lugar("agentes/adherencia/grafo.py", 88),
                    prueba=Prueba(caso="hitl-cita-no-verificada", paso=8),
                ),
                Hallazgo(
                    control="cuenta_de_nodos",
                    gravedad=Gravedad.NOTA,
                    motivo=mensaje("el texto dice tres nodos y la enumeración trae cinco"),
                    remedio=mensaje("corrige la cifra: manda la enumeración"),
                    lugar=Lugar("contrato.md", 3),
                ),
            ),
            cobertura=Cobertura(nodos=8, nodos_visitados=8, aristas=11, aristas_recorridas=9),
        ),
    }


ADR = {
    "documentos/0001-orquestacion.md": "# ADR 0001: un grafo corto\n\nEstado: aceptado.\n\n## Contexto\n\n"
    "El turno es corto y casi lineal.\n\n| opción | a favor | en contra |\n| --- | --- | --- |\n"
    "| cadena | simple | sin pausa |\n| grafo | pausa y ramas | una biblioteca más |\n\n## Decisión\n\n"
    "Un `StateGraph` de seis nodos.\n\n```python\ngrafo.add_edge('intake', 'guardrail_pre')\n```\n",
    "documentos/0001-orchestration.md": "# ADR 0001: a short graph\n\nStatus: accepted.\n\n## Context\n\n"
    "The turn is short and mostly linear.\n\n## Decision\n\nA six-node `StateGraph`.\n",
}

DEMO = Demo(
    plan=PLAN,
    ruta="corridas/adherencia",
    contratos={"por_defecto": _contrato(False), "hitl": _contrato(True)},
    spikes={},
    corridas=(_corrida(),),
    documentos=ADR,
)

COMPARACIONES = _comparaciones()
DEMOS: tuple[DemoComparada, ...] = (
    DemoComparada(demo=DEMO, comparaciones=COMPARACIONES, historial=historial(DEMO, COMPARACIONES)),
)

TEXTOS = (
    "%(valor)s",
    "prometido para %(desde)s: hasta entonces no se echa en falta",
    "está en el grafo y el contrato no lo nombra",
    "está en el grafo y el contrato no la nombra",
    "está en el contrato y en el grafo",
    "la ruta no declara sus destinos",
    "tras «%(nodo)s» el grafo no lleva ahí",
    "el nodo «%(nodo)s» no está en el contrato",
    "añádelo al contrato o quítalo del grafo",
    "el texto dice tres nodos y la enumeración trae cinco",
    "corrige la cifra: manda la enumeración",
)
"""Las frases de esta muestra que ningún código del generador dice: las pruebas las añaden al catálogo."""
