"""Reloads, an upgrade and a killed worker while clients ask through nginx: what fails was in flight on that worker."""
import unittest

import operations
from harness import wait_until
from load import Load
from server_case import TestCase

CONNECTIONS = 8
RESPONSES = 40  # between two operations


class OperationsTest(TestCase):
    def test_operations_lose_no_request(self):
        pool = operations.tern_fpm()
        self.addCleanup(pool.close)
        with Load(pool, CONNECTIONS, "/query.php") as load:
            for action in ("reload", "upgrade", "reload", "kill", "reload"):
                wait_until(load.more(RESPONSES), "responses")
                pool.act(action)
            wait_until(load.more(RESPONSES), "responses")
        owed, others = pool.kills.split(load.failures)
        self.assertEqual(others, [])
        self.assertLessEqual(len(owed), CONNECTIONS)


if __name__ == "__main__":
    unittest.main()
