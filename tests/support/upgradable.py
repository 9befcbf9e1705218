"""A server that starts the next one: its processes have one session, and several masters in turn."""
import os
import re
import signal

from harness import TIMEOUT_S, wait_until
from processes import accepts, alive, children_of, in_session

UPGRADE = signal.SIGRTMIN + 1
TAKES_OVER = r"upgrade: process (\d+) takes over"


class Upgradable:
    """For a Server: its pid is that of the newest master. The others end by themselves."""

    def upgrade(self, begin=None):
        """The pid of the new master. When this returns, the workers of the old one accept no more connections."""
        since, old = self.mark(), self.workers()
        begin() if begin else self.send_signal(UPGRADE)
        self.pid = int(self.wait_for(TAKES_OVER, since=since)[1])
        wait_until(lambda: not any(accepts(pid) for pid in old), "only the new server accepts")
        return self.pid

    def wait_for(self, pattern, count=1, since=0, patience_s=TIMEOUT_S):
        """As that of Server, whose first process may have ended well."""
        def look():
            lives = self.living() != []
            matches = list(re.finditer(pattern, self.output()[since:], re.M))
            if len(matches) < count and not lives:
                raise AssertionError(f"the server ended before {pattern!r}:\n{self.output()}")
            return matches[count - 1] if len(matches) >= count else None
        return wait_until(look, lambda: f"{count} x {pattern!r} in:\n{self.output()}", patience_s)

    def wait_alone(self):
        """Until the servers before this one have ended."""
        wait_until(lambda: {pid for pid in self.living() if pid != self.pid} <= set(children_of(self.pid)),
                   lambda: f"the old servers to end: {self.output()}")

    def living(self):
        return [pid for pid in in_session(self.process.pid) if alive(pid)]

    def masters(self):
        """Those that no other one has started: a server that took over when this one was told to end."""
        living = self.living()
        started = {child for pid in living for child in children_of(pid)}
        return [pid for pid in living if pid not in started]

    def stop(self, number=signal.SIGTERM, code=0, checks=True):
        if self.stopped:
            return
        try:
            for pid in [self.pid] if alive(self.pid) else self.masters():
                os.kill(pid, number)
            wait_until(lambda: not self.living(), lambda: f"all to end: {self.output()}")
            self.pid = self.process.pid
            self.check_end(self.process.wait(), code)
        finally:
            self.pid = self.process.pid
            self.kill()

    def check_end(self, found, code):
        problems = [] if found == code else [f"exit code {found} instead of {code}"]
        problems += [word for word in ("internal check failed", "Sanitizer", "signal 11", "signal 6") if word in self.output()]
        if problems:
            raise AssertionError("; ".join(problems) + "\n" + self.output())
