"""tern serve --db-connections --redis-connections: pages of classic sites with PostgreSQL and Redis."""
import concurrent.futures
import json
import shutil
import unittest

from harness import ROOT
from launcher import LauncherTest
from php_program import opcache
from pgsql_world import PGSQL
from redis_connections_test import REDIS

KINDS = ("pdo", "pgsql", "redis")
FATAL = ("error", "memory")


def setUpModule():
    PGSQL.open()
    REDIS.open()


class OtherSitesTest(LauncherTest):
    def serve_site(self, connections, *php):
        shutil.copytree(ROOT / "tests/database/site", self.folder / "site")
        (self.folder / "site/application.php").unlink()
        env = {**PGSQL.packages.libraries(), "PGSQL_PORT": str(PGSQL.database.port), "REDIS_PORT": str(REDIS.database.port)}
        return self.run_served("site", "--port", "0", "--workers", "1", "--db-connections", str(connections), "--redis-connections",
                               str(connections), php=(*opcache(), *PGSQL.php, *REDIS.php, "-d", "memory_limit=32M", *php), env=env)

    def check_pages(self, server):
        for kind in KINDS:
            for end in ("", "exit", "cycle", "static", "error", "memory", ""):
                answer = server.get(f"/others.php?kind={kind}&end={end}")
                self.assertEqual(answer.status, 500 if end in FATAL else 200, server.output())
                if answer.status == 200:
                    self.assertEqual(json.loads(answer.text)[1], "", (kind, end))

    def test_pages(self):
        server = self.serve_site(1)
        self.check_pages(server)
        for kind in KINDS:
            ids = {json.loads(server.get(f"/others.php?kind={kind}").text)[0] for _ in range(10)}
            self.assertEqual(len(ids), 1, kind)

    def test_pages_with_heaps_of_their_own(self):
        self.check_pages(self.serve_site(1, "-d", "tern.own_heaps=all"))

    def test_many_at_a_time(self):
        server = self.serve_site(2)
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda n: server.get(f"/others.php?kind={KINDS[n % 3]}"), range(90)))
        self.assertEqual({(answer.status, json.loads(answer.text)[1]) for answer in answers}, {(200, "")})


if __name__ == "__main__":
    unittest.main()
