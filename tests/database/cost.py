"""What the options for databases cost. `scripts/database-cost` runs it; it asserts nothing about time.

A page with one query, with connections of its own and with db_connections: microseconds of the page's own time, the median of 300 pages
one after another, and its logins. And the instructions of a query, by callgrind, with options that have no effect on it: one coroutine
asks, so it waits for no connection and shares no query.
"""
import json
import pathlib
import statistics
import sys
import unittest

from harness import ROOT
from pgsql_world import PGSQL, PgsqlTest
from php_program import PHP
from world import WORLD

sys.path.append(str(ROOT / "bench"))
from callgrind import Build, instructions, of_script  # noqa: E402

PAGES = 300
QUERIES = 200
POOLED = {"db_connections": 4}
OPTIONS = {"none": {}, "db_connections": POOLED, "db_multiplex": {**POOLED, "db_multiplex": "transaction"},
           "db_shared_queries": {**POOLED, "db_shared_queries": ["*"]}, "db_queries": {"db_queries": "totals"}}
KINDS = {"mysql text": WORLD, "mysql prepared": WORLD, "pgsql text": PGSQL, "pgsql values": PGSQL, "pgsql prepared": PGSQL}


def setUpModule():
    PGSQL.open()
    WORLD.open()


class CostTest(PgsqlTest):
    def measure(self, connections, path):
        server = self.start(connections)
        with server.client() as client:
            client.ask(path="/report")
            times = [json.loads(client.ask(path=path).text)["us"] for _ in range(PAGES)]
        return statistics.median(times)

    def test_pages(self):
        for tls in (0, 1):
            for kind in ("pdo", "pgsql"):
                path = f"/cost?kind={kind}&tls={tls}"
                own, shared = self.measure(0, path), self.measure(1, path)
                print(f"{kind:6} {'TLS' if tls else 'TCP':4} own {own:7.0f} us  shared {shared:7.0f} us  {own / shared:5.1f} times")
                server = self.start(1)
                for _ in range(20):
                    self.ask(server, path)
                self.wait_idle(server)
                self.assertEqual(self.ask(server, "/report")["tern_db_connections_made_total"], 1)


class InstructionsTest(unittest.TestCase):
    def test_a_query(self):
        extension = pathlib.Path(next(word for word in PHP if word.startswith("extension=")).removeprefix("extension="))
        build = Build(extension, PHP[0])
        print(f"{'instructions of a query':24}" + "".join(f"{name:>18}" for name in OPTIONS))
        for kind, world in KINDS.items():
            print(f"{kind:24}" + "".join(f"{self.count(build, kind, world, options):18,.0f}" for options in OPTIONS.values()), flush=True)

    @staticmethod
    def count(build, kind, world, options):
        what = json.dumps({"kind": kind, "port": world.database.port, "options": options})
        return instructions(lambda its, count: of_script(its, "db_options.php", what, count, world.php), build, QUERIES)


if __name__ == "__main__":
    unittest.main()
