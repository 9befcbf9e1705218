"""`tern fpm` for tests: a folder with a configuration, a master, and its log."""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from harness import TIMEOUT_S, free_port, wait_until
from launcher import TERN
from php_program import need_php
from processes import children_of, in_session

LINE = re.compile(r"^\[\d\d-\w{3}-\d{4} \d\d:\d\d:\d\d(?:\.\d{6})?\] ([A-Z]+): (.*)$")
# The user of the pools, where the tests run as root: no pool may.
USER = "nobody"


def lines(text):
    """The lines of a log, each with its level, without the time."""
    return [found.groups() for found in map(LINE.match, text.splitlines()) if found]


def fpm(*words, program=None, cwd=None, env=None):
    """One call that ends: its CompletedProcess. `program`: PHP-FPM, or None for Tern."""
    command = [program] if program else [*need_php(), TERN, "fpm"]
    return subprocess.run([*map(str, command), *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=cwd,
                          env={**os.environ, **(env or {})}, check=False)


def pool_user():
    return f"user = {USER}\n" if os.geteuid() == 0 else ""


class Fpm:
    """From start() to stop(), which is a test in itself: it ends with 0 and leaves no process behind."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-fpm-"))
        self.folder.chmod(0o755)
        self.process = None
        self.port = free_port()
        self.log_path = self.folder / "log"
        self.pid_path = self.folder / "pid"

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (1_500_000_000, 1_500_000_000))
        return path

    def configure(self, pools, more=""):
        """`pools`: names and directives. Each listens at a free port unless it says where."""
        text = f"[global]\nerror_log = {self.log_path}\npid = {self.pid_path}\n{more}\n"
        for name, directives in pools.items():
            listen = "" if re.search(r"^listen =", directives, re.M) else f"listen = 127.0.0.1:{self.port}\n"
            manager = "" if re.search(r"^pm =", directives, re.M) else "pm = static\npm.max_children = 4\n"
            text += f"[{name}]\n{pool_user()}{listen}{manager}{directives}\n"
        return self.write("fpm.conf", text)

    def start(self, *words, env=None, wait=True, command=None):
        with open(self.folder / "stderr", "ab") as stderr:
            self.process = subprocess.Popen([*map(str, command or [*need_php(), TERN, "fpm"]), "-F", "-y", self.folder / "fpm.conf", *words],
                                            stdin=subprocess.DEVNULL, stdout=stderr, stderr=stderr, start_new_session=True,
                                            env={**os.environ, **(env or {})})
        if wait:
            self.wait_for("NOTICE", "ready to handle connections")
        return self

    @property
    def pid(self):
        return self.process.pid

    def log(self):
        return lines(self.log_path.read_text(errors="replace")) if self.log_path.exists() else []

    def told(self, level, pattern, since=0):
        return [text for own, text in self.log()[since:] if own == level and re.search(pattern, text)]

    def wait_for(self, level, pattern, count=1, since=0):
        """The last of `count` lines of that level behind the first `since` lines."""
        def look():
            found = self.told(level, pattern, since)
            if len(found) >= count:
                return found[count - 1]
            if self.process is not None and self.process.poll() is not None:
                raise AssertionError(f"the master ended with {self.process.returncode} before {pattern!r}:\n{self.output()}")
            return None
        return wait_until(look, lambda: f"{count} x {level}: {pattern!r} in:\n{self.output()}")

    def output(self):
        files = [self.folder / "stderr", self.log_path]
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')}" for path in files if path.exists())

    def servers(self):
        """The processes of the pools' servers."""
        return children_of(self.pid)

    def send(self, number):
        os.kill(self.pid, number)

    def address(self, given=None):
        """Of a pool, for fastcgi.Client: a path, or the port of 127.0.0.1."""
        return str(given) if given is not None and not isinstance(given, int) else ("127.0.0.1", given or self.port)

    def stop(self, how=signal.SIGTERM, code=0):
        if self.process is not None and self.process.poll() is None:
            self.send(how)
        try:
            ended = self.process.wait(TIMEOUT_S)
            assert ended == code, f"the master ended with {ended}:\n{self.output()}"
            wait_until(lambda: not in_session(self.pid), lambda: f"processes are left: {in_session(self.pid)}\n{self.output()}")
        finally:
            self.close()

    def close(self):
        if self.process is not None:
            for pid in in_session(self.process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
