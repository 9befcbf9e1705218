"""Random programs see the same in connections of their own and in those of a pool of two, which other programs have filled with dirt.

TERN_DATABASE_PROGRAMS says how many (60), TERN_DATABASE_SEED where they begin (1).
"""
# Time limit: 3600 s
import os
import unittest

from world import WORLD, DatabaseTest

COUNT = int(os.environ.get("TERN_DATABASE_PROGRAMS", "60"))
FIRST = int(os.environ.get("TERN_DATABASE_SEED", "1"))


def setUpModule():
    WORLD.open("--lock-wait-timeout=1", "--innodb-lock-wait-timeout=1")


class ProgramsTest(DatabaseTest):
    PROGRAM = "database/programs.php"
    maxDiff = None

    def test_programs(self):
        direct = self.start(0)
        shared = self.start(2)
        for seed in range(FIRST, FIRST + COUNT):
            for kind in ("pdo", "mysqli"):
                path = f"/program?kind={kind}&seed={seed}"
                with self.subTest(path):
                    self.ask(direct, "/prepare")
                    expected = self.ask(direct, path)
                    self.ask(shared, f"/fill?seed={seed}")
                    self.ask(shared, "/prepare")
                    self.ask(shared, f"/fill?seed={seed + 1}")
                    self.assertEqual(self.ask(shared, path), expected)


if __name__ == "__main__":
    unittest.main()
