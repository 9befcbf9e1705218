"""A classic site of one worker whose memory is read, between requests and while scripts are stopped."""
import contextlib
import json
import os
import pathlib
import select
import signal
import time

import sides
from http_client import Client, request
from memory import Memory
from php_program import PhpFile
from processes import process_stat
from sides import Failed

ROOT = pathlib.Path(__file__).parent
TIMEOUT_S = 5
POLL_S = 0.0005
# The numbers of epoll_wait and epoll_pwait, for x86-64 and for others.
WAITS = ("232", "281", "441", "22")


class Observed(sides.Tern):
    def __init__(self, source):
        super().__init__(source)
        self.memory = None

    def script(self):
        return PhpFile("audit/serve.php", options={"worker_num": 1, "hook_flags": 0x7fffffff}, root=str(self.source))

    @staticmethod
    def environment():
        """The loader resolves all names at the start, not when they are first used."""
        return {"LD_BIND_NOW": "1"}

    def worker(self):
        if not (workers := self.server.workers()):
            raise Failed("no worker: " + self.server.output()[-400:])
        return workers[0]

    def wait(self, condition, what):
        deadline = time.monotonic() + TIMEOUT_S
        while not condition():
            if time.monotonic() > deadline:
                raise Failed(f"waited for {what}")
            time.sleep(POLL_S)

    def is_idle(self):
        try:
            return pathlib.Path(f"/proc/{self.worker()}/syscall").read_text().split()[0] in WAITS
        except OSError:
            return False

    def is_stopped(self):
        stat = process_stat(self.worker())
        return stat is not None and stat["state"] == "T"

    def snapshot(self):
        """Of an idle worker, or of a stopped one. None: it is not the worker of the last snapshot."""
        if not self.is_stopped():
            self.wait(self.is_idle, "an idle worker")
        pid, other = self.worker(), False
        if self.memory is None or self.memory.pid != pid:
            other = self.memory is not None
            self.close()
            self.memory = Memory(pid)
        self.memory.look()
        return None if other else self.memory.snapshot()

    def stop(self):
        """Also after a script that was stopped and has not been continued."""
        if self.server is not None:
            for pid in self.server.workers():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)
        super().stop()
        self.close()

    def close(self):
        if self.memory is not None:
            self.memory.close()
            self.memory = None

    def probe(self, test):
        """What the script of tests/audit/probe.php sees now."""
        return json.loads(self.ask(test).text)


class Pausing:
    """A script that stops the worker at its end (pause.php), then waits, then stops it again."""

    def __init__(self, observed, test):
        self.observed, self.test = observed, test.with_settings(f"auto_append_file={ROOT / 'pause.php'}")
        self.client, self.stack = None, contextlib.ExitStack()

    def begin(self):
        """A snapshot of the end of the script, or None when it does not get there."""
        self.observed.start(self.observed.needs(self.test))
        self.test.write()
        self.stack.callback(self.test.script.unlink)
        self.stack.enter_context(self.observed.given(self.test))
        self.client = self.stack.enter_context(Client(("127.0.0.1", self.observed.server.port), patience_s=TIMEOUT_S))
        self.client.send(request(*self.observed.request(self.test)))
        self.observed.wait(lambda: self.observed.is_stopped() or self.has_answered(), "the end of the script")
        return self.stopped()

    def has_answered(self):
        return bool(select.select([self.client.socket], [], [], 0)[0])

    def stopped(self):
        """Reads the memory and lets the script go on."""
        if not self.observed.is_stopped():
            return None
        snapshot = self.observed.snapshot()
        os.kill(self.observed.worker(), signal.SIGCONT)
        self.observed.wait(self.observed.is_idle, "the script to wait")
        return snapshot

    def resume(self):
        """A snapshot of the moment in which it goes on."""
        path = self.observed.request(self.test)[1].split("?")[0]
        with Client(("127.0.0.1", self.observed.server.port), patience_s=TIMEOUT_S) as client:
            client.send(request("GET", f"/resume{path}", [("Host", "localhost"), ("Connection", "close")]))
            self.observed.wait(self.observed.is_stopped, "the script to continue")
            return self.stopped()

    def close(self):
        self.stack.close()
