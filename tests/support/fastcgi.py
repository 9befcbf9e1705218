"""A client of FastCGI 1.0 that sees each record: what a web server is to php-fpm and Tern."""
import select
import socket
import struct

from harness import TIMEOUT_S

BEGIN_REQUEST, ABORT_REQUEST, END_REQUEST, PARAMS, STDIN, STDOUT, STDERR, DATA, GET_VALUES, GET_VALUES_RESULT, UNKNOWN_TYPE = range(1, 12)
RESPONDER, AUTHORIZER, FILTER = range(1, 4)
MOST = 65535


def record(kind, number, content=b"", padding=0):
    return struct.pack("!BBHHBx", 1, kind, number, len(content), padding) + content + bytes(padding)


def length(size):
    return bytes([size]) if size < 128 else struct.pack("!I", size | 1 << 31)


def pairs(values):
    text = b""
    for name, value in values:
        name, value = name.encode(), value if isinstance(value, bytes) else value.encode()
        text += length(len(name)) + length(len(value)) + name + value
    return text


def unpack_pairs(text):
    def take():
        nonlocal text
        size = 4 if text[0] & 128 else 1
        value = int.from_bytes(text[:size], "big") & (0x7FFFFFFF if size == 4 else 127)
        text = text[size:]
        return value
    found = {}
    while text:
        name, value = take(), take()
        found[text[:name].decode()] = text[name:name + value].decode()
        text = text[name + value:]
    return found


def stream(kind, number, content):
    """A whole stream: its records, and the empty one that ends it."""
    pieces = [content[at:at + MOST] for at in range(0, len(content), MOST)]
    return b"".join(record(kind, number, piece) for piece in [*pieces, b""])


def begin(number=1, keeps=True, role=RESPONDER):
    return record(BEGIN_REQUEST, number, struct.pack("!HB5x", role, keeps))


def request(parameters, body=b"", number=1, keeps=True, role=RESPONDER):
    """`parameters`: pairs in their order, or a dict."""
    given = parameters.items() if isinstance(parameters, dict) else parameters
    return begin(number, keeps, role) + stream(PARAMS, number, pairs(given)) + stream(STDIN, number, body)


class Reply:
    """What came for one request."""

    def __init__(self):
        self.output = b""
        self.error = b""
        self.number = self.application_status = self.protocol_status = None

    @property
    def parts(self):
        """The head, which may be empty, and the body."""
        return (b"\r\n" + self.output).split(b"\r\n\r\n", 1)

    @property
    def lines(self):
        """Those of the head."""
        return self.parts[0].decode("latin-1").split("\r\n")[1:]

    @property
    def body(self):
        return self.parts[1]

    @property
    def text(self):
        return self.body.decode()

    @property
    def status(self):
        return int(self.get("Status", "200").split(" ")[0])

    def get(self, name, default=None):
        found = [line.split(":", 1)[1].strip() for line in self.lines if line.lower().startswith(name.lower() + ":")]
        return found[0] if found else default

    def __repr__(self):
        return f"<{self.output[:300]!r} {self.error[:300]!r}>"


class Client:
    """One connection."""

    def __init__(self, address, patience_s=TIMEOUT_S):
        self.socket = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
        self.socket.settimeout(patience_s)
        self.socket.connect(address)
        self.replies = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def receive(self, size):
        data = b""
        while len(data) < size:
            some = self.socket.recv(size - len(data))
            if not some:
                raise EOFError(f"the connection ended after {data!r}")
            data += some
        return data

    def record(self):
        """The next one: its kind, its request and its content."""
        version, kind, number, size, padding = struct.unpack("!BBHHBx", self.receive(8))
        if version != 1:
            raise AssertionError(f"a record of version {version}")
        content = self.receive(size)
        self.receive(padding)
        return kind, number, content

    def take(self):
        """Receives a record. Returns the reply that it ends, if it does."""
        kind, number, content = self.record()
        reply = self.replies.setdefault(number, Reply())
        if kind == STDOUT:
            reply.output += content
        elif kind == STDERR:
            reply.error += content
        elif kind == END_REQUEST:
            reply.application_status, reply.protocol_status = struct.unpack("!IB3x", content)
            reply.number = number
            return self.replies.pop(number)
        else:
            raise AssertionError(f"a record of kind {kind}")
        return None

    def reply(self):
        """The next one that is complete."""
        while True:
            found = self.take()
            if found is not None:
                return found

    def ask(self, parameters, body=b"", **more):
        self.send(request(parameters, body, **more))
        return self.reply()

    def values(self, *names):
        self.send(record(GET_VALUES, 0, pairs((name, "") for name in names)))
        kind, number, content = self.record()
        if (kind, number) != (GET_VALUES_RESULT, 0):
            raise AssertionError(f"a record of kind {kind}")
        return unpack_pairs(content)

    def expect_closed(self):
        rest = self.socket.recv(1)
        if rest:
            raise AssertionError(f"{rest!r} where the connection had to end")

    def quiet(self):
        """Whether nothing can be received now."""
        return not select.select([self.socket], [], [], 0)[0]


def ask(address, parameters, body=b"", **more):
    """One request on a connection of its own, which ends with it."""
    with Client(address) as client:
        reply = client.ask(parameters, body, keeps=False, **more)
        client.expect_closed()
        return reply
