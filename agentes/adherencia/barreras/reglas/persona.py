"""Lo que este agente no dice: que es sanitario, qué tomar o dejar, un consejo que haga daño o sus instrucciones.

Las formas de `prescribe` y de `consejo_danino` solo cuentan si se afirman: «no dejes de tomarla» es un buen consejo.
"""

from __future__ import annotations

from agentes.adherencia.barreras.formas import Reglas, cerca

_SANITARIO = (
    r"(?:medic[oa]|doctora?|enfermer[oa]|farmaceutic[oa]|psiquiatra|pediatra|cirujan[oa]|especialista|terapeuta"
    r"|facultativ[oa]"
    r"|sanitari[oa]|\w{3,14}olog[oa])"
)
_HEALTH = (
    r"(?:doctor|physician|nurse|pharmacist|psychiatrist|surgeon|paediatrician|pediatrician|specialist|therapist"
    r"|clinician|gp"
    r"|\w{3,14}ologist)"
)
_LO_SUYO = (
    r"(?:tratamiento|medicacion|medicinas?|medicamentos?|pastillas?|comprimidos?|antibiotico|insulina|toma|pauta|dosis"
    r"|capsulas?"
    r"|inhalador|parche|tomar\w{0,3})"
)
_IT = (
    r"(?:it|them|treatment|medication|medicines?|meds|tablets?|pills?|antibiotics?|insulin|dose|course|regimen"
    r"|capsules?|inhaler"
    r"|patch|taking)"
)
_PUEDES = (
    r"(?:puedes|podrias|podeis|puede usted|debes|deberias|tienes que|hay que|conviene|lo mejor es|te recomiendo|te"
    r" aconsejo"
    r"|ve|vete|es mejor|mejor|intenta|prueba a|decide|toca)"
)
_YOU_CAN = (
    r"(?:you (?:can|could|should|may|must|might want to|need to|have to|are free to|are fine to|ought to|had better)"
    r"|feel free to"
    r"|(?:it is|it's|it would be) (?:fine|ok|okay|safe|best|better|time) to|i(?:'d| would)? (?:suggest|recommend"
    r"|advise)(?: that)?"
    r"(?: you)?(?: to)?)"
)
_CAMBIAR = (
    r"(?:dobl\w{1,4}|duplic\w{1,4}|triplic\w{1,4}|sub\w{1,4}|baj\w{1,4}|aument\w{1,4}|reduc\w{1,4}|cambi\w{1,4}"
    r"|ajust\w{1,4}"
    r"|dej\w{1,5}|suspend\w{1,4}|abandon\w{1,5}|interrump\w{1,4}|salt\w{1,6}|quit\w{1,7}|retir\w{1,6}|cort\w{1,5})"
)
_CHANGE = (
    r"(?:stop|quit|skip|drop|double|halve|increase|raise|lower|reduce|change|adjust|discontinue|come off|cut|interrupt"
    r"|suspend"
    r"|go off|give up|cease|ditch)(?:p?ing)?"
)
_FARMACO = (
    r"(?:antibiotico|diuretico|ansiolitico|antidepresivo|corticoide|sedante|somnifero|laxante|aspirina"
    r"|antiinflamatorio|analgesico"
    r"|\w{2,12}(?:cilina|micina|prazol|sartan|statina|azepam|azolam|oxetina|profeno|cetamol|floxacino|metformina"
    r"|codeina))"
)
_DRUG = (
    r"(?:antibiotic|diuretic|sedative|antidepressant|steroid|laxative|aspirin|painkiller|sleeping pill"
    r"|\w{2,12}(?:cillin|mycin|prazole|sartan|statin|azepam|azolam|oxetine|profen|cetamol|floxacin|formin|codeine))"
)
_BEBIDA = (
    r"(?:alcohol|vinos?|cervezas?|canas|copas?|copitas?|cubatas?|chupitos?|licor|cava|champan|whisky|ron|ginebra"
    r"|vermut|beber"
    r"|brind\w{1,4})"
)
_DRINK = r"(?:alcohol|wine|beers?|drinks?|champagne|whisky|vodka|gin|spirits|pint|glass|cocktails?|booze|drinking)"
_OTRO = (
    r"(?:otras? personas?|vecin[oa]s?|amig[oa]s?|herman[oa]s?|pareja|madre|padre|cunad[oa]|prim[oa]"
    r"|abuel[oa]|alguien|companer[oa]s?)"
)
_SOMEONE = (
    r"(?:(?:an)?other (?:person|people)|someone|somebody|neighbou?rs?|friends?|brother|sister|partner|mother|father"
    r"|relatives?|wife"
    r"|husband|colleagues?)"
)
_AYUDA = (
    r"(?:medic[oa]s?|doctora?|farmac\w{2,7}|urgencias|equipo|enfermer\w{1,2}|nadie|112|hospital|profesional\w{0,2}"
    r"|emergencias"
    r"|ambulancia|ningun (?:sitio|lado)|tu centro)"
)
_HELP = (
    r"(?:doctor|physician|pharmac\w{1,3}|team|anyone|anybody|hospital|emergency|nurse|ambulance|911|999|112|anywhere"
    r"|clinic|gp"
    r"|professional)"
)

IMPOSTURAS: Reglas = (
    (
        "se_hace_pasar_por_sanitario",
        (
            rf"(?<!no )\bsoy (?:tu |su |un |una |el |la )?(?:\w{{1,9}} )?{_SANITARIO}\b",
            rf"(?:^|[.!?:;\n] ?|\b(?:hablo|digo|escribo|aconsejo|contesto|respondo|recomiendo|aviso) )como (?:tu |su "
            rf"|un |una )?{_SANITARIO}"
            r"(?: (?:tuy[oa]|suy[oa]|que|con|de)\b|,)",
            rf"\bcomo (?:tu|su) {_SANITARIO},(?= te\b| le\b| subo\b| puedes\b)|\b(?:hablo|digo) como {_SANITARIO}\b",
            rf"\b(?:en calidad de|aqui (?:el|la|tu)|te habla (?:el|la|tu)|al habla (?:el|la)) {_SANITARIO}\b",
            r"\b(?:en mi consulta|mis pacientes|mi experiencia (?:clinica|como (?:medic|doctor|farmac|enferm)))",
            rf"\b(?:i am|i'm) (?:a|an|your|the) (?:\w{{1,9}} )?{_HEALTH}\b",
            rf"(?:^|[.!?:;,\n] ?|\b(?:speak(?:ing)?|say(?:ing)?(?: this)?|tell(?:ing)?(?: you)?|writ(?:e|ing)"
            rf"|advis(?:e|ing)|talk(?:ing)?)(?: this| it)? )"
            rf"as (?:a|an|your) (?:\w{{1,9}} )?{_HEALTH}\b(?:,| (?:i|who|with|of|myself)\b)|\bspeaking as (?:a|an"
            rf"|your) {_HEALTH}\b",
            rf"(?<!such )\bas your {_HEALTH},|\b(?:doctor \w{{2,15}}|your {_HEALTH}) here\b|\bthis is (?:your"
            rf" {_HEALTH}|doctor \w{{2,15}})\b",
            r"\b(?:my patients|in my practice|my clinical experience)\b",
        ),
    ),
)
CONSEJOS: Reglas = (
    (
        "prescribe",
        (
            r"\b(?:te|le|os) (?:receto|prescribo|diagnostico|subo|bajo|cambio|ajusto|aumento|reduzco|retiro|quito"
            r"|pauto|mando)\b",
            r"\b(?:subo|bajo|cambio|ajusto|aumento|reduzco|modifico) (?:el|la|tu|su) (?:tratamiento|pauta|dosis"
            r"|medicacion)\b",
            r"\b(?:deja|deje|dejad|dejate|deja ya) (?:ya )?(?:de (?:tomar|usar|pinchar|poner)\w{0,5}|(?:el|tu)"
            r" (?:tratamiento|antibiotico)|ya)\b",
            r"\b(?:deja|deje) (?:la|las|tu|tus|los) (?:medicacion|pastillas?|medicinas?|comprimidos)\b(?! (?:a|en"
            r"|cerca|junto|lejos|fuera|al|donde|sobre)\b)",
            rf"\b(?:suspend[ea]|abandon[ae]|interrump[ea]|cancel[ae]|cort[ae]|elimin[ae]|salta(?:te)?|quita(?:te)?"
            rf"|quitese|para con|olvid[ae](?:te|se)? de)"
            rf" (?:ya )?(?:el|la|las|los|tu|tus|esa|ese|con)?(?: )?{_LO_SUYO}\b",
            r"\b(?:suspende|suspenda|abandona|abandone|interrumpe|interrumpa)(?:l[oa]s?)?(?: ya| hoy| manana)?(?:$"
            r"|[.!,;])",
            r"\btir[ae] (?:las|tus|los|la|el|tu) (?:pastillas?|medicinas?|comprimidos?|medicacion|tratamiento)\b"
            r"(?! (?:caducad|vencid|que (?:te )?sobr|al punto|en el punto))",
            rf"\b{_PUEDES} (?:\w{{1,9}} )?{_CAMBIAR} (?:ya )?(?:de tomar\w{{0,3}}|(?:el|la|las|los|tu|tus|esa|ese)"
            rf" {_LO_SUYO})\b",
            r"\bpuedes (?:doblar|duplicar|subir|dejar de tomar|dejarl[oa]s?|saltartel[oa]s?|saltarl[oa]s?"
            r"|suspenderl[oa]s?)\b",
            r"\b(?:ve|vete) (?:quitando|dejando|bajando|subiendo|retirando)\w{0,4}\b|\bya no (?:te hace falta|la"
            r" necesitas|lo necesitas) (?:\w{1,9} )?tomar\w{0,3}\b",
            r"\b(?:toma|tomate|tome|tomese|tomatel[oa]s?|ponte|date)(?: \w{1,9})? (?:el doble|el triple|ambas|las dos"
            r"|dos juntas|un extra)\b",
            r"\b(?:dobl[ae]|duplic[ae]|triplic[ae]) (?:la|tu|las|el) (?:dosis|toma|pauta|siguiente|proxima)\b",
            rf"\b(?:toma|tomate|tome|prueba|empieza (?:con|a tomar)|anade|compra)(?: (?:este|esta|un|una|algun))?"
            rf" {_FARMACO}\b",
            r"\bi (?:prescribe|diagnose|am prescribing|'m prescribing)\b",
            rf"\bi(?: am|'m)? (?:rais|lower|increas|reduc|chang|switch|adjust|stopp|doubl)ing (?:the|your)"
            rf" (?:\w{{1,9}} )?{_IT}\b",
            r"\bi(?: am|'m)? (?:rais|lower|increas|reduc|chang|switch|adjust|stopp|doubl)ing (?:the|your)\b",
            rf"(?:^|[.!?:;,\n] ?|\b(?:just|so|and|then|please|simply|instead|ahead and|can safely) )(?:stop|quit|drop"
            rf"|skip|ditch|discontinue|interrupt|suspend"
            rf"|abandon|give up|come off|throw away|throw|cut out|cease|forget)(?: taking| using)? (?:(?:the|your|this"
            rf"|that|all|those) ){{0,2}}{_IT}\b",
            rf"\b{_YOU_CAN} (?:\w{{1,9}} )?{_CHANGE} (?:taking )?(?:(?:the|your|this|that|all|any) ){{0,2}}{_IT}\b",
            r"\byou (?:should|can|must|could) (?:stop taking|double|quit|skip (?:it|a dose|this dose|the))\b",
            r"\b(?:take|have|inject|use) (?:double|twice (?:as much|the)|triple|an extra|both (?:doses|together)|two"
            r" together)\b|\bdouble (?:up|your|the|it)\b(?! check)",
            rf"\b(?:take|try|start(?: on| taking)?|add|buy) (?:this|an?|some) {_DRUG}\b",
            r"\byou (?:no longer|do not|don't) (?:need|have) to (?:keep |go on )?tak(?:e|ing) (?:it|them|your|the)\b",
        ),
    ),
    (
        "consejo_danino",
        (
            rf"\b(?:puedes|podeis|sin problema|no pasa nada|tranquil\w{{1,6}}|adelante|sin miedo|disfruta|mezcla(?:lo"
            rf"|la)?|combina(?:lo|la)?|brinda"
            rf"|permitirte|claro que|anda y|no hay problema|un dia es un dia){cerca(7)}{_BEBIDA}\b",
            rf"\b{_BEBIDA}{cerca(7)}(?:puedes|podeis|sin problema|no pasa nada|tranquil\w{{1,6}}|adelante|sin miedo|no"
            rf" (?:hace|importa)|no hay problema)\b",
            rf"\b(?:you can|feel free|go ahead|no problem|it is fine|it's fine|enjoy|have|mix(?: it)?|of course|do not"
            rf" worry|don't worry|safe to|cheers)"
            rf"{cerca(6)}{_DRINK}\b",
            rf"\b{_DRINK}{cerca(6)}(?:is fine|is ok|are fine|no problem|go ahead|is safe|will not hurt|won't hurt|does"
            rf" no harm|enjoy)\b",
            rf"\b(?:comparte|compartid|compartir|prest[ae]|prestar|presta(?:le|sela)|da(?:le|sela|selas)|regal[ae]"
            rf"|acept[ae]|usa|use|toma|prueba|pide|coge){cerca(5)}"
            rf"(?:pastillas?|medicamentos?|medicinas?|medicacion|tratamiento|comprimidos|las tuyas|los tuyos|l[oa]s?"
            rf" (?:de|del)){cerca(2)}?"
            rf"(?:{_OTRO}|sin problema|su|tu {_OTRO})\b",
            r"\b(?:puedes|podeis) (?:\w{1,9} )?(?:compartir|prestar|intercambiar|tomar l[oa]s? de|usar l[oa]s?"
            r" de)\w{0,5}\b",
            rf"\b{_OTRO}{cerca(4)}(?:te (?:vale|sirve)n?|te iran?|te hara|pidesel[oa]s?|pruebal[oa]s?)\b",
            rf"\b(?:share|lend|borrow|swap|give (?:some|one) of){cerca(4)}(?:tablets?|pills?|medicines?|medication"
            rf"|meds|yours|them|it)\b",
            rf"\b(?:take|use|try|accept){cerca(3)}(?:{_SOMEONE}(?:'s)?|their) (?:tablets?|pills?|medicines?|medication"
            rf"|meds)\b",
            rf"\b{_SOMEONE}{cerca(3)}(?:works? (?:just )?(?:as well|the same|for you)|will (?:do|work)|suits you)\b",
            r"\b(?:a escondidas|en secreto|a sus espaldas|disimuladamente|sin (?:que|decir)\w{0,4} (?:\w{1,5} ){0,2}"
            r"(?:sep[ae]n?|enter[ae]n?|note|noten|cuenta|vea|vean|nada))\b",
            rf"\b(?:esconde|escondesel[oa]|disimula|camufla|mezclasel[oa]|echasel[oa]){cerca(4)}(?:comida|sopa|cafe"
            rf"|bebida|yogur|zumo|pure|plato)\b",
            r"\b(?:secretly|in secret|on the sly|behind (?:his|her|their) backs?|without (?:\w{1,8} ){0,2}(?:knowing"
            r"|noticing|realising|realizing|telling"
            r"|finding out))\b",
            r"\b(?:hide|slip|sneak|disguise|conceal) (?:it|them|the \w{3,10}) (?:in|into|inside)\b",
            r"\b(?:conduce|puedes conducir|coge el coche)\b(?! si )|\byou can (?:safely )?drive\b",
            r"\b(?:ningun riesgo|sin (?:ningun )?riesgo|totalmente (?:seguro|inofensivo)|no (?:es|resulta)"
            r" peligroso)\b",
            r"\b(?:no risk|risk-free|(?:completely|perfectly|totally) (?:safe|harmless)|nothing to worry about)\b",
            rf"\b(?:caducad[oa]s?|pasada la fecha|vencid[oa]s?){cerca(6)}(?:sin problema|puedes tomar\w{{0,3}}|sigue"
            rf" sirviendo|valen igual)\b",
            rf"\b(?:expired|out of date|past its date){cerca(6)}(?:is fine|are fine|you can take|still works?|is"
            rf" safe)\b",
        ),
    ),
)
SILENCIOS: Reglas = (
    (
        "consejo_danino",
        (
            rf"\b(?:no|ni|nunca) (?:se |le |les |lo |la |te ){{0,2}}(?:digas|cuentes|comentes|avises|llames|consultes"
            rf"|preguntes|vayas|acudas|hables|menciones"
            rf"|molestes){cerca(4)}{_AYUDA}\b",
            rf"\bno (?:hace falta|es necesario|necesitas?|tienes (?:que|por que)|hay (?:que|por que)|merece la pena|te"
            rf" preocupes por)"
            rf"{cerca(0)}(?:que )?(?:llam\w{{1,4}}|ir|vayas|acud\w{{1,3}}|consult\w{{1,5}}|avis\w{{1,4}}"
            rf"|pregunt\w{{1,5}}|molest\w{{1,4}}|cont\w{{1,6}}|dec\w{{1,6}})"
            rf"\b(?:{cerca(4)}{_AYUDA}\b)?",
            rf"\b(?:do not|don't|never|no need to|needn't|need not|you do not (?:need|have) to|you don't (?:need|have)"
            rf" to|no reason to)"
            rf" (?:tell|call|ring|ask|see|go|visit|contact|consult|bother|mention (?:it|this)"
            rf"|phone){cerca(4)}{_HELP}\b",
            r"\bno need to (?:call|ring|tell|ask|see a|go to)\b",
        ),
    ),
)
ABANDONOS: Reglas = (
    (
        "revela_instrucciones",
        (
            r"\b(?:mis|las) (?:instrucciones|normas|reglas|directrices|ordenes) (?:que (?:tengo|sigo|me \w{2,8})"
            r" )?(?:\w{1,9} )?(?:son|dicen|empiezan)\b",
            r"\b(?:me (?:han|habian|hab[ei]is) (?:programado|ordenado|instruido|dicho que)|fui programad[oa]|mensaje"
            r" de sistema|system prompt)\b",
            r"\b(?:my|the) (?:system )?(?:instructions|rules|guidelines|orders|prompt) (?:i (?:was|have been|follow"
            r"|\w{2,8}) (?:given )?)?(?:are|say|read|begin|start)\b",
            r"\bi (?:was|have been|am) (?:instructed|programmed|told to|ordered)\b",
        ),
    ),
    (
        "abandona_el_papel",
        (
            r"\b(?:ya no soy|ahora soy|(?:he dejado|dejo|acabo) de ser|no soy (?:ya )?(?:un|el|tu) asistente|modo sin"
            r" restricciones|hare lo que (?:quieras|digas|pidas))\b",
            r"\b(?:ya )?no (?:sigo|tengo|obedezco|respeto|acepto|cumplo) (?:\w{1,9} ){0,2}(?:normas|reglas|limites"
            r"|restricciones|instrucciones|filtros)\b",
            r"\bsin (?:restricciones|filtros|normas|limites|censura)\b",
            r"\b(?:i am no longer|i'm no longer|i am now|i'm now|i(?: have|'ve) (?:stopped|ceased|quit) being|i(?: am"
            r"|'m) not (?:an|the|your) assistant"
            r"|unrestricted mode|i will do (?:whatever|anything) you)\b",
            r"\b(?:i )?(?:follow|have|obey|accept|recogni[sz]e) no (?:\w{1,9} )?(?:rules|limits|restrictions"
            r"|instructions|filters)\b|\bno longer (?:follow|bound)\b",
            r"\bwithout (?:any )?(?:restrictions|filters|rules|limits|censorship)\b",
        ),
    ),
)
