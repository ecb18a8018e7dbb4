"""Anchos de avance de Inter SemiBold, en milésimas de em: lo que mide un rótulo sin abrir la fuente.

Tabla generada (`tests/paginas/dibujo/generar_anchos.py`). Cada tramo es su primer carácter y un ancho por
carácter consecutivo, en base 36 y con dos cifras; `..` es que la fuente no lo tiene.
"""

from __future__ import annotations

TRAMOS: tuple[tuple[int, str], ...] = (
    (
        0x0020,
        "6w8lb0hvi1ngif5xaxaxf3ip87cy82ajijddh9i4iihki0gbhyi08287ipipipf4rrk4i9kok4gwgakzko7nflitfqp6klljhvlk"
        "i3i1ickek4rzj6jli5axajaxddd0dtfzhig1highahhdh17979ft79oygygwhdhdb1f9akgwg0n9fmg0fmax9yaxip",
    ),
    (
        0x00A0,
        "6w8lg1iakvfo8vg3fdpfd6glfqcyiiemcqipbrc6dti4gu829f8ud5gnohpjqof4k4k4k4k4k4k4s9kogwgwgwgw7n7n7n7nk4kl"
        "ljljljljljipljkekekekejli9hyfzfzfzfzfzfzphg1ghghghgh79797979ghgygwgwgwgwgwipgwgwgwgwgwg0h0g0k4fzk4fz"
        "k4fzkog1kog1kog1kog1k4jwk4higwghgwghgwghgwghgwghkzhdkzhdkzhdkzhdkoh1m7h1cg7x7n797n797n7e7n79n8ehfl79"
        "itfti9fq79fq79fq9sfyakg279klgyklgyklgy..klh4ljgwljgwljgwror9i3b1i3b1i3b1i1f9i1f9i1f9i1f9icakicb8icak"
        "kegwkegwkegwkegwkegwkegwrzn9jlg0jli5fmi5fmi5fm7u",
    ),
    (
        0x0391,
        "k4i9g3k4gwi5kolj7nitk4p6klh4ljkvhv..iaicjlmoj6mjlh7njli0fmgy8fgbi0gsf3h4fmf3gyh58fi9goi4h4fngwjng9fn"
        "i9ergbmegyltou",
    ),
    (
        0x0400,
        "gwgwn9g3j2i17n7nfluwv8p8itkli8k4k4i6i9g3lkgwswi4klklj3k4p6koljkvhvkoici8nbj6lokss8stmrofilj6syiwfzgu"
        "fvcvi7ghnxecguguftgol6gdgwghhdg1fag0l0fmi2g9ngpkj4m3g1f9mxfwghghh2cvfqf9797979q6pch1ftgug0gh",
    ),
    (
        0x2010,
        "bxbximdwrsrscod16c5y6c6mbcbbbbcdgtfndsds7yf8me7y",
    ),
    (
        0x2190,
        "qjqjqjqjzzqj",
    ),
)
