"""An OpenTelemetry collector for tests: takes what is sent by OTLP/HTTP and reads the spans, protobuf by hand."""
import http.server
import struct
import threading

from harness import wait_until


def varint(data, at):
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 0x7f) << shift
        shift += 7
        if not byte & 0x80:
            return number, at


def fields(data):
    """Each field of a message: its number, and an int or bytes."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        else:
            size, at = {1: (8, at), 5: (4, at)}.get(tag & 7) or varint(data, at)
            if at + size > len(data):
                raise ValueError("a field is longer than its message")
            value, at = data[at:at + size], at + size
        yield tag >> 3, value


def all_of(data, number):
    return [value for found, value in fields(data) if found == number]


def value_of(data):
    [(kind, value)] = fields(data)
    if kind == 4:
        return struct.unpack("<d", value)[0]
    if kind == 3:
        return value - (1 << 64) if value >> 63 else value
    return {1: lambda: value.decode(), 2: lambda: bool(value)}[kind]()


def attributes(messages):
    pairs = [dict(fields(message)) for message in messages]
    return {pair[1].decode(): value_of(pair[2]) for pair in pairs}


class Span:
    def __init__(self, data, resource):
        found = dict(fields(data))
        self.resource = resource
        self.trace, self.id, self.parent = found[1].hex(), found[2].hex(), found.get(4, b"").hex()
        self.state = found.get(3, b"").decode()
        self.name = found[5].decode()
        self.kind = {1: "internal", 2: "server", 3: "client"}[found[6]]
        self.begin, self.end = (struct.unpack("<Q", found[number])[0] for number in (7, 8))
        self.attributes = attributes(all_of(data, 9))
        self.dropped_attributes = found.get(10, 0)
        status = dict(fields(found.get(15, b"")))
        self.failed, self.message = status.get(3) == 2, status.get(2, b"").decode()
        self.remote_parent = bool(struct.unpack("<I", found[16])[0] & 0x200)

    def __repr__(self):
        return f"<{self.kind} {self.name} {self.id} of {self.parent or '-'} {self.attributes}>"


def spans_of(body):
    found = []
    for resource_spans in all_of(body, 1):
        resource = attributes(all_of(all_of(resource_spans, 1)[0], 1))
        for scope_spans in all_of(resource_spans, 2):
            found += [Span(data, resource) for data in all_of(scope_spans, 2)]
    return found


class Collector:
    """Runs until close(). `status` is what it answers, once `open` is set; `requests` has the fields of each request."""

    def __init__(self, port=0):
        self.spans = []
        self.requests = []
        self.paths = []
        self.status = 200
        self.open = threading.Event()
        self.open.set()
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.paths.append(self.path)
                collector.requests.append(self.headers)
                collector.open.wait()
                if collector.status == 200:
                    collector.spans += spans_of(body)
                self.answer()

            def answer(self):
                try:
                    self.send_response(collector.status)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                except OSError:
                    pass  # who has asked did not wait

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    def close(self):
        self.open.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def all(self, **wanted):
        return [span for span in self.spans if all(getattr(span, key) == value for key, value in wanted.items())]

    def wait(self, count=1, **wanted):
        """So many spans with these properties, no more."""
        wait_until(lambda: len(self.all(**wanted)) >= count, lambda: f"{count} x {wanted} in {self.spans}")
        found = self.all(**wanted)
        if len(found) != count:
            raise AssertionError(f"{len(found)} instead of {count} x {wanted}: {found}")
        return found

    def one(self, **wanted):
        return self.wait(1, **wanted)[0]
