"""Random programs with eight connection objects at a time see the same with connections of their own and with a pool of four.

TERN_DATABASE_PROGRAMS says how many (30, 20 with PostgreSQL), TERN_DATABASE_SEED where they begin (1), TERN_DATABASES with which
databases ("mysql pgsql shared-queries"), TERN_DATABASE_MULTIPLEX that only db_multiplex is tried, where coroutines wait between their
statements, and TERN_DATABASE_MINUTES when each of them ends at the latest. "shared-queries" is both with db_shared_queries, where
some objects read at the same time what others write. A difference names its seed:
`scripts/fuzz-databases --seed N --programs 1` runs it again.
"""
# Time limit: 600 s
import itertools
import os
import sys
import time
import unittest

from harness import wait_until
from pgsql_world import PGSQL, PgsqlTest
from world import WORLD, DatabaseTest

COUNT = int(os.environ.get("TERN_DATABASE_PROGRAMS", "0"))
MINUTES = float(os.environ.get("TERN_DATABASE_MINUTES", "inf"))
FEW = {"mysql": 30, "shared-queries": 20, "pgsql": 20, "pgsql-shared-queries": 20}
FIRST = int(os.environ.get("TERN_DATABASE_SEED", "1"))
DATABASES = os.environ.get("TERN_DATABASES", "mysql shared-queries pgsql").split()
MILLIONS = itertools.count(10)  # where the rows of a program are numbered from: a table never counts down
ONLY_MULTIPLEXED = "TERN_DATABASE_MULTIPLEX" in os.environ
MOST_DIFFERENCES = 10
REPORT_EVERY_S = 30


class Progress:
    """A line now and then, of a long run."""

    def __init__(self, database):
        self.database, self.begin = database, time.monotonic()
        self.next = self.begin + REPORT_EVERY_S
        self.count = 0

    def is_late(self):
        return time.monotonic() > self.begin + 60 * MINUTES

    def report(self, count):
        self.count = count
        if time.monotonic() > self.next:
            self.next += REPORT_EVERY_S
            self.print()

    def print(self):
        print(f"{self.database}: {self.count} programs in {time.monotonic() - self.begin:.0f} s", file=sys.stderr, flush=True)


def first_difference(expected, found):
    """Of the steps of two programs: where they part."""
    for number, (one, other) in enumerate(itertools.zip_longest(expected, found)):
        if one != other:
            return f"round {number}:\n{parts(one, other, ())}"
    return "none"


def parts(one, other, path):
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        one, other = list(one.items()), list(other.items())
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other) > 0:
        index = next(index for index, pair in enumerate(zip(one, other)) if pair[0] != pair[1])
        before = f"    before: {one[index - 1]}\n" if index else ""
        return before + parts(one[index], other[index], (*path, index))
    return f"    own connections: {one}\n    shared: {other}\n    at {path}"


class RandomObjects:
    PLACES = 4
    OPTIONS = {}  # of the server whose connections are shared

    def start_for(self, connections, multiplex="off"):
        return self.start(connections, db_connections_timeout=20, **({**self.OPTIONS, "db_multiplex": multiplex} if connections else {}))

    def compare(self, direct, shared, seed, words):
        """What differs, or None."""
        expected, found = (self.ask(server, f"/program?seed={seed}&million={next(MILLIONS)}{words}") for server in (direct, shared))
        if expected["seen"] != found["seen"]:
            return f"{self.DATABASE}, seed {seed}, {first_difference(expected['seen'], found['seen'])}"
        return f"{self.DATABASE}, seed {seed}: more connections are kept than should be: {found['pinned']}" if found["pinned"] else None

    @unittest.skipIf(ONLY_MULTIPLEXED, "only db_multiplex")
    def test_programs(self):
        self.run_programs(self.start_for(self.PLACES))

    def test_programs_that_wait_between_statements(self):
        shared = self.start_for(self.PLACES, "transaction")
        self.run_programs(shared, "&waits=1")
        recalled = self.ask(shared, "/report")["tern_db_connections_recalled_total"]
        print(f"{self.DATABASE}: {recalled:.0f} connections were given between two statements", file=sys.stderr, flush=True)
        self.assertGreater(recalled, 0)

    def run_programs(self, shared, words=""):
        direct = self.start_for(0)
        progress = Progress(self.DATABASE)
        differences = []
        for seed in range(FIRST, FIRST + (COUNT or FEW[self.DATABASE])):
            if difference := self.compare(direct, shared, seed, words):
                differences.append(difference)
                print(difference, file=sys.stderr, flush=True)
            progress.report(seed - FIRST + 1)
            if len(differences) == MOST_DIFFERENCES or progress.is_late():
                break
        progress.print()
        self.wait_idle(shared)
        report = self.ask(shared, "/report")
        self.assertLessEqual(report["tern_pool_connections"], self.PLACES)
        # Several logins share the places. One program may need them all.
        if progress.count > 1:
            self.assertGreater(2 * report["tern_db_connections_reused_total"], report["tern_db_connections_made_total"])
        self.assertEqual(differences, [], "\n\n".join(differences))


class MysqlObjects(RandomObjects):
    PROGRAM = "database/random_mysql.php"

    @classmethod
    def setUpClass(cls):
        WORLD.open("--lock-wait-timeout=5", "--innodb-lock-wait-timeout=5", "--innodb-flush-method=nosync", "--innodb-flush-log-at-trx-commit=0")
        WORLD.direct("pdo", queries=["CREATE OR REPLACE FUNCTION test.remembers() RETURNS INT NO SQL BEGIN SET @remembered = 1; RETURN 1; END"])


@unittest.skipUnless("mysql" in DATABASES, "another database")
class MysqlObjectsTest(MysqlObjects, DatabaseTest):
    DATABASE = "mysql"


class SharedQueries:
    """Some report what others write, with a second connection."""
    PLACES = 20
    OPTIONS = {"db_shared_queries": ["*"]}
    test_programs_that_wait_between_statements = None  # nothing waits for one of so many places

    def wait_idle(self, server):
        super().wait_idle(server)
        wait_until(lambda: self.ask(server, "/report").get("tern_db_shared_queries_total", 0) > 0, "queries that were shared")
        print(f"{self.DATABASE}: {self.ask(server, '/report')['tern_db_shared_queries_total']:.0f} queries were shared", file=sys.stderr, flush=True)


@unittest.skipUnless("shared-queries" in DATABASES, "another database")
class SharedQueriesTest(SharedQueries, MysqlObjects, DatabaseTest):
    DATABASE, PROGRAM = "shared-queries", "database/random_reports.php"


class PgsqlObjects(RandomObjects):
    @classmethod
    def setUpClass(cls):
        PGSQL.open("-c", "lock_timeout=5s")


@unittest.skipUnless("pgsql" in DATABASES, "another database")
class PgsqlObjectsTest(PgsqlObjects, PgsqlTest):
    DATABASE, PROGRAM = "pgsql", "database/random_pgsql.php"


@unittest.skipUnless("shared-queries" in DATABASES, "another database")
class PgsqlSharedQueriesTest(SharedQueries, PgsqlObjects, PgsqlTest):
    DATABASE, PROGRAM = "pgsql-shared-queries", "database/random_pgsql_reports.php"


if __name__ == "__main__":
    unittest.main()
