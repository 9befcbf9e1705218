"""A client of HTTP/1.1 that sees each byte.

A Client is one connection that reads answers strictly, so that a byte too many fails the test.
"""
import re
import select
import socket
import time

from harness import TIMEOUT_S, Timeout

# Between two calls of look() while an answer is waited for.
LOOK_S = 0.5


class Response:
    def __init__(self, version, status, reason, fields, body=b"", trailers=()):
        self.version = version
        self.status = status
        self.reason = reason
        self.fields = fields
        self.body = body
        self.trailers = list(trailers)

    def all(self, name):
        return [value for key, value in self.fields if key.lower() == name.lower()]

    def get(self, name, default=None):
        return next(iter(self.all(name)), default)

    @property
    def text(self):
        return self.body.decode()

    def __repr__(self):
        return f"<{self.status} {self.reason} {self.body[:200]!r}>"


class Closed(AssertionError):
    """The connection ended where an answer was due."""


class Client:
    """One connection. Reads strictly: anything that is not well-formed HTTP/1.1 raises."""

    def __init__(self, address, patience_s=TIMEOUT_S, receive_buffer=0, look=None):
        """look() is called now and then while an answer is waited for, and may raise."""
        family = socket.AF_UNIX if isinstance(address, str) else \
            socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(patience_s)
        try:
            self.socket.connect(address)
        except OSError:
            self.socket.close()
            raise
        if family != socket.AF_UNIX:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.unread = b""
        self.ended = False
        self.look = look

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def reset(self):
        """Closes with a reset instead of an end of stream."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.socket.close()

    # --- sending

    def send(self, *pieces):
        """Sends pieces, each by a call of its own. A peer that has closed already is no failure: what it said is
        there to be read."""
        try:
            for piece in pieces:
                self.socket.sendall(piece.encode() if isinstance(piece, str) else piece)
        except (BrokenPipeError, ConnectionResetError):
            pass
        return self

    def end_of_sending(self):
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        return self

    def ask(self, method="GET", path="/", fields=(), body=b"", version="1.1"):
        self.send(request(method, path, fields, body, version))
        return self.response(method)

    # --- receiving

    def receive(self):
        """True when bytes arrived."""
        if self.ended:
            return False
        try:
            data = self.wait_for_bytes()
        except ConnectionResetError:
            data = b""
        except socket.timeout:
            raise Timeout(f"no answer; so far: {self.unread[:300]!r}") from None
        self.unread += data
        self.ended = not data
        return bool(data)

    def wait_for_bytes(self):
        patience_s = self.socket.gettimeout()
        if self.look is None or not patience_s:
            return self.socket.recv(1 << 16)
        deadline = time.monotonic() + patience_s
        self.socket.settimeout(min(LOOK_S, patience_s))
        try:
            while True:
                try:
                    return self.socket.recv(1 << 16)
                except socket.timeout:
                    self.look()
                    if time.monotonic() >= deadline:
                        raise
        finally:
            self.socket.settimeout(patience_s)

    def line(self):
        while b"\r\n" not in self.unread:
            if not self.receive():
                raise Closed(f"closed within a line: {self.unread[:300]!r}")
        line, self.unread = self.unread.split(b"\r\n", 1)
        return line

    def exactly(self, size):
        pieces = []
        while size > 0:
            if not self.unread and not self.receive():
                raise Closed(f"closed with {size} bytes to come")
            pieces.append(self.unread[:size])
            size -= len(pieces[-1])
            self.unread = self.unread[len(pieces[-1]):]
        return b"".join(pieces)

    def fields(self):
        fields = []
        while line := self.line():
            match = re.fullmatch(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([^\0\r\n]*)", line)
            if not match:
                raise AssertionError(f"malformed field line {line!r}")
            fields.append((match[1].decode(), match[2].decode("latin-1")))
        return fields

    def head(self):
        line = self.line()
        match = re.fullmatch(rb"HTTP/(1\.[01]) ([1-9]\d\d) ([^\0\r\n]*)", line)
        if not match:
            raise AssertionError(f"malformed status line {line!r}")
        return Response(match[1].decode(), int(match[2]), match[3].decode("latin-1"), self.fields())

    def chunk(self):
        """The next chunk of a chunked body, b"" for the last."""
        size = self.line()
        if not re.fullmatch(rb"[0-9a-fA-F]{1,16}", size):
            raise AssertionError(f"malformed chunk size {size!r}")
        data = self.exactly(int(size, 16))
        if data and self.exactly(2) != b"\r\n":
            raise AssertionError("no CRLF behind a chunk")
        return data

    def body(self, head, method="GET"):
        if method == "HEAD" or head.status < 200 or head.status in (204, 304):
            return head
        if head.get("Transfer-Encoding") is not None:
            if head.all("Transfer-Encoding") != ["chunked"] or head.all("Content-Length"):
                raise AssertionError(f"contradictory framing {head.fields}")
            pieces = []
            while piece := self.chunk():
                pieces.append(piece)
            head.body = b"".join(pieces)
            head.trailers = self.fields()
        elif head.get("Content-Length") is not None:
            if len(head.all("Content-Length")) != 1:
                raise AssertionError(f"several Content-Lengths {head.fields}")
            head.body = self.exactly(int(head.get("Content-Length")))
        else:
            head.body = self.rest()
        return head

    def response(self, method="GET"):
        return self.body(self.head(), method)

    def rest(self):
        """Everything up to the end of the stream."""
        pieces = [self.unread]
        self.unread = b""
        while self.receive():
            pieces.append(self.unread)
            self.unread = b""
        return b"".join(pieces)

    def responses(self):
        """Every answer until the peer closes."""
        answers = []
        while self.unread or self.receive():
            answers.append(self.response())
        return answers

    def expect_closed(self):
        """The peer closes and says nothing more."""
        rest = self.rest()
        if rest:
            raise AssertionError(f"more was said: {rest[:300]!r}")

    def quiet(self):
        """True when nothing has arrived so far."""
        return not self.unread and not select.select([self.socket], [], [], 0)[0]


def request(method="GET", path="/", fields=(), body=b"", version="1.1"):
    """The bytes of a well-formed request."""
    body = body.encode() if isinstance(body, str) else body
    fields = list(fields.items()) if isinstance(fields, dict) else list(fields)
    names = {name.lower() for name, _ in fields}
    if "host" not in names:
        fields.insert(0, ("Host", "test.example"))
    if body and not names & {"content-length", "transfer-encoding"}:
        fields.append(("Content-Length", len(body)))
    lines = [f"{method} {path} HTTP/{version}", *(f"{name}: {value}" for name, value in fields)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body
