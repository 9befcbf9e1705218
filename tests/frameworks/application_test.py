"""Tern\\Application: an application in a server of a script."""
import os
import pathlib
import tempfile

from harness import PhpFile, TestCase, opcache, request

OPCACHE = (*opcache(), "-d", "opcache.enable_cli=1")


class ApplicationTest(TestCase):
    def serve(self, arguments, php=OPCACHE, env=None, **given):
        program = PhpFile("frameworks/application.php", {"hook_flags": 0x7fffffff}, arguments=arguments, **given)
        return self.run_script(program, php=php, env=env)

    def ask(self, server, users):
        """All at a time: what each has got."""
        clients = [server.client() for _ in users]
        for client, user in zip(clients, users):
            self.addCleanup(client.close)
            client.send(request(path=f"/?user={user}"))
        return [client.response().text for client in clients]

    def test_users_at_a_time(self):
        server = self.serve({"concurrency": 5})
        users = [f"user{number}" for number in range(20)]
        self.assertEqual(self.ask(server, users), users)
        self.assertEqual(server.output().count("loaded\n"), 5)

    def test_requests_that_come_while_it_is_loaded(self):
        server = self.serve({"concurrency": 1})
        self.assertEqual(self.ask(server, ["a", "b", "c"]), ["a", "b", "c"])
        self.assertEqual(server.output().count("loaded\n"), 1)

    def test_load_in_worker_start(self):
        server = self.serve({"concurrency": 2}, loads=True)
        server.wait_for("^up to 2 requests at a time in each worker, each in a context$")
        self.assertEqual(server.get("/?user=a").text, "a")

    def test_without_contexts(self):
        server = self.serve({}, php=(), loads=True)
        server.wait_for("^reentrant, any number of requests at a time$")
        self.assertEqual(server.get("/?user=a").text, "a")

    def test_load_that_fails(self):
        folder = tempfile.TemporaryDirectory(prefix="tern-e2e-")
        self.addCleanup(folder.cleanup)
        fails = pathlib.Path(folder.name) / "fails"
        fails.touch()
        server = self.serve({"concurrency": 1}, env={**os.environ, "TERN_TEST_FAILS": str(fails)})
        self.assertEqual(server.get("/?user=a").status, 500)
        self.assertEqual(server.get("/?user=b").text, "b")
