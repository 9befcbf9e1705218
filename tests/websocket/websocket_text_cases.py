"""The rules of RFC 6455 8.1: texts are UTF-8 (RFC 3629), wherever they are cut, and nothing else is."""
from websocket_cases import case, closes, echo, fails, pongs
from websocket_client import TEXT, binary, close, continuation, fragments, ping, text

VALID = {
    "U+0000": b"\0", "U+007F": b"\x7f", "U+0080": b"\xc2\x80", "U+07FF": b"\xdf\xbf", "U+0800": b"\xe0\xa0\x80",
    "U+0FFF": b"\xe0\xbf\xbf", "U+1000": b"\xe1\x80\x80", "U+D7FF": b"\xed\x9f\xbf", "U+E000": b"\xee\x80\x80",
    "U+FEFF": b"\xef\xbb\xbf", "U+FFFD": b"\xef\xbf\xbd", "U+FFFE": b"\xef\xbf\xbe", "U+FFFF": b"\xef\xbf\xbf",
    "U+10000": b"\xf0\x90\x80\x80", "U+3FFFF": b"\xf0\xbf\xbf\xbf", "U+40000": b"\xf1\x80\x80\x80",
    "U+FFFFF": b"\xf3\xbf\xbf\xbf", "U+100000": b"\xf4\x80\x80\x80", "U+10FFFF": b"\xf4\x8f\xbf\xbf"}

# No continuation makes these valid.
INVALID = {
    "a continuation byte 80": b"\x80", "a continuation byte bf": b"\xbf", "two continuation bytes": b"\x80\xbf",
    "a continuation byte too many": b"\xe2\x82\xac\x80",
    "overlong U+0000 in 2": b"\xc0\x80", "overlong U+007F in 2": b"\xc1\xbf", "overlong U+0000 in 3": b"\xe0\x80\x80",
    "overlong U+07FF in 3": b"\xe0\x9f\xbf", "overlong U+0000 in 4": b"\xf0\x80\x80\x80",
    "overlong U+FFFF in 4": b"\xf0\x8f\xbf\xbf", "overlong / in 2": b"\xc0\xaf",
    "surrogate D800": b"\xed\xa0\x80", "surrogate DBFF": b"\xed\xaf\xbf", "surrogate DC00": b"\xed\xb0\x80",
    "surrogate DFFF": b"\xed\xbf\xbf", "a pair of surrogates": b"\xed\xa1\x80\xed\xb0\x80",
    "U+110000": b"\xf4\x90\x80\x80", "U+13FFFF": b"\xf4\xbf\xbf\xbf", "U+140000": b"\xf5\x80\x80\x80",
    "U+1FFFFF": b"\xf7\xbf\xbf\xbf", "5 bytes": b"\xf8\x88\x80\x80\x80", "6 bytes": b"\xfc\x84\x80\x80\x80\x80",
    "fe": b"\xfe", "ff": b"\xff", "fe ff": b"\xfe\xff", "Latin-1": "na\u00efve caf\u00e9".encode("latin-1"),
    "2 bytes cut by ASCII": b"\xc3(", "3 bytes cut behind 1": b"\xe2(\xac", "3 bytes cut behind 2": b"\xe2\x82(",
    "4 bytes cut behind 1": b"\xf0(\x8c\xbc", "4 bytes cut behind 2": b"\xf0\x90(\xbc", "4 bytes cut behind 3": b"\xf0\x90\x8c(",
    "2 bytes cut by 2": b"\xc3\xc3\xa9", "3 bytes cut by 3": b"\xe2\x82\xe2\x82\xac"}

CUT = {"behind 1 of 2 bytes": b"\xc3", "behind 1 of 3": b"\xe2", "behind 2 of 3": b"\xe2\x82", "behind 1 of 4": b"\xf0",
       "behind 2 of 4": b"\xf0\x9d", "behind 3 of 4": b"\xf0\x9d\x84"}

MIXED = "a\u00fc\u20ac\U0001d11e z\u0436"


def bytes_of(data):
    return [data[at:at + 1] for at in range(len(data))]


def add_valid():
    for name, data in VALID.items():
        case("8.1", name, text(data), echo(data.decode()))
        case("8.1", f"{name} in fragments of a byte", fragments(TEXT, bytes_of(b"<" + data + b">")), echo(f"<{data.decode()}>"))
    data = MIXED.encode()
    for at in range(1, len(data)):
        case("8.1", f"cut behind byte {at}", fragments(TEXT, [data[:at], data[at:]]), echo(MIXED))
        case("5.4", f"cut behind byte {at}, by an empty fragment and a ping",
             text(data[:at], fin=False) + continuation(fin=False) + ping(b"\xff") + continuation(data[at:]),
             pongs(b"\xff") + echo(MIXED))
    case("8.1", "each byte a fragment", fragments(TEXT, bytes_of(data)), echo(MIXED))
    for size in (61, 1000, 70000):
        for pad in range(4):
            data = "x" * pad + MIXED * (size // len(MIXED))
            case("8.1", f"{pad} + {size} characters", text(data), echo(data))


def add_invalid():
    for name, data in INVALID.items():
        case("8.1", name, text(data), end=fails(1007))
        case("8.1", f"{name} at the end of ASCII", text(b"x" * 100 + data), end=fails(1007))
        case("8.1", f"{name} within ASCII", text(b"x" * 17 + data + b"x" * 40), end=fails(1007))
        case("8.1", f"{name} in fragments of a byte", fragments(TEXT, bytes_of(data)), end=fails(1007))
        case("8.1", f"{name} in a first fragment fails at once", text(data, fin=False), end=fails(1007))
        case("8.1", f"{name} is allowed in binary and ping", binary(data) + ping(data), echo(data) + pongs(data))
    for name, data in CUT.items():
        case("8.1", f"a text that ends {name}", text(b"x" + data), end=fails(1007))
        case("8.1", f"a text that ends {name}, in fragments", fragments(TEXT, bytes_of(b"x" + data)), end=fails(1007))
        case("8.1", f"a text that ends {name}, with an empty last fragment", fragments(TEXT, [b"x" + data, b""]), end=fails(1007))
        case("8.1", f"a text that ends {name}, and the rest in another message", text(data) + text(b"\x84\x9e"), end=fails(1007))
    case("8.1", "a valid text, then an invalid one", text("\u20ac"), echo("\u20ac"), text(b"\xff"), end=fails(1007))
    case("8.1", "the first byte of a frame that has not come fails at once", text(b"\xff" + b"x" * 100)[:-90], end=fails(1007))
    case("8.1", "a binary, then half a character", binary(b"\xe2\x82"), echo(b"\xe2\x82"), text(b"\xac"), end=fails(1007))
    case("7.1.6", "a reason of every length of character", close(1000, MIXED), end=closes(1000))


add_valid()
add_invalid()
