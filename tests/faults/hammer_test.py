"""Eight workers that change one table, cache, atomics and counters behind locks while they are killed and reloaded at random:
soak/hammer.py, bounded by operations."""
# Time limit: 180 s
import sys
import unittest

from harness import ROOT
from php_program import PHP

sys.path.append(str(ROOT / "tests/soak"))
import hammer  # noqa: E402


@unittest.skipUnless(PHP, "TERN_PHP is not set: run scripts/e2e")
class HammerTest(unittest.TestCase):
    def test_nothing_is_torn_or_lost(self):
        figures, kills, reloads, _ = hammer.hammer(7, hammer.for_operations, 60, 4000)
        self.assertEqual((kills, reloads), (54, 6), figures)


if __name__ == "__main__":
    unittest.main()
