"""A PHP server of a test: one run of a PHP script in a session of its own.

stop() is a test in itself: the server has to end with exit code 0 and to leave nothing behind.
"""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from harness import TIMEOUT_S, Timeout, wait_until
from http_client import Client, request
from php_program import PRELUDE, PhpFile, need_php
from processes import alive, children_of, in_session

BAD_SIGNS = ("internal check failed", "AddressSanitizer", "runtime error:", "LeakSanitizer",
             "ended by signal 11", "ended by signal 6")
# What the log says when there is nobody to answer, and will not be.
NO_WORKER = "the program has not started"


class NoWorker(AssertionError):
    """Nothing that is waited for will come."""


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

    def wait_for(self, pattern, count=1, since=0, patience_s=TIMEOUT_S):
        """The last of `count` matches of a regular expression in the output behind `since` characters."""
        def look():
            ended = self.process.poll() is not None
            output = self.output()  # read once: what it ends with may be both the match and the reason to give up
            matches = list(re.finditer(pattern, output[since:], re.M))
            if len(matches) >= count:
                return matches[count - 1]
            if ended:
                raise AssertionError(f"the server ended with {self.process.returncode} before {pattern!r}:\n{output}")
            self.check_workers(output)
            return None
        return wait_until(look, lambda: f"{count} x {pattern!r} in:\n{self.output()}", patience_s)

    def wait_ready(self):
        ports = self.wait_for(r"^LISTENING ([\d ]+)$")[1]
        self.ports = [int(port) for port in ports.split()]
        self.port = self.ports[0]

    def check_workers(self, output):
        """Raises when no worker can start, unless the test is about that."""
        if not self.workers_may_fail and NO_WORKER in output:
            raise NoWorker(output)

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
        return Client(("127.0.0.1", self.ports[index]), look=lambda: self.check_workers(self.output()), **more)

    def url(self, path="/"):
        return f"http://127.0.0.1:{self.port}{path}"

    def get(self, path="/", fields=(), method="GET", body=b"", version="1.1"):
        """One request on a connection of its own."""
        with self.client() as client:
            client.send(request(method, path, fields, body, version))
            return client.response(method)

    # --- the end

    def wait_exit(self, patience_s=TIMEOUT_S):
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
