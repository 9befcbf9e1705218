"""The rules of RFC 7692 on compressed messages, as rows of websocket_cases.CASES."""
import zlib

from websocket_cases import LIMIT, SIZES, case, closes, echo, fails, pongs
from websocket_client import (BINARY, RSV1, RSV2, RSV3, TAIL, TEXT, Deflater, binary, close, continuation, deflated,
                              fragments, frame, ping, pong, random_text, text)
from websocket_text_cases import CUT, INVALID, MIXED, bytes_of

OFFER = "permessage-deflate"
BROKEN = (1002, 1007)  # RFC 7692 names no code


def compressed(section, name, *steps, offer=OFFER, **more):
    case(f"7692 {section}", name, *steps, offer=offer, **more)


def coded(payload, opcode=TEXT, **more):
    """A frame whose payload is compressed already."""
    return frame(opcode, payload, rsv=RSV1, **more)


def squeezed(payload, opcode=TEXT, **more):
    return coded(deflated(payload, **more), opcode)


def in_pieces(data, size):
    return [data[at:at + size] for at in range(0, len(data), size)]


HELLO = bytes.fromhex("f248cdc9c90700")
AGAIN = bytes.fromhex("f200110000")


def add_examples():
    """Those of 7.2.3."""
    compressed("7.2.3.1", "one block", coded(HELLO), echo("Hello"))
    compressed("7.2.3.1", "one block in two fragments", fragments(TEXT, [HELLO[:3], HELLO[3:]], RSV1), echo("Hello"))
    compressed("7.2.3.2", "the window of the last message", coded(HELLO), echo("Hello"), coded(AGAIN), echo("Hello"))
    compressed("7.2.3.2", "the same compressed bytes twice", coded(HELLO) * 2, echo("Hello", "Hello"))
    compressed("7.2.3.3", "a block that is not compressed", coded(b"\0\5\0\xfa\xffHello\0"), echo("Hello"))
    compressed("7.2.3.4", "a final block", coded(b"\xf3\x48\xcd\xc9\xc9\x07\0\0"), echo("Hello"))
    compressed("7.2.3.5", "two blocks", coded(b"\xf2\x48\5\0\0\0\xff\xff\xca\xc9\xc9\x07\0"), echo("Hello"))
    compressed("7.2.3.6", "an empty message", coded(b"\0"), echo(""))
    compressed("7.2.3.6", "empty messages", coded(b"\0") * 3 + coded(b"\0", BINARY), echo("", "", "", b""))
    compressed("7.2.3.6", "an empty fixed block", coded(b"\2\0"), echo(""))


def add_messages():
    for size in SIZES:
        data = random_text(size, "deflate")
        compressed("6.2", f"text of {size} bytes", squeezed(data), echo(data))
        compressed("6.2", f"binary of {size} equal bytes", squeezed(b"x" * size, BINARY), echo(b"x" * size))
    for level in range(10):
        data = random_text(3000, "level") * 3
        compressed("6.2", f"level {level}", squeezed(data, level=level), echo(data))
    for name in ("FILTERED", "HUFFMAN_ONLY", "RLE", "FIXED"):
        data = random_text(300, name) * 7 + "x" * 500
        compressed("6.2", f"strategy {name}", squeezed(data, strategy=getattr(zlib, f"Z_{name}")), echo(data))
    compressed("6.2", "a text as large as allowed", squeezed("x" * LIMIT), echo("x" * LIMIT))
    compressed("6.2", "an incompressible text as large as allowed", squeezed(random_text(LIMIT, "large")),
               echo(random_text(LIMIT, "large")))
    compressed("6.2", "1000 messages in one send", b"".join(squeezed(f"message {at}") for at in range(1000)),
               echo(*(f"message {at}" for at in range(1000))))
    for name, flush in (("Z_SYNC_FLUSH", zlib.Z_SYNC_FLUSH), ("Z_FULL_FLUSH", zlib.Z_FULL_FLUSH), ("Z_BLOCK", zlib.Z_BLOCK)):
        stream = zlib.compressobj(6, zlib.DEFLATED, -15)
        data = b"".join(stream.compress(b"piece %d of some " % at) + stream.flush(flush) for at in range(30))
        data = (data + stream.flush(zlib.Z_SYNC_FLUSH))[:-4]
        compressed("7.2.1", f"30 blocks with {name}", coded(data), echo("".join(f"piece {at} of some " for at in range(30))))
    compressed("7.2.1", "1000 empty blocks before the text", coded((b"\0" + TAIL) * 1000 + HELLO), echo("Hello"))
    compressed("7.2.1", "1000 empty blocks behind the text", coded(HELLO + TAIL + (b"\0" + TAIL) * 1000 + b"\0"), echo("Hello"))
    compressed("7.2.3.4", "final blocks only", coded(finished(b"Hello") + finished(b" and ") + finished(b"bye") + b"\0"),
               echo("Hello and bye"))
    compressed("7.2.3.4", "a final block of each message", *(step for word in ("one", "two", "three")
                                                             for step in (coded(finished(word.encode()) + b"\0"), echo(word))))
    compressed("7.2.3.4", "a final block, then a message with the window of before",
               *with_final_block("some words that come again, "), offer=OFFER)


def finished(data):
    stream = zlib.compressobj(6, zlib.DEFLATED, -15)
    return stream.compress(data) + stream.flush(zlib.Z_FINISH)


def with_final_block(words):
    """A deflate stream ends with its final block, the window of the connection does not."""
    after = zlib.compressobj(6, zlib.DEFLATED, -15, zdict=words.encode())
    data = (after.compress(words.encode()) + after.flush(zlib.Z_SYNC_FLUSH))[:-4]
    return coded(finished(words.encode()) + b"\0"), echo(words), coded(data), echo(words)


def add_fragments():
    data = deflated(MIXED)
    for at in range(len(data) + 1):
        compressed("6.1", f"cut behind byte {at}", fragments(TEXT, [data[:at], data[at:]], RSV1), echo(MIXED))
    compressed("6.1", "each byte a fragment", fragments(TEXT, bytes_of(data), RSV1), echo(MIXED))
    compressed("6.1", "a ping behind each byte",
               b"".join(frame(0 if at else TEXT, data[at:at + 1], fin=at == len(data) - 1, rsv=0 if at else RSV1) + ping(b"p")
                        for at in range(len(data))), echo(MIXED) + pongs(*[b"p"] * len(data)))
    compressed("6.1", "empty fragments around it", fragments(TEXT, [b"", b"", data, b"", b""], RSV1), echo(MIXED))
    compressed("6.1", "empty fragments only", fragments(TEXT, [b"", b"\0", b""], RSV1), echo(""))
    large = random_text(100000, "fragments") * 2
    compressed("6.1", "fragments of 1000 bytes", fragments(TEXT, in_pieces(deflated(large), 1000), RSV1), echo(large))
    compressed("6.1", "a fragment for each flush", *flushed_fragments())


def flushed_fragments():
    stream = zlib.compressobj(6, zlib.DEFLATED, -15)
    pieces = [stream.compress(b"piece %d, " % at) + stream.flush(zlib.Z_SYNC_FLUSH) for at in range(10)]
    pieces[-1] = pieces[-1][:-4]
    return fragments(TEXT, pieces, RSV1), echo("".join(f"piece {at}, " for at in range(10)))


def add_context():
    words = [random_text(200, "words")] * 5
    deflater = Deflater()
    compressed("7.1.1", "five times the same text with one window", *(step for word in words
                                                                      for step in (coded(deflater(word)), echo(word))))
    deflater = Deflater()
    compressed("7.1.1", "text and binary share the window", coded(deflater(words[0])) + coded(deflater(words[0]), BINARY),
               echo(words[0], words[0].encode()))
    deflater = Deflater()
    compressed("7.1.1", "an uncompressed message is not in the window",
               coded(deflater(words[0])) + text("between") + coded(deflater(words[0])), echo(words[0], "between", words[0]))
    deflater = Deflater()
    compressed("7.1.1", "a ping is not in the window", coded(deflater(words[0])) + ping(b"p") + coded(deflater(words[0])),
               echo(words[0], words[0]) + pongs(b"p"))
    deflater = Deflater()
    compressed("7.1.1", "an empty message keeps the window", coded(deflater(words[0])) + coded(b"\0") + coded(deflater(words[0])),
               echo(words[0], "", words[0]))
    deflater = Deflater()
    far = random_text(24000, "far")
    compressed("7.1.1", "a window that is used up to its end", coded(deflater(far)) + coded(deflater(far + far)), echo(far, far + far))
    compressed("6", "an uncompressed message", text("plain"), echo("plain"))
    compressed("6", "uncompressed fragments", fragments(TEXT, ["a", "b", "c"]), echo("abc"))
    compressed("6", "compressed and not in turn", (squeezed("one") + text("two") + squeezed(b"3", BINARY) + binary(b"4")) * 5,
               echo(*["one", "two", b"3", b"4"] * 5))
    for flags in ("server_no_context_takeover", "client_no_context_takeover",
                  "server_no_context_takeover; client_no_context_takeover"):
        compressed("7.1.1", f"three messages with {flags}", squeezed(words[0]) * 3, echo(*words[:3]), offer=f"{OFFER}; {flags}")
    compressed("7.1.1.2", "the window of the last message after client_no_context_takeover was agreed on", coded(HELLO),
               echo("Hello"), coded(AGAIN), end=fails(*BROKEN), offer=f"{OFFER}; client_no_context_takeover")


def add_windows():
    far = "".join(random_text(700 << at, f"far {at}") * 2 for at in range(6))
    for bits in range(9, 16):
        compressed("7.1.2.1", f"server_max_window_bits={bits}", text(far) * 2, echo(far, far),
                   offer=f"{OFFER}; server_max_window_bits={bits}")
        deflater = Deflater(bits=bits)
        compressed("7.1.2.2", f"client_max_window_bits={bits}", coded(deflater(far)) + coded(deflater(far)), echo(far, far),
                   offer=f"{OFFER}; client_max_window_bits={bits}")
    deflater = Deflater(keeps=False, bits=9)
    compressed("7.1.2", "the least of everything", *(step for _ in range(3) for step in (coded(deflater(far)), echo(far))),
               offer=f"{OFFER}; server_max_window_bits=9; client_max_window_bits=9; server_no_context_takeover; "
                     "client_no_context_takeover")


def add_wrong_bits():
    data = deflated("Hello")
    for fin in (True, False):
        compressed("6.1", f"RSV1 on a continuation, FIN {fin:d}", coded(data[:3], fin=False) + coded(data[3:], 0, fin=fin),
                   end=fails(1002))
        compressed("6.1", f"RSV1 on a continuation of an uncompressed message, FIN {fin:d}",
                   text("a", fin=False) + coded(data, 0, fin=fin), end=fails(1002))
    for make in (ping, pong, close):
        for rsv in (RSV1, RSV2, RSV3):
            compressed("6.1", f"RSV {rsv:03b} on a {make.__name__}", make(rsv=rsv), end=fails(1002))
    for rsv in (RSV2, RSV3, RSV1 | RSV2, RSV1 | RSV3, 7):
        compressed("6", f"RSV {rsv:03b} on a text", frame(TEXT, data, rsv=rsv), end=fails(1002))
    for opcode in (3, 7, 11, 15):
        compressed("6", f"RSV1 on opcode {opcode}", coded(data, opcode), end=fails(1002))
    compressed("5", "RSV1 after the offer was declined", coded(data), end=fails(1002), offer=f"{OFFER}; unknown")
    compressed("6", "an unmasked compressed text", coded(data, mask=None), end=fails(1002))


def add_broken():
    deflater = Deflater()
    words = random_text(100, "back")
    deflater(words)
    back = deflater(words)
    for name, data in (("a block of type 3", b"\x06"), ("a final block of type 3", b"\x07"),
                       ("a wrong length of a stored block", b"\0\5\0\0\0Hello\0"), ("too many code lengths", b"\xfc\xff\xff"),
                       ("a length symbol that does not exist", b"\x1a\x03"),
                       ("a distance symbol that does not exist", b"\x02\x1e"), ("what is not compressed", b"Hello"),
                       ("a reference to before the first message", back),
                       ("an end within a stored block", b"\0\x0a\0\xf5\xffabc")):
        compressed("7.2.2", name, coded(data), end=fails(*BROKEN))
        compressed("7.2.2", f"{name} in binary fragments", fragments(BINARY, bytes_of(data), RSV1), end=fails(*BROKEN))
        compressed("7.2.2", f"{name} behind a message", squeezed("a"), echo("a"), coded(data) if data != back else coded(b"\7"),
                   end=fails(*BROKEN))


def add_text():
    for name, data in (*INVALID.items(), *CUT.items()):
        compressed("6.2", f"{name} is not UTF-8", squeezed(data), end=fails(1007))
        compressed("6.2", f"{name} is not UTF-8 in fragments", fragments(TEXT, in_pieces(deflated(b"x" + data), 2), RSV1),
                   end=fails(1007))
    for name, data in INVALID.items():
        compressed("6.2", f"{name} is allowed in binary", squeezed(data, BINARY), echo(data))
    compressed("6.2", "a compressed close", coded(close(1000)[6:], 8), end=fails(1002))
    compressed("6.2", "a close with compression agreed on", squeezed("a"), echo("a"), close(1000), end=closes(1000))


def add_bombs():
    over = deflated(b"x" * (LIMIT + 1))
    bomb = deflated(bytes(64 * LIMIT), level=9)
    for name, data in (("one byte too many", over), ("64 times the limit", bomb)):
        compressed("8", f"{name} when decompressed", coded(data, BINARY), end=fails(1009))
        compressed("8", f"{name} in fragments", fragments(BINARY, in_pieces(data, 100), RSV1), end=fails(1009))
        compressed("8", f"{name} in a first fragment", coded(data, BINARY, fin=False) + continuation(), end=fails(1009))
    twice = deflated(b"x" * (LIMIT // 2))
    compressed("8", "two messages that are too large together", coded(twice) * 2, echo(*["x" * (LIMIT // 2)] * 2))
    compressed("8", "a compressed frame that claims 2^62 bytes", coded(b"", length=1 << 62), end=fails(1009))
    compressed("8", "a compressed continuation that claims 2^62 bytes",
               coded(over[:10], fin=False) + continuation(length=1 << 62), end=fails(1009))


for add in (add_examples, add_messages, add_fragments, add_context, add_windows, add_wrong_bits, add_broken, add_text, add_bombs):
    add()
