"""Connections go to the worker with less to do, between two requests."""
import collections
import os
import pathlib
import re
import tempfile

from harness import wait_until
from http_client import Client, request
from php_program import PhpFile
from server_case import TestCase

CLIENTS = 20


def ask_all(clients, path="/slow"):
    """The workers that answer when all clients have a request at a time."""
    for client in clients:
        client.send(request(path=path))
    return [client.response().text for client in clients]


class BalanceTest(TestCase):
    def serve_two(self, options=None, **given):
        return self.run_script(PhpFile("server/balance.php", {"worker_num": 2, "max_wait_time": 1, **(options or {})}, **given))

    def serve_late(self, options=None):
        """A server, and the function that lets its second worker start."""
        folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(folder.cleanup)
        gate = pathlib.Path(folder.name) / "gate"
        os.mkfifo(gate)
        server = self.serve_two(options, gate=str(gate))

        def open_gate():
            with open(gate, "wb"):
                server.wait_serving(2)
        return server, open_gate

    def connect(self, server, count=CLIENTS, index=0):
        clients = [server.client(index) for _ in range(count)]
        for client in clients:
            self.addCleanup(client.close)
        return clients

    def test_a_worker_that_is_late_gets_connections(self):
        server, open_gate = self.serve_late()
        clients = self.connect(server)
        self.assertEqual(set(ask_all(clients)), {"0"})
        open_gate()
        wait_until(lambda: min(collections.Counter({"0": 0, "1": 0, **collections.Counter(ask_all(clients))}).values()) >= CLIENTS // 4,
                   "both workers")

    def test_connections_that_the_program_follows_stay(self):
        server, open_gate = self.serve_late()
        followed, bound, others = (self.connect(server, CLIENTS // 2, index) for index in (1, 0, 0))
        self.assertEqual(set(ask_all(followed) + ask_all(bound, "/bind") + ask_all(others)), {"0"})
        open_gate()

        def others_moved():
            found = ask_all(followed + bound + others)
            self.assertEqual(set(found[:CLIENTS]), {"0"})
            return "1" in found[CLIENTS:]
        wait_until(others_moved, "the second worker")

    def test_a_dispatch_mode_by_connection(self):
        server, open_gate = self.serve_late({"dispatch_mode": 2})
        clients = self.connect(server)
        self.assertEqual(set(ask_all(clients)), {"0"})
        open_gate()
        for _ in range(60):
            self.assertEqual(set(ask_all(clients)), {"0"})

    def test_a_request_does_not_wait_while_another_worker_has_a_place(self):
        server = self.serve_two({"worker_max_concurrency": 1})
        members, others, other = self.connect_both(server, 6)
        members[0].send(request(path="/hold"))
        wait_until(lambda: others[0].ask(path="/concurrency").text == "2", "the first request")
        for _ in range(2):
            self.assertEqual(members[1].ask(path="/worker").text, other)

    def test_a_burst_on_connections_of_one_worker_waits_in_both(self):
        folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(folder.cleanup)
        admin = folder.name + "/admin.sock"
        server = self.serve_two({"worker_max_concurrency": 1, "admin": f"unix:{admin}"})
        members, others, _ = self.connect_both(server, 16)

        def in_flight():
            with Client(admin) as client:
                text = client.ask(path="/metrics", fields=[("Host", "localhost")]).text
            return sum(int(count) for count in re.findall(r"(?m)^tern_http_requests_in_flight\S* (\d+)$", text))
        for client in (members[0], others[0]):
            client.send(request(path="/hold"))
        wait_until(lambda: in_flight() == 2, "both workers to be full")
        burst = members[1:]
        for client in burst:
            client.send(request(path="/worker"))
        wait_until(lambda: in_flight() == 2 + len(burst), "the burst")
        members[0].close()
        others[0].close()
        answers = [client.response().text for client in burst]
        self.assertGreaterEqual(min(answers.count("0"), answers.count("1")), 2, answers)

    def connect_both(self, server, count):
        """The connections of the worker that has most of them, those of the other one, and its number."""
        server.wait_serving(2)
        by_worker = collections.defaultdict(list)
        for client in self.connect(server, count):
            by_worker[client.ask(path="/worker").text].append(client)
        most = max(by_worker, key=lambda one: len(by_worker[one]))
        other = "1" if most == "0" else "0"
        return by_worker[most], by_worker[other], other
