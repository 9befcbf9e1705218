"""Runs of bin/tern, from start to stop(): the checks at the end are those of a Server."""
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from harness import ROOT, wait_until
from php_program import need_php
from prepared import prepared
from server_case import TestCase
from server_process import Server

TERN = ROOT / "bin/tern"
ADDRESS = re.compile(r"^(https?)://(?:127\.0\.0\.1|\[::1\]):(\d+)/  ", re.M)


def program(name):
    """A part of a front controller."""
    return (ROOT / f"tests/launcher/applications/{name}.php").read_text().removeprefix("<?php\n")


def command(*words, php=(), launcher=TERN):
    return [*need_php(), *php, str(launcher), *words]


def tern(*words, php=(), env=None, cwd=None):
    """One command that ends: its CompletedProcess."""
    return subprocess.run(command(*words, php=php), capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=cwd,
                          env={**os.environ, **(env or {})})


@functools.cache
def extensions(*names):
    """The options that load them where they are no part of PHP itself."""
    done = subprocess.run([*need_php(), "-m"], capture_output=True, text=True, check=True)
    return tuple(word for name in names if name not in done.stdout.splitlines() for word in ("-d", f"extension={name}"))


class Served(Server):
    """`tern serve` with these words, in a folder with these files."""

    def __init__(self, words, folder, *, php=(), launcher=TERN, wait=True, env=None, prefix=()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-e2e-"))
        self.log_path = self.folder / "output"
        self.port = 0
        self.ports = []
        self.stopped = False
        self.told_to_end = False
        self.expected_signs = set()
        self.workers_may_fail = False
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen([*prefix, *command("serve", *words, php=php, launcher=launcher)], stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log, start_new_session=True, cwd=folder,
                                            env={**os.environ, **(env or {})})
        self.pid = self.process.pid
        if wait:
            try:
                self.wait_ready()
            except BaseException:
                self.kill()
                raise

    def wait_ready(self):
        self.wait_for(ADDRESS.pattern)
        self.wait_for(r"^on: .*\n")
        if re.search(r"^on: .*\bwatch\b", self.output(), re.M):
            self.wait_for(r"^\[[\d:]+\] watching /")
        self.port = int(ADDRESS.search(self.output())[2])
        self.ports = [self.port]

    def next_build(self, action, what="re(?:started|loaded)"):
        """What is told when the change that action() makes is served: milliseconds."""
        since = self.mark()
        action()
        return int(self.wait_for(rf"^\[[\d:]+\] {what} in (\d+) ms$", since=since)[1])


class LauncherTest(TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-launcher-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def write(self, name, text, mtime=None):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if mtime is not None:
            os.utime(path, (mtime, mtime))
        return path

    def replace(self, name, text):
        """As editors do that write a new file and give it the name of the old one."""
        new = self.write(f"{name}.tmp", text)
        os.replace(new, self.folder / name)

    def run_served(self, *words, **more):
        server = Served(words, self.folder, **more)
        self.addCleanup(server.stop)
        return server

    def doctor(self, *words, **more):
        done = tern("doctor", "--json", *words, **more)
        told = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if told["healthy"] else 1)
        return told


class FrameworkTest(LauncherTest):
    """Front controllers with the messages and the kernel that real applications have."""

    @classmethod
    def setUpClass(cls):
        cls.library = prepared("frameworks") / "usr/share/php"

    def write_autoload(self, libraries):
        paths = "".join(f"require_once '{self.library}/{path}/autoload.php';\n" for path in libraries)
        self.write("vendor/autoload.php", f"<?php require '{ROOT}/tests/support/psr_server.php'; {paths} return true;")

    def options(self):
        return ("-d", f"include_path={self.library}")

    def check_messages(self, server):
        """Of applications/messages.php."""
        answer = server.get("/a/b?c=d", [("Cookie", "e=f"), ("X-Own", "g")], "POST", b"body")
        self.assertEqual((answer.status, answer.get("X-Two"), answer.all("Set-Cookie")), (202, "a, b", ["a=1", "b=2"]))
        seen = json.loads(answer.text)
        self.assertEqual(seen[0], "POST")
        self.assertRegex(seen[1], r"^http://[^/]+/a/b\?c=d$")
        self.assertEqual(seen[2:], [{"c": "d"}, {"e": "f"}, None, "body", "g", []])
        self.assertEqual(server.get("/long").text, "long" * 100_000)
        form = ('--x\r\nContent-Disposition: form-data; name="n"\r\n\r\nv\r\n'
                '--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\ncontent\r\n--x--\r\n')
        seen = json.loads(server.get("/", [("Content-Type", "multipart/form-data; boundary=x")], "POST", form).text)
        self.assertEqual((seen[4], seen[7]), ({"n": "v"}, {"f": ["a.txt", "content"]}))

    def serve_with(self, libraries, front, *words, env=None):
        self.write_autoload(libraries)
        self.write("public/index.php", f"<?php {front}")
        return self.run_served("public", "--port", "0", "--workers", "1", *words, php=self.options(), env=env)


def script(answer, port=0, more=""):
    """A server with its answer in the script itself."""
    return "\n".join([
        f"<?php $server = new Swoole\\Http\\Server('127.0.0.1', {port});",
        "$server->set(['worker_num' => 2]);",
        more,
        f"$server->on('request', fn($request, $response) => $response->end({answer}));",
        "$server->start();"])


__all__ = ["FrameworkTest", "LauncherTest", "Served", "TERN", "command", "program", "script", "tern", "wait_until"]
