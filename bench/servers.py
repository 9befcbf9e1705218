"""The servers that are measured: the limit program, and PHP with an extension in one of its two modes."""
import contextlib
import http.client
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / "build" / "bench"
TERN = ROOT / "build" / "release" / "tern.so"
TIMEOUT_S = 20


class Unusable(Exception):
    """Something that a measurement needs is missing; the text says what."""


def need(command):
    if shutil.which(command) is None:
        raise Unusable(f"{command} is missing: scripts/need build bench installs it")


def cores():
    """The core of the servers and the core of the load: never the same one, where there are two."""
    allowed = sorted(os.sched_getaffinity(0))
    return allowed[0], allowed[-1]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def built(name):
    """A program of C of this folder, compiled."""
    source, binary = ROOT / "bench" / f"{name}.c", BUILT / name
    if not binary.exists() or binary.stat().st_mtime < source.stat().st_mtime:
        BUILT.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-o", binary, source, "-lm"], check=True)
    return binary


class Limit:
    name = "limit"

    def command(self, program, port):
        return [built("limit"), str(port), program.answer]


class Extension:
    def __init__(self, path, mode, defines):
        if not path.exists():
            raise Unusable(f"{path} does not exist" + (": run scripts/build release tern" if path == TERN else ""))
        self.name = f"{path.stem} {mode.removeprefix('SWOOLE_').lower()}"
        self.path, self.mode, self.defines = path, mode, defines

    def command(self, program, port):
        settings = [f"-d{one}" for one in [*self.defines, f"extension={self.path}"]]
        script = ROOT / "bench" / "programs" / f"{program.name}.php"
        return [os.environ.get("PHP", "php"), "-n", *settings, script, str(port), self.mode]


def modes_of(path, defines):
    return [Extension(path, mode, defines) for mode in ("SWOOLE_BASE", "SWOOLE_PROCESS")]


def answer_of(port, fields):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
    with contextlib.closing(connection):
        connection.request("GET", "/", headers=dict(field.split(": ", 1) for field in fields))
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def answer(process, server, port, fields):
    """Asks until the server answers: the body of the answer."""
    deadline = time.monotonic() + TIMEOUT_S
    while True:
        try:
            status, body = answer_of(port, fields)
            break
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise Unusable(f"{server.name} does not serve") from None
            time.sleep(0.02)
    if status != 200:
        raise Unusable(f"{server.name} answers with status {status}: {body}")
    return body


@contextlib.contextmanager
def ending(process):
    """Ends a process, and everything that it started, when the block is over."""
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextlib.contextmanager
def running(server, program):
    """A pinned server that answers, as (pid, port); ended with everything it started."""
    port = free_port()
    core, _ = cores()
    process = subprocess.Popen(["taskset", "-c", str(core), *server.command(program, port)], stdin=subprocess.DEVNULL,
                               start_new_session=True)
    with ending(process):
        if (found := answer(process, server, port, program.fields)) != program.answer:
            raise Unusable(f"{server.name} answers {program.name} with {found}")
        yield process.pid, port


def nginx():
    """The path of Debian's nginx."""
    done = subprocess.run([ROOT / "scripts" / "nginx"], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Unusable("nginx is missing")
    return done.stdout.strip()


def wait_for(process, server, port, patience_s=TIMEOUT_S):
    deadline = time.monotonic() + patience_s
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise Unusable(f"{server.name} does not serve") from None
            time.sleep(0.02)


@contextlib.contextmanager
def pinned(server, folder):
    """A server with its files in a folder that listens, as (pid, port); ended with everything it started."""
    port = free_port()
    process = subprocess.Popen(["taskset", "-c", str(cores()[0]), *server.command(folder, port)],
                               stdin=subprocess.DEVNULL, start_new_session=True)
    with ending(process):
        wait_for(process, server, port)
        yield process.pid, port
