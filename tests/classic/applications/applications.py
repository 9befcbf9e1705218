#!/usr/bin/env python3
"""What pages of real applications cost under nginx with php-fpm and under Tern: `tests/classic/run applications cacti icinga`. Both serve a
copy of their own, with a database of its own and the same settings of PHP. The files are changed after the start of the server, as by a
deployment. Many users at once ask for one page after the other, under one server and then under the other, in rounds. Each answer is
checked: it is of this user. Printed is the processor time of an answer, of all processes of the server without the database, how long
answers took (the mean, and the 99th percentile), and what opcache had of the files. With --instructions: one user at a time, and user-space
instructions by valgrind's callgrind, without JIT; they do not depend on what else the machine does. Exit code 1 for an answer that is
another user's, one that failed or is lost, a page that costs more than --most times what it costs under php-fpm, or hit rates of opcache
that differ."""
import argparse
import asyncio
import contextlib
import importlib
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import unittest

import callgrind
import cost
import hosts
import sites
from async_client import Connection
from harness import TIMEOUT_S

# Modules with a Site and a User.
APPLICATIONS = {"cacti": "cacti", "dokuwiki": "dokuwiki_users", "icinga": "icinga", "mediawiki": "mediawiki_users",
                "phpmyadmin": "phpmyadmin_users", "roundcube": "roundcube", "wordpress": "wordpress_users"}
REFERENCES = ("fpm", "tern")
# Those of php.ini-production where PHP without a php.ini has others, and opcache's own.
PRODUCTION = {"output_buffering": "4096", "variables_order": "GPCS", "request_order": "GP",
              "zend.assertions": "-1", "zend.exception_ignore_args": "1", "session.gc_divisor": "1000", "short_open_tag": "0",
              "opcache.revalidate_freq": "2", "opcache.file_update_protection": "2", "opcache.max_accelerated_files": "10000"}
JIT = {True: {"opcache.jit": "tracing", "opcache.jit_buffer_size": "64M"}, False: {"opcache.jit": "disable", "opcache.jit_buffer_size": "0"}}
STATISTICS = "opcache_statistics.php"
SAME_RATE = 0.001
SHOWN = 20


class Side:
    """An application under one of the servers."""

    def __init__(self, stack, application, name, asked, environment=()):
        database = stack.enter_context(contextlib.closing(sites.Database()))
        self.site = application.Site(database)
        stack.callback(self.site.remove)
        self.site.more_settings = {**PRODUCTION, **JIT[asked.jit], **self.site.more_settings, **dict(asked.set)}
        self.host = hosts.HOSTS[name](self.site, workers=asked.children if name == "fpm" else asked.workers)
        self.host.environment = dict(environment)
        self.site.prepare(self.host.url(""), asked.users)
        shutil.copy(sites.PROGRAMS / STATISTICS, self.site.public)
        self.start()
        stack.callback(self.host.stop)
        self.deploy()
        self.users = [application.User(self.host.port, number + 1, TIMEOUT_S * 4) for number in range(asked.users)]
        self.problems = []
        self.asked = self.hits = self.misses = 0
        self.figures = {page: [] for page in application.User.PAGES}
        self.waits_ms = {page: [] for page in application.User.PAGES}

    def start(self):
        self.host.start()

    def deploy(self):
        """All files are newer than the server."""
        now = time.time()
        for folder, _, names in os.walk(self.site.folder):
            for name in names:
                if name.endswith((".php", ".inc", ".phtml")):
                    os.utime(pathlib.Path(folder) / name, (now, now))

    async def visit(self, page, times):
        """The answers there were."""
        before = sum(user.answers for user in self.users)
        await asyncio.gather(*(self.repeat(user, page, times) for user in self.users))
        return sum(user.answers for user in self.users) - before

    async def repeat(self, user, page, times):
        for _ in range(times):
            try:
                await getattr(user, page)()
            except Exception as problem:  # whatever an answer is that cannot be read: the page does not count as measured
                self.problems.append(f"{self.host.NAME}: {type(problem).__name__} {problem}")
                user.connection.close()

    async def measure(self, page, times):
        cached, before = await self.opcache(), self.used()
        answers = await self.visit(page, times)
        self.waits_ms[page] += [wait for user in self.users for wait in user.waits_ms[-(answers // len(self.users)):]]
        self.asked += answers
        used, now = self.used() - before, await self.opcache()
        self.hits += now["hits"] - cached["hits"]
        self.misses += now["misses"] - cached["misses"]
        self.figures[page].append(used / max(1, answers))

    def used(self):
        """Milliseconds of the processors, since the start."""
        return sum(map(cost.milliseconds, cost.roots(self.host)))

    async def opcache(self):
        connection = Connection(self.host.port, TIMEOUT_S)
        answer = await connection.ask("GET", f"/{STATISTICS}")
        connection.close()
        return json.loads(answer.text)

    @property
    def rate(self):
        return self.hits / max(1, self.hits + self.misses)


def describe_waits(sides, page):
    """How long answers took: the mean, and the 99th percentile."""
    found = []
    for side in sides:
        waits = sorted(side.waits_ms[page]) or [0]
        found.append(f"{statistics.mean(waits):.0f} ({waits[int(len(waits) * .99)]:.0f})")
    return f"waits {found[0]} and {found[1]} ms"


class CountedSide(Side):
    """Under valgrind."""

    def __init__(self, stack, application, name, asked, environment=()):
        self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tern-instructions-")))
        super().__init__(stack, application, name, asked, environment)

    def start(self):
        self.host.prefix = callgrind.valgrind(self.folder)
        super().start()

    def used(self):
        """Millions of instructions, since the start."""
        for pid in self.host.answering():
            subprocess.run(["callgrind_control", "--dump", str(pid)], check=True, capture_output=True)
        return callgrind.counted(self.folder, "*.*") / 1e6


async def measure(sides, pages, asked):
    for side in sides:
        for page in dict.fromkeys(("login", *pages)):
            await side.visit(page, asked.warm)
    for number in range(asked.rounds):
        for page in pages:
            for side in sides if number % 2 == 0 else reversed(sides):
                await side.measure(page, asked.times)


def report(name, sides, pages, asked, unit):
    reference, tern = sides
    bad = False
    for page in pages:
        pairs = list(zip(reference.figures[page], tern.figures[page]))
        ratios = [ours / theirs for theirs, ours in pairs if theirs]
        ratio = statistics.median(ratios)
        bad |= ratio > asked.most
        print(f"{name:10} {page:14} {asked.reference} {statistics.median(one for one, _ in pairs):7.2f}, tern "
              f"{statistics.median(one for _, one in pairs):7.2f} {unit}: {ratio:.3f} ({min(ratios):.3f} to {max(ratios):.3f}); "
              f"{describe_waits(sides, page)}", flush=True)
    for side in sides:
        for text in side.problems[:SHOWN]:
            print(f"   {text[:1000]}")
        mixed = sum("MixedUp" in text for text in side.problems)
        print(f"{name:10} {side.host.NAME}: {side.asked} answers measured, {mixed} mixed up, {len(side.problems) - mixed} failed or lost; "
              f"opcache: {side.hits} hits, {side.misses} misses, {side.hits / max(1, side.asked):.1f} hits an answer, {100 * side.rate:.2f} %", flush=True)
        complaints = side.site.complaints()
        if complaints:
            print(f"   {side.host.NAME}'s log of PHP: {len(complaints.splitlines())} lines, the last: {complaints[-600:]}")
    return bad or any(side.problems for side in sides) or abs(reference.rate - tern.rate) > SAME_RATE


def compare(name, asked):
    application = importlib.import_module(APPLICATIONS[name])
    with contextlib.ExitStack() as stack:
        made = CountedSide if asked.instructions else Side
        sides = [made(stack, application, asked.reference, asked), made(stack, application, "tern", asked, asked.env)]
        pages = asked.page or application.User.PAGES
        asyncio.run(measure(sides, pages, asked))
        return report(name, sides, pages, asked, "million instructions" if asked.instructions else "ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("applications", nargs="+", choices=APPLICATIONS, metavar="APPLICATION", help=", ".join(APPLICATIONS))
    parser.add_argument("--users", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--times", type=int, default=3, help="that each user asks for a page in a round")
    parser.add_argument("--warm", type=int, default=3, help="and before the first round")
    parser.add_argument("--workers", type=int, default=2, help="of Tern")
    parser.add_argument("--children", type=int, default=8, help="of php-fpm")
    parser.add_argument("--page", action="append", default=[], help="only this one")
    parser.add_argument("--jit", action="store_true", help="tracing, in both; else in neither")
    parser.add_argument("--reference", choices=REFERENCES, default="fpm", help="what Tern is compared with; tern: without what --env says")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE", type=lambda text: text.split("=", 1),
                        help="a variable of the environment of Tern")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", type=lambda text: text.split("=", 1),
                        help="a setting of PHP, in both")
    parser.add_argument("--most", type=float, default=1.05)
    parser.add_argument("--instructions", action="store_true")
    asked = parser.parse_args()
    if asked.instructions:
        asked.users = asked.workers = asked.children = 1
    try:
        failed = [name for name in asked.applications if compare(name, asked)]
    except unittest.SkipTest as why:
        sys.exit(f"applications: {why}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
