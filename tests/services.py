"""Real servers for the clients of PHP: MariaDB, PostgreSQL, Redis, memcached, and an HTTP(S) server with a gate.

Each runs on a free port of 127.0.0.1 in a temporary folder of its own and ends with close(). The programs and the
extensions that this machine does not have come from scripts/clients, which unpacks them.
"""
import http.server
import os
import pathlib
import shutil
import signal
import socket
import socketserver
import ssl
import subprocess
import tempfile
import threading
import unittest
import urllib.parse

from harness import PATIENCE_S, PHP, Timeout, free_port, wait_until

ROOT = pathlib.Path(__file__).resolve().parent.parent
NEEDS = {"mysqli": ["mysqlnd"], "pdo_mysql": ["pdo", "mysqlnd"], "pdo_pgsql": ["pdo"], "redis": ["igbinary"],
         "memcached": ["igbinary", "msgpack"]}


class Packages:
    """What scripts/clients prints the folder of."""

    def __init__(self):
        found = subprocess.run([ROOT / "scripts/clients"], capture_output=True, text=True, check=False)
        if found.returncode != 0:
            raise unittest.SkipTest(found.stderr.strip().splitlines()[-1])
        self.folder = pathlib.Path(found.stdout.strip())
        config = os.environ.get("PHP_CONFIG", "php-config")
        self.extensions = subprocess.run([config, "--extension-dir"], capture_output=True, text=True,
                                         check=True).stdout.strip()

    def environment(self):
        """So that libraries beside the programs are found."""
        libraries = [str(path) for path in (self.folder / "usr/lib").glob("*-linux-*")]
        return dict(os.environ, LD_LIBRARY_PATH=":".join([*libraries, os.environ.get("LD_LIBRARY_PATH", "")]).strip(":"))

    def find(self, pattern):
        """A file of the system or of the unpacked packages, the system's first."""
        for root in (pathlib.Path("/"), self.folder):
            for path in sorted(root.glob(pattern.lstrip("/"))):
                return path
        raise unittest.SkipTest(f"there is no {pattern}")

    def php(self, *names):
        """The options that load these extensions and what they need."""
        wanted = list(dict.fromkeys(one for name in names for one in (*NEEDS.get(name, ()), name)))
        paths = [self.find(f"{self.extensions}/{name}.so") for name in wanted]
        return [word for path in paths for word in ("-d", f"extension={path}")]


class Service:
    """A program that runs until close()."""

    def __init__(self, packages, user=None):
        self.packages = packages
        self.user = user
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-service-"))
        self.port = free_port()
        self.process = None
        self.again = None
        if user:
            shutil.chown(self.folder, user)

    def run(self, *command):
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, user=self.user,
                       cwd=self.folder, env=self.packages.environment())

    def start(self, *command, answers, **more):
        """Until answers(socket) is true for a new connection."""
        self.again = lambda: self.start(*command, answers=answers, **more)
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, user=self.user,
                                            cwd=self.folder, env=self.packages.environment(), **more)
        try:
            wait_until(lambda: self.try_it(answers), lambda: f"{command[0]}: {(self.folder / 'log').read_text()}")
        except BaseException:
            self.close()
            raise
        return self

    def try_it(self, answers):
        if self.process.poll() is not None:
            raise AssertionError((self.folder / "log").read_text())
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as client:
                return answers(client)
        except OSError:
            return False

    def stop(self, how=signal.SIGTERM):
        """Until again()."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def maria_db(packages):
    """A MariaDB without accounts: whoever comes is root."""
    service = Service(packages)
    (service.folder / "data/test").mkdir(parents=True)
    return service.start(
        packages.find("usr/sbin/mariadbd"), "--no-defaults", f"--datadir={service.folder}/data", "--user=root",
        f"--socket={service.folder}/socket", "--bind-address=127.0.0.1", f"--port={service.port}", "--skip-grant-tables",
        "--skip-networking=0", "--skip-name-resolve", "--max-connections=500", "--innodb-log-file-size=4M",
        f"--lc-messages-dir={packages.find('usr/share/mysql/english').parent}", "--innodb-buffer-pool-size=16M",
        f"--character-sets-dir={packages.find('usr/share/mysql/charsets')}", answers=lambda client: client.recv(1))


def postgres(packages):
    """A PostgreSQL, which refuses to run as root."""
    service = Service(packages, user="nobody" if os.geteuid() == 0 else None)
    folder = packages.find("usr/lib/postgresql/*/bin/initdb").parent
    try:
        service.run(folder / "initdb", "-D", service.folder / "data", "-U", "tern", "-A", "trust", "--no-sync",
                    "--no-instructions", "-E", "UTF8", "--locale=C")
    except PermissionError:
        service.close()
        raise unittest.SkipTest(f"{service.user} may not run what is below {folder}") from None
    ssl_request = b"\0\0\0\x08\x04\xd2\x16\x2f"
    return service.start(folder / "postgres", "-D", service.folder / "data", "-h", "127.0.0.1", "-p", str(service.port),
                         "-k", service.folder, "-F", answers=lambda client: client.send(ssl_request) and client.recv(1))


def redis(packages):
    """The program is the one that checks dumps, by another name."""
    service = Service(packages)
    return service.start("redis-server", "--port", str(service.port), "--bind", "127.0.0.1", "--save", "",
                         executable=packages.find("usr/bin/redis-check-rdb"),
                         answers=lambda client: client.send(b"PING\r\n") and client.recv(1))


def memcached(packages):
    service = Service(packages)
    return service.start(packages.find("usr/bin/memcached"), "-l", "127.0.0.1", "-p", str(service.port), "-u", "root",
                         answers=lambda client: client.send(b"version\r\n") and client.recv(1))


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
            if not self.lock.wait_for(lambda: self.round != this, PATIENCE_S):
                raise Timeout("nobody opened the gate")

    def open(self):
        with self.lock:
            self.waiting = 0
            self.round += 1
            self.lock.notify_all()


SOAP = """<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>
<r:passResponse xmlns:r="urn:tern"><return>answer %s</return></r:passResponse></e:Body></e:Envelope>"""


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


class Proxy(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 128


def hold_at(gate, behind):
    """A proxy before the server at the port `behind`."""
    server = Proxy(("127.0.0.1", 0), Hold)
    server.gate = gate
    server.behind = behind
    return Listener(server)


CERTIFICATE = r"""
file_put_contents($argv[1] . '.cnf', "[req]\ndistinguished_name=name\n[name]\n[ours]\nsubjectAltName=DNS:localhost\n"
    . "basicConstraints=CA:TRUE\n");
$options = ['config' => $argv[1] . '.cnf', 'x509_extensions' => 'ours', 'digest_alg' => 'sha256',
    'private_key_bits' => 2048, 'private_key_type' => OPENSSL_KEYTYPE_EC,
    'curve_name' => 'prime256v1'];
$key = openssl_pkey_new($options);
$signed = openssl_csr_sign(openssl_csr_new(['commonName' => 'localhost'], $key, $options), null, $key, 2, $options);
openssl_x509_export($signed, $certificate);
openssl_pkey_export($key, $pem, null, $options);
file_put_contents($argv[1], $pem . $certificate);
"""


def make_certificate(path):
    """A key and a certificate for localhost that signed itself."""
    subprocess.run([*PHP, "-r", CERTIFICATE, "--", path], check=True, stdin=subprocess.DEVNULL)
    return path
