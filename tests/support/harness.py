"""What every end-to-end test stands on: a PHP server of its own, and clients that see each byte.

PHP programs are files beside their tests. PhpFile("http/response.php", options={...}, delay=3) is one of them, and what it
is given: values go as JSON in the environment, never into its text, and it reads them with given('delay') of server.php,
which also makes its server with the options. A handler of at most three lines may be a string: serve("$response->end('x');").
A longer one is a function of a file that requires() loads. PhpFile.run() runs a program that is no server.

A Server is one run of a PHP script in a session of its own. stop() is a test in itself: the server has to end with exit
code 0 and to leave nothing behind. A Client is one TCP connection that reads answers strictly, so that a byte too many
fails the test. Whatever is waited for has an event and a deadline; nothing here waits for a time to pass.
"""
import contextlib
import functools
import json
import os
import pathlib
import re
import select
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from environment import leave_machine

leave_machine()

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE_S = 30
POLL_S = 0.01
PHP = shlex.split(os.environ.get("TERN_PHP", ""))
IS_SANITIZED = "/build/asan" in os.environ.get("TERN_PHP", "")


@functools.cache
def php_version():
    """Of the PHP under test: (8, 2, 30)."""
    done = subprocess.run([*PHP, "-r", "echo PHP_VERSION;"], stdout=subprocess.PIPE, text=True, check=True)
    return tuple(int(number) for number in re.findall(r"\d+", done.stdout)[:3])


def opcache():
    """The options that load it; from PHP 8.5 on it is a part of PHP."""
    return [] if php_version() >= (8, 5) else ["-d", "zend_extension=opcache"]


def requires(path):
    """PHP source that loads a file below tests/: for handlers of more than a few lines, which are functions there."""
    return f"require '{ROOT}/tests/{path}';\n"


# The beginning of a program that is a string here.
PRELUDE = "<?php\n" + requires("support/server.php")

BAD_SIGNS = ("internal check failed", "AddressSanitizer", "runtime error:", "LeakSanitizer",
             "ended by signal 11", "ended by signal 6")


# What the log says when there is nobody to answer, and will not be.
NO_WORKER = "the program has not started"
# Between two looks at the log while a client waits.
LOOK_S = 0.5


class Timeout(AssertionError):
    pass


class NoWorker(AssertionError):
    """Nothing that is waited for will come."""


def wait_until(condition, what, patience_s=PATIENCE_S):
    """The first true value of condition(), which is asked again and again."""
    deadline = time.monotonic() + patience_s
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Timeout(f"waited {patience_s} s for {what() if callable(what) else what}")
        time.sleep(POLL_S)


def process_stat(pid):
    """State, parent, session and threads of a process; None when there is none."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = text[text.rindex(")") + 2:].split()
    return {"state": fields[0], "parent": int(fields[1]), "session": int(fields[3]), "threads": int(fields[17])}


def processes_where(matches):
    found = []
    for entry in os.listdir("/proc"):
        stat = process_stat(entry) if entry.isdigit() else None
        if stat and matches(stat):
            found.append(int(entry))
    return sorted(found)


def in_session(session):
    return processes_where(lambda stat: stat["session"] == session)


def children_of(pid):
    return processes_where(lambda stat: stat["parent"] == pid and stat["state"] != "Z")


def alive(pid):
    """Or not wholly dead: the other threads of a dead first one still hold its sockets."""
    stat = process_stat(pid)
    return stat is not None and (stat["state"] != "Z" or stat["threads"] > 1)


def to_php(value):
    """A Python value as PHP source."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, dict):
        return "[" + ", ".join(f"{to_php(key)} => {to_php(one)}" for key, one in value.items()) + "]"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(to_php, value)) + "]"
    return "'" + str(value).replace("\\", "\\\\").replace("'", "\\'") + "'"


# What wait_serving() asks for.
SERVING = "if (answers_serving($request, $response, $server)) { return; }\n"


def http_script(handler, options=None, setup="", start="announce($server);", make=None):
    """An HTTP server on a free port of 127.0.0.1. `handler` is the body of the request callback, `setup` runs before
    start(), `start` in the start event."""
    options = {"worker_num": 1, **(options or {})}
    make = make or "new Swoole\\Http\\Server('127.0.0.1', 0)"
    return "\n".join([
        f"$server = {make};",
        f"$server->set({to_php(options)});",
        f"$server->on('start', function ($server) {{ {start} }});",
        setup,
        f"$server->on('request', function ($request, $response) use ($server) {{ {handler} }});",
        "run();"])


class PhpFile:
    """A PHP program below tests/, and the values it is given."""

    def __init__(self, path, options=None, **given):
        self.path = ROOT / "tests" / path
        self.given = {**given, **({} if options is None else {"options": options})}

    def environment(self, env):
        return {**(os.environ if env is None else env), "TERN_TEST_GIVEN": json.dumps(self.given, default=str)}

    def run(self, *php):
        """Runs a program that ends by itself and returns its output. It must end with exit code 0 and print no error."""
        done = subprocess.run([*need_php(), "-d", "display_errors=stderr", *php, str(self.path)], stdin=subprocess.DEVNULL,
                              env=self.environment(None), capture_output=True, text=True, timeout=4 * PATIENCE_S, check=False)
        if (done.returncode, done.stderr) != (0, ""):
            raise AssertionError(f"{self.path.name} {self.given} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout


class Server:
    """One run of a script, from start to stop(). The script is a PhpFile, or text for a file of its own."""

    def __init__(self, script, *, php=(), wait=True, cwd=None, env=None, prefix=()):
        command = [*prefix, *need_php(), "-d", "display_errors=stderr", "-d", "log_errors=0", "-d", "html_errors=0", *php]
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-e2e-"))
        if isinstance(script, PhpFile):
            env = script.environment(env)
            self.script = script.path
        else:
            self.script = self.folder / "server.php"
            self.script.write_text(PRELUDE + script)
        self.log_path = self.folder / "output"
        self.port = 0
        self.ports = []
        self.stopped = False
        self.told_to_end = False
        self.expected_signs = set()
        self.workers_may_fail = False
        # Only PHP's own allocator, which builds with sanitizers go without, knows a limit; what it holds looks leaked.
        if any("memory_limit" in text for text in (self.script.read_text(), *php)):
            env = dict(env or os.environ, USE_ZEND_ALLOC="1", ASAN_OPTIONS="detect_leaks=0")
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [*command, str(self.script)], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                cwd=cwd or self.folder, env=env)
        self.pid = self.process.pid
        if wait:
            try:
                self.wait_ready()
            except BaseException:
                self.kill()
                raise

    # --- what it says

    def output(self):
        return self.log_path.read_text(errors="replace")

    def wait_for(self, pattern, count=1, since=0, patience_s=PATIENCE_S):
        """The last of `count` matches of a regular expression in the output behind `since` characters."""
        def look():
            matches = list(re.finditer(pattern, self.output()[since:], re.M))
            if len(matches) < count and self.process.poll() is not None:
                matches = list(re.finditer(pattern, self.output()[since:], re.M))
                if len(matches) < count:
                    raise AssertionError(f"the server ended with {self.process.returncode} before {pattern!r}:\n"
                                         + self.output())
            if len(matches) < count:
                self.check_workers()
            return matches[count - 1] if len(matches) >= count else None
        return wait_until(look, lambda: f"{count} x {pattern!r} in:\n{self.output()}", patience_s)

    def wait_ready(self):
        ports = self.wait_for(r"^LISTENING ([\d ]+)$")[1]
        self.ports = [int(port) for port in ports.split()]
        self.port = self.ports[0]

    def check_workers(self):
        """Raises when no worker can start, unless the test is about that."""
        if not self.workers_may_fail and NO_WORKER in self.output():
            raise NoWorker(self.output())

    def mark(self):
        """A place in the output for `since`."""
        return len(self.output())

    def expect_crash(self, number):
        """A worker is to end by this signal: stop() does not complain."""
        self.expected_signs.add(f"ended by signal {number}")

    # --- its processes

    def workers(self):
        return children_of(self.pid)

    def wait_workers(self, count):
        return wait_until(lambda: workers if len(workers := self.workers()) == count else None, lambda: f"{count} workers")

    def wait_new_workers(self, before):
        """Until as many others have taken the place of these."""
        return wait_until(lambda: len(now := self.workers()) == len(before) and not set(now) & set(before), "new workers")

    def wait_serving(self, count):
        """Until so many workers accept connections; the handler begins with SERVING."""
        wait_until(lambda: self.get("/serving").text == str(count), lambda: f"{count} serving workers")

    def send_signal(self, number):
        self.told_to_end = self.told_to_end or number in (signal.SIGTERM, signal.SIGINT)
        os.kill(self.pid, number)

    # --- clients

    def client(self, index=0, **more):
        return Client(("127.0.0.1", self.ports[index]), look=self.check_workers, **more)

    def url(self, path="/"):
        return f"http://127.0.0.1:{self.port}{path}"

    def get(self, path="/", fields=(), method="GET", body=b"", version="1.1"):
        """One request on a connection of its own."""
        with self.client() as client:
            client.send(request(method, path, fields, body, version))
            return client.response(method)

    # --- the end

    def wait_exit(self, patience_s=PATIENCE_S):
        try:
            return self.process.wait(patience_s)
        except subprocess.TimeoutExpired:
            raise Timeout(f"the server did not end:\n{self.output()}") from None

    def stop(self, number=signal.SIGTERM, code=0, checks=True):
        """Ends the server and checks that it ended well."""
        if self.stopped:
            return
        try:
            # A second SIGTERM may find a script that is no server any more, and would end it like any process.
            if self.process.poll() is None and not (self.told_to_end and number == signal.SIGTERM):
                self.send_signal(number)
            found = self.wait_exit()
            if checks:
                self.check_end(found, code)
        finally:
            self.kill()

    def check_end(self, found, code):
        problems = [] if found == code else [f"exit code {found} instead of {code}"]
        left = in_session(self.pid)
        if left:
            problems.append(f"processes left behind: {left}")
        output = self.output()
        problems += [f"{sign!r} in the output" for sign in BAD_SIGNS if sign in output and sign not in self.expected_signs]
        if problems:
            raise AssertionError("; ".join(problems) + "\n" + output)

    def kill(self):
        """Whatever happened: nothing of it stays."""
        self.stopped = True
        while left := [pid for pid in in_session(self.pid) if alive(pid)]:  # again: one may have forked meanwhile
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


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

    def __init__(self, address, patience_s=PATIENCE_S, receive_buffer=0, look=None):
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


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def need(program):
    """The path of a program, or a skipped test."""
    path = shutil.which(program)
    if path is None:
        raise unittest.SkipTest(f"{program} is not installed")
    return path


def need_php():
    """The command of PHP with Tern, or a skipped test."""
    if not PHP:
        raise unittest.SkipTest("TERN_PHP is not set: run scripts/e2e")
    return PHP


class TestCase(unittest.TestCase):
    """Starts servers and stops them, with their checks, at the end of the test."""

    def serve(self, handler, options=None, *, php=(), **script):
        return self.run_script(http_script(handler, options, **script), php=php)

    def run_script(self, script, **more):
        server = Server(script, **more)
        self.addCleanup(server.stop)
        return server


class SharedServer(TestCase):
    """One server for all tests of a class: SCRIPT is the script, or a PhpFile, PHP_OPTIONS goes to the command line,
    ENVIRONMENT beside what is there."""
    SCRIPT = ""
    PHP_OPTIONS = ()
    ENVIRONMENT = {}

    @classmethod
    def setUpClass(cls):
        cls.server = Server(cls.script(), php=cls.PHP_OPTIONS, env={**os.environ, **cls.ENVIRONMENT})

    @classmethod
    def script(cls):
        return cls.SCRIPT

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
