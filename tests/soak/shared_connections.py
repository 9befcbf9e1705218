#!/usr/bin/env python3
"""Thousands of requests at a time that share 20 connections to a database (shared_connections.php), of four workers. A worker is killed with
-9 every few seconds, and the database restarts meanwhile. Each request leaves its number in its session, looks for it there after
a wait, and must not find another one. Exit code 1 for a response that is another request's, a request that fails while the
database runs, one that is lost without having been in flight on a killed worker, or more connections than there may be."""
import argparse
import asyncio
import collections
import contextlib
import json
import os
import random
import signal
import sys
import time
import unittest

from async_client import Connection, Lost
from harness import wait_until
from php_program import PhpFile
from server_process import Server
import services

SAMPLE_S = 2
SHOWN = 10
TIMEOUT_S = 60
HOOK_ALL = 0x7ffff7ff
# How the database ends: its own words for "end now".
END = {"mysql": signal.SIGTERM, "pgsql": signal.SIGINT}
LATE_SESSIONS = 5  # of a killed worker: the server has not noticed yet
AWAY_S = 3  # after a restart, an error may still tell of the connection before it


class Mysql:
    MODULES = ("mysqli", "pdo_mysql")
    TABLES = "CREATE DATABASE IF NOT EXISTS other; CREATE TABLE IF NOT EXISTS test.seen (n BIGINT PRIMARY KEY) ENGINE=InnoDB"
    SESSIONS = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = 'root' AND ID <> CONNECTION_ID()"
    ADDRESS = "mysql:host=127.0.0.1;port={};dbname=test"

    @staticmethod
    def start(packages):
        return services.maria_db(packages, "--innodb-flush-log-at-trx-commit=0")


class Pgsql:
    MODULES = ("pgsql", "pdo_pgsql")
    TABLES = "CREATE TABLE IF NOT EXISTS seen (n BIGINT PRIMARY KEY)"
    SESSIONS = "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    ADDRESS = "pgsql:host=127.0.0.1 dbname=postgres user=tern port={}"

    @staticmethod
    def start(packages):
        return services.postgres(packages)


KINDS = {"mysql": Mysql, "pgsql": Pgsql}


class Soak:
    def __init__(self, asked, kind, packages, database):
        self.asked, self.kind, self.packages, self.database = asked, kind, packages, database
        self.chance = random.Random(asked.seed)
        self.over, self.end = False, asyncio.Event()
        self.next = 0
        self.right = 0
        self.count = collections.Counter()
        self.problems = collections.defaultdict(list)
        self.killed, self.away = [], []  # when a worker was, and the database: [begin, end]
        self.samples = []  # (sessions at the server, connections of the pool, pinned)
        options = {"worker_num": asked.workers, "db_connections": asked.connections, "db_connections_timeout": TIMEOUT_S, "hook_flags": HOOK_ALL,
                   "log_level": 4, "max_connection": 20_000, "max_coroutine": 20_000, "backlog": 8192}
        self.server = Server(PhpFile("soak/shared_connections.php", options, port=database.port, database=asked.database),
                             php=packages.php(*kind.MODULES), env=packages.environment())
        self.server.expected_signs.add("ended by signal 9")

    async def run(self):
        clients = [asyncio.create_task(self.ask()) for _ in range(self.asked.requests)]
        beside = [asyncio.create_task(one) for one in (self.watch(), self.kill(), self.restart())]
        await asyncio.sleep(self.asked.minutes * 60)
        self.over = True
        self.end.set()
        await asyncio.gather(*beside)
        await asyncio.gather(*clients)

    async def pause(self, seconds):
        """False: it is over."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.end.wait(), seconds)
        return not self.over

    async def ask(self):
        connection = Connection(self.server.port, 2 * TIMEOUT_S)
        while not self.over:
            self.next += 1
            number, begin = self.next, time.monotonic()
            words = "&kept=1" if self.asked.kept and number % self.asked.kept == 0 else ""
            try:
                answer = await connection.ask("GET", f"/work?number={number}{words}")
            except Lost as lost:
                self.note_failure("lost", str(lost), begin, self.killed)
                await asyncio.sleep(0.05)
                continue
            if answer.status == 200 and answer.text == str(number):
                self.right += 1
            elif answer.status == 503:
                self.note_failure("failed", answer.text, begin, self.away)
            else:
                self.problems["mixed up"].append(f"{number}: {answer.status} {answer.text[:300]}")
        connection.close()

    def note_failure(self, what, text, begin, periods):
        now = time.monotonic()
        if any(begin <= end and now >= start for start, end in periods):
            self.count[what] += 1
        else:
            self.problems[what].append(text[:300])

    async def watch(self):
        while await self.pause(SAMPLE_S):
            with contextlib.suppress(Lost, ValueError):
                report = json.loads((await Connection(self.server.port, TIMEOUT_S).ask("GET", "/report")).text)
                sessions = await self.query(self.kind.SESSIONS)
                if sessions is not None:
                    self.samples.append((sessions, report["tern_pool_connections"], report["tern_db_connections_pinned"]))

    async def query(self, text):
        """A number, by another process; None while the database is away."""
        program = f"$db = new PDO('{self.kind.ADDRESS.format(self.database.port)}', 'root', ''); echo $db->query({json.dumps(text)})->fetchColumn();"
        if self.asked.database == "pgsql":
            program = program.replace(", 'root', ''", "")
        process = await asyncio.create_subprocess_exec(*self.php(), "-r", program, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
                                                       stderr=asyncio.subprocess.DEVNULL, env=self.packages.environment())
        output, _ = await process.communicate()
        return int(output) if output.isdigit() else None

    def php(self):
        return [os.environ["TERN_PHP"].split()[0], "-n", *self.packages.php(*self.kind.MODULES)]

    async def kill(self):
        while await self.pause(self.chance.uniform(0.5, 1.5) * self.asked.kill_every):
            if workers := self.server.workers():
                begin = time.monotonic()
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.chance.choice(workers), signal.SIGKILL)
                self.killed.append((begin, time.monotonic() + 1))
                self.count["workers killed"] += 1

    async def restart(self):
        while await self.pause(self.asked.restart_every):
            begin = time.monotonic()
            self.away.append((begin, float("inf")))
            await asyncio.to_thread(self.database.stop, END[self.asked.database])
            await asyncio.to_thread(self.database.again)
            self.away[-1] = (begin, time.monotonic() + AWAY_S)
            self.count["restarts"] += 1

    def finish(self):
        """All connections come back, and are idle or pinned."""
        def report():
            return json.loads(self.server.get("/report").text)
        wait_until(lambda: (now := report())["tern_pool_waiting"] == 0 and now["tern_pool_used_connections"] <= now["tern_db_connections_pinned"],
                   lambda: f"idle connections: {report()}")
        last = report()
        self.server.stop()
        return last

    def report(self):
        for name, texts in self.problems.items():
            for text in texts[:SHOWN]:
                print(f"   {name}: {text}")
        sessions, pool, pinned = zip(*self.samples) if self.samples else ((0,), (1,), (0,))
        share = 100 * sum(pinned) / max(1, sum(pool))
        print(f"shared_connections: {self.asked.database}, {self.asked.requests} requests at a time, {self.asked.workers} workers, "
              f"{self.asked.connections} connections, {self.asked.minutes:g} min, seed {self.asked.seed}: {self.right} right, "
              f"{self.right / self.asked.minutes / 60:.0f}/s; {dict(self.count)}; " +
              ", ".join(f"{len(self.problems[name])} {name}" for name in ("mixed up", "failed", "lost")) +
              f" otherwise; at most {max(sessions)} sessions at the server; {share:.1f} % of the connections pinned")
        return any(self.problems.values()) or max(sessions) > self.asked.connections + LATE_SESSIONS or self.right == 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=KINDS, default="mysql")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--requests", type=int, default=5000, help="at a time")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--connections", type=int, default=20)
    parser.add_argument("--kill-every", type=float, default=7, help="seconds")
    parser.add_argument("--restart-every", type=float, default=40, help="seconds")
    parser.add_argument("--kept", type=int, help="one in so many requests uses an object that its worker keeps (10; PostgreSQL: none)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.kept is None:
        asked.kept = 10 if asked.database == "mysql" else 0
    return asked


def main():
    asked = arguments()
    kind = KINDS[asked.database]
    try:
        packages = services.Packages()
        with contextlib.closing(kind.start(packages)) as database:
            soak = Soak(asked, kind, packages, database)
            try:
                asyncio.run(prepared(soak))
                soak.finish()
            finally:
                failed = soak.report()
                soak.server.kill()
    except unittest.SkipTest as why:
        sys.exit(f"shared_connections: {why}")
    sys.exit(1 if failed else 0)


async def prepared(soak):
    for table in soak.kind.TABLES.split("; "):
        await soak.query(table)
    await soak.run()


if __name__ == "__main__":
    main()
