"""What a page with one query costs, with connections of its own and with db_connections: microseconds of the page's own time, the median of
300 pages one after another, and its logins. `scripts/database-cost` runs it; it asserts nothing about time."""
import json
import statistics
import unittest

from pgsql_world import PGSQL, PgsqlTest

PAGES = 300


def setUpModule():
    PGSQL.open()


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


if __name__ == "__main__":
    unittest.main()
