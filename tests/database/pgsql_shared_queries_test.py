"""db_shared_queries with PostgreSQL: the same SELECTs at once are one query in the server's log, and nothing that a program sees is another."""
import json
import re
import unittest
import urllib.parse

from harness import wait_until
from pgsql_world import PGSQL, PgsqlTest

REPORT = "SELECT id, name FROM public.report"
ROWS = [[1, "first"], [2, "second"], [3, None]]
WAYS = ("pdo prepared", "pdo text", "pdo values", "pgsql text", "pgsql values", "pgsql prepared")


def setUpModule():
    PGSQL.open("-c", "log_statement=all", "-c", "log_min_messages=warning")


def numbers(rows):
    """pgsql gives texts."""
    return [[int(row[0]), *row[1:]] for row in rows]


class PgsqlSharedQueriesTest(PgsqlTest):
    PROGRAM = "database/pgsql_shared_queries.php"

    def start(self, connections=60, **options):
        server = super().start(connections, **{"db_shared_queries": ["*"], **options})
        self.ask(server, "/prepare")
        return server

    def sent(self, server, path, **words):
        """What the program has seen, and how many executions of this query the server has logged for it."""
        query = words.get("query", REPORT)
        before = self.executions(query)
        found = self.ask(server, f"{path}?{urllib.parse.urlencode(words)}")
        return found, self.executions(query) - before

    def executions(self, query):
        text = (PGSQL.database.folder / "log").read_text(errors="replace")
        return len(re.findall(r"LOG: +(?:statement|execute [^:]*): " + re.escape(query), text))


class IdenticalTest(PgsqlSharedQueriesTest):
    def test_many_at_once_are_one_query(self):
        server = self.start()
        for way in WAYS:
            with self.subTest(way=way):
                found, count = self.sent(server, "/identical", count=20, way=way)
                self.assertEqual(([numbers(one) for one in found["seen"]], count), ([ROWS] * 20, 21 if "prepared" in way else 1))
        wait_until(lambda: self.ask(server, "/report").get("tern_db_shared_queries_total") == 19 * len(WAYS),
                   lambda: f"a count of shared queries: {self.ask(server, '/report')}")

    def test_with_the_observer(self):
        found, count = self.sent(self.start(db_queries="log"), "/identical", count=5, way="pdo text")
        self.assertEqual((found["seen"], count), ([ROWS] * 5, 1))

    def test_values(self):
        server = self.start()
        for way in ("pdo prepared", "pdo text", "pdo values", "pgsql values", "pgsql prepared"):
            for values, sent in ((["a", "b"], 2), (["a", "a"], 1), (["", None], 2), (["today", "today"], 6)):
                with self.subTest(way=way, values=values):
                    found, count = self.sent(server, "/values", way=way, values=json.dumps(values))
                    self.assertEqual(count, sent + (6 if "prepared" in way else 0))
                    expected = {value: {None: ROWS[1:2], "today": []}.get(value, ROWS[:2]) for value in values}
                    self.assertEqual([numbers(one) for one in found["seen"]], [expected[value] for value in values] * 3)

    def test_different_ones(self):
        """Other settings, users, texts and states are sent, each on its own."""
        found, count = self.sent(self.start(), "/different")
        self.assertEqual([numbers(one) for one in found["seen"].values()], [ROWS] * 11)
        self.assertEqual(count, 10)  # the last one got that of the first

    def test_objects_that_rest_need_no_connection(self):
        server = self.start(2)
        self.ask(server, "/kept")
        self.wait_idle(server)
        found, count = self.sent(server, "/kept")
        self.assertEqual((found["seen"], count), ([ROWS] * 6, 1))

    def test_what_is_not_shared(self):
        server = self.start()
        for name, query in {
                "time": f"SELECT now() IS NULL FROM ({REPORT}) AS r LIMIT 1",
                "session": f"SELECT pg_backend_pid() > 0 FROM ({REPORT}) AS r LIMIT 1",
                "lock": f"{REPORT} FOR SHARE",
                "large": f"SELECT id, repeat('x', 600000) FROM ({REPORT}) AS r",
                "no columns": "SELECT FROM public.report",
                "notice": "SELECT id FROM public.noticing",
                "error": "SELECT nothing FROM public.report",
        }.items():
            for way in ("pdo text", "pgsql text"):
                with self.subTest(name=name, way=way):
                    found, count = self.sent(server, "/identical", count=4, way=way, query=query)
                    self.assertEqual(len({json.dumps(one) for one in found["seen"]}), 1)
                    self.assertEqual("error" in found["seen"][0], name == "error")
                    self.assertEqual(count, 4)

    def test_digests(self):
        server = self.start(db_shared_queries=["SELECT id, name FROM public.report WHERE id = ?"])
        for query, sent in ((REPORT, 3), (f"{REPORT} WHERE id = 2", 1)):
            with self.subTest(query=query):
                self.assertEqual(self.sent(server, "/identical", count=3, query=query)[1], sent)

    def test_another_statement_of_the_same_name(self):
        server = self.start()
        for name in ("", "own"):
            with self.subTest(name=name):
                found, _ = self.sent(server, "/other_statement", name=name)
                self.assertEqual([numbers(one) for one in found["seen"]], [ROWS[:1], ROWS[2:]])

    def test_what_a_result_says(self):
        found, count = self.sent(self.start(), "/described")
        self.assertEqual(count, 4)  # one by text; each of two that were prepared once before, and one for both
        for own, shared in ((0, 1), (0, 2), (3, 4)):
            self.assertEqual(found["seen"][own], found["seen"][shared])


class FirstAndOthersTest(PgsqlSharedQueriesTest):
    def test_the_first_is_cancelled(self):
        server, before = self.start(), self.executions(REPORT)
        found, _ = self.sent(server, "/cancelled", which=0, way="pgsql text")
        self.assertIn("error", found["seen"][0])
        self.assertEqual([numbers(one) for one in found["seen"][1:]], [ROWS] * 3)
        # The server may read the one that was cancelled when the others have their responses.
        wait_until(lambda: self.executions(REPORT) - before == 4, lambda: f"{self.executions(REPORT) - before} executions")

    def test_another_is_cancelled(self):
        server = self.start()
        for way in ("pgsql text", "pgsql values", "pgsql prepared"):
            with self.subTest(way=way):
                found, count = self.sent(server, "/cancelled", which=2, way=way)
                self.assertIn("no connection to the server", found["seen"][2])
                self.assertEqual(([numbers(found["seen"][i]) for i in (0, 1, 3)], count), ([ROWS] * 3, 6 if "prepared" in way else 2))
                self.assertEqual(numbers(found["later"]), ROWS)

    def test_the_first_is_lost(self):
        found, count = self.sent(self.start(), "/lost")
        self.assertIn("error", found["seen"][0])
        self.assertEqual(([numbers(one) for one in found["seen"][1:]], count), ([ROWS] * 3, 4))

    def test_a_write_that_has_ended_is_not_missed(self):
        server = self.start(task_worker_num=1)
        for how, kind, sent in (
                ("text", "pdo text", 2), ("text", "pdo prepared", 2), ("text", "pgsql", 2), ("several", "pdo text", 2),
                ("values", "pgsql", 2), ("prepared", "pgsql", 2), ("made again", "pgsql", 2), ("transaction", "pdo text", 2),
                ("asynchronous", "pgsql", 2), ("busy", "pgsql", 2), ("copied", "pgsql", 2), ("put", "pgsql", 2),
                ("pdo copied", "pdo text", 2), ("function", "pgsql", 2), ("failed", "pgsql", 2), ("process", "pdo text", 2),
                ("user process", "pdo text", 2), ("read", "pdo text", 1), ("prepared read", "pdo prepared", 1),
                ("asynchronous read", "pgsql", 1)):
            with self.subTest(how=how, kind=kind):
                found, count = self.sent(server, "/written", how=how, kind=kind)
                self.assertEqual((count, found["seen"]), (sent, [ROWS, ROWS]))


if __name__ == "__main__":
    unittest.main()
