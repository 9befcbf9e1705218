"""Each web server in front of php-fpm and of `tern fpm`, with the configuration of its manual: the same responses."""
# Time limit: 300 s
import unittest

import front_servers
import programs
import sides
from server_case import TestCase

FORM = [("Content-Type", "application/x-www-form-urlencoded")]
UPLOAD = [("Content-Type", "multipart/form-data; boundary=x")]
PARTS = b'--x\r\nContent-Disposition: form-data; name="a"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\n' + b"y" * 50000 + \
    b'\r\n--x\r\nContent-Disposition: form-data; name="b"\r\n\r\nvalue\r\n--x--\r\n'
REQUESTS = [
    ("GET", "/"),
    ("GET", "/dump.php?a=1&b[]=2"),
    ("HEAD", "/dump.php"),
    ("GET", "/dump.php/path/info?x"),
    ("GET", "/folder/"),
    ("GET", "/folder/a%20b.php"),
    ("GET", "/pretty/url?x=1"),
    ("GET", "/missing.php"),
    ("GET", "/text.txt"),
    ("POST", "/dump.php", FORM, b"a=b&c[]=d"),
    ("POST", "/dump.php", UPLOAD, PARTS),
    ("POST", "/dump.php", FORM, b"x=" + b"z" * 300000),
    ("PUT", "/dump.php", [("Content-Type", "application/json")], b"{}"),
    ("DELETE", "/dump.php"),
    ("GET", "/dump.php", [("Cookie", "a=b; c=d"), ("Authorization", "Basic YW5uOnNlY3JldA=="), ("X-Test", "1"), ("Accept", "*/*")]),
    *(("GET", f"/head.php?kind={kind}") for kind in ("status", "line", "field", "location", "moved", "created", "cookies", "several", "type", "json")),
    ("GET", "/head.php?kind=status&code=204"),
    ("GET", "/head.php?kind=status&code=304"),
    *(("GET", f"/ends.php?how={how}") for how in ("exit", "throw", "fatal", "warning", "finish", "flush")),
    ("GET", "/big.php?size=2000000"),
]


class WebServersTest(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.fpms = [start() for start in programs.both()]
        for fpm in cls.fpms:
            cls.addClassCleanup(fpm.close)

    def compare(self, name, is_ordered=True):
        """Without an order: the web server sends the parameters of each request in another one."""
        def lines(body):
            found = [line if is_ordered else line.rstrip(",") for line in body.decode("latin-1").splitlines()]
            return found if is_ordered else sorted(found)
        theirs, ours = (sides.Side(fpm, front_servers.start(name, fpm, self.addCleanup)) for fpm in self.fpms)
        for request in REQUESTS:
            with self.subTest(request=request[:3]):
                expected, got = theirs.ask(*request), ours.ask(*request)
                self.assertEqual(expected[:3], got[:3])
                self.assertEqual(lines(expected[3]), lines(got[3]))
        self.assertEqual(200, ours.ask("GET", "/dump.php")[0])

    def test_nginx(self):
        self.compare("nginx")

    def test_apache_with_a_handler_and_htaccess(self):
        self.compare("apache")

    def test_apache_with_proxy_pass(self):
        self.compare("apache_proxypass")

    def test_caddy(self):
        self.compare("caddy", is_ordered=False)

    def test_lighttpd(self):
        self.compare("lighttpd")

    def test_h2o(self):
        self.compare("h2o")


if __name__ == "__main__":
    unittest.main()
