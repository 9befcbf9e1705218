"""db_connections: objects of PDO and pgsql that a program keeps for many requests give their connection back between them."""
import signal
import unittest

from harness import wait_until
from http_client import request
from pgsql_world import PGSQL, PgsqlTest

KINDS = ("pdo", "pgsql")
SETTINGS = ("zone", "path", "names", "strings", "characteristics", "style", "own", "failed")
ENDING_PINS = ("transaction", "prepared_statement")
LASTING_PINS = ("temporary_table", "lock", "listen", "setting", "unknown_statement")


def setUpModule():
    PGSQL.open()
    PGSQL.direct("pdo", queries=["CREATE FUNCTION remembers() RETURNS int LANGUAGE sql AS $$ SELECT set_config('app.remembered', '1', false)::int $$",
                                 "GRANT tern TO dirty"])


class KeptTest(PgsqlTest):
    PROGRAM = "database/pgsql_kept.php"
    maxDiff = None

    def wait_pinned(self, server, reason):
        def pinned():
            return [one["reason"] for one in self.ask(server, "/pinned")]
        wait_until(lambda: pinned() == ([reason] if reason else []), lambda: f"pinned by {reason}: {pinned()}\n{server.output()}")

    def end_session(self, number):
        PGSQL.direct("pdo", queries=[f"SELECT pg_terminate_backend({number})"])


class RestTest(KeptTest):
    def test_connection_is_given_back(self):
        server = self.start(1)
        for kind in KINDS:
            with self.subTest(kind):
                first = self.ask(server, f"/id?kind={kind}")
                self.wait_idle(server)
                self.assertEqual(self.ask(server, f"/dirt?kind={kind}"), first)
                self.wait_idle(server)
                self.assertEqual(self.ask(server, f"/id?kind={kind}"), first)
                self.wait_idle(server)
        self.assertEqual(self.ask(server, "/pinned"), [])
        self.assertEqual(self.ask(server, "/report")["tern_db_connections_made_total"], 1)

    def test_the_last_error_is_that_of_the_object(self):
        server = self.start(1)
        for kind in KINDS:
            error = self.ask(server, f"/last_error?kind={kind}&query=SELECT%20nothing")
            self.assertIn("nothing", str(error))
            self.wait_idle(server)
            self.ask(server, f"/dirt?kind={kind}")
            self.wait_idle(server)
            self.assertEqual(self.ask(server, f"/last_error?kind={kind}"), error)
            self.assertEqual(self.ask(server, f"/last_error?kind={kind}&query=SELECT%201"), [["00000", None, None] if kind == "pdo" else ""])
            self.wait_idle(server)

    def test_settings_come_back(self):
        for kind in KINDS:
            for what in SETTINGS:
                with self.subTest(kind=kind, what=what):
                    server = self.start(1)
                    expected = self.ask(server, f"/set?kind={kind}&what={what}")
                    self.wait_idle(server)
                    self.ask(server, f"/dirt?kind={kind}")
                    self.wait_idle(server)
                    self.assertEqual(self.ask(server, f"/seen?kind={kind}"), expected)
                    self.assertEqual(self.ask(server, "/pinned"), [])
                    server.stop()

    def test_a_new_object_has_no_settings_of_another_one(self):
        server = self.start(1)
        for kind in KINDS:
            self.ask(server, f"/prepared?kind={kind}")
            self.wait_idle(server)
        self.ask(server, "/forget")
        self.assertNotEqual(self.ask(server, "/zone?kind=pdo"), ["Asia/Tokyo"])

    def test_settings_by_prepared_statements(self):
        server = self.start(1)
        for kind in KINDS:
            self.assertEqual(self.ask(server, f"/prepared?kind={kind}"), ["Asia/Tokyo"])
            self.wait_idle(server)
            self.ask(server, f"/dirt?kind={kind}")
            self.wait_idle(server)
            self.assertEqual(self.ask(server, f"/zone?kind={kind}"), ["Asia/Tokyo"])

    def test_result_is_read_later(self):
        server = self.start(1)
        for kind in KINDS:
            self.ask(server, f"/store?kind={kind}")
            self.wait_idle(server)
            self.ask(server, f"/dirt?kind={kind}")
            self.wait_idle(server)
            self.assertEqual(self.ask(server, f"/stored?kind={kind}"), ["first", "things"])
            self.wait_idle(server)

    def test_what_an_object_says_without_a_connection(self):
        server = self.start(1)
        for kind, expected in (("pdo", [False, "00000"]), ("pgsql", [0, 0, ""])):
            self.ask(server, f"/id?kind={kind}")
            self.wait_idle(server)
            since = len(server.output())
            with server.client() as held:
                held.send(request(path="/hold?until=" + kind))
                server.wait_for(r"^HOLDS ", since=since)
                self.assertEqual(self.ask(server, f"/resting?kind={kind}"), expected)
                (self.folder / kind).touch()
                held.response()
            self.wait_idle(server)

    def test_notices(self):
        server = self.start(1)
        for kind, expected in (("pdo", None), ("pgsql", 'NOTICE:  table "nothing" does not exist, skipping')):
            for _ in range(2):
                self.assertEqual(self.ask(server, f"/notice?kind={kind}"), [expected])
                self.wait_idle(server)

    def test_coroutines_of_a_request(self):
        """The end of a coroutine that the request has started is no end of the request."""
        server = self.start(1)
        for kind in KINDS:
            mine, theirs, found = self.ask(server, f"/children?kind={kind}")
            self.assertEqual((mine, found), (theirs, True))
            self.wait_idle(server)

    def test_queries_are_observed(self):
        """The texts are read as the session of the object reads them."""
        server = self.start(1, db_queries="log")
        self.ask(server, "/set?kind=pgsql&what=strings")
        self.wait_idle(server)
        self.ask(server, "/escaped?kind=pgsql")
        server.wait_for(r"queries of GET /escaped: 1 query, 1 row, ")
        self.assertNotIn("secret", server.output())


class PinTest(KeptTest):
    def check_pin(self, server, kind, what):
        number = self.ask(server, f"/pin?kind={kind}&what={what}")[0]
        self.wait_pinned(server, what)
        self.assertRegex(self.ask(server, "/pinned")[0]["where"], r"/pgsql_(kept|actions)\.php:\d+$")
        return number

    def test_pins_that_end(self):
        for kind in KINDS:
            for what in ENDING_PINS:
                with self.subTest(kind=kind, what=what):
                    server = self.start(1)
                    number = self.check_pin(server, kind, what)
                    self.assertEqual(self.ask(server, f"/unpin?kind={kind}&what={what}"), [number])
                    self.wait_idle(server)
                    self.ask(server, f"/dirt?kind={kind}")
                    self.wait_idle(server)
                    self.ask(server, f"/id?kind={kind}")
                    server.stop()

    def test_pins_that_last(self):
        """Until the object ends."""
        for kind in KINDS:
            for what in LASTING_PINS:
                with self.subTest(kind=kind, what=what):
                    server = self.start(1)
                    number = self.check_pin(server, kind, what)
                    self.assertEqual(self.ask(server, f"/unpin?kind={kind}&what={what}"), [number])
                    self.wait_pinned(server, what)
                    self.ask(server, "/forget")
                    self.wait_idle(server)
                    server.stop()

    def test_copy(self):
        server = self.start(1)
        self.check_pin(server, "pdo", "result")
        self.ask(server, "/forget")
        self.wait_idle(server)


class LossTest(KeptTest):
    def test_session_that_the_server_ends(self):
        server = self.start(1)
        for kind in KINDS:
            number = self.ask(server, f"/id?kind={kind}")[0]
            self.wait_idle(server)
            self.end_session(number)
            self.wait_closed(server, "lost", KINDS.index(kind) + 1)
            self.assertNotEqual(self.ask(server, f"/id?kind={kind}")[0], number)
            self.wait_idle(server)

    def test_session_that_ends_in_a_query(self):
        """The place of a lost connection is free, though the program keeps the object."""
        server = self.start(1)
        with server.client() as slow:
            slow.send(request(path="/slow?kind=pdo"))
            self.end_session(server.wait_for(r"^SLOW (\d+)$")[1])
            slow.response()
        self.wait_idle(server)
        self.assertIn("no connection to the server", self.ask(server, "/failure?kind=pdo")["error"])
        self.assertIn("id", self.ask(server, "/failure?kind=pgsql"))
        self.ask(server, "/forget")
        self.ask(server, "/id?kind=pdo")

    def test_lost_object_that_connects_again(self):
        server = self.start(1)
        with server.client() as slow:
            slow.send(request(path="/slow?kind=pgsql"))
            number = int(server.wait_for(r"^SLOW (\d+)$")[1])
            self.end_session(number)
            slow.response()
        self.wait_idle(server)
        self.assertNotEqual(self.ask(server, "/query?kind=pgsql"), [""])
        connected, other = self.ask(server, "/reset?kind=pgsql")
        self.assertTrue(connected)
        self.assertNotEqual(other, number)
        self.wait_idle(server)

    def test_database_that_restarts(self):
        """An object that rests notices the restart only if it is used meanwhile."""
        server = self.start(2)
        for kind in KINDS:
            self.ask(server, f"/id?kind={kind}")
        self.wait_idle(server)
        PGSQL.database.stop(signal.SIGINT)  # does not wait for its clients
        for kind in KINDS:
            self.assertRegex(self.ask(server, f"/query?kind={kind}")[0], "[Cc]onnection")
        PGSQL.database.again()
        for kind in KINDS:
            self.ask(server, f"/id?kind={kind}")

    def test_deadline(self):
        server = self.start(1, db_connections_timeout=0.05)
        self.ask(server, "/id?kind=pdo")
        self.wait_idle(server)
        with server.client() as held:
            held.send(request(path="/hold?until=go"))
            server.wait_for(r"^HOLDS ")
            self.assertRegex(self.ask(server, "/failure?kind=pdo")["error"],
                             r"(?s)sorry, too many clients already.*this worker has 1: \S+/pgsql_actions\.php:\d+ for \d+\.\d s")
            (self.folder / "go").touch()
            held.response()
        self.wait_idle(server)
        self.assertIn("id", self.ask(server, "/failure?kind=pdo"))

    def test_query_of_a_cancelled_request(self):
        """It is ended at the server."""
        for kind in KINDS:
            with self.subTest(kind):
                server = self.start(2)
                with server.client() as slow:
                    slow.send(request(path=f"/slow?kind={kind}&cancel=1"))
                    number = int(server.wait_for(r"^SLOW (\d+)$")[1])
                    wait_until(lambda: number in self.ask(server, "/sessions"), "a query that runs")
                    (self.folder / "cancel").touch()
                    slow.response()
                wait_until(lambda: number not in self.ask(server, "/sessions"), lambda: f"its end\n{server.output()}")
                self.wait_idle(server)
                self.assertNotEqual(self.ask(server, f"/id?kind={kind}"), [number])
                server.stop()


if __name__ == "__main__":
    unittest.main()
