"""Servers with a gate: HTTP(S), FTP, DNS, and a proxy before another server. Each runs on threads of the test until close()."""
import http.server
import socket
import socketserver
import ssl
import threading
import unittest
import urllib.parse

from harness import TIMEOUT_S, Timeout


class Gate:
    """Holds everyone until it is opened; then it is shut again."""

    def __init__(self):
        self.lock = threading.Condition()
        self.waiting = 0
        self.round = 0

    def wait(self):
        with self.lock:
            self.waiting += 1
            this = self.round
            if not self.lock.wait_for(lambda: self.round != this, TIMEOUT_S):
                raise Timeout("nobody opened the gate")

    def open(self):
        with self.lock:
            self.waiting = 0
            self.round += 1
            self.lock.notify_all()


SOAP = """<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>
<r:passResponse xmlns:r="urn:tern" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">
<return i:type="r:answer">answer %s</return></r:passResponse></e:Body></e:Envelope>"""


class Pages(http.server.BaseHTTPRequestHandler):
    """/wait/N answers when the gate is opened, /waiting tells how many wait, /open opens it."""

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path
        gate = self.server.gate
        if path == "/waiting":
            return self.answer(str(gate.waiting))
        if path == "/open":
            gate.open()
            return self.answer("open")
        gate.wait()
        return self.answer("answer " + path.rsplit("/", 1)[1])

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.gate.wait()
        number = body.decode().split("<number", 1)[1].split(">", 1)[1].split("<", 1)[0]
        self.answer(SOAP % number, "text/xml")

    def answer(self, text, kind="text/plain"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


class Listener:
    """A server of Python's on a thread."""

    def __init__(self, server):
        self.server = server
        self.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class WebServer(http.server.ThreadingHTTPServer):
    request_queue_size = 128
    tls = None

    def finish_request(self, request, client_address):
        if self.tls:
            request = self.tls.wrap_socket(request, server_side=True)
        super().finish_request(request, client_address)
        if self.tls:
            request.close()

    def handle_error(self, request, client_address):
        """Clients that are cancelled go away."""


def web(gate, certificate=None):
    server = WebServer(("127.0.0.1", 0), Pages)
    server.gate = gate
    if certificate:
        server.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.tls.load_cert_chain(certificate)
    return Listener(server)


class Hold(socketserver.BaseRequestHandler):
    """One connection to another server; what asks for a key named gate... waits at the gate first."""

    def handle(self):
        with socket.create_connection(("127.0.0.1", self.server.behind)) as server:
            threading.Thread(target=self.copy, args=(server, self.request), daemon=True).start()
            self.copy(self.request, server, self.server.gate)

    def copy(self, source, target, gate=None):
        try:
            while data := source.recv(1 << 16):
                if gate and data.startswith(b"get gate"):
                    gate.wait()
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


class TcpServer(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """Clients that are cancelled go away."""


class FtpSession(socketserver.StreamRequestHandler):
    """Everybody may log in and fetch files N: their data wait at the gate."""
    ANSWERS = {"USER": "331 and the password", "PASS": "230 welcome", "TYPE": "200 as you like", "SIZE": "213 9"}

    def handle(self):
        self.say("220 ready")
        with socket.create_server(("127.0.0.1", 0)) as self.listening:
            while line := self.rfile.readline().decode().split():
                if line[0] == "QUIT":
                    return self.say("221 bye")
                getattr(self, line[0], self.other)(*line)

    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())

    def other(self, command, *_):
        self.say(self.ANSWERS.get(command, "502 unknown"))

    def EPSV(self, *_):
        self.say(f"229 here (|||{self.listening.getsockname()[1]}|)")

    def PASV(self, *_):
        self.say("227 here (127,0,0,1,%d,%d)" % divmod(self.listening.getsockname()[1], 256))

    def RETR(self, _, path):
        data, _ = self.listening.accept()
        with data:
            self.say("150 coming")
            self.server.gate.wait()
            data.sendall(b"answer " + path.strip("/").encode())
        self.say("226 done")


class NameQuery(socketserver.BaseRequestHandler):
    """N.tern.test has the address 127.0.0.N and the text "answer N", once the gate is open."""

    def handle(self):
        query, socket_ = self.request
        end = query.index(b"\0", 12) + 5
        number = query[13:13 + query[12]]
        kind = query[end - 3]
        text = b"answer " + number
        data = bytes([127, 0, 0, int(number)]) if kind == 1 else bytes([len(text)]) + text
        self.server.gate.wait()
        head = query[:2] + b"\x81\x80\0\x01\0\x01\0\0\0\0"
        record = b"\xc0\x0c\0" + bytes([kind]) + b"\0\x01\0\0\0\0" + len(data).to_bytes(2, "big")
        socket_.sendto(head + query[12:end] + record + data, self.client_address)


class NameServer(socketserver.ThreadingUDPServer):
    daemon_threads = True


def gated(kind, handler, gate, address=("127.0.0.1", 0)):
    server = kind(address, handler)
    server.gate = gate
    return Listener(server)


def ftp(gate):
    return gated(TcpServer, FtpSession, gate)


def dns(gate):
    """On port 53, the only one that the system's resolver asks, of an address where nobody has it yet."""
    for last in range(1, 255):
        try:
            return gated(NameServer, NameQuery, gate, (f"127.77.53.{last}", 53))
        except PermissionError as error:
            raise unittest.SkipTest(f"port 53: {error}") from None
        except OSError:
            continue
    raise unittest.SkipTest("port 53 is taken everywhere")


def hold_at(gate, behind):
    """A proxy before the server at the port `behind`."""
    listener = gated(TcpServer, Hold, gate)
    listener.server.behind = behind
    return listener
