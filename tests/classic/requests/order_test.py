"""In which order the pages of one worker start and continue: the oldest that can run is first."""
import contextlib
import shutil
import socket

from harness import ROOT, TIMEOUT_S, wait_until
from http_client import request
from launcher import LauncherTest

PAGES = ("order_page", "order_busy", "order_heavy", "order_ready")


class OrderTest(LauncherTest):
    def setUp(self):
        super().setUp()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.door.settimeout(TIMEOUT_S)
        self.addCleanup(self.door.close)
        self.write("site/probe.txt", "here")
        for name in PAGES:
            shutil.copy(ROOT / f"tests/classic/requests/{name}.php", self.folder / f"site/{name}.php")

    def serve(self, *words):
        self.server = self.run_served("site", "--port", "0", "--workers", "1", *words)

    def connect(self):
        """A connection that the worker has accepted."""
        client = self.server.client()
        self.addCleanup(client.close)
        self.assertEqual(client.ask(path="/probe.txt").text, "here")
        return client

    def ask(self, path):
        client = self.connect()
        client.send(request(path=path))
        return client

    def hold(self, name, page="order_page"):
        """A page that waits: its client, and the connection that it waits for."""
        client = self.ask(f"/{page}.php?name={name}&door={self.door.getsockname()[1]}")
        visitor, _ = self.door.accept()
        self.addCleanup(visitor.close)
        self.assertEqual(visitor.makefile().readline(), f"{name}\n")
        return client, visitor

    @contextlib.contextmanager
    def busy(self, page="order_busy"):
        client = self.ask(f"/{page}.php")
        wait_until((self.folder / "site/busy").exists, "the page")
        yield
        (self.folder / "site/end").touch()
        self.assertEqual(client.response().status, 200)

    def times(self, client):
        response = client.response()
        self.assertEqual(response.status, 200)
        return [int(time) for time in response.text.split()]

    def ran(self, name):
        return (self.folder / f"site/ran-{name}").exists()

    def test_older_pages_continue_first(self):
        self.serve()
        held = [self.hold(name) for name in "abcd"]
        with self.busy():
            for _, visitor in reversed(held):
                visitor.sendall(b"go on\n")
        continued = [self.times(client)[1] for client, _ in held]
        self.assertEqual(continued, sorted(continued))

    def test_a_page_that_can_run_goes_before_a_new_one(self):
        self.serve()
        old, visitor = self.hold("old")
        new = [self.connect() for _ in range(2)]
        with self.busy():
            for client in new:
                client.send(request(path="/order_page.php?name=new"))
            visitor.sendall(b"go on\n")
        continued = self.times(old)[1]
        began = [self.times(client)[0] for client in new]
        self.assertEqual([continued, *began], sorted([continued, *began]))

    def test_an_older_page_does_not_wait_for_one_that_never_has_to(self):
        self.serve()
        (old, visitor), (new, told) = self.hold("old"), self.hold("ready", "order_ready")
        for one in (visitor, told):
            one.sendall(b"go on\n")
        self.assertLess(self.times(old)[1], self.times(new)[1])

    def test_a_page_that_never_waits_for_long_lets_others_start(self):
        self.serve()
        with self.busy("order_heavy"):
            self.times(self.ask("/order_page.php?name=light"))

    def test_pages_that_wait_for_ever_hold_up_no_other(self):
        self.serve("--concurrency", "5")
        held = [self.hold(name) for name in "abcd"]
        for _ in range(3):
            self.times(self.ask("/order_page.php?name=light"))
        for client, visitor in held:
            visitor.sendall(b"go on\n")
            self.times(client)

    def test_a_request_whose_client_has_gone_does_not_start(self):
        self.serve("--concurrency", "2")
        held, visitor = self.hold("held")
        clients = {name: self.connect() for name in ("first", "gone", "last")}
        with self.busy():
            for name, client in clients.items():
                client.send(request(path=f"/order_page.php?name={name}"))
            clients.pop("gone").reset()
        for client in clients.values():
            self.times(client)
        self.assertEqual([self.ran(name) for name in ("first", "gone", "last")], [True, False, True])
        visitor.sendall(b"go on\n")
        self.times(held)

    def test_places_go_to_the_request_that_came_first(self):
        self.serve("--concurrency", "2")
        held = [self.hold(name) for name in "ab"]
        late = [self.ask(f"/order_page.php?name=late{number}") for number in range(3)]
        self.connect()
        self.assertFalse(self.ran("late0"))
        held[1][1].sendall(b"go on\n")
        began = [self.times(client)[0] for client in late]
        self.assertEqual(began, sorted(began))
        held[0][1].sendall(b"go on\n")
        for client, _ in held:
            self.times(client)

    def test_files_are_sent_while_requests_wait(self):
        self.serve("--concurrency", "1")
        held, visitor = self.hold("held")
        late = self.ask("/order_page.php?name=late")
        self.connect()
        visitor.sendall(b"go on\n")
        for client in (held, late):
            self.times(client)
