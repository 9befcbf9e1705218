"""TLS that changes while the server runs: certificates of clients, new certificates, limits of handshakes."""
import json
import os
import pathlib
import selectors
import signal
import ssl
import threading
import unittest

from certificates import subject_of, tls_client, tls_context
from harness import TIMEOUT_S, wait_until
from http_client import Closed, request
from tls_case import V12, V13, TlsCase


class ClientCertificates(TlsCase):
    def setUp(self):
        self.own = self.certificates.issue("client", "authority")
        self.certificates.issue("stranger", authority=True)
        self.strange = self.certificates.issue("strange", "stranger")
        self.alone = self.certificates.issue("alone")

    def refused(self, server, certificate):
        """TLS 1.3 clients learn it with their first read."""
        try:
            with tls_client(server, tls_context(certificate=certificate)) as client:
                client.ask()
        except (ssl.SSLError, Closed, OSError):
            return True
        return False

    def test_who_is_taken(self):
        for option in ("ssl_client_cert_file", "ssl_cafile"):
            server = self.start({"ssl_verify_peer": True, option: self.authority})
            facts = self.facts(server, tls_context(certificate=self.own))
            self.assertEqual((facts["ssl_client_verify"], facts["ssl_client_s_dn"], facts["ssl_client_i_dn"]),
                             ("SUCCESS", "CN=client", "CN=authority"))
            self.assertEqual(facts["ssl_client_raw_cert"].strip(), self.own[0].read_text().strip())
            for certificate in (None, self.strange, self.alone):
                self.assertTrue(self.refused(server, certificate), certificate)
            server.wait_for("TLS handshake with 127.0.0.1 failed: ")
            server.stop()

    def test_a_directory_of_authorities(self):
        folder = self.certificates.path("trusted")
        folder.mkdir(exist_ok=True)
        (folder / "a.pem").write_bytes(pathlib.Path(self.authority).read_bytes())
        self.certificates.run("rehash", folder)
        server = self.start({"ssl_verify_peer": True, "ssl_capath": folder})
        self.assertEqual(self.facts(server, tls_context(certificate=self.own))["ssl_client_verify"], "SUCCESS")
        self.assertTrue(self.refused(server, self.strange))

    def test_self_signed(self):
        server = self.start({"ssl_verify_peer": True, "ssl_client_cert_file": self.authority,
                             "ssl_allow_self_signed": True})
        self.assertIn("FAILED:", self.facts(server, tls_context(certificate=self.alone))["ssl_client_verify"])
        self.assertTrue(self.refused(server, self.strange))

    def test_client_info(self):
        server = self.start({"ssl_verify_peer": True, "ssl_client_cert_file": self.authority})
        with tls_client(server, tls_context(certificate=self.own)) as client:
            info = json.loads(client.ask(path="/info").text)
        self.assertEqual(info["ssl_client_cert"].strip(), self.own[0].read_text().strip())

    def test_a_session_of_a_client_that_was_verified(self):
        server = self.start({"ssl_verify_peer": True, "ssl_client_cert_file": self.authority})
        context = tls_context(certificate=self.own)
        with tls_client(server, context) as client:
            client.ask()
            session = client.socket.session
        facts = self.facts(server, context, session=session)
        self.assertEqual((facts["ssl_session_reused"], facts["ssl_client_s_dn"]), ("r", "CN=client"))


class Changes(TlsCase):
    def install(self, name):
        """As tools for certificates do: one file takes the place of the other."""
        for kind in ("crt", "key"):
            fresh = self.certificates.path(f"fresh.{kind}")
            fresh.write_bytes(self.certificates.path(f"{name}.{kind}").read_bytes())
            os.replace(fresh, self.certificates.path(f"live.{kind}"))

    def live(self, options=None, **more):
        return self.start({"ssl_cert_file": self.certificates.path("live.crt"),
                           "ssl_key_file": self.certificates.path("live.key"), "worker_num": 2, **(options or {})}, **more)

    def setUp(self):
        self.certificates.issue("next.example", "authority")
        self.install("example.org")

    def shown(self, server):
        with tls_client(server, self.trusting()) as client:
            return subject_of(client)

    def test_new_files_are_taken_and_nobody_is_dropped(self):
        server = self.live()
        with tls_client(server, self.trusting()) as client:
            self.assertEqual(subject_of(client), "example.org")
            client.ask()
            self.install("next.example")
            wait_until(lambda: self.shown(server) == "next.example", "the new certificate")
            self.assertEqual(client.ask(path="/still").text, "/still")

    def test_broken_files_are_not(self):
        server = self.live({"worker_num": 1})
        self.certificates.path("live.crt").write_text("broken")
        wait_until(lambda: self.shown(server) and "stay as they were: ssl_cert_file" in server.output(), "the complaint")
        self.assertEqual(self.shown(server), "example.org")
        self.install("next.example")
        wait_until(lambda: self.shown(server) == "next.example", "the new certificate")

    def test_reload_takes_them(self):
        server = self.live()
        self.install("next.example")
        before = server.wait_workers(2)
        server.send_signal(signal.SIGUSR1)
        wait_until(lambda: not set(before) & set(server.workers()) and len(server.workers()) == 2, "new workers")
        self.assertEqual(self.shown(server), "next.example")

    def test_sessions_survive_a_reload(self):
        server = self.live()
        context = tls_context(versions=V12)
        with tls_client(server, context) as client:
            client.ask()
            session = client.socket.session
        before = server.wait_workers(2)
        server.send_signal(signal.SIGUSR1)
        wait_until(lambda: not set(before) & set(server.workers()) and len(server.workers()) == 2, "new workers")
        self.assertEqual(self.facts(server, context, session=session)["ssl_session_reused"], "r")

    def test_the_keys_of_tickets_change(self):
        """A ticket is taken for its time, in whichever worker and behind a reload, and then costs a full handshake. Who comes
        back in time always has one that holds."""
        for versions in (V12, V13):
            with self.subTest(versions[0].name):
                server = self.live({"ssl_session_timeout": 4})
                context = tls_context(versions=versions)
                first = self.session(server, context)[1]
                before = server.wait_workers(2)
                server.send_signal(signal.SIGUSR1)
                wait_until(lambda: not set(before) & set(server.workers()), "new workers")
                seen = [self.session(server, context, first)]  # r, unless this machine is too slow
                latest = seen[0][1]

                def too_old():
                    nonlocal latest
                    reused, latest = self.session(server, context, latest)
                    seen.append((reused, latest))
                    return not self.session(server, context, first)[0]
                wait_until(too_old, "the end of a ticket")
                self.assertTrue(any(reused for reused, _ in seen), seen)
                self.assertEqual(self.stat(server, "tls_failed_count"), 0)
                fresh = self.session(server, context)[1]
                self.assertTrue(self.session(server, context, fresh)[0])
                server.stop()

    def session(self, server, context, before=None):
        """(whether that was resumed, the ticket for the next time)"""
        with tls_client(server, context, session=before) as client:
            client.ask()
            return client.socket.session_reused, client.socket.session

    @unittest.skipUnless(os.geteuid() == 0, "needs root")
    def test_keys_that_only_root_reads(self):
        os.chmod(self.certificates.path("live.key"), 0o600)
        server = self.live({"user": "nobody", "worker_num": 1})
        self.assertEqual(self.shown(server), "example.org")
        self.install("next.example")
        os.chmod(self.certificates.path("live.key"), 0o600)
        wait_until(lambda: self.shown(server) and "stay as they were: ssl_" in server.output(), "the complaint")
        self.assertEqual(self.shown(server), "example.org")
        server.send_signal(signal.SIGUSR1)
        wait_until(lambda: self.shown(server) == "next.example", "the new certificate")

    def test_reload_under_load_fails_nobody(self):
        server = self.live()
        over = threading.Event()
        failures = []
        served = [0] * 4

        def load(number):
            while not over.is_set():
                try:
                    with tls_client(server) as client:
                        while not over.is_set():
                            answer = client.ask(path=f"/{number}")
                            if answer.text != f"/{number}":
                                failures.append(answer)
                            served[number] += 1
                            if answer.get("Connection") == "close":
                                break
                except Exception as error:  # pylint: disable=broad-except
                    failures.append(error)
        threads = [threading.Thread(target=load, args=(number,)) for number in range(len(served))]
        for thread in threads:
            thread.start()
        try:
            for _ in range(3):
                before = server.wait_workers(2)
                server.send_signal(signal.SIGUSR1)
                wait_until(lambda: not set(before) & set(server.workers()) and len(server.workers()) == 2, "new workers")
                goals = [count + 20 for count in served]
                wait_until(lambda: failures or all(map(lambda a, b: a >= b, served, goals)), "answers")
        finally:
            over.set()
            for thread in threads:
                thread.join()
        self.assertEqual(failures, [])


class Handshake:
    """A client that has sent its first words; it goes on when it is told to, never waits, and ends with one answer."""
    CONTEXT = tls_context()

    def __init__(self, server):
        self.socket = self.CONTEXT.wrap_socket(server.client().socket, do_handshake_on_connect=False)
        self.socket.setblocking(False)
        self.answer = b""
        self.shaken = False
        self.answered = self.go_on()  # by a quick server, before anyone waits for it

    def close(self):
        self.socket.close()

    def fileno(self):
        return self.socket.fileno()

    def go_on(self):
        """True when the answer is there."""
        try:
            if not self.shaken:
                self.socket.do_handshake()
                self.shaken = True
                self.socket.sendall(request(path="/served"))
            while b"/served" not in self.answer:
                data = self.socket.recv(4096)
                if not data:
                    raise AssertionError(f"closed behind {self.answer}")
                self.answer += data
            return True
        except ssl.SSLWantReadError:
            return False


def go_on_all(clients):
    """Until all of them have their answer."""
    waiting = [one for one in clients if not one.answered]
    with selectors.DefaultSelector() as selector:
        for one in waiting:
            selector.register(one, selectors.EVENT_READ)
        left = len(waiting)
        while left:
            ready = selector.select(TIMEOUT_S)
            if not ready:
                raise AssertionError(f"{left} clients wait for their turn")
            for key, _ in ready:
                if key.fileobj.go_on():
                    selector.unregister(key.fileobj)
                    left -= 1


class Limits(TlsCase):
    def begin(self, server):
        """A handshake that does not get on."""
        client = server.client()
        self.addCleanup(client.close)
        return client.send(b"\x16\x03\x01\x02\x00\x01")

    def test_a_flood_of_slow_handshakes_is_bounded(self):
        server = self.start({"ssl_max_handshakes": 5, "ssl_handshake_backlog": 0})
        clients = [self.begin(server) for _ in range(20)]
        # Each over the limit is closed at once; the others are held.
        wait_until(lambda: sum(not one.quiet() for one in clients) == 15, "15 closed connections")
        server.wait_for("ssl_max_handshakes is reached")
        next(one for one in clients if one.quiet()).close()
        wait_until(lambda: self.answers(server), "a place")
        self.assertGreaterEqual(self.stat(server, "tls_refused_count"), 15)

    def answers(self, server):
        try:
            with tls_client(server) as client:
                return client.ask().status == 200
        except (ssl.SSLError, Closed, OSError):
            return False

    def test_one_address(self):
        server = self.start({"ssl_max_handshakes_per_ip": 2, "ssl_handshake_backlog": 1})
        clients = [self.begin(server) for _ in range(5)]
        wait_until(lambda: sum(not one.quiet() for one in clients) == 2, "2 closed connections")
        server.wait_for("is refused: ssl_max_handshakes_per_ip is reached")
        server.wait_for("waits for its turn: ssl_max_handshakes_per_ip is reached")
        for one in clients:
            one.close()
        wait_until(lambda: self.answers(server), "a place")

    def test_all_that_come_at_once_have_their_turn(self):
        """As behind a balancer that passes connections on: one address, more than may shake hands at a time."""
        for options, count in (({}, 2000), ({"ssl_max_handshakes": 50}, 200), ({"ssl_max_handshakes_per_ip": 20}, 200)):
            with self.subTest(options):
                server = self.start({"ssl_handshake_timeout": 600, **options})
                clients = [self.handshake(server) for _ in range(count)]
                server.wait_for("waits for its turn: ssl_max_handshakes")
                go_on_all(clients)
                for one in clients:
                    one.close()
                self.assertEqual([self.stat(server, f"tls_{name}_count") for name in ("refused", "failed")], [0, 0])
                server.stop()

    def handshake(self, server):
        client = Handshake(server)
        self.addCleanup(client.close)
        return client

    def test_a_connection_that_waits_costs_nothing_and_may_leave(self):
        server = self.start({"ssl_max_handshakes": 1}, second_in_clear=True)
        slow, gone, patient = self.begin(server), self.begin(server), self.handshake(server)
        server.wait_for("waits for its turn: ssl_max_handshakes is reached")
        gone.close()

        def turns():
            with server.client(1) as client:
                return json.loads(client.ask(path="/stats").text)["loop_turn_count"]
        before = turns()
        for _ in range(20):
            after = turns()
        self.assertLess(after - before, 200)
        slow.close()
        go_on_all([patient])

    def test_a_turn_that_does_not_come(self):
        server = self.start({"ssl_max_handshakes": 1, "ssl_handshake_timeout": 0.5})
        clients = [self.begin(server), self.begin(server)]
        for one in clients:
            one.expect_closed()
        wait_until(lambda: self.answers(server), "a place")
        self.assertGreaterEqual(self.stat(server, "tls_failed_count"), 2)

    def test_connections_that_wait_for_their_turn_survive_a_reload(self):
        """Nothing of them was read, so they go to the next worker."""
        server = self.start({"ssl_max_handshakes": 1})
        self.begin(server)
        patient = self.handshake(server)
        server.wait_for("waits for its turn")
        server.send_signal(signal.SIGUSR1)
        go_on_all([patient])

    def test_a_handshake_that_takes_too_long(self):
        server = self.start({"ssl_handshake_timeout": 0.2})
        self.begin(server).expect_closed()
        server.wait_for("longer than ssl_handshake_timeout")
        with server.client() as silent:
            silent.expect_closed()

    def test_counters(self):
        server = self.start()
        context = tls_context(versions=V12)
        with tls_client(server, context) as client:
            client.ask()
            session = client.socket.session
        with tls_client(server, context, session=session) as client:
            client.ask()
        server.get("/")
        self.assertEqual([self.stat(server, f"tls_{name}_count") for name in ("handshake", "resumed", "failed", "refused")],
                         [3, 1, 1, 0])


if __name__ == "__main__":
    unittest.main()
