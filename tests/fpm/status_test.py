"""The status page, ping and the access log of a pool under php-fpm and under `tern fpm`: the same texts but for numbers and times."""
import json
import re
import unittest

import behind_nginx
import programs
import sides
from harness import wait_until
from server_case import TestCase

HOST = [("Host", "whole.test")]
MORE = 'access.format = "%m|%r|%Q|%q|%s|%f|%l|%n|%u|%{HTTP_X_TEST}e|%{x-kind}o|%{%Y}t|%%"\naccess.suppress_path[] = /fpm-ping'
FORMATS = ("", "html", "xml", "json", "openmetrics")


def shape(text):
    """Without numbers, and what a child does or has done."""
    text = re.sub(r"\d+/\w{3}/\d{4}:[\d:]+ [+-]\d{4}", "TIME", text)
    return re.sub(r"\d+(\.\d+)?", "N", text)


class StatusTest(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.sides = [cls.side(start(MORE)) for start in programs.both()]

    @classmethod
    def side(cls, fpm):
        cls.addClassCleanup(fpm.close)
        return sides.Side(fpm, behind_nginx.start(fpm, cls.addClassCleanup))

    def status(self, side, query, method="GET"):
        return side.ask(method, f"/fpm-status?{query}", HOST)

    def calm(self, side):
        """(status, requests for it): when no other request is active. A child is active until after its client has the response."""
        seen = []

        def look():
            seen.append(json.loads(self.status(side, "json&full")[3]))
            return seen[-1]["active processes"] == 1
        wait_until(look, "the other requests to end")
        return seen[-1], len(seen)

    def test_short_pages_are_equal_but_for_numbers(self):
        for name in FORMATS:
            with self.subTest(format=name):
                theirs, ours = ((*answer[:3], shape(answer[3].decode())) for answer in (self.status(side, name) for side in self.sides))
                self.assertEqual(theirs, ours)

    def test_pages_of_all_children_have_the_same_fields(self):
        names = {"full": r"^([a-zA-Z ]+):", "full&html": r"<th>([a-z ]+)</th>", "full&xml": r"<(/?[a-z-]+)>", "full&json": r'"([a-z ]+)":'}
        for query, pattern in names.items():
            with self.subTest(query=query):
                theirs, ours = (re.findall(pattern, self.status(side, query)[3].decode(), re.M) for side in self.sides)
                self.assertEqual(theirs, ours)

    def test_heads_of_head_requests_are_equal(self):
        for name in FORMATS:
            theirs, ours = (self.status(side, name, "HEAD") for side in self.sides)
            self.assertEqual(theirs, ours)

    def test_ping(self):
        for method in ("GET", "HEAD", "POST"):
            theirs, ours = (side.ask(method, "/fpm-ping", HOST) for side in self.sides)
            self.assertEqual(theirs, ours)
        self.assertEqual(b"pong", self.sides[1].ask("GET", "/fpm-ping", HOST)[3])

    def test_counts(self):
        for side in self.sides:
            before = json.loads(self.status(side, "json")[3])
            for _ in range(5):
                side.ask("GET", "/dump.php")
            after, asked = self.calm(side)
            self.assertEqual(5 + asked, after["accepted conn"] - before["accepted conn"])
            self.assertEqual((3, 1, 4, "static", "www"), (after["idle processes"], after["active processes"], after["total processes"],
                                                          after["process manager"], after["pool"]))
            self.assertEqual(4, len(after["processes"]))
            running = [one for one in after["processes"] if one["state"] == "Running"]
            self.assertEqual(["/fpm-status?json&full"], [one["request uri"] for one in running])
            done = [one for one in after["processes"] if one["request uri"].startswith("/dump.php")]
            # A worker of Tern takes the child that it used last, so the request for the status may be in its place.
            self.assertLessEqual({(one["request method"], one["script"], one["state"]) for one in done}, {("GET", "FOLDER/root/dump.php", "Idle")})

    def test_what_a_client_sends_is_escaped(self):
        side = self.sides[1]
        query = 'x=%22&<b>&"quoted"&a=/'
        self.assertIn("&lt;b&gt;&amp;", self.status(side, f"full&html&{query}")[3].decode())
        self.assertIn("&lt;b&gt;&amp;", self.status(side, f"full&xml&{query}")[3].decode())
        answer = json.loads(self.status(side, f"full&json&{query}")[3])
        self.assertIn(f"/fpm-status?full&json&{query}", [one["request uri"] for one in answer["processes"]])

    def test_metrics_of_children(self):
        text = self.status(self.sides[1], "full&openmetrics")[3].decode()
        self.assertTrue(text.endswith("# EOF\n"))
        states = re.findall(r'^phpfpm_process_state\{pool="www",child="(\d)",state="([^"]+)"\} ([01])$', text, re.M)
        self.assertEqual(4 * 7, len(states))
        self.assertEqual({"0", "1", "2", "3"}, {child for child, _, is_now in states if is_now == "1"})

    def test_access_log(self):
        for number, request in enumerate([("GET", "/dump.php?a=b"), ("POST", "/dump.php/info", [("X-Test", "x y")], b"12345"), ("HEAD", "/missing.php"),
                                          ("GET", "/head.php?kind=status&code=503"), ("GET", "/fpm-ping", HOST), ("GET", "/fpm-status?json", HOST),
                                          ("GET", "/dump.php?user", [("Authorization", "Basic YW5uOnNlY3JldA==")])]):
            marks = [f"&mark{number}" if "?" in request[1] else f"?mark{number}"] * 2
            for side, mark in zip(self.sides, marks):
                side.ask(request[0], request[1] + mark, *request[2:])
            lines = [wait_until(lambda side=side: self.marked(side, f"mark{number}"), "the line") for side in self.sides]
            self.assertEqual(lines[0], lines[1])

    @staticmethod
    def marked(side, mark):
        """The lines of one request, when they are there."""
        text = side.fpm.log("access.log").replace(str(side.fpm.folder), "FOLDER")
        return [line for line in text.splitlines() if mark in line]

    def test_suppressed_lines(self):
        for side in self.sides:
            side.ask("GET", "/fpm-ping", HOST)
            side.ask("GET", "/fpm-ping?shown", HOST)
            wait_until(lambda side=side: self.marked(side, "shown"), "the line")
            self.assertNotIn("GET|/fpm-ping||", side.fpm.log("access.log"))


if __name__ == "__main__":
    unittest.main()
