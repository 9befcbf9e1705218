"""Servers on all addresses: 0.0.0.0 is IPv4. :: is IPv6 and IPv4, as the system has it (net.ipv6.bindv6only), unless IPv4
has a port of its own."""
import pathlib
import socket
import unittest

from harness import TIMEOUT_S
from php_program import PhpFile
from server_case import TestCase

TCP, UDP, TCP6, UDP6 = 1, 2, 3, 4
ONLY = pathlib.Path("/proc/sys/net/ipv6/bindv6only")


def setUpModule():
    if not ONLY.exists() or ONLY.read_text().strip() != "0":
        raise unittest.SkipTest("the system has no IPv6, or keeps it apart from IPv4")


class AnyAddressTest(TestCase):
    def start(self, *listens):
        return self.run_script(PhpFile("server/any_address.php", listens=listens))

    def ask(self, server, address, kind=socket.SOCK_STREAM):
        """What the server says of a client with this address; None: nothing listens there."""
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family, kind) as client:
            client.settimeout(TIMEOUT_S)
            try:
                client.connect((address, server.port))
                client.send(b"x")
                return client.recv(100).decode()
            except ConnectionRefusedError:
                return None

    def both(self, server, kind=socket.SOCK_STREAM):
        return self.ask(server, "127.0.0.1", kind), self.ask(server, "::1", kind)

    def test_all_addresses(self):
        server = self.start(("::", TCP6))
        self.assertEqual(self.both(server), ("port 0: 127.0.0.1", "port 0: ::1"))

    def test_the_host_decides_the_family(self):
        server = self.start(("::", TCP))
        self.assertEqual(self.both(server), ("port 0: 127.0.0.1", "port 0: ::1"))

    def test_all_addresses_of_ipv4(self):
        server = self.start(("0.0.0.0", TCP))
        self.assertEqual(self.both(server), ("port 0: 127.0.0.1", None))

    def test_one_address_of_ipv6(self):
        server = self.start(("::1", TCP6))
        self.assertEqual(self.both(server), (None, "port 0: ::1"))

    def test_a_port_for_each_in_either_order(self):
        server = self.start(("::", TCP6), ("0.0.0.0", TCP))
        self.assertEqual(self.both(server), ("port 1: 127.0.0.1", "port 0: ::1"))
        server = self.start(("0.0.0.0", TCP), ("::", TCP6))
        self.assertEqual(self.both(server), ("port 0: 127.0.0.1", "port 1: ::1"))

    def test_datagrams(self):
        server = self.start(("::", UDP6))
        self.assertEqual(self.both(server, socket.SOCK_DGRAM), ("port 0: 127.0.0.1", "port 0: ::1"))
        for listens in ([("::", UDP6), ("0.0.0.0", UDP)], [("0.0.0.0", UDP), ("::", UDP6)]):
            with self.subTest(listens=listens):
                server = self.start(*listens)
                numbers = {host: number for number, (host, _) in enumerate(listens)}
                expected = f"port {numbers['0.0.0.0']}: 127.0.0.1", f"port {numbers['::']}: ::1"
                self.assertEqual(self.both(server, socket.SOCK_DGRAM), expected)


if __name__ == "__main__":
    unittest.main()
