"""The rules of RFC 6455 on frames, messages and the end of a connection, as cases for an echo server: what is sent, what
comes back, and how it ends. A case is a row of CASES; websocket_conformance_test.py runs them.
"""
from collections import namedtuple

from websocket_client import (BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, binary, close, continuation, fragments, frame,
                              ping, pong, random_text, text)

LIMIT = 1 << 18  # of a message, in bytes
FRAMES = 1 << 16  # of a message

# A step is bytes to send, a list of (opcode, data) to wait for, or HALF_CLOSE. `may`: what may come before a failure, as
# the server had it from us before it saw the mistake. `offer`: of extensions.
Case = namedtuple("Case", "section name steps end may offer")
CASES = []

HALF_CLOSE = "half close"  # we send no more

# How it ends:
OPEN = ("open",)        # the connection goes on to serve, until we close it
DROPPED = ("dropped",)  # the end of the stream without a close frame


def closes(code):
    """The server answers our close frame with its own of this code, and ends the connection."""
    return ("closes", code)


def fails(*codes):
    """The server sends a close frame with one of these codes by itself, and ends the connection."""
    return ("fails", codes)


def case(section, name, *steps, end=OPEN, may=(), offer=None):
    CASES.append(Case(section, name, steps, end, list(may), offer))


def echo(*payloads):
    return [(BINARY if isinstance(one, bytes) else TEXT, one) for one in payloads]


def pongs(*payloads):
    return [(PONG, one) for one in payloads]


# --- RFC 6455 5.2, 5.3: frames

SIZES = (0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 125, 126, 127, 128, 1000, 65535, 65536, 65537)


def add_lengths():
    for size in SIZES:
        data = random_text(size, "text")
        case("5.2", f"text of {size} bytes", text(data), echo(data))
        data = bytes(at * 7 & 255 for at in range(size))
        case("5.2", f"binary of {size} bytes", binary(data), echo(data))
    for size, width in ((0, 2), (1, 2), (125, 2), (0, 8), (125, 8), (126, 8), (65535, 8)):
        case("5.2", f"a length of {size} in {width} bytes", binary(b"x" * size, width=width), end=fails(1002))
    for length in (1 << 63, (1 << 63) + 1, (1 << 64) - 1):
        case("5.2", f"a length of {length:#x}", binary(length=length, width=8), end=fails(1002))
    for opcode, name in ((PING, "ping"), (PONG, "pong"), (CLOSE, "close")):
        case("5.5", f"a {name} with its length in 2 bytes", frame(opcode, b"x" * 5, width=2), end=fails(1002))


def add_reserved():
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        case("5.2", f"opcode {opcode}", frame(opcode), end=fails(1002))
        case("5.2", f"opcode {opcode} with a payload behind a message", text("a"), echo("a"), frame(opcode, b"payload"),
             end=fails(1002))
        case("5.2", f"opcode {opcode} within a message", text("a", fin=False) + frame(opcode), end=fails(1002))
    for rsv in range(1, 8):
        case("5.2", f"a text with RSV {rsv:03b}", text("a", rsv=rsv), end=fails(1002))
    for opcode, name in ((BINARY, "binary"), (PING, "ping"), (PONG, "pong"), (CLOSE, "close")):
        for rsv in (1, 2, 4):
            case("5.2", f"a {name} with RSV {rsv:03b}", frame(opcode, rsv=rsv), end=fails(1002))
    for rsv in (1, 2, 4):
        case("5.2", f"a continuation with RSV {rsv:03b}", text("a", fin=False) + continuation("b", rsv=rsv), end=fails(1002))


def add_masks():
    for opcode, name in ((TEXT, "text"), (BINARY, "binary"), (PING, "ping"), (PONG, "pong"), (CLOSE, "close")):
        case("5.1", f"an unmasked {name}", frame(opcode, mask=None), end=fails(1002))
    case("5.1", "an unmasked text with a payload", text("abc", mask=None), end=fails(1002))
    case("5.1", "an unmasked continuation", text("a", fin=False) + continuation("b", mask=None), end=fails(1002))
    case("5.1", "an unmasked text behind a masked one", text("a"), echo("a"), text("b", mask=None), end=fails(1002))
    for mask in (bytes(4), b"\xff" * 4, b"\0\0\0\1", b"\x80\0\0\0"):
        case("5.3", f"a mask of {mask.hex()}", text("Hello, world", mask=mask), echo("Hello, world"))
    case("5.3", "a mask of its own for each frame",
         b"".join(text(f"number {at}", mask=bytes((at, 255 - at, at * 3 & 255, 7))) for at in range(20)),
         echo(*(f"number {at}" for at in range(20))))
    case("5.3", "a mask of its own for each fragment",
         text("abc", fin=False, mask=b"1234") + continuation("defgh", fin=False, mask=b"\0\xff\0\xff") +
         continuation("ij", mask=b"zyxw"), echo("abcdefghij"))
    data = random_text(5000, "offsets")
    for size in (1, 2, 3, 5, 9, 17, 33, 1021):
        pieces = [data[at:at + size] for at in range(0, min(len(data), size * 40), size)]
        case("5.3", f"fragments of {size} bytes", fragments(TEXT, pieces), echo("".join(pieces)))


# --- 5.5: control frames

def add_control():
    for payload in (b"", b"a", b"\0\xff\xfe", b"\x80 is not UTF-8", b"x" * 124, b"x" * 125):
        case("5.5.2", f"a ping of {len(payload)} bytes, {payload[:5]}", ping(payload), pongs(payload))
    for opcode, name in ((PING, "ping"), (PONG, "pong"), (CLOSE, "close")):
        for size in (126, 127, 1000, 65536):
            case("5.5", f"a {name} of {size} bytes", frame(opcode, b"\x03\xe8" + b"x" * (size - 2)), end=fails(1002))
        case("5.5", f"a {name} that claims 2^62 bytes", frame(opcode, length=1 << 62, width=8), end=fails(1002))
        case("5.4", f"a {name} without FIN", frame(opcode, fin=False), end=fails(1002))
        case("5.4", f"a {name} in two fragments", frame(opcode, b"\x03\xe8", fin=False) + continuation(b"b"), end=fails(1002))
    for payload in (b"", b"unsolicited", b"x" * 125):
        case("5.5.3", f"a pong of {len(payload)} bytes that nobody asked for", pong(payload))
    case("5.5.3", "a pong, then a ping", pong(b"mine") + ping(b"yours"), pongs(b"yours"))
    case("5.5.2", "10 pings in one send", b"".join(ping(b"%d" % at) for at in range(10)),
         pongs(*(b"%d" % at for at in range(10))))
    case("5.5.2", "1000 pings", b"".join(ping(b"%d" % at) for at in range(1000)), pongs(*(b"%d" % at for at in range(1000))))
    case("5.5.3", "1000 pongs", b"".join(pong(b"%d" % at) for at in range(1000)))
    case("5.5.2", "pings one after the other", *(step for at in range(10) for step in (ping(b"%d" % at), pongs(b"%d" % at))))
    case("5.5.2", "pings between messages", ping(b"1") + text("a") + ping(b"2") + text("b") + ping(b"3"),
         pongs(b"1", b"2", b"3") + echo("a", "b"))


# --- 5.4: fragments

def add_fragments():
    for opcode, make in ((TEXT, str), (BINARY, lambda one: one.encode())):
        name = "text" if opcode == TEXT else "binary"
        for pieces in (["ab", "cd"], ["", "ab"], ["ab", ""], ["", ""], ["", "", ""], ["", "a", ""], ["a", "", "b"],
                       ["a", "b", "c"], ["", "", "", "a"]):
            case("5.4", f"{name} in fragments {pieces}", fragments(opcode, pieces), echo(make("".join(pieces))))
        case("5.4", f"{name} in 500 fragments", fragments(opcode, ["x"] * 500), echo(make("x" * 500)))
        case("5.4", f"{name} in 1000 empty fragments", fragments(opcode, [""] * 1000), echo(make("")))
        case("5.4", f"{name} in fragments of 64 KiB", fragments(opcode, ["x" * 65536] * 3), echo(make("x" * 196608)))
    case("5.4", "two fragmented messages, one after the other", fragments(TEXT, ["a", "b"]) + fragments(BINARY, ["c", "d"]),
         echo("ab", b"cd"))
    for name, middle, answers in (("a ping", ping(b"p"), pongs(b"p")), ("an empty ping", ping(), pongs(b"")),
                                  ("a pong", pong(b"p"), []), ("two pings", ping(b"1") + ping(b"2"), pongs(b"1", b"2"))):
        case("5.4", f"{name} between two fragments", text("a", fin=False), middle, answers, continuation("b"), echo("ab"))
        case("5.4", f"{name} between two fragments, in one send", text("a", fin=False) + middle + continuation("b"),
             answers + echo("ab"))
    case("5.4", "a ping behind each of five fragments",
         b"".join(frame(CONTINUATION if at else TEXT, f"{at}", fin=at == 4) + ping(b"%d" % at) for at in range(5)),
         pongs(b"0", b"1", b"2", b"3", b"4") + echo("01234"))


def add_wrong_order():
    for fin in (True, False):
        shown = f"FIN {fin:d}"
        case("5.4", f"a continuation of nothing, {shown}", continuation("a", fin=fin), end=fails(1002))
        case("5.4", f"an empty continuation of nothing, {shown}", continuation(fin=fin), end=fails(1002))
        case("5.4", f"a continuation behind a message, {shown}", text("a"), echo("a"), continuation("b", fin=fin), end=fails(1002))
        case("5.4", f"a continuation behind a fragmented message, {shown}", fragments(TEXT, ["a", "b"]), echo("ab"),
             continuation("c", fin=fin), end=fails(1002))
        case("5.4", f"a continuation of nothing behind a ping, {shown}", ping(b"p"), pongs(b"p"), continuation("a", fin=fin),
             end=fails(1002))
        for make, name in ((text, "text"), (binary, "binary")):
            case("5.4", f"a {name} within a message, {shown}", text("a", fin=False) + make(b"b", fin=fin), end=fails(1002))
            case("5.4", f"a {name} within a message, behind a ping, {shown}", binary(b"a", fin=False) + ping(b"p"),
                 pongs(b"p"), make(b"b", fin=fin), end=fails(1002))
    case("5.4", "a continuation of nothing in the breath of a message", text("a") + continuation("b"), end=fails(1002),
         may=echo("a"))
    case("5.4", "a mistake behind a complete message in one send", text("a") + text("b") + frame(3), end=fails(1002),
         may=echo("a", "b"))


def add_many():
    words = [f"message {at}" for at in range(1000)]
    case("5.1", "1000 messages in one send", b"".join(map(text, words)), echo(*words))
    case("5.1", "1000 empty messages in one send", text() * 500 + binary() * 500, echo(*[""] * 500, *[b""] * 500))
    case("5.1", "text and binary in turn", b"".join(text("t") + binary(b"b") for _ in range(20)), echo(*["t", b"b"] * 20))
    case("5.1", "large and small in turn", b"".join(text("x" * size) for size in (1, 70000, 0, 130, 65536, 2, 125)),
         echo(*("x" * size for size in (1, 70000, 0, 130, 65536, 2, 125))))


# --- 7: the end of a connection

ALLOWED_CODES = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999)
FORBIDDEN_CODES = (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535)


def add_closes():
    for code in ALLOWED_CODES:
        case("7.4", f"close with {code}", close(code), end=closes(code))
        case("7.4", f"close with {code} and a reason", close(code, "good bye"), end=closes(code))
    for code in FORBIDDEN_CODES:
        case("7.4", f"close with {code}", close(code), end=fails(1002))
        case("7.4", f"close with {code} and a reason", close(code, "good bye"), end=fails(1002))
    case("5.5.1", "close without a payload", close(), end=closes(None))
    case("5.5.1", "close with half a code", frame(CLOSE, b"\x03"), end=fails(1002))
    for reason in ("x" * 123, "\u20ac" * 41, "\U0001d11e" * 30):
        case("5.5.1", f"close with a reason of {len(reason.encode())} bytes, {reason[0]!r}", close(1000, reason), end=closes(1000))
    case("5.5.1", "close with a reason of 124 bytes", close(1000, "x" * 124), end=fails(1002))
    for reason in (b"\xff", b"\xc3", b"abc\xed\xa0\x80", b"\xe2\x82", b"x" * 120 + b"\xf4\x90\x80"):
        case("5.5.1", f"close with the reason {reason[-4:]}", close(1000, reason), end=fails(1007))
    case("5.5.1", "close behind a message", text("a"), echo("a"), close(1000), end=closes(1000))
    case("5.5.1", "close between two fragments", text("a", fin=False) + close(1001), end=closes(1001))
    case("5.5.1", "close between two fragments, and the other one", text("a", fin=False) + close(1000) + continuation("b"),
         end=closes(1000))
    case("7.1.2", "close behind messages in one send", text("a") + ping(b"p") + close(1000), end=closes(1000),
         may=echo("a") + pongs(b"p"))


def add_after_close():
    for name, data in (("a text", text("late")), ("a ping", ping(b"late")), ("a close", close(1001)), ("half a frame", b"\x81"),
                       ("an unmasked frame", text("late", mask=None)), ("a reserved opcode", frame(3)),
                       ("a continuation", continuation("late")), ("what is no frame", b"GET / HTTP/1.1\r\n\r\n"),
                       ("100 kB", binary(b"x" * 100000))):
        case("5.5.1", f"{name} behind a close", close(1000) + data, end=closes(1000))
    for name, data in (("a text", text("late")), ("a close", close(1000)), ("100 kB", binary(b"x" * 100000))):
        case("7.1.7", f"{name} behind a mistake", frame(3) + data, end=fails(1002))


def add_ends_of_stream():
    case("7.1.5", "the end of the stream without a close", text("a"), echo("a"), HALF_CLOSE, end=DROPPED)
    for name, data in (("the first byte of a frame", b"\x81"), ("a head without its mask", b"\x81\x85\1\2"),
                       ("half a payload", text("abcdef")[:-3]), ("half an extended length", b"\x82\xfe\1"),
                       ("a fragment", text("a", fin=False)), ("half a close", close(1000)[:-1])):
        case("7.1.5", f"the end of the stream behind {name}", data, HALF_CLOSE, end=DROPPED)
    case("7.1.4", "the end of the stream behind a close", close(1000), HALF_CLOSE, end=closes(1000))


# --- 10.4: limits

def add_limits():
    for make, data in ((text, "x" * LIMIT), (binary, b"x" * LIMIT)):
        case("10.4", f"a {make.__name__} as large as allowed", make(data), echo(data))
        case("10.4", f"a {make.__name__} of a byte too many is refused at its head", make(length=LIMIT + 1, width=8),
             end=fails(1009))
        case("10.4", f"a {make.__name__} of a byte too many", make(data[:1] * (LIMIT + 1)), end=fails(1009))
    for length in (1 << 20, 1 << 31, 1 << 32, 1 << 40, 1 << 62, (1 << 63) - 1):
        case("10.4", f"a frame that claims {length:#x} bytes", text(length=length, width=8), end=fails(1009))
    half = "x" * (LIMIT // 2)
    case("10.4", "fragments as large as allowed together", fragments(TEXT, [half, half]), echo(half + half))
    case("10.4", "fragments as large as allowed together, and an empty one", fragments(TEXT, [half, half, ""]), echo(half + half))
    for name, last in (("at the head of the last", continuation(length=1)), ("that is not the last", continuation("x", fin=False)),
                       ("of another 2^62", continuation(length=1 << 62, width=8)),
                       ("of another 2^63 - 1", continuation(length=(1 << 63) - 1, width=8))):
        case("10.4", f"fragments that are too large together, {name}",
             text(half, fin=False) + continuation(half, fin=False) + last, end=fails(1009))
    case("10.4", "a large message behind a large one", text(half) * 3, echo(half, half, half))
    case("10.4", "fragments without an end", text(fin=False) + continuation(fin=False) * FRAMES, end=fails(1008, 1009))


for add in (add_lengths, add_reserved, add_masks, add_control, add_fragments, add_wrong_order, add_many, add_closes,
            add_after_close, add_ends_of_stream, add_limits):
    add()
