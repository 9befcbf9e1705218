"""mysqli_poll() says of connections with high descriptors what PHP's own says of those with low ones."""
import json
import unittest

import services
from php_program import PhpFile
from server_case import TestCase


class MysqliPollTest(TestCase):
    maxDiff = None

    def test_any_descriptor(self):
        packages = services.Packages()
        database = services.maria_db(packages)
        self.addCleanup(database.close)
        server = self.run_script(PhpFile("coroutine/mysqli_poll.php", port=database.port), php=packages.php("mysqli"),
                                 env=packages.environment())
        low, high = (self.ask(server, count) for count in (0, 1100))
        self.assertEqual(low[0], '[1,["quick"],null,["idle"]]')
        self.assertEqual(high, low)

    def ask(self, server, descriptors):
        answer = server.get(f"/?descriptors={descriptors}")
        self.assertEqual(answer.status, 200, server.output())
        return json.loads(answer.text)


if __name__ == "__main__":
    unittest.main()
