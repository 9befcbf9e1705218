#!/usr/bin/env python3
"""What pages cost the processes that run PHP, and nginx: processor time a request of an empty script and of WordPress's front page,
under the servers that are named, in turn: `tests/classic/run cost fpm tern`. The figures are ratios of one run on one machine."""
import argparse
import contextlib
import os
import statistics
import subprocess

import hosts
import members
import sites
from harness import children_of

TICKS = os.sysconf("SC_CLK_TCK")


def ticks(pid):
    """Of a process and its children."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12]) + sum(map(ticks, children_of(pid)))


def roots(host):
    if host.NAME == "tern":
        return [host.served.pid]
    return [host.fpm.process.pid, host.nginx.process.pid]


def load(host, path, count, at_a_time):

    done = subprocess.run(["ab", "-q", "-n", str(count), "-c", str(at_a_time), host.url(path)], capture_output=True, text=True, check=True)
    assert "Failed requests:        0" in done.stdout and "Non-2xx" not in done.stdout, done.stdout


def cost(host, path, count, at_a_time):
    before = sum(map(ticks, roots(host)))
    load(host, path, count, at_a_time)
    return (sum(map(ticks, roots(host))) - before) / TICKS / count * 1e6


def measure(name, rounds, workers):
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(contextlib.closing(sites.Database()))
        site = members.Site(database)
        stack.callback(site.remove)
        host = hosts.HOSTS[name](site, workers=workers)
        site.prepare(host.url(), 1)
        (site.public / "empty.php").write_text("<?php\n")
        host.start()
        stack.callback(host.stop)
        for path, count, at_a_time in (("/empty.php", 4000, 8), ("/", 150, 4)):
            load(host, path, count // 5, at_a_time)
            figures = [cost(host, path, count, at_a_time) for _ in range(rounds)]
            print(f"{name:5} {path:12} {statistics.median(figures):9.0f} us a request, of {min(figures):.0f} to {max(figures):.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hosts", nargs="+", choices=hosts.HOSTS, metavar="SERVER")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    for name in asked.hosts:
        measure(name, asked.rounds, asked.workers)


if __name__ == "__main__":
    main()
