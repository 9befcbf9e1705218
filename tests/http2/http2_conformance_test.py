"""HTTP/2 as RFC 9113, 7541, 9110, 9218 and 8441 have it: tables of cases against a live server. A case says what may
come of it; behind each one a fresh connection has to be served, and no malformed request may reach the handler."""
import collections
import unittest

import http2_frame_cases
import http2_message_cases
from certificates import over_tls, tls_context
from http2_table import CASES, Case, answer, end_of_sending, run, shown
from http2_wire import PROTOCOL_ERROR, H2Client, get, settings
from php_program import PhpFile, http_script
from server_case import SharedServer

LIMITS = {"http_target_max_size": 8192, "http_header_max_size": 16384}
TABLES = (http2_frame_cases, http2_message_cases)  # importing them fills CASES


class Conformance(SharedServer):
    @classmethod
    def script(cls):
        return PhpFile("http2/http2_conformance.php", {"open_http2_protocol": True, "log_level": 5, **LIMITS})

    def address(self):
        return "127.0.0.1", self.server.port

    def check(self, one, **how):
        mark = self.server.mark()
        outcome, client = run(one, self.address(), **how)
        self.assertIn(outcome, one.expected, f"{shown(outcome)} where {sorted(map(shown, one.expected))} conform; "
                      f"the last frames: {client.frames[-4:]}")
        if one.sees is not None and outcome[0] == "answer":
            self.assertEqual(client.on(one.watch).body.decode("latin-1"), one.sees)
        with H2Client(self.address(), tls=how.get("tls")) as fresh:
            self.assertEqual(fresh.fetch("/fresh", stream=1).text, "GET /fresh 0")
        self.assertNotIn("NEVER", self.server.output()[mark:])


class ConformanceTest(Conformance):
    def test_cases(self):
        for one in CASES:
            with self.subTest(one.section, name=one.name):
                self.check(one)

    def test_cases_byte_by_byte(self):
        for one in CASES:
            with self.subTest(one.section, name=one.name):
                self.check(one, cut=lambda data: [data[at:at + 1] for at in range(len(data))] if len(data) < 400 else
                           [data[at:at + 1009] for at in range(0, len(data), 1009)])

    def test_table(self):
        """Rows have names of their own, and there are as many as there are to be."""
        names = collections.Counter((one.section, one.name) for one in CASES)
        self.assertEqual([name for name, count in names.items() if count > 1], [])
        self.assertGreater(len(CASES), 300)

    def test_answers(self):
        """What the table does not look at."""
        with H2Client(self.address()) as client:
            trailers = client.fetch("/trailers", stream=1)
            self.assertEqual(trailers.trailers, [("x-trailer", "yes")])
            self.assertEqual([one for one in client.fetch("/hint", stream=3).interim],
                             [(103, [("link", "</a.css>; rel=preload")])])
            self.assertEqual(client.fetch("/large", stream=5, method="HEAD").get("content-length"), "200000")
            for name in ("date", "server", "content-length"):
                self.assertIsNotNone(client.fetch("/", stream=7 + 2 * len(name)).get(name), name)
            client.pong()
            self.assertEqual(client.acknowledged, 1)

    def test_http1_on_the_same_port(self):
        self.assertEqual(self.server.get("/").text, "GET / 0")

    def test_no_preface(self):
        """3.4: an error of the connection. Whatever does not begin as the preface does is HTTP/1.1, is told so at once, and
        the connection ends."""
        mark = self.server.mark()
        for wrong, status in ((b"XRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505), (b"PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n", 505),
                              (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\rX", 505), (b"PRI * HTTP/2.0\r\n\rX", 505),
                              (b"PRI * HTTP/2.1\r\n\r\nSM\r\n\r\n", 505), (b"PRI / HTTP/2.0\r\n\r\n", 505),
                              (b"PRI * HTTP/1.1\r\nHost: a\r\n\r\n", 400), (b"INVALID PREFACE\r\n\r\n", 400),
                              (settings() + get(1), 400)):
            for behind in (b"", settings() + get(1, "/never")):
                with self.subTest(wrong, behind=bool(behind)), self.server.client() as client:
                    client.send(wrong + behind)
                    self.assertEqual(client.response().status, status)
                    client.expect_closed()
        self.assertNotIn("NEVER", self.server.output()[mark:])


class OverTlsTest(Conformance):
    """The same, where TLS chooses the protocol (RFC 9113 3.2), and cuts it into records."""

    @classmethod
    def script(cls):
        return PhpFile("http2/http2_conformance.php", {"open_http2_protocol": True, "tls": "self-signed", "log_level": 5, **LIMITS}, tls=True)

    def test_cases(self):
        tls = tls_context(protocols=["h2"])
        for one in CASES:
            if end_of_sending not in one.steps:
                with self.subTest(one.section, name=one.name):
                    self.check(one, tls=tls)

    def test_choice(self):
        """Of what the client offers h2 is preferred; a client that offers nothing gets HTTP/1.1."""
        for offered, chosen in ((["h2"], "h2"), (["http/1.1"], "http/1.1"), (["http/1.1", "h2"], "h2"), ([], None)):
            with self.subTest(offered), self.server.client() as client:
                over_tls(client, tls_context(protocols=offered))
                self.assertEqual(client.socket.selected_alpn_protocol(), chosen)
                if chosen != "h2":
                    self.assertEqual(client.ask().text, "GET / 0")

    def test_http1_where_h2_was_chosen(self):
        tls = tls_context(protocols=["h2"])
        with H2Client(self.address(), b"GET /never HTTP/1.1\r\nHost: a\r\n\r\n", tls=tls) as client:
            self.assertIn(client.to_end(), (PROTOCOL_ERROR, None))
        self.assertNotIn("NEVER", self.server.output())


class TheCheckItselfTest(SharedServer):
    """A handler that answers wrongly is noticed."""

    @classmethod
    def script(cls):
        return http_script("$response->end('wrong');", {"open_http2_protocol": True})

    def test_is_noticed(self):
        for one in (Case("", "an answer", [get(1)], answer(404), 1, None, True, None),
                    Case("", "a body", [get(1)], answer(200), 1, "right", True, None)):
            test = ConformanceTest("test_cases")
            test.server = self.server
            with self.assertRaises(AssertionError):
                test.check(one)


if __name__ == "__main__":
    unittest.main()
