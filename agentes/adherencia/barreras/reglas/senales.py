"""Cómo se dicen las señales agudas: en lo que se escribe de verdad, que casi nunca es el término médico.

Cada señal es una familia: una sensación junto a una parte del cuerpo, un verbo junto a una cantidad, en cualquier orden
y con palabras en medio. Se escriben en plano (sin tildes ni mayúsculas) y para los dos idiomas a la vez.
"""

from __future__ import annotations

from agentes.adherencia.barreras.formas import Reglas, cerca, juntos

_APRIETA = (
    r"dol\w{2,5}|duel\w{1,3}|presion|opresi\w{1,4}|oprim\w{1,5}|apret\w{1,6}|apriet\w{1,3}|aplast\w{1,6}|pinch\w{1,6}"
    r"|punzad\w{1,3}|punal\w{1,5}|punetaz\w{1,3}|patada|quem\w{1,5}|ardor|arde|estruj\w{1,5}|elefante|losa|peso encima"
)
_TIGHT = (
    r"pain\w{0,4}|hurt\w{0,4}|ach\w{1,4}|pressure|tight\w{0,5}|crush\w{0,4}|squeez\w{1,4}|heav\w{1,5}|stab\w{0,5}"
    r"|burn\w{0,4}|elephant|sitting on|weight on|punch\w{0,4}"
)
_NO_PUEDE = r"(?:can'?t|cannot|can not|couldn'?t|could not|unable to|not able to|struggl\w{1,4} to|fighting to)"
_PASADO = (
    r"(?:tomad[oa]s?|tome|tomaron|tragad[oa]s?|trague|trago|tragaron|traga|zampado|zampo|metido|comido|comio"
    r"|ingerid[oa]"
    r"|bebido|bebio|pinchado|inyectado|enchufado|chutado)"
)
_TOOK = (
    r"(?:took|taken|swallow\w{0,4}|ate|eaten|downed|popped|necked|ingested|drank|drunk|injected|chugged|gulped|guzzled)"
)
_MUCHAS = (
    r"(?:[4-9]|\d{2,3}|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\w{3,6}|veint\w{1,8}"
    r"|(?:trei|cuare|cincue|sese|sete|oche|nove)nta(?: y \w{2,6})?|cien\w{0,2}|un monton|un puna(?:d|t)?o|una docena)"
)
_MANY = (
    r"(?:[4-9]|\d{2,3}|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|(?:twen|thir|for|fif|six|seven"
    r"|eigh|nine)ty"
    r"(?:[- ]\w{3,5})?|a hundred|dozens|a dozen|a handful of|a bunch of|a load of|loads of)"
)
_ENVASE = r"(?:caja|bote|frasco|blister|botella|tableta|tira|envase|jarabe)"
_PACK = r"(?:box|bottle|pack\w{0,3}|strip|blister|sheet|jar)"
_PASTILLAS = r"(?:pastillas|comprimidos|capsulas|pastis|medicinas|mias)"
_PILLS = r"(?:pills|tablets|capsules|meds|medicines|mine)"
_DE_GOLPE = (
    r"(?:de golpe|de una vez|de una|de un tiron|de una sentada|juntas|seguidas|a la vez|por error"
    r"|sin querer|por accidente)"
)
_AT_ONCE = r"(?:at once|in one go|all together|together|by mistake|by accident|accidentally|in a row)"
_GANAS = (
    r"(?:quier\w{1,3}|quisier\w{1,3}|ganas|pens\w{1,6}|piens\w{1,3}|plante\w{1,6}|idea|mejor|ojala|prefier\w{1,3}|voy"
    r"|dese\w{1,4}|deberia|planeo|planeando)"
)
_MORIR = (
    r"(?:morir\w{0,3}|muert[oa]|matarme|suicid\w{1,8}|quitarme (?:la vida|de en medio)|acabar con (?:todo|mi vida)"
    r"|desaparecer(?: para siempre| del mapa)?|(?:no|dejar de) (?:despertar\w{0,3}|vivir|existir)"
    r"|(?:tirarme|lanzarme|arrojarme|saltar) (?:por|de|desde|al|a|delante)|cortarme|ahorcarme|colgarme"
    r"|(?:tomar|tragar)(?:me)?(?:las)? todas)"
)
_WANT = (
    r"(?:want\w{0,3}|wish|wanna|think\w{0,3}|thought\w{0,1}|plan\w{0,5}|going to|better|rather|should|feel like|tempted"
    r"|urge|keep imagining|ready)"
)
_DIE = (
    r"(?:die|dying|dead|(?:kill|hang|hurt|harm|cut)\w{0,4} myself|suicid\w{1,4}|end\w{0,3} (?:it(?: all)?|my life"
    r"|everything)"
    r"|disappear(?: for good| forever)|jump\w{0,4} (?:off|from|out of|in front|under)|take them all|swallow them all)"
)
_CARA = r"cara|boca|labio|parpado|sonrisa"
_FACE = r"face|mouth|smile|eyelid"
_LADO = r"medio cuerpo|mitad del cuerpo|brazo|pierna|lado (?:izquierdo|derecho)|un lado|media cara"
_SIDE = r"half (?:of )?(?:my|his|her) (?:body|face)|arm|leg|(?:left|right|one) side|body"
_SANGRE = r"sangre\b(?! en ayunas)"
_BLOOD = r"blood\b(?! (?:test|pressure|sugar|thinner|donor|group|type|count|work))"

REGLAS: Reglas = (
    (
        "dolor_toracico",
        (
            juntos(_APRIETA, "pecho|esternon|torax", 6),
            juntos(_APRIETA, "el corazon", 3),
            juntos(_TIGHT, "chest|breastbone", 5),
            rf"\b(?:dolor|duele){cerca(4)}(?:brazo izquierdo|mandibula)\b",
            rf"\bpain{cerca(4)}(?:left arm|jaw)\b",
            r"\b(?:dando|dado|sintomas de|creo que es) (?:un )?(?:infarto|ataque al corazon)\b",
            r"\b(?:having|think it is|think it's|signs of) (?:a |an )?heart attack\b",
        ),
    ),
    (
        "dificultad_respirar",
        (
            rf"\b(?:no|apenas|casi|sin poder|cuesta|costando|costo|dificil|dificultad|problemas"
            rf"|ahogo){cerca(3)}respir\w{{1,5}}\b",
            r"\brespir\w{1,5} (?:muy |bastante )?(?:mal|fatal|con dificultad|a duras penas)\b",
            rf"\b(?:falta\w{{0,3}}|sin|no{cerca(2)}(?:entra|llega|pasa|coger|cojo|pillo)){cerca(2)}"
            r"(?:aire|aliento|oxigeno|respiracion)\b(?! acondicionado| libre)",
            r"\b(?:me|se|nos) (?:esta |estoy |estan )?(?:ahog[oa]|ahogando|asfixi\w{1,4})\b"
            r"(?! (?:en|entre|con) (?:un vaso|tant\w{1,2}|papel\w{1,4}|deudas|el trabajo|trabajo))",
            r"\b(?:labios?|cara) (?:azul\w{0,2}|morad\w{1,2})\b",
            rf"\b(?:{_NO_PUEDE}|trouble|hard(?:er)?(?: to)?|difficult\w{{0,2}}(?: to)?|barely|hardly|not"
            rf"|problems?){cerca(2)}"
            r"breath\w{0,3}\b",
            r"\bbreath\w{0,3} (?:is |has become |feels |gets |getting )?(?:so |very |really )?(?:hard|difficult"
            r"|laboured|labored)\b",
            r"\b(?:short(?:ness)?|out|run\w{0,4} out) of (?:breath|air)\b|\bgasp\w{0,3}\b|\bsuffocat\w{1,4}\b",
            rf"\b(?:{_NO_PUEDE}|no|not|without){cerca(2)}(?:any |enough )?air\b(?! condition)",
            r"\b(?:i'?m|i am|is|he'?s|she'?s|started|keeps?) choking\b(?! on (?:debt|work))",
            r"\b(?:lips?|face) (?:\w{1,8} ){0,2}(?:blue|purple)\b",
        ),
    ),
    (
        "reaccion_alergica_grave",
        (
            juntos(r"hinch\w{1,6}|inflad\w{1,2}|globo", r"cara|labios?|lengua|garganta|cuello|parpados?|boca", 5),
            juntos(r"inflam\w{1,6}", r"cara|labios?|lengua", 4),
            juntos(r"cierra|cerrando|cerrado|cerro|cierre", r"garganta", 3),
            juntos(r"swell\w{0,4}|swollen|puff\w{0,4}|balloon\w{0,4}", r"face|lips?|tongue|throat|eyelids?|mouth", 5),
            juntos(r"clos\w{1,3}(?: up)?|tighten\w{0,3}", r"throat|airway\w{0,1}", 3),
            r"\b(?:anafila|anaphyla)\w{1,10}\b",
            rf"\b(?:alergi\w{{1,3}}){cerca(2)}(?:grave|brutal|muy fuerte)\b|\b(?:severe|serious|bad) allergic"
            rf" reaction\b",
        ),
    ),
    (
        "perdida_de_consciencia",
        (
            r"\bdesmay\w{1,6}\b|\bdesplom\w{1,6}\b|\binconscientes?\b|\bsincope\b|\ben coma\b",
            r"\b(?:ca[ei]\w{0,4}|cay\w{1,3}) (?:redond\w{1,2}|en redondo|fulminad\w{1,2}|desmayad\w{1,2}|a plomo)\b",
            rf"\bperd\w{{1,5}}{cerca(2)}(?:conocimiento|con?s?ciencia|el sentido)\b",
            r"\b(?:no|sin) (?:se |la |lo )?(?:despierta|despertaba|despertarse|reacciona\w{0,2}|vuelve en si|abre los"
            r" ojos)\b",
            r"\bno (?:\w{1,9} ){0,3}(?:despertar(?:l[oa]|le)|(?:la|lo|le) (?:puedo |consigo )?desp(?:ie"
            r"|e)rt\w{1,3})",
            rf"\bno{cerca(6)}(?:abra los ojos|despierte|reaccione)\b",
            r"\bno (?:tiene|le encuentro|le noto|hay) pulso\b",
            r"\b(?:pass(?:ed|es|ing)|black(?:ed|s|ing)) out\b|\bfaint(?:ed|ing|s)\b|\bcollaps\w{1,3}\b",
            r"\b(?:unconscious|unresponsive|out cold|not responding|not moving|no pulse|los(?:t|es|ing)"
            r" consciousness)\b",
            rf"(?<!\bi )\b(?:won'?t|will not|does not|doesn'?t|isn'?t|is not|not){cerca(1)}(?:wak\w{{1,3}}|come round"
            rf"|coming round)\b",
            rf"\b{_NO_PUEDE}{cerca(2)}(?:wake|rouse) (?:him|her|them|my|the|up my)\b",
            rf"\b(?:{_NO_PUEDE}|won'?t|will not|doesn'?t|does not|not){cerca(5)}open (?:his|her|their) eyes\b",
        ),
    ),
    (
        "autolesion",
        (
            rf"\b{_GANAS}{cerca(4)}{_MORIR}\b",
            r"\b(?:suicid\w{1,8}|autolesi\w{1,5}|hacerme dano|cortarme las venas|carta de despedida)\b",
            rf"\bno{cerca(3)}(?:quiero|vale la pena|merece la pena|sentido|ganas){cerca(2)}(?:seguir"
            rf" )?(?:vivi\w{{1,4}}|la vida)\b",
            r"\b(?:la|mi) vida (?:ya )?no (?:\w{1,6} ){0,2}(?:vale|merece|sentido)\b|\bno quiero (?:estar aqui|seguir"
            r" aqui|existir)\b",
            r"\b(?:cansad|hart)[oa] de (?:vivir|la vida|existir)\b|\bestar[ia]{1,2}n mejor sin mi\b",
            r"\bme (?:he )?(?:estado|estoy|vuelvo a|sigo|vuelto a) cort(?:ando|ar)\w{0,2}\b|\bme corto (?:los|las|a"
            r" proposito)\b",
            rf"\b{_WANT}{cerca(4)}{_DIE}\b",
            r"\b(?:kill|hurt|harm|cutt?)(?:ing)? myself(?! on| with the)\b|\bsuicid\w{1,5}\b|\bself[- ]?harm\w{0,4}\b",
            r"\bend(?:ing)? my life\b|\bbetter off (?:dead|without me)\b|\b(?:goodbye|suicide) (?:note|letter)\b",
            rf"\bno (?:point|reason|sense|meaning){cerca(2)}(?:living|live|life|being alive|be alive)\b",
            r"\b(?:don'?t|do not|no longer) (?:even )?want to (?:live|be here|be alive|exist|wake up|go on living)\b",
            r"\blife (?:isn'?t|is not|is no longer) worth\b|\btired of (?:living|life|being alive)\b",
        ),
    ),
    (
        "sobredosis",
        (
            r"\b(?:sobredosis|overdos\w{1,4}|intoxica\w{1,3}|envenena\w{1,3}|poisoned)\b",
            rf"\b{_PASADO}{cerca(4)}(?:tod[oa] (?:el|la) {_ENVASE}|todas (?:las|mis|sus) {_PASTILLAS}"
            rf"|demasiad[oa]s?)\b",
            rf"\b{_PASADO}{cerca(3)}(?:medi[oa] {_ENVASE}|(?:el|la|un|una) {_ENVASE} (?:enter[oa]|complet[oa]))\b",
            rf"\b{_PASADO}{cerca(4)}{_MUCHAS}{cerca(2)}(?:{_PASTILLAS}|{_DE_GOLPE})\b",
            rf"\b(?:nin[oa]|cri[oa]|bebe|peque\w{{0,3}}|niet[oa]){cerca(4)}(?:comido|tragado|zampado|comio|trago)"
            rf"{cerca(3)}(?:mis|mias|mi pastilla|pastillas de)\b",
            r"\bme (?:he )?pas(?:ado|e) (?:mucho )?(?:de|con) (?:la |las )?(?:dosis|pastillas|insulina)\b",
            rf"\b{_TOOK}{cerca(3)}(?:(?:whole|entire|full|half (?:a|the)) {_PACK}|all (?:of )?(?:the|my|his|her)"
            rf" {_PILLS}"
            r"|too many|too much)\b",
            rf"\b(?:{_TOOK}|had){cerca(2)}{_MANY}{cerca(3)}{_AT_ONCE}\b|\b{_TOOK}{cerca(2)}{_MANY}{cerca(2)}{_PILLS}\b",
        ),
    ),
    (
        "ictus",
        (
            juntos(r"torc\w{1,5}|tuerc\w{1,3}|caid[oa]|descolgad[oa]|paraliz\w{1,5}", _CARA, 3),
            r"\bno (?:puedo|puede|consigo|consigue|logra|logro) (?:mover|levantar|sentir) (?:bien )?(?:el|la|un|una|mi"
            r"|su)"
            r" (?:brazo|pierna|lado|cara|mano|cuerpo)\b",
            juntos(r"dorm\w{1,4}|duerm\w{1,3}|paraliz\w{1,5}|entumec\w{1,5}|acorch\w{1,5}|sin fuerza", _LADO, 3),
            r"\b(?:habl\w{1,5}|vocaliz\w{1,4}|pronunci\w{1,4}) (?:\w{1,5} ){0,1}(?:raro|fatal|pastos\w{1,2}"
            r"|trabad\w{1,2}|como borrach\w{1,2}|incoherenc\w{1,3})\b",
            r"\b(?:no (?:le|me) salen las palabras|se (?:le|me) traba la lengua|balbuce\w{1,4}|no puede hablar)\b",
            r"\b(?:dando|sufriendo|teniendo|tiene|sea|ser) un (?:ictus|derrame)\b|\b(?:having|had just had) a stroke\b",
            juntos(r"droop\w{0,4}|dropp\w{1,3}|lopsided|crooked|sagg\w{1,4}|paraly\w{1,4}", _FACE, 4),
            rf"\b{_NO_PUEDE}{cerca(0)}(?:move|feel|lift|raise) (?:my|one|his|her) (?:\w{{1,6}} )?(?:arm|leg|side|face"
            rf"|hand|body)\b",
            juntos(r"numb|paraly\w{1,4}|limp|gone weak|gone dead", _SIDE, 4),
            r"\bslurr?\w{0,4}\b|\b(?:talk|speak)ing (?:funny|weird|gibberish|nonsense)\b",
            r"\bspeech (?:is |has |went |gone )?(?:all )?(?:garbled|funny|weird|gone)\b|\bgets? (?:his|her|my) words"
            r" out\b",
        ),
    ),
    (
        "sangrado_grave",
        (
            rf"\b(?:vomit\w{{1,5}}|devuel\w{{2,3}}|escup\w{{1,5}}|tos\w{{0,6}}|echa\w{{0,4}}|echo|cag\w{{1,4}}"
            rf"|mea\w{{0,4}}|orin\w{{1,4}})"
            rf"{cerca(4)}{_SANGRE}",
            r"\bsangre (?:por (?:la boca|el ano|el culo|abajo|los oidos)|en (?:la|las|el) (?:caca|heces|orina|vomito"
            r"|pis|esputo))\b",
            juntos(r"negr\w{1,2}|alquitran|con sangre|roj\w{1,2}", r"caca|heces|deposicion\w{0,2}", 4),
            rf"\bno (?:para|paro|deja|dejo|cesa|consigo parar|puedo parar){cerca(2)}(?:de )?sangr\w{{1,4}}\b"
            rf"|\bhemorragia\b|\bdesangr\w{{1,4}}\b",
            r"\b(?:sangr\w{1,4}|sangre) (?:\w{1,6} ){0,1}(?:sin parar|muchisim[oa]|a chorros|a borbotones|un monton|y"
            r" no para)\b",
            r"\bperd\w{1,5} mucha sangre\b|\bchorr\w{1,3} de sangre\b",
            rf"\b(?:vomit\w{{0,5}}|threw up|thr[eo]w\w{{0,3}}|cough\w{{0,4}}|spit\w{{0,4}}|spat|puk\w{{1,3}}"
            rf"|br[io]\w{{2,5}} up|sick|retch\w{{0,3}}"
            rf"|passing|peeing|pooing){cerca(4)}{_BLOOD}",
            r"\bblood in (?:my|his|her|the) (?:\w{1,6} )?(?:vomit|stools?|poo|urine|pee|sick)\b",
            juntos(r"black|tar\w{0,2}|bloody", r"stools?|poop?|poos|bowel\w{0,8}", 4),
            rf"\b(?:won'?t|will not|does not|doesn'?t|{_NO_PUEDE}|not|never){cerca(0)}stop{cerca(1)}bleed\w{{0,3}}\b",
            r"\bbleed\w{0,3} (?:\w{1,6} ){0,1}(?:heavily|a lot|badly|non-?stop|everywhere|profusely|won'?t stop)\b"
            r"|\bkeeps bleeding\b",
            r"\bha?emorrhag\w{1,4}\b|\b(?:gush|pour)ing (?:with )?blood\b|\blos(?:ing|t) (?:a lot of|so much) blood\b",
        ),
    ),
    (
        "convulsion",
        (
            r"(?<!para las )(?<!contra las )(?<!evitar las )(?<!mis )\bconvulsi\w{1,6}\b",
            r"\b(?:dado|dando|dio|tiene|teniendo|tuvo|con) (?:un |una )?(?:ataque epileptico|crisis epileptica|ataque"
            r" de epilepsia)\b",
            rf"\bespuma{cerca(2)}boca\b|\bech\w{{1,4}} espuma\b|\bojos{cerca(2)}(?:en blanco|vueltos)\b|\bojos en"
            rf" blanco\b",
            r"\b(?:temblando|tiembla) (?:enter[oa]|todo el cuerpo|sin control)\b|\bsacudidas\b",
            rf"\b(?:having|had|has|have|keeps having|another){cerca(2)}(?:seizures?|convulsions?|a fit|fits)\b"
            r"(?! (?:med|drug|tablet|pill|treat|control))",
            r"\bconvulsing\b|\bfoam\w{0,3} (?:at|from) the mouth\b|\beyes (?:\w{1,5} ){0,2}roll\w{0,3}\b",
            r"\b(?:shaking|jerking|twitching) (?:all over|uncontrollably|violently)\b",
        ),
    ),
)
