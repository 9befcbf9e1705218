"""What every server of the suite has in common: started for one test on a free port, in a folder of its own, and ended."""
import contextlib
import dataclasses
import grp
import os
import pathlib
import pwd
import re
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request

import servers
import tests

OPCACHE = ["zend_extension=opcache", "opcache.enable=1", "opcache.enable_cli=1", "opcache.jit=disable",
           "opcache.jit_buffer_size=0"]
STARTING = (502, 503)  # what is in front is there, and what is behind is not yet
NOBODY = pwd.getpwnam("nobody")
NOGROUP = grp.getgrgid(NOBODY.pw_gid).gr_name


@dataclasses.dataclass(frozen=True)
class Place:
    """Where one run of a server is."""
    folder: pathlib.Path
    port: int


@dataclasses.dataclass(frozen=True)
class Running:
    processes: list
    url: str
    known: dict = dataclasses.field(default_factory=dict)  # of this process, from an earlier measurement

    @property
    def pids(self):
        return [process.pid for process in self.processes]

    def dead(self):
        return any(process.poll() is not None for process in self.processes)


def php():
    return os.environ.get("PHP", "php")


def php_command(settings, *words):
    return [php(), "-n", *(word for one in settings for word in ("-d", one)), *words]


def on_its_core(test):
    """Where latency is measured, server and load do not share a core."""
    return ["taskset", "-c", servers.cores()[0]] if test.group == "rate" else []


def as_root():
    return os.geteuid() == 0


def said(pattern, *command, environment=None):
    """What a program prints about itself."""
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    match = re.search(pattern, done.stdout + done.stderr)
    return match[1] if match else "unknown"


def fetch(url):
    with urllib.request.urlopen(url, timeout=servers.TIMEOUT_S) as answer:
        return answer.read()


class Server:
    name = label = settings = ""
    as_shipped = limit = False
    programs = "extension"  # or web: a script for each request; or worker: a script that asks for requests

    def document(self):
        return {"name": self.name, "label": self.label, "as_shipped": self.as_shipped, "settings": self.settings,
                "limit": self.limit}

    def prepare(self, world):
        """Once, before the first run. Raises servers.Unusable where something is missing."""

    def versions(self):
        return {}

    def serves(self, test):
        return test.group != "frameworks"

    def path(self, test):
        return f"/{tests.STATIC_FILE}" if test.group == "static" else "/"

    def commands(self, test, world, place):
        """What to start, one after the other: (command, environment)."""
        raise NotImplementedError

    @contextlib.contextmanager
    def running(self, test, world):
        """A Running that answers the test as it should."""
        place = Place(world.new_folder(self.name), servers.free_port())
        files = world.make_files(place.folder)
        processes = []
        try:
            for number, (command, environment) in enumerate(self.commands(test, world, place)):
                with open(place.folder / f"log{number}", "wb") as log:
                    processes.append(subprocess.Popen(
                        [str(word) for word in (*on_its_core(test), *command)], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                        cwd=place.folder,
                        env={**os.environ, **world.environment, "BENCH_FILES": str(files),
                             "BENCH_POOL": str(test.pool(world.workers)), **environment},
                        start_new_session=True))
            path = world.site(test.program).path if test.group == "frameworks" else self.path(test)
            running = Running(processes, f"http://127.0.0.1:{place.port}{path}")
            self.check(running, lambda answer: world.is_right(test, answer), place)
            yield running
        finally:
            for process in reversed(processes):
                end(process)
            shutil.rmtree(place.folder, ignore_errors=True)

    def check(self, running, is_right, place):
        """Waits until it answers, and looks at the answer."""
        deadline = time.monotonic() + servers.TIMEOUT_S
        while True:
            try:
                answer = fetch(running.url)
                break
            except urllib.error.HTTPError as error:
                if error.code not in STARTING or time.monotonic() > deadline:
                    raise servers.Unusable(f"answers with status {error.code}; {last_words(place)}") from None
            except OSError as error:
                if running.dead() or time.monotonic() > deadline:
                    raise servers.Unusable(f"did not start: {error}; {last_words(place)}") from None
            time.sleep(0.02)
        if not is_right(answer):
            raise servers.Unusable(f"answers with {len(answer)} other bytes: {answer[:200].decode(errors='replace')}")


class FileServer(Server):
    """One that finds a script, or the static file, by the path of the request."""
    programs = "web"

    def prepare(self, world):
        self.packages = world.web_servers()
        self.environment = {**self.packages.libraries(), "PHP_INI_SCAN_DIR": ""}
        self.ini = [*OPCACHE, *world.clients, *world.settings(self.packages, "apcu")]

    def serves(self, test):
        return test.name != "static_100kb_sendfile" and super().serves(test)

    def path(self, test):
        return f"/{tests.STATIC_FILE}" if test.group == "static" else f"/{test.program}.php"

    @staticmethod
    def write_ini(place, lines):
        path = place.folder / "php.ini"
        path.write_text("\n".join(lines) + "\n")
        return path


def last_words(place):
    """The end of its logs."""
    texts = [path.read_text(errors="replace").strip() for path in sorted(place.folder.glob("log*"))]
    return " | ".join(text[-500:] for text in texts if text) or "it says nothing"


def end(process):
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        pass
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
