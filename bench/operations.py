"""The operations whose instructions are counted: each as a function (build, count) that gives the instructions of a whole
run, and the number of operations of the shorter run."""
import base64
import contextlib
import dataclasses
import os
import pathlib
import socket
import subprocess
import sys
import tempfile

import measure
import servers
from callgrind import OWN, command, counted, of_command, of_script

sys.path.append(str(servers.ROOT / "tests/support"))
import fastcgi  # noqa: E402
import services  # noqa: E402  what starts the real servers of the tests starts the database

TIMEOUT_S = 120  # a server runs fifty times as slow here, and in make check beside others
LOAD = ["h2load", "-t1"]
HTTP1 = [*LOAD, "-c20", "-m1", "--h1"]
FRAME = bytes([0x81, 0x84, 1, 2, 3, 4, *(byte ^ key for byte, key in zip(b"echo", (1, 2, 3, 4)))])
ECHO = b"\x81\x04echo"


def load_by_h2load(load, fields, scheme="http"):
    def run(port, count):
        words = [word for field in fields for word in ("-H", field)]
        done = subprocess.run([*load, "-n", str(count), *words, f"{scheme}://127.0.0.1:{port}/"], capture_output=True,
                              text=True, check=True)
        if f"{count} succeeded, 0 failed" not in done.stdout:
            raise servers.Unusable(done.stdout)
    return run


def echo(port, count):
    """One WebSocket sends messages of four bytes, each when the one before has come back."""
    key = base64.b64encode(bytes(16)).decode()
    with socket.create_connection(("127.0.0.1", port), TIMEOUT_S) as client:
        client.sendall(f"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += client.recv(1)
        for _ in range(count):
            client.sendall(FRAME)
            if client.recv(len(ECHO), socket.MSG_WAITALL) != ECHO:
                raise servers.Unusable("the echo is not what was sent")


# As nginx sends them.
PAGE = str(OWN / "classic_page.php")
PARAMETERS = {
    "PATH_INFO": "", "QUERY_STRING": "", "REQUEST_METHOD": "GET", "CONTENT_TYPE": "", "CONTENT_LENGTH": "", "SCRIPT_NAME": "/classic_page.php",
    "SCRIPT_FILENAME": PAGE, "REQUEST_URI": "/classic_page.php", "DOCUMENT_URI": "/classic_page.php", "DOCUMENT_ROOT": str(OWN),
    "SERVER_PROTOCOL": "HTTP/1.1", "REQUEST_SCHEME": "http", "GATEWAY_INTERFACE": "CGI/1.1", "SERVER_SOFTWARE": "nginx/1.22.1",
    "REMOTE_ADDR": "127.0.0.1", "REMOTE_PORT": "43210", "SERVER_ADDR": "127.0.0.1", "SERVER_PORT": "8080", "SERVER_NAME": "127.0.0.1",
    "REDIRECT_STATUS": "200", "HTTP_HOST": "127.0.0.1:8080", "HTTP_USER_AGENT": "h2load", "HTTP_ACCEPT": "*/*",
}


def fastcgi_pages(keeps):
    """One page after the other, on one connection or each on a new one."""
    def run(port, count):
        with contextlib.ExitStack() as stack:
            client = stack.enter_context(fastcgi.Client(("127.0.0.1", port), TIMEOUT_S)) if keeps else None
            for _ in range(count):
                if keeps:
                    answer = client.ask(PARAMETERS)
                else:
                    with fastcgi.Client(("127.0.0.1", port), TIMEOUT_S) as fresh:
                        answer = fresh.ask(PARAMETERS, keeps=False)
                if answer.body != b"ok":
                    raise servers.Unusable(f"a page answers with {answer}")
    return run


def pages_on_new_connections(port, count):
    for _ in range(count):
        with socket.create_connection(("127.0.0.1", port), TIMEOUT_S) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer = b""
            while more := client.recv(4096):
                answer += more
        if b"ok" not in answer.partition(b"\r\n\r\n")[2]:  # as a piece
            raise servers.Unusable(f"a page answers with {answer}")


def with_opcache(measured):
    """The same operation with opcache, as contexts need it."""
    options = ("-d", "zend_extension=opcache", "-d", "opcache.enable_cli=1", "-d", "opcache.file_update_protection=0")
    return lambda build, count: measured(dataclasses.replace(build, options=(*build.options, *options)), count)


def of_server(build, program, arguments, load, count):
    """Of a server that answers count times."""
    port = servers.free_port()
    with tempfile.TemporaryDirectory(prefix="tern-instructions-") as folder:
        started = command(build, program, folder, [str(port), "SWOOLE_PROCESS", *arguments])
        with subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            try:
                servers.wait_for(process, servers.Extension(build.extension, "SWOOLE_PROCESS", []), port, TIMEOUT_S)
                load(port, count)
            finally:
                process.terminate()
                process.communicate()
        return counted(folder)


def served(program, load, *arguments):
    return lambda build, count: of_server(build, program, arguments, load, count)


def scripted(name):
    return lambda build, count: of_script(build, name, 0, count)


def start_up(build, count):
    """Of starting and ending PHP count times, beyond what PHP needs without the extension."""
    with_extension = ["-n", *build.options, "-d", f"extension={build.extension}", "-r", ""]
    return count * (of_command([build.php, *with_extension]) - of_command([build.php, "-n", *build.options, "-r", ""]))


@contextlib.contextmanager
def database():
    """What measures a program that queries MariaDB."""
    packages = services.Packages()
    options = packages.php("pdo_mysql")
    with contextlib.closing(services.maria_db(packages)) as started:
        yield lambda name: lambda build, count: of_script(build, name, started.port, count, options)


@contextlib.contextmanager
def certificate():
    """A file with a new key and its certificate."""
    with tempfile.TemporaryDirectory(prefix="tern-instructions-") as folder:
        path = pathlib.Path(folder) / "certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-keyout", path, "-out", path.with_suffix(".crt")], check=True, capture_output=True)
        with open(path, "ab") as file:
            file.write(path.with_suffix(".crt").read_bytes())
        yield str(path)


def of_requests(stack):
    programs = servers.ROOT / "bench/programs"
    plain = load_by_h2load(HTTP1, [])
    tls = stack.enter_context(certificate())
    return {
        "a request for `ok`": (served(programs / "ok.php", plain), 1000),
        "a request with a browser's fields":
            (served(programs / "browser.php", load_by_h2load(HTTP1, measure.PROGRAMS["browser"].fields)), 1000),
        "a response of 1 KB of JSON": (served(OWN / "json.php", plain), 1000),
        "a request over TLS": (served(OWN / "tls.php", load_by_h2load(HTTP1, [], "https"), tls), 1000),
        "a page of a classic site that prints `ok`": (with_opcache(served(OWN / "classic.php", plain)), 300),
        "the same, each on a new connection": (with_opcache(served(OWN / "classic.php", pages_on_new_connections)), 300),
        "the same over FastCGI, as `tern fpm` sends it": (with_opcache(served(OWN / "fastcgi.php", fastcgi_pages(True))), 300),
        "the same over FastCGI, each on a new connection": (with_opcache(served(OWN / "fastcgi.php", fastcgi_pages(False))), 300),
        "a stream of HTTP/2": (served(OWN / "http2.php", load_by_h2load([*LOAD, "-c20", "-m1"], [])), 1000),
        "a stream of HTTP/2 among a hundred": (served(OWN / "http2.php", load_by_h2load([*LOAD, "-c1", "-m100"], [])), 1000),
        "a WebSocket message and its echo": (served(programs / "ws_echo.php", echo), 1000),
    }


def of_scripts():
    return {
        "`go()` and the end of its coroutine": (scripted("go.php"), 10000),
        "`resume()` and `yield()`": (scripted("switch.php"), 10000),
        "`push()` and `pop()` of a channel": (scripted("channel.php"), 10000),
        "`resume()` and `yield()` in a context": (with_opcache(scripted("contexts.php")), 10000),
        "a row set in a table": (scripted("table.php"), 10000),
        "a value set in a map of threads": (scripted("thread_map.php"), 10000),
        "`push()` and `pop()` of a queue of threads": (scripted("thread_queue.php"), 10000),
        "start and end of `php -r ''`, beyond PHP's own": (start_up, 1),
    }


# Whether the first one waits depends on the time that the database takes, so its figure is not steady.
UNSTEADY = {"a query by PDO to MariaDB"}


def of_queries(stack):
    query = stack.enter_context(database())
    return {
        "a query by PDO to MariaDB": (query("query.php"), 1000),
        "a query by a connection of a pool": (query("pool.php"), 300),
    }


def environment_of(build):
    """What decides how many instructions an operation takes, beside the sources of Tern."""
    def asked(*words):
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()

    comment = asked("readelf", "-p", ".comment", build.extension)
    flags = (build.extension.parent / "extension/Makefile").read_text().split("\nCXXFLAGS = ", 1)[1].splitlines()[0]
    processor = pathlib.Path("/proc/cpuinfo").read_text()
    return {
        "processor": os.uname().machine + (" with AVX2" if " avx2 " in processor else ""),
        "compiler": comment.splitlines()[-1].split("]", 1)[1].strip(),
        "flags": " ".join(flag for flag in flags.split() if not flag.startswith("-g")),
        "PHP": asked(build.php, "-n", "-r", "echo PHP_VERSION;"),
        "C library": os.confstr("CS_GNU_LIBC_VERSION"),
        "OpenSSL": asked("pkg-config", "--modversion", "openssl"),
        "nghttp2": asked("pkg-config", "--modversion", "libnghttp2"),
        "counted by": asked("valgrind", "--version"),
    }
