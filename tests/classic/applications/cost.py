#!/usr/bin/env python3
"""What pages cost the processes that run PHP: processor time a request of an empty script and of WordPress's front page, under the
servers that are named, in turn: `tests/classic/run cost fpm tern`; nginx counts, too. The figures are for comparison within one run.
With --instructions: user-space instructions a request, by valgrind's callgrind, of all processes of the server, without JIT."""
import argparse
import contextlib
import pathlib
import statistics
import subprocess
import tempfile

import callgrind
import hosts
import members
import sites
from processes import children_of


def milliseconds(pid):
    """Processor time of a process and its children."""
    used_ns = 0
    for file in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):
            used_ns += int(file.read_text().split()[0])
    return used_ns / 1e6 + sum(map(milliseconds, children_of(pid)))


def roots(host):
    if isinstance(host, hosts.NginxFpm):
        return [host.fpm.process.pid, host.nginx.process.pid]
    return [(host.served if host.NAME == "tern" else host.server.process).pid]


def load(host, path, count, at_a_time):

    done = subprocess.run(["ab", "-q", "-s", "300", "-n", str(count), "-c", str(at_a_time), host.url(path)], capture_output=True, text=True, check=True)
    assert "Failed requests:        0" in done.stdout and "Non-2xx" not in done.stdout, done.stdout


def cost(host, path, count, at_a_time):
    before = sum(map(milliseconds, roots(host)))
    load(host, path, count, at_a_time)
    return (sum(map(milliseconds, roots(host))) - before) / count * 1e3


def prepared(stack, name, workers, jit):
    """A server, not started, of a WordPress and an empty script."""
    database = stack.enter_context(contextlib.closing(sites.Database()))
    site = members.Site(database)
    stack.callback(site.remove)
    host = hosts.HOSTS[name](site, workers=workers)
    if not jit:
        site.more_settings = {"opcache.jit": "disable"}
    site.prepare(host.url(), 1)
    (site.public / "empty.php").write_text("<?php\n")
    return host


def times(name, asked):
    with contextlib.ExitStack() as stack:
        host = prepared(stack, name, asked.workers, asked.jit)
        host.start()
        stack.callback(host.stop)
        for path, count, at_a_time in (("/empty.php", 4000, 8), ("/", 150, 4)):
            load(host, path, count // 5, at_a_time)
            figures = [cost(host, path, count, at_a_time) for _ in range(asked.rounds)]
            print(f"{name:10} {path:12} {statistics.median(figures):9.0f} us a request, of {min(figures):.0f} to {max(figures):.0f}", flush=True)


def counted(host, path, count):
    """Instructions of a whole run of the server."""
    with tempfile.TemporaryDirectory(prefix="tern-cost-") as folder:
        host.prefix = callgrind.valgrind(folder)
        host.start()
        try:
            load(host, path, count, 1)
        finally:
            host.stop()
        return callgrind.counted(folder)


def instructions(name):
    """The difference of two runs: start and end, and what the first requests compile, do not count."""
    with contextlib.ExitStack() as stack:
        host = prepared(stack, name, 1, False)  # valgrind would translate the JIT's code again and again
        for path, few, many in (("/empty.php", 50, 450), ("/", 10, 30)):
            found = (counted(host, path, many) - counted(host, path, few)) / (many - few)
            print(f"{name:10} {path:12} {found:13,.0f} instructions a request", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hosts", nargs="+", choices=hosts.HOSTS, metavar="SERVER")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--no-jit", dest="jit", action="store_false", help="in any server; else Tern's is on, as it is by default")
    parser.add_argument("--instructions", action="store_true")
    asked = parser.parse_args()
    for name in asked.hosts:
        if asked.instructions:
            instructions(name)
        else:
            times(name, asked)


if __name__ == "__main__":
    main()
