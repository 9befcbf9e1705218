"""The same generated requests through nginx to php-fpm and to `tern fpm`: equal responses."""
# Time limit: 400 s
import os
import unittest

import behind_nginx
import generated
import programs
import sides
from server_case import TestCase

COUNT = int(os.environ.get("TERN_REQUESTS", "1000"))
FIRST = int(os.environ.get("TERN_FIRST_REQUEST", "1"))
SHOWN = 5


class DifferentialTest(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.sides = [cls.side(start()) for start in programs.both()]

    @classmethod
    def side(cls, fpm):
        cls.addClassCleanup(fpm.close)
        return sides.Side(fpm, behind_nginx.start(fpm, cls.addClassCleanup))

    maxDiff = None

    def test_generated_requests(self):
        different = []
        for seed in range(FIRST, FIRST + COUNT):
            request = generated.request(seed)
            theirs, ours = (side.ask(*request) for side in self.sides)
            if theirs != ours:
                different.append((seed, request, theirs, ours))
        for seed, request, theirs, ours in different[:SHOWN]:
            with self.subTest(seed=seed, request=request[:3]):
                self.assertEqual(theirs[:3], ours[:3])
                self.assertEqual(theirs[3].decode("latin-1").splitlines(), ours[3].decode("latin-1").splitlines())
        self.assertEqual([], [seed for seed, *_ in different])


if __name__ == "__main__":
    unittest.main()
