"""Random programs see the same in connections to PostgreSQL of their own and in those of a pool of two, which other programs have filled
with dirt.

TERN_DATABASE_PROGRAMS says how many (60), TERN_DATABASE_SEED where they begin (1).
"""
# Time limit: 3600 s
import os
import unittest

from pgsql_world import PGSQL, PgsqlTest

COUNT = int(os.environ.get("TERN_DATABASE_PROGRAMS", "60"))
FIRST = int(os.environ.get("TERN_DATABASE_SEED", "1"))


def setUpModule():
    PGSQL.open("-c", "lock_timeout=100ms")


class PgsqlProgramsTest(PgsqlTest):
    PROGRAM = "database/pgsql_programs.php"
    maxDiff = None

    def test_programs(self):
        direct = self.start(0)
        shared = self.start(2)
        for seed in range(FIRST, FIRST + COUNT):
            for kind in ("pdo", "pgsql"):
                path = f"/program?kind={kind}&seed={seed}"
                with self.subTest(path):
                    self.ask(direct, "/prepare")
                    expected = self.ask(direct, path)
                    self.ask(shared, f"/fill?seed={seed}")
                    self.ask(shared, "/prepare")
                    self.ask(shared, f"/fill?seed={seed + 1}")
                    self.assertEqual(self.ask(shared, path), expected)
        report = self.ask(shared, "/report")
        self.assertGreater(report["tern_db_connections_reused_total"], report["tern_db_connections_made_total"])


if __name__ == "__main__":
    unittest.main()
