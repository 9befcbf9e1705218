"""The behaviour that each case of the Autobahn|Testsuite's fuzzing client asks of a server, under the number it has in that
public list (https://github.com/crossbario/autobahn-testsuite). Rows as in websocket_cases.CASES, whose section is the number; a
step that is a tuple is sent piece by piece. Where the list repeats something 1000 times with large messages, TOTAL bounds it.
"""
import json

from websocket_cases import OPEN, Case, closes, echo, fails, pongs
from websocket_client import (BINARY, RSV1, TEXT, Deflater, binary, close, continuation, fragments, frame, ping, pong,
                              random_text, text)
from websocket_deflate_cases import coded

LARGEST = 16 << 20
TOTAL = 256 << 10  # bytes of a case of section 12 or 13
ROUND_TRIPS = 1000


def case(number, *steps, end=OPEN, may=(), offer=None):
    return Case(number, "", steps, end, list(may), offer)


def chopped(data, size=1):
    return tuple(data[at:at + size] for at in range(0, len(data), size))


def cut(data, size):
    return [data[at:at + size] for at in range(0, len(data), size)]


def framing():
    sizes = (0, 125, 126, 127, 128, 65535, 65536)
    for section, make, fill in ((1, text, "*"), (2, binary, b"\xfe")):
        for at, size in enumerate(sizes, 1):
            yield case(f"1.{section}.{at}", make(fill * size), echo(fill * size))
        yield case(f"1.{section}.8", chopped(make(fill * 65536), 997), echo(fill * 65536))


def pings_and_pongs():
    data = b"\0\xff\xfe\xfd\xfc\xfb\0\xff"
    longest = b"\xfe" * 125
    ten = [b"payload-%d" % at for at in range(10)]
    yield case("2.1", ping(), pongs(b""))
    yield case("2.2", ping(b"Hello, world!"), pongs(b"Hello, world!"))
    yield case("2.3", ping(data), pongs(data))
    yield case("2.4", ping(longest), pongs(longest))
    yield case("2.5", ping(longest + b"\xfe"), end=fails(1002))
    yield case("2.6", chopped(ping(longest)), pongs(longest))
    yield case("2.7", pong())
    yield case("2.8", pong(b"unsolicited"))
    yield case("2.9", pong(b"unsolicited") + ping(b"ping"), pongs(b"ping"))
    yield case("2.10", b"".join(map(ping, ten)), pongs(*ten))
    yield case("2.11", chopped(b"".join(map(ping, ten))), pongs(*ten))


def reserved_bits():
    hello = "Hello, world!"
    yield case("3.1", text(hello, rsv=1), end=fails(1002))
    yield case("3.2", text(hello) + text(hello, rsv=2) + ping(), end=fails(1002), may=echo(hello))
    yield case("3.3", (text(hello), text(hello, rsv=3), ping()), end=fails(1002), may=echo(hello))
    yield case("3.4", chopped(text(hello) + text(hello, rsv=4) + ping()), end=fails(1002), may=echo(hello))
    yield case("3.5", binary(b"\0\xff\xfe\xfd", rsv=5), end=fails(1002))
    yield case("3.6", ping(hello, rsv=6), end=fails(1002))
    yield case("3.7", close(rsv=7), end=fails(1002))


def reserved_opcodes():
    hello = "Hello, world!"
    for section, first in ((1, 3), (2, 11)):
        yield case(f"4.{section}.1", frame(first), end=fails(1002))
        yield case(f"4.{section}.2", frame(first + 1, "reserved opcode payload"), end=fails(1002))
        yield case(f"4.{section}.3", text(hello) + frame(first + 2) + ping(), end=fails(1002), may=echo(hello))
        yield case(f"4.{section}.4", text(hello) + frame(first + 3, hello) + ping(), end=fails(1002), may=echo(hello))
        yield case(f"4.{section}.5", chopped(text(hello) + frame(first + 4, hello) + ping()), end=fails(1002), may=echo(hello))


def fragmentation():
    first, second = text("fragment1", fin=False), continuation("fragment2")
    whole = echo("fragment1fragment2")
    yield case("5.1", ping("fragment1", fin=False) + second, end=fails(1002))
    yield case("5.2", pong("fragment1", fin=False) + second, end=fails(1002))
    yield case("5.3", first + second, whole)
    yield case("5.4", (first, second), whole)
    yield case("5.5", chopped(first + second), whole)
    yield case("5.6", first + ping("ping payload") + second, pongs(b"ping payload") + whole)
    yield case("5.7", (first, ping("ping payload"), second), pongs(b"ping payload") + whole)
    yield case("5.8", chopped(first + ping("ping payload") + second), pongs(b"ping payload") + whole)
    for number, fin in ((9, True), (12, False)):
        wrong = (continuation("non-continuation payload", fin=fin), text("Hello, world!"))
        for at, step in enumerate((b"".join(wrong), wrong, chopped(b"".join(wrong)))):
            yield case(f"5.{number + at}", step, end=fails(1002))
    yield case("5.15", first + second + continuation("fragment3", fin=False) + text("fragment4"), end=fails(1002), may=whole)
    for number, fin in (("5.16", False), ("5.17", True)):
        yield case(number, (continuation("fragment1", fin=fin) + text("fragment2", fin=False) + continuation("fragment3")) * 2, end=fails(1002))
    yield case("5.18", first + text("fragment2"), end=fails(1002))
    pieces = [text("fragment1", fin=False), continuation("fragment2", fin=False), ping("pongme 1!"), continuation("fragment3", fin=False),
              continuation("fragment4", fin=False), ping("pongme 2!"), continuation("fragment5")]
    said = pongs(b"pongme 1!", b"pongme 2!") + echo("fragment1fragment2fragment3fragment4fragment5")
    yield case("5.19", b"".join(pieces), said)
    yield case("5.20", tuple(pieces), said)


KOSME = "\u03ba\u1f79\u03c3\u03bc\u03b5".encode()  # with a vowel of three bytes
EDITED = "edited".encode()
SURROGATE = b"\xed\xa0\x80"


def valid(number, data):
    return case(number, text(data), echo(data.decode()))


def invalid(number, data):
    return case(number, text(data), end=fails(1007))


def utf8_by_fragments():
    hello = "Hello-µ@ßöäüàá-UTF-8!!"
    data = hello.encode()
    yield case("6.1.1", text(""), echo(""))
    yield case("6.1.2", fragments(TEXT, ["", "", ""]), echo(""))
    yield case("6.1.3", fragments(TEXT, ["", "middle frame payload", ""]), echo("middle frame payload"))
    yield valid("6.2.1", data)
    yield case("6.2.2", fragments(TEXT, ["Hello-µ@ßöä", "üàá-UTF-8!!"]), echo(hello))
    yield case("6.2.3", fragments(TEXT, cut(data, 1)), echo(hello))
    yield case("6.2.4", fragments(TEXT, cut(KOSME, 1)), echo(KOSME.decode()))
    yield invalid("6.3.1", KOSME + SURROGATE + EDITED)
    yield case("6.3.2", fragments(TEXT, cut(KOSME + SURROGATE + EDITED, 1)), end=fails(1007))
    # It fails before the rest is sent: at the first byte that nothing can make valid, also within a frame.
    beyond = KOSME + b"\xf4\x90\x80\x80"
    yield case("6.4.1", text(beyond, fin=False), end=fails(1007))
    yield case("6.4.2", text(KOSME + b"\xf4\x90", fin=False), end=fails(1007))
    whole = text(beyond + EDITED)
    yield case("6.4.3", whole[:-len(EDITED)], end=fails(1007))
    yield case("6.4.4", whole[:-len(EDITED) - 2], end=fails(1007))


def utf8_in_one_frame():
    for at, data in enumerate(("hello$world", "hello¢world", "hello€world", "hello𤭢world", KOSME.decode()), 1):
        yield valid(f"6.5.{at}", data.encode())
    ends = {2, 5, 7, 9, 11}
    for size in range(1, 12):
        yield (valid if size in ends else invalid)(f"6.6.{size}", KOSME[:size])
    for section, good, rows in (
            ("6.7", True, (b"\0", b"\xc2\x80", b"\xe0\xa0\x80", b"\xf0\x90\x80\x80")),
            ("6.8", False, (b"\xf8\x88\x80\x80\x80", b"\xfc\x84\x80\x80\x80\x80")),
            ("6.9", True, (b"\x7f", b"\xdf\xbf", b"\xef\xbf\xbf", b"\xf4\x8f\xbf\xbf")),
            ("6.10", False, (b"\xf7\xbf\xbf\xbf", b"\xfb\xbf\xbf\xbf\xbf", b"\xfd\xbf\xbf\xbf\xbf\xbf")),
            ("6.11", True, (b"\xed\x9f\xbf", b"\xee\x80\x80", b"\xef\xbf\xbd", b"\xf4\x8f\xbf\xbf")),
            ("6.12", False, (b"\x80", b"\xbf", *(b"\x80\xbf" * (size // 2) + b"\x80" * (size % 2) for size in range(2, 7)),
                             bytes(range(0x80, 0xc0)))),
            ("6.13", False, tuple(b"".join(bytes((byte, 0x20)) for byte in starts) for starts in
                                  (range(0xc0, 0xe0), range(0xe0, 0xf0), range(0xf0, 0xf8), range(0xf8, 0xfc), (0xfc, 0xfd)))),
            ("6.14", False, INCOMPLETE), ("6.15", False, (b"".join(INCOMPLETE),)),
            ("6.16", False, (b"\xfe", b"\xff", b"\xfe\xfe\xff\xff")),
            ("6.17", False, (b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf0\x80\x80\xaf", b"\xf8\x80\x80\x80\xaf", b"\xfc\x80\x80\x80\x80\xaf")),
            ("6.18", False, (b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xf8\x87\xbf\xbf\xbf", b"\xfc\x83\xbf\xbf\xbf\xbf")),
            ("6.19", False, (b"\xc0\x80", b"\xe0\x80\x80", b"\xf0\x80\x80\x80", b"\xf8\x80\x80\x80\x80", b"\xfc\x80\x80\x80\x80\x80")),
            ("6.20", False, tuple(surrogate(one) for one in SINGLE)),
            ("6.21", False, tuple(surrogate(high) + surrogate(low) for high in SINGLE[:4] for low in (0xdc00, 0xdfff))),
            ("6.22", True, tuple(chr(plane << 16 | last).encode() for plane in range(17) for last in (0xfffe, 0xffff))),
            ("6.23", True, tuple(chr(one).encode() for one in range(0xfff9, 0x10000)))):
        for at, data in enumerate(rows, 1):
            yield (valid if good else invalid)(f"{section}.{at}", data)
    yield invalid("6.11.5", b"\xf4\x90\x80\x80")


INCOMPLETE = (b"\xc0", b"\xe0\x80", b"\xf0\x80\x80", b"\xf8\x80\x80\x80", b"\xfc\x80\x80\x80\x80", b"\xdf", b"\xef\xbf", b"\xf7\xbf\xbf",
              b"\xfb\xbf\xbf\xbf", b"\xfd\xbf\xbf\xbf\xbf")
SINGLE = (0xd800, 0xdb7f, 0xdb80, 0xdbff, 0xdc00, 0xdf80, 0xdfff)


def surrogate(code):
    return chr(code).encode("utf-8", "surrogatepass")


def close_handling():
    hello = "Hello World!"
    yield case("7.1.1", text(hello), echo(hello), close(1000), end=closes(1000))
    yield case("7.1.2", close(1000) * 2, end=closes(1000))
    yield case("7.1.3", close(1000) + ping(), end=closes(1000))
    yield case("7.1.4", close(1000) + text(hello), end=closes(1000))
    yield case("7.1.5", text("fragment1", fin=False) + close(1000) + continuation("fragment2"), end=closes(1000))
    large = "*" * (256 << 10)
    yield case("7.1.6", text(large) + text(hello) + close(1000) + ping(), end=closes(1000), may=echo(large, hello))
    yield case("7.3.1", close(), end=closes(None))
    yield case("7.3.2", frame(8, b"a"), end=fails(1002))
    yield case("7.3.3", close(1000), end=closes(1000))
    yield case("7.3.4", close(1000, hello), end=closes(1000))
    yield case("7.3.5", close(1000, "*" * 123), end=closes(1000))
    yield case("7.3.6", close(1000, "*" * 124), end=fails(1002))
    yield case("7.5.1", close(1000, KOSME + SURROGATE + EDITED), end=fails(1007))
    for at, code in enumerate((1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999), 1):
        yield case(f"7.7.{at}", close(code), end=closes(code))
    for at, code in enumerate((0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999), 1):
        yield case(f"7.9.{at}", close(code), end=fails(1002))
    yield case("7.13.1", close(5000), end=fails(1002))
    yield case("7.13.2", close(65535), end=fails(1002))


def limits():
    kilo, mega = 1 << 10, 1 << 20
    for section, make, opcode, fill in ((1, text, TEXT, "*"), (2, binary, BINARY, b"\xfe")):
        for at, size in enumerate((64 * kilo, 256 * kilo, mega, 4 * mega, 8 * mega, LARGEST), 1):
            yield case(f"9.{section}.{at}", make(fill * size), echo(fill * size))
        for at, size in enumerate((64, 256, kilo, 4 * kilo, 16 * kilo, 64 * kilo, 256 * kilo, mega, 4 * mega), 1):
            yield case(f"9.{section + 2}.{at}", fragments(opcode, [fill * size] * (4 * mega // size)), echo(fill * 4 * mega))
        for at, size in enumerate((64, 128, 256, 512, 1024, 2048), 1):
            yield case(f"9.{section + 4}.{at}", chopped(make(fill * mega), size), echo(fill * mega))
        for at, size in enumerate((0, 16, 64, 256, 1024, 4096), 1):
            yield case(f"9.{section + 6}.{at}", *[make(fill * size), echo(fill * size)] * ROUND_TRIPS)


def auto_fragmentation():
    yield case("10.1.1", fragments(TEXT, cut("*" * 65536, 1300)), echo("*" * 65536))


# Of sections 12 and 13: the size of a message, and of its fragments; 0: it is one frame.
COMPRESSED = (*((size, 0) for size in (16, 64, 256, 1024, 4096, 8192, 16384, 32768, 65536, 131072)),
              (8192, 256), (16384, 256), (32768, 256), (65536, 256), (131072, 256), (131072, 1024), (131072, 4096), (131072, 32768))
SOURCES = {
    "12.1": json.dumps([{"id": at, "name": f"item {at}", "tags": ["a", "b", "c"], "price": at * 7 % 100} for at in range(2600)]),
    "12.2": random_text(131072, "picture").encode("utf-8", "replace")[:131072],
    "12.3": "Habe nun, ach! Philosophie, Juristerei und Medizin, und leider auch Theologie durchaus studiert, mit heißem Bemühn. " * 1200,
    "12.4": "<tr class=\"row\"><td>cell</td><td><a href=\"/path?q=1&amp;r=2\">link</a></td></tr>\n" * 1800,
    "12.5": random_text(131072, "random"),
}
FRAMED = "permessage-deflate"
OFFERS = {
    "13.1": (FRAMED, True, 15), "13.2": (f"{FRAMED}; client_no_context_takeover; server_no_context_takeover", False, 15),
    "13.3": (f"{FRAMED}; client_max_window_bits=9; server_max_window_bits=9", True, 9),
    "13.4": (f"{FRAMED}; client_max_window_bits=15; server_max_window_bits=15", True, 15),
    "13.5": (f"{FRAMED}; client_no_context_takeover; server_no_context_takeover; client_max_window_bits=9; server_max_window_bits=9", False, 9),
    "13.6": (f"{FRAMED}; client_no_context_takeover; server_no_context_takeover; client_max_window_bits=15; server_max_window_bits=15",
             False, 15),
    "13.7": (f"{FRAMED}; server_no_context_takeover; client_max_window_bits=9; server_max_window_bits=9, "
             f"{FRAMED}; server_no_context_takeover; client_max_window_bits, {FRAMED}; client_max_window_bits", True, 9),
}


def compressed_messages(section, source, offer=FRAMED, keeps=True, bits=15):
    opcode = BINARY if isinstance(source, bytes) else TEXT
    for at, (size, fragment) in enumerate(COMPRESSED, 1):
        deflater = Deflater(keeps, bits)
        steps = []
        for turn in range(min(ROUND_TRIPS, max(2, TOTAL // size))):
            start = turn * size % max(1, len(source) - size)
            data = source[start:start + size]
            payload = deflater(data)
            sent = fragments(opcode, cut(payload, fragment), RSV1) if fragment else coded(payload, opcode)
            steps += [sent, echo(data)]
        yield case(f"{section}.{at}", *steps, offer=offer)


def compression():
    for section, source in SOURCES.items():
        yield from compressed_messages(section, source)


def compression_offers():
    for section, terms in OFFERS.items():
        yield from compressed_messages(section, SOURCES["12.1"], *terms)


def texts():
    yield from utf8_by_fragments()
    yield from utf8_in_one_frame()


# By section of the list: how many cases that has, and those, one after the other: some are large.
AUTOBAHN = {"1": (16, framing), "2": (11, pings_and_pongs), "3": (7, reserved_bits), "4": (10, reserved_opcodes),
            "5": (20, fragmentation), "6": (145, texts), "7": (37, close_handling), "9": (54, limits), "10": (1, auto_fragmentation),
            "12": (90, compression), "13": (126, compression_offers)}
