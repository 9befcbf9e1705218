"""What clients, files and the program give the logs: no text of theirs looks like a line that the server began, and none of
it reaches a terminal as anything but text."""
import re

from harness import wait_until
from php_program import PhpFile
from server_case import TestCase

# Each part would, as it is, begin a line for some reader, or move a terminal's cursor.
BREAKS = ("\n", "\r", "\r\n", "\v", "\f", "\x85", "\u2028", "\u2029", "\x1b[2K", "\x9b2K", "\x08", "\x7f", "\u202e")
LINE = "[2026-11-21 03:00:41 #1.0]\tERROR\tforged"
FORGED = "genuine" + "".join(one + LINE for one in BREAKS)
ODD = "\n[2026-11-21 03:00:41 forged\x1b[2K\x9b\u2028\r.php"
ACTS = "".join(BREAKS).replace("\n", "").replace("[2K", "").replace("2K", "")

BUSY = "<?php function spin() { for ($end = hrtime(true) + 300e6; hrtime(true) < $end;); } spin();"
CRASH = "<?php function crash() { Swoole\\Process::kill(getmypid(), SIGSEGV); } crash();"


class LogTest(TestCase):
    def start(self, options=None):
        program = PhpFile("operate/log.php", {"hook_flags": 0, **(options or {})}, forged=FORGED, odd=ODD)
        server = self.run_script(program, php=("-d", "log_errors=1", "-d", "display_errors=0"))
        server.wait_serving(1)
        return server

    def check(self, text):
        """Every line of each record is told from a genuine one."""
        self.assertIn("forged", text)
        lines = text.split("\n")
        self.assertFalse([line for line in lines if line.startswith(LINE[:12])], text)
        self.assertFalse([letter for letter in ACTS if letter in text], text)

    def asked(self, path, pattern, options=None):
        server = self.start(options)
        server.get(path)
        server.wait_for(pattern)
        self.check(server.output())
        return server

    def test_an_exception_with_its_previous_one_and_its_trace(self):
        server = self.asked("/throw", r"\tERROR\tUncaught ")
        self.assertRegex(server.output(), r"\n\t\[2026-11-21[^\n]*forged\\x0D\[2026")
        self.assertRegex(server.output(), r"\n\tStack trace:\n\t#0 ")

    def test_text_of_the_program(self):
        self.asked("/log", r"\tERROR\tgenuine\n\t\[2026")

    def test_bytes_that_are_no_text(self):
        server = self.start()
        server.get("/bytes")
        server.wait_for(r"bytes: \\x85\\xFF\\x9B2K\n")

    def test_messages_of_php(self):
        server = self.asked("/php", r"PHP Warning: ")
        self.assertRegex(server.output(), r"(?m)^genuine\n\t\[2026")

    def test_a_name_of_a_file_where_a_loop_is_stuck(self):
        server = self.start({"blocking_threshold": 0.05})
        self.write_odd(server, BUSY)
        server.get("/include")
        server.wait_for(r"nothing else runs here for \d+ ms.*\n\t#0 ")
        self.check(server.output())

    def test_a_name_of_a_file_in_a_slow_request(self):
        server = self.start({"slow_request_ms": 20})
        self.write_odd(server, BUSY)
        server.get("/include")
        server.wait_for(r"slow request: GET /include .* runs")
        self.check(server.output())

    def test_a_path_of_a_slow_request(self):
        server = self.start({"slow_request_ms": 1})
        server.get("/slow/%0A[2026-11-21%2003:00:41%20forged%C2%9B2K%0D%1B")
        server.wait_for(r"slow request: GET .* ended with")
        self.check(server.output())

    def test_a_name_of_a_file_in_a_crash(self):
        server = self.start()
        server.expect_crash(11)
        self.write_odd(server, CRASH)
        with server.client() as client:
            client.send(b"GET /include HTTP/1.1\r\nHost: a\r\n\r\n")
            server.wait_for(r"crashed with signal 11; PHP stack:\n#0 ")
            server.wait_for("ended by signal 11")
        self.check(server.output())

    def test_the_access_log(self):
        for kind in ("combined", "json"):
            server = self.start({"access_log": "access.log", "access_log_format": kind})
            agent = FORGED.replace("\n", "").replace("\r", "").encode().replace(b"\v", b"").replace(b"\f", b"")
            for control in b"\x1b\x08\x7f":
                agent = agent.replace(bytes([control]), b"")
            with server.client() as client:
                client.send(b"GET /x HTTP/1.1\r\nHost: a\r\nUser-Agent: " + agent + b"\r\nConnection: close\r\n\r\n")
                self.assertEqual(client.response().status, 200)
            log = server.folder / "access.log"
            text = wait_until(lambda: re.sub(r".*/serving.*\n", "", log.read_text()), "the line")
            self.assertEqual(len(text.splitlines()), text.count("\n"))
            self.assertFalse([letter for letter in ACTS if letter in text], text)

    def write_odd(self, server, code):
        (server.folder / ODD).write_text(code)
