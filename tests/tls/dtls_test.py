"""DTLS: a server that openssl and our own clients talk to, clients that talk to openssl, and a network that loses, repeats
and forges datagrams."""
import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

from certificates import Certificates
from harness import TIMEOUT_S, wait_until
from php_program import PhpFile
from server_case import TestCase

FATAL_ALERT = 21


class Peer:
    """openssl s_client or s_server, whose lines of output are waited for."""

    def __init__(self, openssl, *arguments):
        self.process = subprocess.Popen([openssl, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT)
        self.output = b""
        os.set_blocking(self.process.stdout.fileno(), False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def read(self):
        """False at the end of its output."""
        select.select([self.process.stdout], [], [], 0.2)
        chunk = self.process.stdout.read()
        self.output += chunk or b""
        return chunk != b""

    def wait_for(self, pattern):
        def look():
            goes_on = self.read()
            found = re.search(pattern.encode(), self.output)
            if not found and not goes_on:
                raise AssertionError(f"no {pattern!r} in:\n{self.output.decode(errors='replace')}")
            return found
        return wait_until(look, lambda: f"{pattern!r} in:\n{self.output.decode(errors='replace')}")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class Network:
    """Carries the datagrams between one client and a server; loses() sees each: (from_client, number, bytes)."""

    def __init__(self, port, loses):
        self.inside = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.outside = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.inside.bind(("127.0.0.1", 0))
        self.outside.connect(("127.0.0.1", port))
        self.port = self.inside.getsockname()[1]
        self.loses = loses
        self.counts = [0, 0]
        self.lost = 0
        self.ended, self.end = socket.socketpair()
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    def carry(self):
        client = None
        while True:
            ready, _, _ = select.select([self.inside, self.outside, self.ended], [], [])
            if self.ended in ready:
                return
            for one in ready:
                from_client = one is self.inside
                with contextlib.suppress(OSError):
                    if from_client:
                        data, client = self.inside.recvfrom(1 << 16)
                    else:
                        data = self.outside.recv(1 << 16)
                    self.counts[from_client] += 1
                    if self.loses(from_client, self.counts[from_client], data):
                        self.lost += 1
                    elif from_client:
                        self.outside.send(data)
                    elif client:
                        self.inside.sendto(data, client)

    def close(self):
        self.end.close()
        self.thread.join()
        for one in (self.inside, self.outside, self.ended):
            one.close()


class Dtls(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.certificates = Certificates()
        cls.addClassCleanup(cls.certificates.close)
        cls.authority, _ = cls.certificates.issue("authority", authority=True)
        cls.files = cls.certificates.issue("example.org", "authority", names=["example.org"])
        cls.others, _ = cls.certificates.issue("others", authority=True)

    def serve(self, options=None, **given):
        certificate, key = self.files
        return self.run_script(PhpFile("tls/dtls_server.php", {"ssl_cert_file": certificate, "ssl_key_file": key, **(options or {})},
                                       **given))

    def s_client(self, port, *more, host="127.0.0.1", version="-dtls"):
        peer = Peer(self.certificates.openssl, "s_client", version, "-connect", f"{host}:{port}", "-CAfile", self.authority,
                    "-verify_return_error", "-verify_hostname", "example.org", *more)
        self.addCleanup(peer.close)
        return peer

    def s_server(self, *more):
        """On a port of its own: with 0 it does not say which. Reads a free one from the kernel first."""
        certificate, key = self.files
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        peer = Peer(self.certificates.openssl, "s_server", "-dtls", "-accept", f"127.0.0.1:{port}", "-cert", certificate, "-key", key,
                    *more)
        self.addCleanup(peer.close)
        peer.wait_for("ACCEPT")
        return peer, port

    def talk(self, port, options=None, **given):
        """What a client of ours says."""
        script = PhpFile("tls/dtls_client.php", {"ssl_cafile": self.authority, "ssl_host_name": "example.org", **(options or {})},
                         port=port, patience_s=TIMEOUT_S, **given)
        return script.run()

    def network(self, port, loses=lambda from_client, number, data: False):
        made = Network(port, loses)
        self.addCleanup(made.close)
        return made

    # --- openssl is the client

    def test_openssl_talks_and_closes(self):
        server = self.serve()
        with self.s_client(server.port) as client:
            client.wait_for(r"Verification: OK")
            client.send("hello\n")
            client.wait_for("echo hello")
            fd, address, port, kind = server.wait_for(r"^connect (\d+) (\S+) (\d+) (\d+)$").groups()
            self.assertEqual([address, kind], ["127.0.0.1", "2"])
            self.assertGreater(int(port), 0)
            client.send("Q\n")
            server.wait_for(f"^close {fd}$")

    def test_a_client_restarts_on_its_port(self):
        server = self.serve()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("127.0.0.1", 0))
            own = f"127.0.0.1:{free.getsockname()[1]}"
        for times in (1, 2):
            with self.s_client(server.port, "-bind", own) as client:  # ends without a word
                client.wait_for(r"Verification: OK")
                client.send("hello\n")
                client.wait_for("echo hello")
            server.wait_for("^connect ", count=times)
        server.wait_for("^close ")

    def test_the_server_closes(self):
        server = self.serve()
        with self.s_client(server.port) as client:
            client.wait_for(r"Verification: OK")
            client.send("close\n")
            client.wait_for("closed|CLOSE|DONE")
            server.wait_for("^close ")

    def test_a_connected_client_by_ipv6_and_any_address(self):
        for host, address in (("::1", "[::1]"), ("::", "[::1]")):
            server = self.serve(host=host, type=4 | 512)
            with self.s_client(server.port, host=address) as client:
                client.wait_for(r"Verification: OK")
                client.send("hello\n")
                client.wait_for("echo hello")
            server.stop()

    def test_the_answer_comes_from_the_address_that_was_asked(self):
        server = self.serve(host="0.0.0.0")
        with self.s_client(server.port, host="127.0.0.2") as client:
            client.wait_for(r"Verification: OK")
            client.send("hello\n")
            client.wait_for("echo hello")

    def test_versions(self):
        server = self.serve({"ssl_protocols": 8 | 16, "ssl_ciphers": "DEFAULT@SECLEVEL=0"})
        with self.s_client(server.port, "-cipher", "DEFAULT@SECLEVEL=0", version="-dtls1") as client:
            client.wait_for(r"Protocol +: DTLSv1\n")
            client.wait_for(r"Verification: OK")
        with self.s_client(server.port, version="-dtls1_2") as client:
            client.wait_for("alert|error")
        server.wait_for("unsupported protocol|version")

    def test_certificates_of_clients(self):
        certificate, key = self.certificates.issue("someone", "authority")
        server = self.serve({"ssl_verify_peer": True, "ssl_client_cert_file": self.authority})
        with self.s_client(server.port, "-cert", certificate, "-key", key) as client:
            client.wait_for(r"Verification: OK")
            client.send("hello\n")
            client.wait_for("echo hello")
        with self.s_client(server.port) as client:
            client.wait_for("alert|error")
        server.wait_for("peer did not return a certificate")

    # --- several workers

    def test_sessions_of_several_workers_keep_theirs(self):
        server = self.serve({"worker_num": 2})
        clients = [self.s_client(server.port) for _ in range(6)]
        for client in clients:
            client.wait_for(r"Verification: OK")
        server.wait_for("^connect ", count=len(clients))
        for client in clients:
            client.send("worker\n")
            worker = client.wait_for(r"worker (\d)\n")[1].decode()
            for i in range(20):
                client.send(f"message {i}\n")
                client.wait_for(f"echo message {i}\n")
            client.output = b""
            client.send("worker\n")
            self.assertEqual(client.wait_for(r"worker (\d)\n")[1].decode(), worker)
            client.send("elsewhere\n")
            client.wait_for(f"from worker {1 - int(worker)}")

    def test_each_worker_may_have_a_socket(self):
        server = self.serve({"worker_num": 2, "enable_reuse_port": True})
        clients = [self.s_client(server.port) for _ in range(8)]
        for client in clients:
            client.wait_for(r"Verification: OK")
        for client in clients:
            client.send("hello\n")
            client.wait_for("echo hello")

    def test_workers_of_another_user(self):
        if os.getuid() != 0:
            self.skipTest("only root can start a server of another user")
        server = self.serve({"worker_num": 2, "user": "nobody"})
        self.assertIn("echo hello", self.talk(server.port))

    def test_a_port_has_one_server(self):
        server = self.serve()
        certificate, key = self.files
        script = PhpFile("tls/dtls_server.php", {"ssl_cert_file": certificate, "ssl_key_file": key}, port=server.port)
        second = self.run_script(script, wait=False)
        second.wait_for("Address already in use")
        second.wait_exit()
        second.kill()
        self.assertIn("echo hello", self.talk(server.port))

    def test_a_reload_closes_sessions_and_takes_new_ones(self):
        server = self.serve({"worker_num": 2})
        with self.s_client(server.port) as client:
            client.wait_for(r"Verification: OK")
            server.wait_for("^connect ")
            before = server.workers()
            server.send_signal(signal.SIGUSR1)
            client.wait_for("closed|CLOSE|DONE")
            server.wait_new_workers(before)
        self.assertIn("done", self.talk(server.port))

    # --- our own client

    def test_clients_of_ours(self):
        server = self.serve()
        messages = ["x" * size for size in (1, 1000, 16000)] + [f"message {i}" for i in range(200)]
        for given in ({}, {"blocks": True}, {"enable": True}, {"enable": True, "blocks": True}):
            with self.subTest(given):
                said = self.talk(server.port, messages=messages, **given)
                self.assertEqual(said.split("\n")[:-1], [f"got 'echo {one}'" for one in messages] + ["done"])
        server.wait_for("^close ", count=4)

    def test_a_message_that_is_too_large(self):
        server = self.serve()
        self.assertIn("got 'false 1203", self.talk(server.port, messages=["large"]))

    def test_certificates_that_nobody_trusts(self):
        server = self.serve()
        for options in ({"ssl_cafile": self.others}, {"ssl_host_name": "example.com"}):
            for blocks in (False, True):
                self.assertRegex(self.talk(server.port, options, blocks=blocks), "^failed 1014 .*(certificate|mismatch)")
        server.wait_for("alert")
        self.assertNotIn("connect", server.output())

    def test_openssl_is_the_server(self):
        for more in ((), ("-listen",), ("-mtu", "300")):
            for given in ({}, {"blocks": True}):
                with self.subTest(more=more, **given):
                    peer, port = self.s_server(*more)
                    with ThreadPoolExecutor() as threads:
                        said = threads.submit(self.talk, port, messages=["question\n"], **given)
                        peer.wait_for("question")
                        peer.send("answer\n")
                        self.assertEqual(said.result(), "got 'answer\n'\ndone\n")
                    peer.wait_for("shutdown|DONE|closed")
                    peer.close()

    # --- a bad network

    def test_a_network_that_loses_flights(self):
        server = self.serve()
        lost = {(True, 1), (True, 3), (False, 1), (False, 3)}
        network = self.network(server.port, lambda from_client, number, data: (from_client, number) in lost)
        self.assertIn("echo hello", self.talk(network.port))
        self.assertEqual(network.lost, len(lost))

    def test_a_network_that_loses_the_last_flight(self):
        """The server is done then: it sends it again as the client does."""
        server = self.serve()
        seen = []

        def loses(from_client, _, data):
            is_last = not from_client and data[0] in (20, 22) and data.find(b"\x14\xfe\xfd") >= 0 and not seen
            seen.extend([1] if is_last else [])
            return is_last
        network = self.network(server.port, loses)
        self.assertIn("echo hello", self.talk(network.port))
        self.assertEqual(network.lost, 1)

    def test_datagrams_of_others_change_nothing(self):
        server = self.serve()
        garbage = [b"", b"x", b"\x16\xfe\xfd" + bytes(50), bytes([FATAL_ALERT]) + b"\xfe\xfd" + bytes(8) + b"\0\2\2\50", b"\x17" * 1400]

        def repeats(from_client, _, data):
            one = network.outside if from_client else None
            for forged in [*garbage, data]:
                if one and network.counts[True] > 4:
                    one.send(forged)
            return False
        network = self.network(server.port, repeats)
        messages = [f"message {i}" for i in range(20)]
        self.assertEqual(self.talk(network.port, messages=messages).count("echo message"), len(messages))

    def test_a_flood_leaves_nothing(self):
        server = self.serve({"worker_num": 2})
        with self.s_client(server.port) as client, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trap:
            client.wait_for(r"Verification: OK")
            trap.bind(("127.0.0.1", 0))
            with Peer(self.certificates.openssl, "s_client", "-dtls", "-connect", f"127.0.0.1:{trap.getsockname()[1]}"):
                trap.settimeout(TIMEOUT_S)
                hello = trap.recv(4096)
            before = self.descriptors(server)
            for i in range(300):
                with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
                    for datagram in (os.urandom(200), b"\x16\xfe\xfd" + os.urandom(100), hello[:-5], hello):
                        one.sendto(datagram, ("127.0.0.1", server.port))
            answer = self.ask(server.port, hello)  # all before are handled by then
            self.assertEqual(answer[13], 3)  # HelloVerifyRequest
            self.assertLess(len(answer), len(hello))
            client.send("stats\n")
            stats = json.loads(client.wait_for(r"\{.*\}")[0])
            self.assertEqual(stats, {"connection_num": 1, "tls_handshake_count": 1})
            self.assertEqual(self.descriptors(server), before)

    @staticmethod
    def ask(port, datagram):
        """The answer to a datagram, which is sent again if it was lost."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            one.setblocking(False)

            def answer():
                one.sendto(datagram, ("127.0.0.1", port))
                ready, _, _ = select.select([one], [], [], 1)
                return one.recv(4096) if ready else None
            return wait_until(answer, "an answer")

    @staticmethod
    def descriptors(server):
        return sorted(len(os.listdir(f"/proc/{pid}/fd")) for pid in server.workers())

    # --- limits

    def test_a_client_that_is_silent_is_dropped(self):
        server = self.serve({"heartbeat_idle_time": 1})
        with self.s_client(server.port) as client:
            client.wait_for(r"Verification: OK")
            server.wait_for("^close ")
            client.wait_for("closed|CLOSE|DONE")

    def test_a_handshake_that_is_not_finished_ends(self):
        server = self.serve({"ssl_handshake_timeout": 1})
        network = self.network(server.port, lambda from_client, number, data: from_client and number > 2)
        with Peer(self.certificates.openssl, "s_client", "-dtls", "-connect", f"127.0.0.1:{network.port}"):
            server.wait_for("longer than ssl_handshake_timeout")

    def test_max_connection(self):
        server = self.serve({"max_connection": 1})
        with self.s_client(server.port) as client:
            client.wait_for(r"Verification: OK")
            with self.s_client(server.port) as other:
                server.wait_for("accepts no DTLS session: max_connection is reached")
                client.send("close\n")
                other.wait_for(r"Verification: OK")  # it has asked again
