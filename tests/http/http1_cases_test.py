"""Every case of http1_cases_table.py at a server of a script and at a classic site, and the score that the docs give."""
import re
import unittest

from harness import ROOT
from http1_cases_table import CASES
from launcher import Served
from php_program import PhpFile
from server_case import SharedServer

NEXT = b"GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
FOLDER = ROOT / "tests/http/http1_cases"


def fits(status, pattern):
    return str(status) == pattern or (pattern.endswith("xx") and str(status)[0] == pattern[0])


def ends_itself(one):
    """Cases that are not complete, to which the server may say nothing."""
    return "none" in one.answers.split()


def is_chosen(one, where):
    """Whether this kind of server answers otherwise than the tool wants."""
    return one.chosen is not None and one.where in (None, where)


class Cases:
    def exchange(self, one):
        """All answers until the connection ends: the last is that to NEXT if the server still listens to it."""
        with self.server.client() as client:
            client.send(one.data)
            if ends_itself(one):
                client.end_of_sending()
            else:
                client.send(NEXT)
            answers = []
            while client.unread or client.receive():
                if client.unread.startswith(b"\0"):
                    return []  # SETTINGS: the client has begun HTTP/2, so there is no answer of HTTP/1
                answers.append(client.response("HEAD" if one.data.startswith(b"HEAD") and not answers else "GET"))
            return answers

    def check(self, one, allowed):
        answers = self.exchange(one)
        if not answers:
            self.assertIn("none", allowed.split())
            return
        first, *more = answers
        self.check_answer(one, first, allowed)
        refused = first.get("Connection") == "close"
        if first.status >= 400 and one.rfc.startswith("9112"):
            self.assertTrue(refused, f"{first.status} leaves the connection open")
        if "closed" in allowed:
            self.assertTrue(refused)
        self.assertEqual([answer.status for answer in more], [] if refused else [200], "the answers behind the first")

    def check_answer(self, one, answer, allowed):
        words = allowed.split()
        if words[0] == "no":
            self.assertNotEqual(str(answer.status), words[1])
            return
        statuses = [word for word in words if re.fullmatch(r"\d(\d\d|xx)", word)]
        kept = re.search(rb"^content.length: 99|^transfer.encoding:", answer.body, re.I | re.M)
        if "dropped" in words and answer.status == 200 and not kept:
            return
        self.assertTrue(any(fits(answer.status, status) for status in statuses), f"{answer.status}, not {allowed}: {answer.body[:100]!r}")
        rest = " ".join(words[len(statuses):])
        if rest in ("Allow", "Date", "Content-Type"):
            self.assertIsNotNone(answer.get(rest))
        elif rest not in ("", "none", "closed", "dropped"):
            self.assertEqual(answer.text, rest)
        if answer.status == 204:
            self.assertIsNone(answer.get("Content-Length"))

    def test_cases(self):
        for one in CASES:
            with self.subTest(one.name, rfc=one.rfc):
                self.check(one, one.chosen if is_chosen(one, self.WHERE) else one.answers)


class OfAServerTest(Cases, SharedServer):
    WHERE = "server"

    @classmethod
    def script(cls):
        return PhpFile("http/http1_cases/server.php", {"log_level": 5})


class OfASiteTest(Cases, SharedServer):
    WHERE = "site"

    @classmethod
    def setUpClass(cls):
        cls.server = Served([str(FOLDER / "site"), "--port", "0", "--workers", "1"], FOLDER)


class ScoreTest(unittest.TestCase):
    """docs/http-reference.md gives the score, and names what is not passed."""

    def test_score(self):
        text = " ".join((ROOT / "docs/http-reference.md").read_text().split())
        for where, name in (("server", "A server of a script"), ("site", "a classic site")):
            passed = sum(not is_chosen(one, where) for one in CASES)
            self.assertIn(f"{name} passes {passed} of its {len(CASES)}", text)
        self.assertEqual(set(re.findall(r"`((?:COMP|SMUG|MAL|NORM|RFC\d+)-[A-Z0-9-]+)`", text)),
                         {one.name for one in CASES if one.chosen is not None})
        self.assertIn(f"{sum(one.fails for one in CASES)} of them count as failed", text)

    def test_table(self):
        self.assertEqual(len({one.name for one in CASES}), 161)
        for one in CASES:
            self.assertEqual(one.chosen is None, one.why is None, one.name)


if __name__ == "__main__":
    unittest.main()
