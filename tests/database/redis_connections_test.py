"""redis_connections: requests share connections to Redis, and each finds a session as new.

TERN_DATABASE_PROGRAMS says how many random programs are compared (60), TERN_DATABASE_SEED where they begin (1).
"""
import json
import os
import pathlib
import shutil
import signal
import socket
import tempfile
import unittest

import services
from harness import wait_until
from http_client import request
from php_program import PhpFile
from world import HOOK_ALL, DatabaseTest

COUNT = int(os.environ.get("TERN_DATABASE_PROGRAMS", "60"))
FIRST = int(os.environ.get("TERN_DATABASE_SEED", "1"))
CLEANED = ("database", "name", "watch", "user", "tracking", "multi", "unread", "options", "wrong", "prefix", "pipeline")
# The driver has half of a response, or the server does not respond, or something is under way.
CLOSED = ("protocol", "subscribed", "silent", "skipped", "monitor")


class World:
    """One Redis for all tests, with the user `second`."""

    def open(self):
        self.packages = services.Packages()
        self.database = services.redis(self.packages)
        unittest.addModuleCleanup(self.database.close)
        self.php = self.packages.php("redis")
        self.add_user()

    def add_user(self):
        self.send("ACL", "SETUSER", "second", "on", ">pass", "~*", "&*", "+@all")

    def send(self, *words):
        with socket.create_connection(("127.0.0.1", self.database.port)) as client:
            client.sendall(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word.encode()) for word in words))
            return client.recv(4096)


REDIS = World()


def setUpModule():
    REDIS.open()


class RedisTest(DatabaseTest):
    PROGRAM = "database/redis_server.php"
    maxDiff = None

    def start(self, connections=2, **options):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-database-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        options = {"redis_connections": connections, "hook_flags": HOOK_ALL, "log_level": 2, **options}
        program = PhpFile(self.PROGRAM, options, port=REDIS.database.port, folder=self.folder)
        return self.run_script(program, php=REDIS.php, env=REDIS.packages.environment())

    def test_one_session_for_many(self):
        server = self.start(1)
        ids = {self.ask(server, "/id")[0] for _ in range(20)} | {self.ask(server, "/constructed")[0] for _ in range(5)}
        self.assertEqual(len(ids), 1)

    def test_off_by_default(self):
        server = self.start(0, db_connections=1)
        self.assertEqual(len({self.ask(server, "/id")[0] for _ in range(3)}), 3)

    def test_persistent_connections_are_left_alone(self):
        server = self.start(1)
        theirs = self.ask(server, "/persistent")
        self.assertEqual(self.ask(server, "/persistent"), theirs)
        self.assertNotEqual(self.ask(server, "/id"), theirs)

    def test_dirt(self):
        direct = self.start(0)
        server = self.start(1)
        for kind in (*CLEANED, *CLOSED):
            with self.subTest(kind):
                dirty = self.ask(server, f"/dirty?what={kind}")[0]
                found = self.ask(server, "/state")
                (self.assertEqual if kind in CLEANED else self.assertNotEqual)(found["id"], dirty)
                self.assertEqual(found["state"], self.ask(direct, "/state")["state"])

    def test_exit_in_a_transaction(self):
        server = self.start(1)
        server.get("/exit")
        dirty = int(server.wait_for(r"^ID (\d+)$")[1])
        found = self.ask(server, "/state")
        self.assertEqual((found["id"], found["state"]["self"]["multi"], found["state"]["get"]), (dirty, "-1", "text"))

    def test_users(self):
        """A connection has no user: each object logs in, also after the password has changed."""
        server = self.start(1)
        session, user = self.ask(server, "/user?password=pass")
        self.assertEqual(user, "second")
        self.assertIn("WRONGPASS", self.ask(server, "/user?password=wrong")[0])
        self.assertEqual(self.ask(server, "/state")["state"]["whoami"], "default")
        self.assertEqual(self.ask(server, "/id"), [session])

    def test_a_request_waits_for_its_turn(self):
        server = self.start(1)
        clients = []
        for name in ("a", "b"):
            client = server.client()
            self.addCleanup(client.close)
            clients.append(client.send(request(path=f"/hold?until={name}")))
        held = int(server.wait_for(r"^HOLDS (\d+)$")[1])
        wait_until(lambda: self.ask(server, "/report").get("tern_pool_waiting") == 1, "a request that waits")
        for name in ("a", "b"):
            (self.folder / name).touch()
        self.assertEqual([json.loads(client.response().text) for client in clients], [[held], [held]])

    def test_deadline(self):
        """The error is that of a server that is full."""
        server = self.start(1, db_connections_timeout=0.05)
        kept = self.ask(server, "/keep")
        self.assertEqual(self.ask(server, "/keep"), kept)
        text = self.ask(server, "/timeout")[0]
        self.assertIn("ERR max number of clients reached", text)
        self.assertRegex(text, r"redis_connections was free in time: this worker has 1: \S+/redis_server\.php:\d+ for \d+\.\d s")

    def test_cancelled_commands(self):
        for what in ("subscribe", "pop"):
            with self.subTest(what):
                server = self.start(1)
                client = server.client()
                self.addCleanup(client.close)
                client.send(request(path=f"/slow?what={what}"))
                number = server.wait_for(r"^SLOW (\d+)$")[1]
                (self.folder / "cancel").touch()
                client.response()
                self.assertNotEqual(self.ask(server, "/id")[0], int(number))

    def test_session_that_the_server_ends(self):
        server = self.start(1)
        first = self.ask(server, "/id")[0]
        self.wait_idle(server)
        REDIS.send("CLIENT", "KILL", "ID", str(first))
        self.assertNotEqual(self.ask(server, "/id")[0], first)

    def test_server_that_restarts(self):
        server = self.start(1)
        self.ask(server, "/id")
        REDIS.database.stop()
        self.assertEqual(server.get("/id").status, 500)
        REDIS.database.again()
        REDIS.add_user()
        self.assertEqual(len(self.ask(server, "/id")), 1)

    def test_reload(self):
        server = self.start(1)
        first = self.ask(server, "/id")
        before = server.workers()
        server.send_signal(signal.SIGUSR1)
        server.wait_new_workers(before)
        self.assertNotEqual(self.ask(server, "/id"), first)

    def test_programs(self):
        """Random programs see the same in connections of their own, and in those of a pool of two that others have filled with dirt."""
        direct = self.start(0)
        shared = self.start(2)
        for seed in range(FIRST, FIRST + COUNT):
            with self.subTest(seed):
                expected = self.ask(direct, f"/program?seed={seed}")
                self.ask(shared, f"/fill?seed={seed}")
                self.assertEqual(self.ask(shared, f"/program?seed={seed}"), expected)
        self.assertGreater(self.ask(shared, "/report")["tern_db_connections_reused_total"], COUNT)


if __name__ == "__main__":
    unittest.main()
