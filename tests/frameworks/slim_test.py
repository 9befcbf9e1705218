"""An application of Slim, a PSR-15 handler, behind `tern serve public --concurrency N`, and behind php-fpm."""
import concurrent.futures
import json

import services
from applications import Fpm, installed, shared_modules
from form_browser import FormBrowser, normalized
from launcher import Served
from php_program import need_php
from server_case import TestCase

USERS = 20


def visit(browser):
    yield browser.get("/hello/Ann?a=1&b[]=2")
    yield browser.get("/me")
    yield browser.post("/hello/Bob", text="a b")
    yield browser.get("/me")
    yield browser.upload("/upload", "a.txt", "content")
    yield browser.get("/nothing")
    yield browser.post("/me")
    yield browser.get("/throws")


class SlimTest(TestCase):
    @classmethod
    def setUpClass(cls):
        need_php()
        cls.app = installed("slim")
        cls.modules = services.Packages().php(*shared_modules())
        cls.server = Served([str(cls.app / "public"), "--port", "0", "--workers", "1", "--concurrency", "20"], cls.app,
                            php=tuple(cls.modules))
        cls.addClassCleanup(cls.server.stop)

    def browser(self, port):
        browser = FormBrowser(port)
        self.addCleanup(browser.close)
        return browser

    def test_same_as_php_fpm(self):
        fpm = Fpm(self.app / "public", self.modules, {})
        self.addCleanup(fpm.close)
        for number, (our, their) in enumerate(zip(visit(self.browser(self.server.port)), visit(self.browser(fpm.port)))):
            with self.subTest(number):
                self.assertEqual((our.status, normalized(our.text)), (their.status, normalized(their.text)))
                # PHP-FPM adds default_charset to a text/html that has none.
                self.assertEqual(our.headers["Content-Type"], their.headers["Content-Type"].removesuffix(";charset=UTF-8"))
                for name in ("X-User", "Allow"):
                    self.assertEqual(our.headers[name], their.headers[name])
                self.assertEqual(our.headers.get_all("Set-Cookie"), their.headers.get_all("Set-Cookie"))

    def test_users_at_a_time(self):
        with concurrent.futures.ThreadPoolExecutor(USERS) as pool:
            for future in [pool.submit(self.live, f"user{number}") for number in range(USERS)]:
                future.result()

    def live(self, name):
        browser = self.browser(self.server.port)
        browser.get(f"/hello/{name}")
        for _ in range(5):
            answer = browser.get("/me?ms=10")
            self.assertEqual((json.loads(answer.text), answer.headers["X-User"]), ({"name": name}, name))
