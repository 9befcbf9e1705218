"""db_connections: objects that a program keeps for many requests give their connection back between them."""
import json
import pathlib
import shutil
import tempfile
import unittest

from harness import wait_until
from http_client import Client, request
from world import WORLD, DatabaseTest

KINDS = ("pdo", "mysqli")
SETTINGS = ("names", "zone", "mode", "database", "isolation", "autocommit", "several", "failed")
ENDING_PINS = ("transaction", "prepared_statement", "result")
LASTING_PINS = ("user_variable", "temporary_table", "lock", "setting", "unknown_statement")


def setUpModule():
    WORLD.open()
    WORLD.direct("pdo", queries=["CREATE OR REPLACE FUNCTION test.remembers() RETURNS INT NO SQL BEGIN SET @remembered = 1; RETURN 1; END"])


class KeptTest(DatabaseTest):
    PROGRAM = "database/kept.php"
    maxDiff = None

    def wait_pinned(self, server, reason):
        def pinned():
            return [one["reason"] for one in self.ask(server, "/pinned")]
        wait_until(lambda: pinned() == ([reason] if reason else []), lambda: f"pinned by {reason}: {pinned()}\n{server.output()}")


class RestTest(KeptTest):
    def test_connection_is_given_back(self):
        server = self.start(1)
        for kind in KINDS:
            with self.subTest(kind):
                first = self.ask(server, f"/id?kind={kind}")
                self.wait_idle(server)
                self.ask(server, f"/dirt?kind={kind}")
                self.ask(server, f"/id?kind={kind}")
                self.wait_idle(server)
                self.assertIsNotNone(first)
        self.assertEqual(self.ask(server, "/pinned"), [])

    def test_many_objects_share_one_connection(self):
        """Without a login, once it is made."""
        server = self.start(1)
        self.ask(server, "/id?kind=pdo")
        self.wait_idle(server)
        for _ in range(5):
            self.ask(server, "/id?kind=pdo")
        self.wait_idle(server)
        self.assertEqual(self.ask(server, "/report")["tern_db_connections_made_total"], 1)

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

    def test_settings_by_prepared_statements(self):
        """Those that were executed."""
        server = self.start(1)
        for kind in KINDS:
            self.assertEqual(self.ask(server, f"/prepared?kind={kind}"), ["+06:00"])
            self.wait_idle(server)
            self.ask(server, f"/dirt?kind={kind}")
            self.assertEqual(self.ask(server, f"/zone?kind={kind}"), ["+06:00"])

    def test_several_statements_in_one_query(self):
        server = self.start(1)
        for _ in range(3):
            self.assertEqual(self.ask(server, "/several"), ["1", "2"])
            self.wait_idle(server)
            self.ask(server, "/dirt?kind=mysqli")
            self.ask(server, "/id?kind=mysqli")

    def test_stored_result_is_read_later(self):
        server = self.start(1)
        for kind in KINDS:
            self.ask(server, f"/store?kind={kind}")
            self.wait_idle(server)
            self.ask(server, f"/dirt?kind={kind}")
            self.assertEqual([str(one) for one in self.ask(server, "/stored")[0]], ["1", "2"])

    def test_coroutines_of_a_request(self):
        """The end of a coroutine that the request has started is no end of the request."""
        server = self.start(1)
        for kind in KINDS:
            mine, theirs, found = self.ask(server, f"/children?kind={kind}")
            self.assertEqual((mine, found), (theirs, True))
            self.wait_idle(server)


class PinTest(KeptTest):
    def check_pin(self, server, kind, what):
        number = self.ask(server, f"/pin?kind={kind}&what={what}")[0]
        self.wait_pinned(server, what)
        row = self.ask(server, "/pinned")[0]
        self.assertRegex(row["where"], r"/(kept|actions)\.php:\d+$")
        wait_until(lambda: self.ask(server, "/report").get(f"tern_db_connections_pins{what}") == 1,
                   lambda: f"{what} in the metrics: {self.ask(server, '/report')}")
        return number

    def test_pins_that_end(self):
        for kind in KINDS:
            for what in ENDING_PINS:
                with self.subTest(kind=kind, what=what):
                    server = self.start(1)
                    self.check_pin(server, kind, what)
                    self.ask(server, f"/unpin?kind={kind}&what={what}")
                    self.wait_idle(server)
                    self.ask(server, f"/dirt?kind={kind}")
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

    def test_admin_page_names_them(self):
        address = str(pathlib.Path(tempfile.mkdtemp(prefix="tern-admin-")) / "admin.sock")
        self.addCleanup(shutil.rmtree, pathlib.Path(address).parent, True)
        server = self.start(1, admin=f"unix:{address}")
        self.check_pin(server, "pdo", "user_variable")
        with Client(address) as client:
            answer = client.ask("GET", "/connections", [("Host", "localhost")])
        self.assertEqual(answer.status, 200, answer)
        (row,) = json.loads(answer.text)["pinned"]
        self.assertEqual((row["worker"], row["reason"]), (0, "user_variable"))
        self.assertRegex(row["where"], r"/actions\.php:\d+$")
        self.assertRegex(row["got_at"], r"/actions\.php:\d+$")
        self.assertGreaterEqual(row["for_ms"], 0)

    def test_another_user(self):
        """The object has rested before."""
        server = self.start(1)
        self.ask(server, "/id?kind=mysqli")
        self.wait_idle(server)
        self.ask(server, "/dirt?kind=mysqli")
        self.check_pin(server, "mysqli", "changed_user")
        self.ask(server, "/forget")
        self.wait_closed(server, "changed_user", 1)


class LossTest(KeptTest):
    def test_session_that_the_server_ends(self):
        server = self.start(1)
        for kind in KINDS:
            number = self.ask(server, f"/id?kind={kind}")[0]
            self.wait_idle(server)
            WORLD.direct("pdo", queries=[f"KILL {number}"])
            self.wait_closed(server, "lost", KINDS.index(kind) + 1)
            self.assertNotEqual(self.ask(server, f"/id?kind={kind}")[0], number)
            self.wait_idle(server)

    def test_session_that_ends_in_a_query(self):
        """The place of a lost connection is free, though the program keeps the object."""
        server = self.start(1)
        with server.client() as slow:
            self.ask(server, "/id?kind=pdo")
            self.wait_idle(server)
            slow.send(request(path="/slow?kind=pdo"))
            number = server.wait_for(r"^SLOW (\d+)$")[1]
            WORLD.direct("pdo", queries=[f"KILL {number}"])
            slow.response()
        self.wait_idle(server)
        self.assertEqual(self.ask(server, "/report")["tern_db_connections_killed_queries_total"], 0)
        self.assertIn("gone away", self.ask(server, "/failure?kind=pdo")["error"])
        self.ask(server, "/forget")
        self.ask(server, "/id?kind=pdo")

    def test_database_that_restarts(self):
        """An object that rests notices the restart only if it is used meanwhile."""
        server = self.start(2)
        for kind in KINDS:
            self.ask(server, f"/id?kind={kind}")
        self.wait_idle(server)
        WORLD.database.stop()
        for kind in KINDS:
            failed = self.ask(server, f"/failure?kind={kind}")
            self.assertEqual(failed["code"], 2006)
            self.assertIn("MySQL server has gone away (", failed["error"])
        WORLD.database.again()
        for kind in KINDS:
            self.ask(server, f"/id?kind={kind}")

    def test_deadline(self):
        server = self.start(1, db_connections_timeout=0.05)
        self.ask(server, "/id?kind=pdo")
        self.wait_idle(server)
        with server.client() as held:
            held.send(request(path="/hold?until=go"))
            server.wait_for(r"^HOLDS ")
            failed = self.ask(server, "/failure?kind=pdo")
            self.assertEqual(failed["code"], 1040)
            self.assertRegex(failed["error"], r"this worker has 1: \S+/actions\.php:\d+ for \d+\.\d s")
            (self.folder / "go").touch()
            held.response()
        self.assertIn("id", self.ask(server, "/failure?kind=pdo"))


class CancelTest(KeptTest):
    """A query whose request has ended is ended at the server."""

    def count_blocked(self):
        query = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE 'UPDATE test.things%'"
        return int(WORLD.direct("pdo", rows=query)[0][0])

    def check(self, server, kind, end, words=""):
        locker = server.client()
        self.addCleanup(locker.close)
        locker.send(request(path="/lock_row?until=unlock"))
        server.wait_for("LOCKED")
        blocked = server.client()
        self.addCleanup(blocked.close)
        blocked.send(request(path=f"/blocked?kind={kind}{words}"))
        server.wait_for(r"^BLOCKED (\d+)$")
        wait_until(lambda: self.count_blocked() == 1, "a query that waits")
        end(blocked)
        wait_until(lambda: self.count_blocked() == 0, lambda: f"the end of the query\n{server.output()}")
        wait_until(lambda: self.ask(server, "/report").get("tern_db_connections_killed_queries_total") == 1, lambda: str(self.ask(server, "/report")))
        (self.folder / "unlock").touch()
        locker.response()
        self.ask(server, "/forget")
        self.wait_idle(server)
        server.stop()

    def test_cancelled_coroutine(self):
        for kind in KINDS:
            with self.subTest(kind):
                server = self.start(2)
                self.check(server, kind, lambda client: (self.folder / "cancel").touch(), "&cancel=1")

    def test_client_that_leaves(self):
        for kind in KINDS:
            with self.subTest(kind):
                server = self.start(2)
                self.check(server, kind, lambda client: client.close())


if __name__ == "__main__":
    unittest.main()
