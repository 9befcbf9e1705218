"""Random programs see the same in connections of their own and in those of a pool of two, which other programs have filled with dirt.

The same for programs whose objects last for several requests, between which other programs fill the pool with dirt.

TERN_DATABASE_PROGRAMS says how many (60), TERN_DATABASE_SEED where they begin (1).
"""
# Time limit: 3600 s
import contextlib
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

    PARTS = 6

    @contextlib.contextmanager
    def program(self, server):
        """Afterwards its objects are gone."""
        self.ask(server, "/prepare")
        try:
            yield
        finally:
            self.ask(server, "/end")

    def test_programs_of_many_requests(self):
        direct = self.start(0)
        shared = self.start(3)  # one may be pinned, and the others are for the dirt
        pins = {}
        for seed in range(FIRST, FIRST + COUNT):
            for kind in ("pdo", "mysqli"):
                parts = [f"/part?kind={kind}&seed={seed}&part={part}" for part in range(self.PARTS)]
                with self.subTest(parts[0]), self.program(direct):
                    expected = [self.ask(direct, path) for path in parts]
                with self.subTest(parts[0]), self.program(shared):
                    for part, path in enumerate(parts):
                        self.ask(shared, f"/fill?beside=1&seed={seed * 10 + part}")
                        self.assertEqual(self.ask(shared, path), expected[part], path)
                        for reason in self.ask(shared, "/pinned") or ["none"]:
                            pins[reason] = pins.get(reason, 0) + 1
        print(f"requests by what pinned the object after them: {pins}")


if __name__ == "__main__":
    unittest.main()
