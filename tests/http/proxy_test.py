"""Clients behind proxies and balancers: what is believed, and from whom."""
import json
import socket
import struct
import unittest

from harness import wait_until
from http_client import request
from php_program import PhpFile
from server_case import SharedServer

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"


def version2(rest, command=0x21, family=0x11):
    return SIGNATURE + struct.pack("!BBH", command, family, len(rest)) + rest


def addresses(source, source_port, target_port=443, extra=b""):
    return socket.inet_aton(source) + socket.inet_aton("198.51.100.1") + struct.pack("!HH", source_port, target_port) + extra


def facts(answer):
    return json.loads(answer.text)


class Believed(SharedServer):
    @classmethod
    def script(cls):
        return PhpFile("http/proxy.php", {"trusted_proxies": ["127.0.0.0/8", "10.0.0.0/8"]})

    def ask(self, *fields):
        return facts(self.server.get("/", fields=fields))

    def test_the_client_is_who_the_proxy_names(self):
        found = self.ask(("X-Forwarded-For", "1.2.3.4, 203.0.113.9, 10.0.0.7"), ("X-Forwarded-Proto", "https"),
                         ("X-Forwarded-Host", "example.com"), ("X-Forwarded-Port", "4711"))
        self.assertEqual((found["remote_addr"], found["remote_port"]), ("203.0.113.9", 4711))
        self.assertEqual((found["https"], found["server_name"]), ("on", "example.com"))

    def test_what_is_no_host_is_not_taken(self):
        for host in ('a"b', "a/b", "a b", "<script>", "user@a", "a:99999"):
            self.assertNotIn("server_name", self.ask(("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Host", host)), host)
        self.assertEqual(self.ask(("X-Forwarded-Host", "[::1]:80"))["server_name"], "[::1]:80")

    def test_nothing_is_made_up(self):
        found = self.ask()
        self.assertEqual(found["remote_addr"], "127.0.0.1")
        self.assertNotIn("https", found)
        self.assertNotIn("server_name", found)

    def test_one_request_says_nothing_of_the_next(self):
        with self.server.client() as client:
            first = client.ask(fields=[("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "a")])
            second = client.ask()
        self.assertEqual(facts(first)["remote_addr"], "203.0.113.9")
        self.assertEqual(facts(second)["remote_addr"], "127.0.0.1")
        self.assertNotIn("https", facts(second))
        self.assertNotIn("server_name", facts(second))

    def test_the_other_field_is_not_looked_at(self):
        self.assertEqual(self.ask(("Forwarded", "for=203.0.113.9;proto=https"))["remote_addr"], "127.0.0.1")


class NotBelieved(SharedServer):
    @classmethod
    def script(cls):
        return PhpFile("http/proxy.php", {"trusted_proxies": ["192.0.2.0/24"]})

    def test_a_stranger_is_not_believed(self):
        found = facts(self.server.get("/", fields=[("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https")]))
        self.assertEqual(found["remote_addr"], "127.0.0.1")
        self.assertNotIn("https", found)


class Standard(SharedServer):
    @classmethod
    def script(cls):
        return PhpFile("http/proxy.php", {"trusted_proxies": ["127.0.0.1"], "trusted_proxy_header": "forwarded"})

    def test_rfc_7239(self):
        fields = [("Forwarded", 'for="[2001:db8::1]:4711";proto=https;host=example.com'), ("X-Forwarded-For", "203.0.113.9")]
        found = facts(self.server.get("/", fields=fields))
        self.assertEqual((found["remote_addr"], found["remote_port"]), ("2001:db8::1", 4711))
        self.assertEqual((found["https"], found["server_name"]), ("on", "example.com"))


class Balanced(SharedServer):
    @classmethod
    def script(cls):
        return PhpFile("http/proxy.php", {"proxy_protocol": True, "worker_num": 2})

    def through(self, header, path="/"):
        with self.server.client() as client:
            client.send(header + request(path=path))
            return facts(client.response())

    def test_version_1(self):
        found = self.through(b"PROXY TCP4 203.0.113.9 198.51.100.1 4711 443\r\n")
        self.assertEqual((found["remote_addr"], found["remote_port"], found["server_port"]), ("203.0.113.9", 4711, 443))
        found = self.through(b"PROXY TCP6 2001:db8::1 2001:db8::2 4711 443\r\n")
        self.assertEqual(found["remote_addr"], "2001:db8::1")
        self.assertEqual(self.through(b"PROXY UNKNOWN\r\n")["remote_addr"], "127.0.0.1")

    def test_version_2(self):
        tls = b"\x20" + struct.pack("!HBI", 5, 1, 0)
        found = self.through(version2(addresses("203.0.113.9", 4711, extra=tls)))
        self.assertEqual((found["remote_addr"], found["remote_port"], found["https"]), ("203.0.113.9", 4711, "on"))
        self.assertEqual(self.through(version2(b"", command=0x20))["remote_addr"], "127.0.0.1")

    def test_the_session_knows(self):
        found = self.through(version2(addresses("203.0.113.9", 4711)), "/info")
        self.assertEqual(found, {"remote_ip": "203.0.113.9", "remote_port": 4711})

    def test_byte_by_byte_and_for_every_request(self):
        with self.server.client() as client:
            for byte in b"PROXY TCP4 203.0.113.9 198.51.100.1 4711 443\r\n":
                client.send(bytes([byte]))
            for _ in range(3):
                self.assertEqual(facts(client.ask())["remote_addr"], "203.0.113.9")

    def test_who_says_nothing_gets_no_answer(self):
        for wrong in (request(), b"PROXY nonsense\r\n\r\n", version2(b"short"), b"\r\n\r\nGET / HTTP/1.1\r\n\r\n"):
            with self.subTest(wrong=wrong), self.server.client() as client:
                since = self.server.mark()
                client.send(wrong)
                client.expect_closed()
                self.server.wait_for("does not begin with a PROXY header", since=since)

    def test_a_connection_is_known_after_a_reload(self):
        with self.server.client() as client:
            client.send(version2(addresses("203.0.113.9", 4711)) + request())
            self.assertEqual(facts(client.response())["remote_addr"], "203.0.113.9")
            before = self.server.workers()
            self.server.send_signal(10)  # SIGUSR1
            wait_until(lambda: not set(before) & set(self.server.workers()), "new workers")
            self.assertEqual(facts(client.ask())["remote_addr"], "203.0.113.9")


if __name__ == "__main__":
    unittest.main()
