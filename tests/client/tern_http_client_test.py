# Time limit: 200 s
"""Tern\\Http\\Client against a server that others wrote: nginx, with HTTP/1.1 and HTTP/2, with and without TLS."""
import hashlib
import json
import unittest

from certificates import Certificates
from harness import wait_until
from otlp import Collector
from php_program import PhpFile
from server_case import TestCase
from web_servers import start_nginx

LARGE = 1_000_000
SERVERS = """
    keepalive_requests 100; gzip on; gzip_types *;
    server {{ listen 127.0.0.1:{port}; location = /put {{ dav_methods PUT; }} }}
    server {{ listen 127.0.0.1:{ports[tls]} ssl; location = /put {{ dav_methods PUT; }} }}
    server {{ listen 127.0.0.1:{ports[h2]} ssl http2; location = /put {{ dav_methods PUT; }} }}
    server {{ listen 127.0.0.1:{ports[h2c]} http2; location = /put {{ dav_methods PUT; }} }}
"""


def run(scenario, **given):
    """What the scenario of tern_http_client.php returns."""
    return json.loads(PhpFile("client/tern_http_client.php", scenario=scenario, **given).run())


class NginxTest(TestCase):
    @classmethod
    def setUpClass(cls):
        certificates = Certificates()
        cls.addClassCleanup(certificates.close)
        authority, _ = certificates.issue("authority", authority=True)
        cls.authority = str(authority)
        cls.nginx = start_nginx(SERVERS, *certificates.issue("server", "authority", names=["localhost"]), ["tls", "h2", "h2c"])
        cls.addClassCleanup(cls.nginx.close)
        cls.ports = cls.nginx.ports
        cls.body = b"0123456789" * (LARGE // 10)
        (cls.nginx.folder / "root/large").write_bytes(cls.body)
        (cls.nginx.folder / "root/small").write_bytes(b"small")

    def peers(self):
        """URL, options and the protocol that is spoken: of each kind of server."""
        trusting = {"ca_file": self.authority}
        yield f"http://localhost:{self.nginx.port}", {}, "1.1"
        yield f"https://localhost:{self.ports['tls']}", trusting, "1.1"
        yield f"https://localhost:{self.ports['h2']}", trusting, "2"
        yield f"https://localhost:{self.ports['h2']}", {"http2": False, **trusting}, "1.1"
        yield f"http://localhost:{self.ports['h2c']}", {"http2": "prior"}, "2"

    def test_many_at_the_same_time(self):
        for url, options, protocol in self.peers():
            with self.subTest(url=url, options=options):
                found = run("get_many", url=url, options=options, target="/large", count=30)
                self.assertEqual(found["distinct"], [[200, protocol, LARGE, hashlib.sha256(self.body).hexdigest()]])
                self.assertEqual((found["host"]["protocol"], found["host"]["in_use"]), (protocol, 0))
                self.assertEqual((found["type"], found["coding"]), ("text/plain", None))
                if protocol == "2":
                    self.assertEqual(found["host"]["opened"], 1)

    def test_connections_that_end_after_a_hundred_requests(self):
        for url, options, _ in self.peers():
            with self.subTest(url=url, options=options):
                done, opened = run("one_after_the_other", url=url, options=options, target="/small", count=250)
                self.assertEqual(done, 250)
                self.assertIn(opened, (3, 4))

    def test_bodies_in_pieces_both_ways(self):
        for url, options, protocol in self.peers():
            with self.subTest(url=url, options=options):
                status, spoken, same = run("put_and_get", url=url, options=options, size=3_000_000)
                self.assertTrue(set(status) <= {201, 204}, status)
                self.assertEqual((spoken, same), (protocol if options.get("http2") else "1.1", True))

    def test_without_coroutines(self):
        for url, options, _ in self.peers():
            with self.subTest(url=url, options=options):
                self.assertEqual(run("one_after_the_other", url=url, options=options, target="/small", count=20, outside=True), [20, 1])

    def test_certificates_are_checked(self):
        url = f"https://localhost:{self.ports['h2']}/small"
        other = f"https://127.0.0.1:{self.ports['h2']}/small"
        attempts = [(url, {}), (other, {"ca_file": self.authority}), (other, {"verify": False}), (url, {"ca_file": self.authority})]
        unknown, wrong, unchecked, right = run("errors", attempts=attempts)
        self.assertEqual(unknown[0], "Tern\\Http\\Client\\NetworkError")
        self.assertIn("certificate", unknown[1])
        self.assertEqual(wrong[0], "Tern\\Http\\Client\\NetworkError")
        self.assertEqual((unchecked, right), (200, 200))


class InServerTest(TestCase):
    def start(self, options=None, **given):
        return self.run_script(PhpFile("client/tern_http_client_server.php", options, **given))

    def test_spans(self):
        collector = Collector()
        self.addCleanup(collector.close)
        server = self.start({"tracing": collector.url})
        _, trace, parent, _ = server.get("/ask").text.split("-")
        span = collector.one(name="GET", kind="internal")
        self.assertEqual((span.trace, span.id, span.failed), (trace, parent, False))
        self.assertEqual(span.attributes, {"http.request.method": "GET", "server.address": "127.0.0.1", "server.port": server.port,
                                           "url.full": server.url("/upstream"), "http.response.status_code": 200,
                                           "network.protocol.version": "1.1"})
        self.assertEqual(server.get("/lost").text, "Tern\\Http\\Client\\NetworkError")
        self.assertEqual(collector.one(failed=True, kind="internal").attributes["error.type"], "Tern\\Http\\Client\\NetworkError")

    def test_metrics(self):
        server = self.start()
        for path in ("/ask", "/ask", "/lost"):
            server.get(path)
        text = server.get("/metrics").text
        self.assertIn('http_client_request_duration_seconds_count{host="127.0.0.1",method="GET",status="2xx"} 2\n', text)
        self.assertIn('http_client_request_duration_seconds_count{host="127.0.0.1",method="GET",status="error"} 1\n', text)

    def test_idle_connections_are_closed_in_time(self):
        server = self.start(client={"idle_timeout": 0.01})
        self.assertEqual(server.get("/ask").text, "none")
        wait_until(lambda: json.loads(server.get("/stats").text)["connections"] == 0, "the connection is closed")

    def test_workers_have_connections_of_their_own(self):
        server = self.start({"worker_num": 2})
        for _ in range(20):
            self.assertEqual(server.get("/ask").text, "none")


if __name__ == "__main__":
    unittest.main()
