"""$_SERVER of classic sites, beside that of nginx with PHP-FPM for the same requests."""
import json
import time

import fpm_site
from fpm_site import DIFFERENT, OF_FPM, REQUESTS
from harness import ROOT
from http_client import Client
from php_program import PhpFile, opcache
from server_case import SharedServer

SITE = ROOT / "tests/classic/requests/site"
CONTEXTS = (*opcache(), "-d", "opcache.enable_cli=1")


class VariablesTest(SharedServer):
    maxDiff = None
    ADDRESS = "127.0.0.1"
    PHP_OPTIONS = (*CONTEXTS, "-d", "register_argc_argv=1")

    @classmethod
    def setUpClass(cls):
        cls.nginx, cls.fpm = fpm_site.start(SITE, cls.addClassCleanup)
        super().setUpClass()

    @classmethod
    def script(cls):
        return PhpFile("classic/requests/variables.php", root=str(cls.fpm.root), address=cls.ADDRESS)

    @staticmethod
    def ask(port, method, path, fields=(), body=b"", version="1.1"):
        fields = [("Host", f"127.0.0.1:{port}"), ("Connection", "close"), *fields]
        with Client(("127.0.0.1", port)) as client:
            return client.ask(method, path, fields, body, version)

    def variables(self, port, *asked, **more):
        answer = self.ask(port, *asked, **more)
        self.assertEqual(answer.status, 200, (asked, answer.text))
        return json.loads(answer.text)

    def test_the_same_as_php_fpm(self):
        for asked in REQUESTS:
            with self.subTest(asked=asked):
                theirs, ours = self.variables(self.nginx.port, *asked), self.variables(self.server.port, *asked)
                self.assertEqual(ours.pop("PATH_TRANSLATED", None), f"{self.fpm.root}{ours['PATH_INFO']}" if ours["PATH_INFO"] else None)
                self.assertEqual({name: value for name, value in ours.items() if name not in DIFFERENT},
                                 {name: value for name, value in theirs.items() if name not in DIFFERENT | OF_FPM})
                self.assertEqual(set(theirs) - set(ours), OF_FPM & set(theirs))
                self.assertEqual({name: type(ours[name]) for name in DIFFERENT}, {name: type(theirs[name]) for name in DIFFERENT})

    def test_http10(self):
        theirs, ours = (self.variables(port, "GET", "/dump.php", version="1.0") for port in (self.nginx.port, self.server.port))
        self.assertEqual((ours["SERVER_PROTOCOL"], theirs["SERVER_PROTOCOL"]), ("HTTP/1.0", "HTTP/1.0"))

    def test_what_differs(self):
        before = time.time()
        ours = self.variables(self.server.port, "GET", "/dump.php")
        self.assertEqual((ours["SERVER_PORT"], ours["HTTP_HOST"]), (str(self.server.port), f"127.0.0.1:{self.server.port}"))
        self.assertRegex(ours["SERVER_SOFTWARE"], r"^tern/\S+ \(like nginx\)$")
        self.assertLess(abs(ours["REQUEST_TIME_FLOAT"] - before), 60)
        self.assertEqual(ours["REQUEST_TIME"], int(ours["REQUEST_TIME_FLOAT"]))

    def test_names_of_the_server(self):
        for host, name in (("Example.COM:8080", "example.com"), ("[::1]:80", "[::1]"), ("a_b.test", "a_b.test"), ("a<b>", "127.0.0.1")):
            with Client(("127.0.0.1", self.server.port)) as client:
                answer = client.ask("GET", "/dump.php", [("Host", host)])
            if answer.status == 200:
                self.assertEqual(json.loads(answer.text)["SERVER_NAME"], name)
            else:
                self.assertEqual((answer.status, host), (400, "a<b>"))


class EveryAddressTest(VariablesTest):
    """The server listens at each address, so it looks which one the client has connected to."""
    ADDRESS = "0.0.0.0"


class TrustedProxyTest(SharedServer):
    PHP_OPTIONS = (*CONTEXTS, "-d", "register_argc_argv=0")

    @classmethod
    def script(cls):
        return PhpFile("classic/requests/variables.php", root=str(SITE), address="127.0.0.1",
                       options={"trusted_proxies": ["127.0.0.1"]})

    def test_what_the_proxy_reports(self):
        fields = [("X-Forwarded-For", "192.0.2.7"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "shop.example")]
        told = json.loads(self.server.get("/dump.php", fields).text)
        self.assertEqual((told["REMOTE_ADDR"], told["HTTPS"], told["REQUEST_SCHEME"], told["SERVER_NAME"]),
                         ("192.0.2.7", "on", "https", "shop.example"))
        self.assertNotIn("argv", told)
