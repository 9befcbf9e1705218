"""db_shared_queries: the same SELECTs at once are one query in the general log of MariaDB, and nothing that a program sees is another."""
import json
import unittest
import urllib.parse

from harness import wait_until
from world import WORLD, DatabaseTest

REPORT = "SELECT id, name FROM test.report ORDER BY id"
ROWS = [[1, "first"], [2, "second"], [3, None]]


def setUpModule():
    WORLD.open("--general-log", "--general-log-file=queries")


class SharedQueriesTest(DatabaseTest):
    PROGRAM = "database/shared_queries.php"

    def start(self, connections=50, **options):
        server = super().start(connections, **{"db_shared_queries": ["*"], **options})
        self.ask(server, "/prepare")
        return server

    def sent(self, server, path, query=REPORT):
        """What the program has seen, and how many of this query the server has got for it."""
        before = self.executions(query)
        found = self.ask(server, path)
        return found, self.executions(query) - before

    def executions(self, query):
        return (WORLD.database.folder / "data/queries").read_text(errors="replace").count(query)

    def check(self, server, path, sent, seen=ROWS):
        found, count = self.sent(server, path)
        for one in found["seen"].values() if isinstance(found["seen"], dict) else found["seen"]:
            self.assertEqual(one, seen)
        self.assertEqual(count, sent)


class IdenticalTest(SharedQueriesTest):
    def test_forty_at_once_are_one_query(self):
        server = self.start()
        for kind in ("pdo", "mysqli"):
            with self.subTest(kind=kind):
                found, count = self.sent(server, f"/identical?count=40&kind={kind}")
                self.assertEqual([[[int(row[0]), row[1]] for row in one] for one in found["seen"]], [ROWS] * 40)
                self.assertEqual(count, 1)
        wait_until(lambda: self.ask(server, "/report").get("tern_db_shared_queries_total") == 78,
                   lambda: f"a count of shared queries: {self.ask(server, '/report')}")

    def test_prepared_statements(self):
        server = self.start()
        for way, values, sent in (("pdo", [0], 1), ("pdo", [0, 1], 2), ("mysqli", [0], 1), ("mysqli", [0, "0"], 2), ("mysqli", [None], 1), ("stored", [1], 1),
                                  ("row by row", [0], 6), ("long", ["0"], 6)):
            with self.subTest(way=way, values=values):
                words = urllib.parse.urlencode({"way": way, "values": json.dumps(values)})
                found, count = self.sent(server, f"/prepared?{words}", "Execute\tSELECT id, name FROM test.report")
                self.assertEqual(found["seen"], [[] if value is None else ROWS[int(value):] for value in (values * 6)[:6]])
                self.assertEqual(found["again"], [ROWS[2:]] * 6)
                self.assertEqual(count, sent + 6)

    def test_prepared_statements_that_are_not_shared(self):
        server = self.start()
        for query in ("SELECT NOW() > 0, id > ? FROM test.report", "SELECT id FROM test.report WHERE id > ? LIMIT 3 OFFSET 0",
                      "SELECT id, REPEAT('x', 600000) FROM test.report WHERE id > ?", "SELECT CAST(name AS INT) FROM test.report WHERE id > ?"):
            with self.subTest(query=query):
                words = urllib.parse.urlencode({"way": "pdo", "values": "[0]", "query": query})
                found, count = self.sent(server, f"/prepared?{words}", "Execute\tSELECT")
                self.assertEqual((len({json.dumps(one) for one in found["seen"]}), count), (1, 12))

    def test_different_ones(self):
        """Other settings, users, texts, transactions and states are sent, each on its own."""
        server = self.start()
        found, count = self.sent(server, "/different")
        self.assertEqual({tuple(map(str, row)) for seen in found["seen"].values() for row in seen}, {tuple(map(str, row)) for row in ROWS})
        self.assertEqual(count, 13)  # the last one got that of the first; one was prepared, and executed

    def test_objects_that_rest_need_no_connection(self):
        server = self.start(2)
        self.ask(server, "/kept")
        self.wait_idle(server)
        self.check(server, "/kept", 1)

    def test_what_is_not_shared(self):
        server = self.start()
        for name, query in {
                "time": f"SELECT NOW() > 0 FROM ({REPORT}) AS r LIMIT 1",
                "session": f"SELECT CONNECTION_ID() > 0 FROM ({REPORT}) AS r LIMIT 1",
                "lock": f"{REPORT} LOCK IN SHARE MODE",
                "large": f"SELECT id, REPEAT('x', 600000) FROM ({REPORT}) AS r",
                "warnings": f"SELECT CAST(name AS INT) FROM ({REPORT}) AS r",
                "variable": f"SELECT @@sql_mode FROM ({REPORT}) AS r",
        }.items():
            with self.subTest(name=name):
                found, count = self.sent(server, f"/identical?{urllib.parse.urlencode({'count': 4, 'query': query})}", query)
                self.assertEqual(len({json.dumps(one) for one in found["seen"]}), 1)
                self.assertNotIn("error", found["seen"][0])
                self.assertEqual(count, 4)

    def test_an_error_is_of_each(self):
        server = self.start()
        query = "SELECT nothing FROM test.report"
        found, count = self.sent(server, f"/identical?{urllib.parse.urlencode({'count': 3, 'query': query})}", query)
        self.assertIn("nothing", found["seen"][0])
        self.assertEqual((found["seen"], count), ([found["seen"][0]] * 3, 3))

    def test_digests(self):
        server = self.start(db_shared_queries=["SELECT name FROM test.report WHERE id = ?"])
        for query, sent in ((REPORT, 3), ("SELECT name FROM test.report WHERE id = 2", 1)):
            with self.subTest(query=query):
                found, count = self.sent(server, f"/identical?{urllib.parse.urlencode({'count': 3, 'query': query})}", query)
                self.assertEqual(count, sent)

    def test_it_needs_connections(self):
        with self.assertRaises(AssertionError) as refused:
            super().start(0, db_shared_queries=["*"])
        self.assertIn("db_shared_queries needs db_connections", str(refused.exception))


class FirstOneTest(SharedQueriesTest):
    """What happens to the first one is not what the others get."""

    def test_cancelled(self):
        server, before = self.start(), self.executions(REPORT)
        found, _ = self.sent(server, "/cancelled")
        self.assertIn("gone away", found["seen"][0])
        self.assertEqual(found["seen"][1:], [ROWS] * 3)
        # The server may read the one that was cancelled when the others have their responses.
        wait_until(lambda: self.executions(REPORT) - before == 4, lambda: f"{self.executions(REPORT) - before} executions")

    def test_lost(self):
        server = self.start()
        found, count = self.sent(server, "/lost")
        self.assertIn("error", found["seen"][0])
        self.assertEqual((found["seen"][1:], count), ([ROWS] * 3, 4))

    def test_reads_row_by_row(self):
        self.check(self.start(), "/unbuffered?which=first", 4)

    def test_reads_later(self):
        self.check(self.start(), "/slow_reader", 3, [[str(number), name] for number, name in ROWS])


class OthersTest(SharedQueriesTest):
    def test_read_row_by_row(self):
        self.check(self.start(), "/unbuffered?which=others", 1)

    def test_cancelled(self):
        server = self.start()
        found, count = self.sent(server, "/cancelled_follower")
        self.assertIn("gone away", found["seen"][1])
        self.assertEqual((found["seen"][0], found["seen"][2], found["later"]), (ROWS, ROWS, [[1]]))
        self.assertEqual(count, 1)

    def test_a_write_that_has_ended_is_not_missed(self):
        server = self.start(task_worker_num=1)
        for how, kind, sent in (("text", "pdo", 2), ("text", "mysqli", 2), ("prepared", "mysqli", 2), ("several", "pdo", 2), ("failed", "pdo", 2),
                                ("process", "pdo", 2), ("user process", "pdo", 2), ("read", "pdo", 1), ("prepared read", "mysqli", 1)):
            with self.subTest(how=how, kind=kind):
                found, count = self.sent(server, f"/written?{urllib.parse.urlencode({'how': how, 'kind': kind})}")
                self.assertEqual((count, found["seen"]), (sent, [ROWS, ROWS]))

    def test_what_is_asked_about_the_statement_before(self):
        """The server gets the query first, of the one that has not sent it: so both see the same."""
        server = self.start()
        for ask, between, way, sent in (
                ("SELECT FOUND_ROWS()", "", "text", 2), ("SELECT FOUND_ROWS()", "", "prepared", 2), ("SELECT ROW_COUNT()", "", "text", 2),
                ("SHOW WARNINGS", "", "text", 2), ("SELECT @@warning_count", "", "text", 2),
                ("SELECT FOUND_ROWS()", "UPDATE test.things SET name = 'x' WHERE id = 0", "text", 2),
                ("SELECT ROW_COUNT()", "UPDATE test.things SET name = 'x' WHERE id = 0", "text", 1),
                ("SELECT FOUND_ROWS()", "UPDATE test.things SET name = (SELECT 1) WHERE id = 0", "text", 2),
                ("SELECT FOUND_ROWS()", "INSERT INTO test.things (name) VALUES ('a'), ('b')", "text", 2),
                ("SELECT FOUND_ROWS()", "SELECT 5", "text", 1), ("SHOW WARNINGS", "SELECT CAST('y' AS INT)", "text", 1)):
            with self.subTest(ask=ask, between=between, way=way):
                found, count = self.sent(server, f"/asked?{urllib.parse.urlencode({'ask': ask, 'between': between, 'way': way})}")
                self.assertEqual(found["seen"][0], found["seen"][1])
                self.assertEqual(count, sent)

    def test_what_is_asked_about_an_execution(self):
        server = self.start()
        for ask, seen in (("SELECT FOUND_ROWS()", "2"), ("SELECT ROW_COUNT()", "-1"), ("SHOW WARNINGS", None)):
            for ends in (0, 1):
                with self.subTest(ask=ask, ends=ends):
                    words = urllib.parse.urlencode({"ask": ask, "ends": ends})
                    found, count = self.sent(server, f"/prepared_asked?{words}", "Execute\tSELECT id, name FROM test.report")
                    self.assertEqual((found["seen"], count), ([[ROWS[1:], [[seen]] if seen else []]] * 2, 1))


if __name__ == "__main__":
    unittest.main()
