"""HPACK (RFC 7541) by hand: an encoder that writes what it is told, wrong as it may be, and a decoder that refuses
whatever is not right."""


class HpackError(AssertionError):
    pass


# Appendix A; ~ is a space.
STATIC = [tuple(one.replace("~", " ").split("=")) for one in """
:authority= :method=GET :method=POST :path=/ :path=/index.html :scheme=http :scheme=https :status=200 :status=204
:status=206 :status=304 :status=400 :status=404 :status=500 accept-charset= accept-encoding=gzip,~deflate
accept-language= accept-ranges= accept= access-control-allow-origin= age= allow= authorization= cache-control=
content-disposition= content-encoding= content-language= content-length= content-location= content-range=
content-type= cookie= date= etag= expect= expires= from= host= if-match= if-modified-since= if-none-match= if-range=
if-unmodified-since= last-modified= link= location= max-forwards= proxy-authenticate= proxy-authorization= range=
referer= refresh= retry-after= server= set-cookie= strict-transport-security= transfer-encoding= user-agent= vary=
via= www-authenticate=""".split()]

# The code of Appendix B is canonical: its lengths, for 0 to 255 and the end of the string, are all of it.
LENGTHS = [int(one) for one in """
13 23 28 28 28 28 28 28 28 24 30 28 28 30 28 28 28 28 28 28 28 28 30 28 28 28 28 28 28 28 28 28 6 10 10 12 13 6 8 11 10 10 8
11 8 6 6 6 5 5 5 6 6 6 6 6 6 6 7 8 15 6 12 10 13 6 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 8 7 8 13 19 13 14 6 15 5 6 5 6
5 6 6 6 5 7 7 6 6 6 5 6 7 6 5 5 6 7 7 7 7 7 15 11 14 13 28 20 22 20 20 22 22 22 23 22 23 23 23 23 23 24 23 24 24 22 23 24 23
23 23 23 21 22 23 22 23 23 24 22 21 20 22 22 23 23 21 23 22 22 24 21 22 23 23 21 21 22 21 23 22 23 23 20 22 22 22 23 22 22 23
26 26 20 19 22 23 22 25 26 26 26 27 27 26 24 25 19 21 26 27 27 26 27 24 21 21 26 26 28 27 27 27 20 24 20 21 22 21 21 23 22 22
25 25 24 24 26 23 26 27 26 26 27 27 27 27 27 28 27 27 27 27 27 26 30""".split()]
END_OF_STRING = 256


def canonical_codes(lengths):
    codes, code, before = {}, 0, 0
    for symbol in sorted(range(len(lengths)), key=lambda one: (lengths[one], one)):
        code <<= lengths[symbol] - before
        before = lengths[symbol]
        codes[symbol] = f"{code:0{before}b}"
        code += 1
    return codes


CODES = canonical_codes(LENGTHS)
SYMBOLS = {code: symbol for symbol, code in CODES.items()}


# --- writing

def data_of(text):
    return text.encode("latin-1") if isinstance(text, str) else text


def integer(value, bits, first=0):
    """5.1: `bits` of the first byte belong to the number, the others are those of `first`."""
    limit = (1 << bits) - 1
    if value < limit:
        return bytes([first | value])
    out = [first | limit]
    value -= limit
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def bits_of(text):
    """5.2, without the padding."""
    return "".join(CODES[one] for one in data_of(text))


def packed(bits, padding="1"):
    """A string literal of these bits, filled up to a byte with `padding`."""
    bits += padding * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return integer(len(data), 7, 0x80) + data


def string(text, huffman=False):
    return packed(bits_of(text)) if huffman else integer(len(data_of(text)), 7) + data_of(text)


def indexed(index):
    return integer(index, 7, 0x80)


def literal(name, value, huffman=False):
    """Without indexing; a number as `name` is an index."""
    head = integer(name, 4) if isinstance(name, int) else b"\0" + string(name, huffman)
    return head + string(value, huffman)


def never_indexed(name, value):
    head = integer(name, 4, 0x10) if isinstance(name, int) else b"\x10" + string(name)
    return head + string(value)


def remembered(name, value, huffman=False):
    """With incremental indexing."""
    head = integer(name, 6, 0x40) if isinstance(name, int) else b"\x40" + string(name, huffman)
    return head + string(value, huffman)


def table_size(size):
    return integer(size, 5, 0x20)


# --- reading

class Decoder:
    """4.2: `size` is what we announced as SETTINGS_HEADER_TABLE_SIZE."""

    def __init__(self, size=4096):
        self.limit = size
        self.size = size
        self.entries = []

    def used(self):
        return sum(len(name) + len(value) + 32 for name, value in self.entries)

    def remember(self, field):
        self.entries.insert(0, field)
        self.evict()

    def evict(self):
        while self.used() > self.size:
            self.entries.pop()

    def entry(self, index):
        if 1 <= index <= len(STATIC):
            return STATIC[index - 1]
        if len(STATIC) < index <= len(STATIC) + len(self.entries):
            return self.entries[index - len(STATIC) - 1]
        raise HpackError(f"no entry {index}")

    def decode(self, block):
        block = Block(block)
        fields = []
        while block.left():
            first = block.peek()
            if first & 0x80:
                fields.append(self.entry(block.integer(7)))
            elif first & 0x40:
                fields.append(self.field(block, 6))
                self.remember(fields[-1])
            elif first & 0x20:
                self.resize(block.integer(5), fields)
            else:
                fields.append(self.field(block, 4))
        return fields

    def resize(self, size, fields):
        if fields or size > self.limit:
            raise HpackError(f"a table of {size} behind {len(fields)} fields")
        self.size = size
        self.evict()

    def field(self, block, bits):
        index = block.integer(bits)
        name = self.entry(index)[0] if index else block.string()
        return name, block.string()


class Block:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def left(self):
        return len(self.data) - self.at

    def peek(self):
        return self.data[self.at]

    def take(self, size):
        if size > self.left():
            raise HpackError(f"{size} bytes wanted of {self.left()}")
        self.at += size
        return self.data[self.at - size:self.at]

    def integer(self, bits):
        limit = (1 << bits) - 1
        value = self.take(1)[0] & limit
        if value < limit:
            return value
        for shift in range(0, 35, 7):
            byte = self.take(1)[0]
            value += (byte & 127) << shift
            if byte < 128:
                return value
        raise HpackError("a number without an end")

    def string(self):
        huffman = self.left() and self.peek() & 0x80
        data = self.take(self.integer(7))
        return (unpacked(data) if huffman else data).decode("latin-1")


def unpacked(data):
    out, code = [], ""
    for bit in "".join(f"{byte:08b}" for byte in data):
        code += bit
        if code in SYMBOLS:
            if SYMBOLS[code] == END_OF_STRING:
                raise HpackError("the end of a string within it")
            out.append(SYMBOLS[code])
            code = ""
    if len(code) > 7 or "0" in code:
        raise HpackError(f"padding {code!r}")
    return bytes(out)
