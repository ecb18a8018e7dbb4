"""Lo que este agente no atiende, dicho como se dice: pedir una pauta, un diagnóstico, otra cosa o que cambie de"
" papel."""

from __future__ import annotations

from agentes.adherencia.barreras.formas import Reglas, cerca

PERSONAJE = (
    r"(?:medic[oa]s?|doctora?|enfermer[oa]|farmaceutic[oa]|psiquiatra|pediatra|cirujan[oa]|\w{3,14}olog[oa]|expert[oa]"
    r"|pirata"
    r"|human[oa]|person[aj]\w{0,3}|amig[oa]|ia|especialista|terapeuta|doctor|physician|nurse|pharmacist|psychiatrist"
    r"|surgeon"
    r"|\w{3,14}ologist|gp|specialist|expert|therapist|clinician|pirate|human|friend|ai|character|hacker)"
)
_CONDICION = (
    r"(?:cancer|tumor|diabet\w{1,3}|depresi\w{1,3}|depression|ansiedad|anxiety|alergi\w{1,2}|allerg\w{1,3}"
    r"|infecci\w{1,4}|infection"
    r"|gripe|flu|covid|anemia|asma|asthma|hipertension|hypertension|arthritis|enfermedad|disease|migran\w{1,2}"
    r"|migraine|celiac\w{1,2}"
    r"|coeliac|lupus|ulcera|ulcer|hernia|\w{3,15}(?:itis|osis|patia|algia|pathy)|alzheimer|parkinson|autis\w{2,3}|tdah"
    r"|adhd)"
)
_NORMAS = (
    r"(?:instrucciones|reglas|indicaciones|normas|restricciones|limites|filtros|directrices|politicas?|programacion"
    r"|protocolos?"
    r"|ordenes)\b(?! (?:de uso|de la caja|del|de (?:mi|la|el) (?:medic\w{1,3}|doctora?)))"
)
_RULES = (
    r"(?:instructions|rules|guidelines|restrictions|limits|filters|polic(?:y|ies)|safeguards|programming|orders"
    r"|prompt)\b"
    r"(?! (?:on the|of use|from (?:my|the)|my doctor|in the leaflet))"
)
_DOSIS = r"(?:dosis|pauta|cantidad|miligramos|mg|gotas|pastillas|comprimidos)"
_DOSE = r"(?:dose|dosage|regimen|strength)"
_FARMACO = (
    r"(?:medicamento|medicina|antibiotico|antiinflamatorio|pastilla|farmaco|analgesico|jarabe|pomada"
    r"|calmante|ansiolitico|vitamina)"
)
_DRUG = r"(?:medicine|medication|drug|antibiotic|pill|tablet|painkiller|syrup|cream|supplement|sleeping pill)"

REGLAS: Reglas = (
    (
        "instrucciones",
        (
            rf"\b(?:ignor(?:a|ad|e|es|ar)|olvid(?:a|ad|ate)|descart[ae]|desobedece|saltate|omite|desactiva|quitate"
            rf"|borra|rompe|pasa de"
            rf"|haz caso omiso de|deja de (?:seguir|cumplir|obedecer)|no (?:sigas|cumplas|obedezcas|respetes|hagas"
            rf" caso)){cerca(4)}{_NORMAS}",
            rf"\b(?:ignora|olvida\w{{0,2}}|descarta|pasa|no hagas caso){cerca(3)}(?:lo|cuanto|todo) (?:lo )?(?:que"
            rf" )?te\b",
            r"\b(?:sin|no (?:tienes|hay|hubiera|existen|tuvieras|necesitas|sigas)|libre de) (?:\w{1,9} ){0,2}"
            r"(?:normas|reglas|limites|restricciones|filtros|censura)\b",
            rf"\b(?:revel\w{{1,3}}|muestr\w{{1,5}}|ensen\w{{1,5}}|repit\w{{1,5}}|dime|di|imprim\w{{1,4}}|copi\w{{1,4}}"
            rf"|peg\w{{1,4}}|escrib\w{{1,4}}"
            rf"|traduc\w{{1,4}}|resum\w{{1,4}}|list\w{{1,3}}|transcrib\w{{1,4}}|cuales son|que dicen?){cerca(5)}"
            r"(?:prompt|tus (?:instrucciones|reglas|normas|directrices)|tu (?:configuracion|programacion)|mensaje"
            r" de(?:l)? sistema"
            r"|instrucciones (?:iniciales|ocultas|internas|originales|de sistema)|(?:con el que|como) empieza (?:esta"
            r"|la) conversacion"
            r"|(?:por )?(?:encima|arriba|antes) de este mensaje|mensaje inicial)\b",
            rf"\b(?:hazte pasar|haz(?:me)? (?:como|de (?:medic|doctor|farmac)|el papel)|finge|simula que"
            rf"|imagina(?:te)? que eres|ponte en el papel"
            rf"|(?:actua|actues|actuar|comport\w{{2,5}}|habla\w{{0,3}}|responde\w{{0,2}}) como (?:si|(?:\w{{1,9}}"
            rf" ){{0,2}}{PERSONAJE}))\b",
            rf"\b(?:eres|seras|vas a ser|ahora eres|se) (?:ahora )?(?:un|una|el|la|mi) (?:\w{{1,9}} )?{PERSONAJE}\b",
            r"\b(?:obra de teatro|juego de rol|juguemos|modo (?:desarrollador|dios|experto|libre|admin|sin))\b",
            r"\ba partir de (?:ahora|este momento)(?:,)? (?:eres|seras|no tienes|contest\w{1,3}|respond\w{1,3}|haras"
            r"|ignor\w{1,3}|te )",
            r"\b(?:nueva politica|nuevas instrucciones|soy (?:tu|el|del) (?:creador|programador|desarrollador"
            r"|administrador|equipo que te))\b",
            r"\b(?:te )?autorizo a (?:salta|ignora|incumpli)",
            r"(?:^|\n)\W{0,3}(?:sistema|system|admin\w{0,10}|developer)\W{0,2}:",
            rf"(?<!i )(?<!to )\b(?:ignore|forget|disregard|override|bypass|skip|discard|break|drop|never mind|set"
            rf" aside|stop following"
            rf"|(?:don'?t|do not) (?:follow|mind|obey)){cerca(4)}(?:{_RULES}|what (?:\w{{1,7}} ){{1,4}}told\b)",
            r"\b(?:no|without(?: any)?|free of) (?:\w{1,9} )?(?:rules|restrictions|limits|filters|censorship"
            r"|guidelines)\b",
            rf"\b(?:reveal|show|repeat|print|tell|paste|copy|translate|summari[sz]e|list|output|give|spell out|quote"
            rf"|what (?:is|are)){cerca(5)}"
            r"(?:system (?:prompt|message)|your (?:\w{1,9} )?(?:prompt|instructions|config\w{0,8}|rules|guidelines"
            r"|programming|settings)"
            r"|(?:initial|hidden|original) (?:prompt|message|instructions)|this conversation starts|(?:above|before)"
            r" this message)\b",
            rf"\b(?:act|behave|talk|answer|respond|speak)(?:ing)? (?:as|like) (?:if|though|(?:\w{{1,9}}"
            rf" ){{0,3}}{PERSONAJE})\b",
            rf"\b(?:you are|you're|you play|you be|be|imagine you are) (?:now )?(?:a|an|my|the) (?:\w{{1,9}}"
            rf" )?{PERSONAJE}\b",
            r"\b(?:you are now|pretend (?:to be|you|that you)|role-?play|stage play|let us play|let's play|play the"
            r" (?:role|part)"
            r"|developer mode|god mode|jailbreak|unrestricted mode)\b",
            r"\bfrom now on(?:,)? (?:you|ignore|answer|respond|act)\b|\bnew (?:policy|instructions)\b|\bi"
            r" authori[sz]e\b",
            r"\bi(?:'m| am) (?:your|on the team that|the) (?:creator|developer|programmer|admin\w{0,10}|programmed)\b",
        ),
    ),
    (
        "pauta",
        (
            r"\b(?:subir|bajar|aumentar|reducir|doblar|duplicar|cambiar|ajustar|incrementar|disminuir|modificar"
            r"|(?:sub|baj|aument|cambi|ajust"
            r"|modific)(?:o|a|as|es|e)|(?:dobl|duplic)(?:o|a|as|es)|reduzc\w{1,2}|reduce\w{0,1}"
            r"|regul\w{1,2})(?:me|la|te|sela)?"
            r" (?:(?:la|el|mi|mis|las|su|de|esta|un poco) ){0,2}(?:dosis|pauta|tratamiento)\b",
            r"\b(?:mitad de (?:la )?dosis|menos dosis|mas dosis|otra dosis|dosis (?:mas|menos|mayor|menor)|media"
            r" dosis)\b",
            rf"\b(?:que|cual\w{{0,2}}|cuant[oa]s?) (?:es la )?{_DOSIS}\b(?:{cerca(4)}|\W{{1,3}})(?:tomo|tomar\w{{0,2}}"
            rf"|debo|debe|doy|dar\w{{0,2}}"
            r"|corresponde|toca|necesit\w{1,3}|pongo|ponerme|recomiend\w{1,3}|hay que|tengo que)\b",
            r"\bcuanto (?:me |le |se )?(?:tomo|doy|pongo|(?:debo|tengo que|hay que|puedo) (?:tomar|dar"
            r"|poner)\w{0,3})\b",
            r"\b(?:la mitad|menos|mas|el doble|un cuarto) de lo que (?:me|le) (?:recet|mand|dij|paut|pusi"
            r"|indic)\w{1,6}\b",
            rf"\b(?:que|cual|algun) {_FARMACO} (?:me |le |nos )?(?:tomo|tomar|puedo|doy|debo|recomiendas|das|aconsejas"
            rf"|va bien|es mejor|compro|sirve)\b",
            r"\bque (?:me )?(?:pondrias|mandarias|darias|recetarias|tomo para|puedo tomar para|me tomo para)\b",
            r"\b(?:recet[ae](?:me|rme)|prescrib[ie](?:me|rme)|(?:dame|mandame|recomiendame|ponme) algo (?:para|contra"
            r"|que))\b",
            r"\b(?:haz(?:me)?|hacer(?:me)?|haces|extiend\w{1,4}|firm\w{1,4}|escrib\w{1,5}) (?:una|la|otra) receta"
            r" (?:de|para)\b(?! cocina)",
            rf"\b(?:increase|raise|lower|reduce|change|adjust|halve|decrease|tweak|modify)(?:ing)? (?:(?:the|my|his"
            rf"|her|this|our) )?{_DOSE}\b",
            rf"\b(?:double|up|drop|cut|bump up|bring down) (?:the|my|his|her|this) {_DOSE}\b",
            r"\b(?:half (?:the|my) dose|(?:higher|lower|smaller|bigger|larger|stronger) dose)\b",
            r"\b(?:half|less|more|double|twice) (?:of )?(?:what|than what|as much as) (?:i was|was|they|my doctor)"
            r" (?:given|prescribed|told|\w{3,10}ed)\b",
            r"\b(?:what|which) (?:\w{1,9} ){0,1}(?:dose|dosage|amount|strength)\b(?: of \w{3,20})? (?:should|do|can"
            r"|must|to|is right|suits|is best)\b",
            r"\bhow (?:much|many) (?:(?:mg|milligrams|ml|pills|tablets|drops|capsules|puffs|units)|(?:of )?\w{3,20})? ?"
            r"(?:should|do|can|must|shall|to) (?:i |we )?(?:take|give|inject|use)\b",
            r"\bhow (?:much|many) (?:mg|milligrams|pills|tablets|drops|capsules) (?:should|do|can|must) i\b",
            rf"\b(?:what|which) {_DRUG} (?:should|can|could|do|would) (?:i|you|we)\b",
            r"\bwhat (?:should|can|do) i take for\b|\bwhat to take (?:for|to)\b|\bwhat would you (?:put me on|give me"
            r"|prescribe)\b",
            r"\bprescribe (?:me|something|us|an?|some)\b|\b(?:write|issue|give)(?: me)? (?:a|an|another)"
            r" (?:prescription|script)\b",
        ),
    ),
    (
        "diagnostico",
        (
            r"\b(?:que|cual) (?:enfermedad|me pasa|es lo que tengo)\b|\bque (?:crees|piensas|opinas) que (?:puede"
            r"|podria|es|sera|tengo|tiene)\b",
            rf"\b(?:dirias|crees|piensas|diria|sera|puede ser|podria ser)(?: que)? (?:es|tengo|tiene|sea|padezco"
            rf"|sufro)?\W{{0,2}}(?:una? )?{_CONDICION}\b",
            rf"\b(?:tengo|tendre|es) (?:una? )?{_CONDICION}\?",
            r"\b(?:diagnosticame|diagnosticarme|dame un diagnostico|haz(?:me)? un diagnostico)\b",
            rf"\b(?:interpret\w{{1,7}}|mir\w{{1,5}}|lee\w{{0,4}}|revis\w{{1,5}}|explic\w{{1,5}}|analiz\w{{1,5}}"
            rf"|valor\w{{1,5}}|dime){cerca(5)}"
            r"(?:analitica|analisis|radiografia|resonancia|tac|ecografia|biopsia|electro\w{0,12}|placa)\b",
            r"\b(?:diagnose (?:me|my)|what (?:disease|illness|condition) do i|what(?:'s| is) wrong with me)\b",
            r"\bwhat (?:do you (?:think|reckon) )?(?:could|might) (?:it|this|that) be\b|\bwhat do you (?:think|reckon)"
            r" (?:it|this) (?:is|could|might)\b",
            rf"\b(?:would|do|could) you (?:say|think|reckon)(?: that)? (?:it is|it's|i have|i've got|this is|it could"
            rf" be) (?:an? )?{_CONDICION}\b",
            rf"\b(?:do i have|is it|could it be|have i got) (?:an? )?{_CONDICION}\b",
            rf"\b(?:interpret|look at|read|check|explain|review|analy[sz]e){cerca(4)}(?:blood tests?|(?:test|scan|lab)"
            rf" results|results|scans?|x-?ray|mri|biopsy)\b",
        ),
    ),
    (
        "otro_tema",
        (
            rf"\b(?:escrib\w{{1,5}}|cuenta\w{{0,3}}|invent\w{{1,4}}|redact\w{{1,5}}|compon\w{{1,4}}|cant\w{{1,4}}"
            rf"|haz\w{{0,2}}){cerca(3)}"
            r"(?:poema|cancion|chiste|cuento|relato|discurso|novela|rap|adivinanza|redaccion|felicitacion)\b",
            r"\b(?:futbol|la liga|quiniela|loteria|bitcoin|criptomonedas?|horoscopo|zodiaco|tarot|elecciones|poema"
            r"|chiste|hipoteca)\b",
            r"\b(?:quien|como) (?:gano|gana|ganara|va a ganar|quedo)\b|\bpartido de (?:anoche|ayer|hoy|futbol|tenis"
            r"|baloncesto)\b",
            rf"\b(?:recomiend\w{{1,4}}|recomendar\w{{0,3}}|aconsej\w{{1,5}}|sugier\w{{1,4}}){cerca(4)}"
            r"(?:serie|pelicula|libro|restaurante|hotel|videojuego|musica|disco|vino)\b|\bpelicula\b",
            r"\b(?:receta (?:de|para) (?:cocin\w{1,2}|hacer|lentejas|paella|tarta|tortilla|pan|galletas|croquetas"
            r"|bizcocho))\b",
            r"\b(?:declaracion de la renta|que tiempo (?:hara|hace)|va a llover|deberes de|programar en|vuelos baratos"
            r"|capital de)\b",
            rf"\b(?:write|compose|tell|sing|make up|invent){cerca(4)}(?:poem|song|joke|story|essay|speech|rap|limerick"
            rf"|riddle|novel|greeting)\b",
            r"\b(?:football|soccer|basketball|tennis|lottery|cryptocurrenc\w{1,3}|bitcoin|horoscope|zodiac|tarot"
            r"|election|poem|joke|mortgage"
            r"|film|movie|tax return)\b",
            r"\bwho (?:won|wins|is winning|will win|is going to win)\b|\b(?:the|last night's) (?:match|game) (?:last"
            r" night|yesterday|today)\b",
            rf"\b(?:recommend|suggest){cerca(5)}(?:series|show|book|restaurant|hotel|video ?game|album|wine)\b",
            r"\b(?:lentil recipe|recipe for|weather (?:be|like|forecast)|going to rain|homework|cheap flights|capital"
            r" of)\b",
        ),
    ),
)
