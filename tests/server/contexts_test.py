"""Requests in contexts (Tern\\Context): a fatal error in one of them, where each waits, sessions and headers."""
import json
import pathlib
import re
import shutil
import signal
import tempfile

from harness import wait_until
from http_client import request
from launcher import tern
from php_program import PhpFile, opcache
from processes import alive
from server_case import TestCase
from server_process import Server

OPCACHE = (*opcache(), "-d", "opcache.enable_cli=1", "-d", "opcache.file_update_protection=0")


class ContextsTest(TestCase):
    def start(self, options=None, *php):
        server = Server(PhpFile("server/contexts.php", options=options or {}), php=(*OPCACHE, *php))
        self.addCleanup(server.stop)
        return server

    def waiting(self, server, names):
        """Connections whose requests wait in contexts."""
        since = server.mark()
        clients = [server.client() for _ in names]
        for client, name in zip(clients, names):
            self.addCleanup(client.close)
            client.send(request(path=f"/waits?name={name}"))
        server.wait_for("^WAITS ", len(names), since)
        return clients

    def test_a_fatal_error_ends_the_worker(self):
        """No PHP runs in it any more: the guilty request gets 500, the others 503, and a new worker serves on."""
        server = self.start(None, "-d", "memory_limit=64M")
        for _ in range(2):
            since = server.mark()
            pid = int(server.get("/pid").text)
            waiting = self.waiting(server, ("ann", "bob"))
            with server.client() as guilty:
                self.assertEqual(guilty.ask(path="/memory?name=cid").status, 500)
                guilty.expect_closed()
            for client in waiting:
                answer = client.response()
                self.assertEqual((answer.status, answer.get("Connection")), (503, "close"))
                client.expect_closed()
            wait_until(lambda pid=pid: not alive(pid), "the end of the old worker")
            self.assertNotEqual(int(server.get("/pid").text), pid)
            self.assertNotIn("FINALLY", server.output()[since:])
            self.assertRegex(server.output()[since:], r"Allowed memory size of 67108864 bytes exhausted")

    def test_a_trace_names_contexts(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-contexts-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        address = f"unix:{folder}/admin.sock"
        server = self.start({"admin": address})
        server.get("/pid")
        clients = self.waiting(server, ("ann", "bob"))
        wait_until(lambda: tern("status", "--admin", address).returncode == 0, "the admin process")
        traced = tern("trace", "0", "--admin", address).stdout
        numbers = re.findall(r"^coroutine \d+ in context (\d+): a time to pass for \d+ ms, GET /waits$", traced, re.M)
        self.assertEqual(len(set(numbers)), 2, traced)
        self.assertRegex(traced, r"contexts_application\.php:\d+ waits\(\)")
        for client in clients:
            client.close()
        server.send_signal(signal.SIGTERM)
        server.wait_exit(60)

    def test_sessions_and_headers(self):
        """Each as it is alone: three users at the same time, again and again."""
        server = self.start()
        for visit in range(1, 6):
            clients = {name: server.client() for name in ("ann", "bobby", "cid-cid")}
            for name, client in clients.items():
                client.send(request(path=f"/visits?name={name}"))
            for name, client in clients.items():
                status, visits, session, kept, state, headers = json.loads(client.response().text)
                client.close()
                self.assertEqual((status, visits, kept, state), (200 + len(name), visit, name, 1))
                self.assertRegex(session, rf"^id{name}\d+$")
                self.assertEqual(headers, [])
