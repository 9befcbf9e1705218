"""What php-fpm and `tern fpm` log of the same requests: lines of error_log, records for the web server, lines of access.log."""
import base64
import pathlib
import re
import unittest

import fastcgi
import programs
from harness import wait_until
from server_case import TestCase

SCRIPTS = pathlib.Path(__file__).with_name("log_lines")
MORE = 'catch_workers_output = yes\naccess.format = "%R|%u|%m|%r|%q|%f|%{HTTP_X_A}e"'


class LogLinesTest(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.sides = [start(MORE, scripts=SCRIPTS) for start in programs.both()]
        for side in cls.sides:
            cls.addClassCleanup(side.close)

    maxDiff = None

    def send(self, side, page, **more):
        """The reply, and the content of each record for the log."""
        parameters = {"SCRIPT_FILENAME": f"{side.root}/{page}", "SCRIPT_NAME": f"/{page}", "REQUEST_METHOD": "GET", "QUERY_STRING": "", **more}
        records = []
        with fastcgi.Client(str(side.socket)) as client:
            client.send(fastcgi.request(parameters, keeps=False))
            while True:
                kind, _, content = client.record()
                records += [content.decode().replace(str(side.folder), "FOLDER")] if kind == fastcgi.STDERR and content else []
                if kind == fastcgi.END_REQUEST:
                    return records

    @staticmethod
    def said(side, since):
        text = side.log()[since:].replace(str(side.folder), "FOLDER")
        return [line for line in re.findall(r"child \d+ said into (.*)", text) if "[pool tcp]" not in line]

    def compare(self, page, last, **more):
        """`last`: the line that ends the comparison."""
        found = []
        for side in self.sides:
            since = len(side.log())
            records = self.send(side, page, **more)
            wait_until(lambda side=side, since=since: any(last in line for line in self.said(side, since)), lambda side=side: side.log())
            found.append((records, self.said(side, since)))
        self.assertEqual(found[0], found[1])
        return found[1]

    def test_messages_are_one_record_until_output_follows(self):
        records, _ = self.compare("messages.php", "third")
        self.assertEqual(records, ["PHP message: first; PHP message: second; PHP message: third"])

    def test_an_exception_with_another_one(self):
        """Empty lines are left out."""
        self.compare("thrown.php", "thrown in")

    def test_a_message_behind_the_response(self):
        records, lines = self.compare("finished.php", "behind")
        self.assertEqual(records, ["PHP message: before"])
        self.assertIn('stderr: "NOTICE: PHP message: behind"', lines)

    def test_a_script_that_is_denied(self):
        self.compare("text.txt", "has been denied")

    def test_a_script_that_cannot_be_read(self):
        """PHP-FPM has a warning of PHP's before that."""
        message = "Unable to open primary script: FOLDER/root/closed.php (Permission denied)"
        for side in self.sides:
            (side.root / "closed.php").write_text("<?php echo 1;")
            (side.root / "closed.php").chmod(0)
            self.assertTrue(self.send(side, "closed.php")[-1].endswith(message))
            wait_until(lambda side=side: f'stderr: "ERROR: {message}"' in self.said(side, 0), lambda side=side: side.log())

    def test_settings_of_the_web_server_that_do_not_exist(self):
        records, _ = self.compare("none.php", "no.such", PHP_ADMIN_VALUE="no.such=1")
        self.assertEqual(records, ["Passing INI directive through FastCGI: unable to set 'no.such'"])

    def test_functions_cannot_be_disabled_for_a_request(self):
        """PHP-FPM disables them for all that its child does from then on."""
        side = self.sides[1]
        records = self.send(side, "none.php", PHP_ADMIN_VALUE="disable_functions=exec")
        self.assertEqual(records, ["Passing INI directive through FastCGI: unable to set 'disable_functions'"])

    def test_what_a_client_sends_begins_no_line(self):
        """PHP-FPM writes it as it came."""
        side = self.sides[1]
        user = base64.b64encode(b"ann\nforged\x1b[2J:x").decode()
        self.send(side, "none.php", SCRIPT_NAME="/a\r\nb\x7f", HTTP_AUTHORIZATION=f"Basic {user}", HTTP_X_A="tab\t", QUERY_STRING="q\n")
        line = wait_until(lambda: next((line for line in side.log("access.log").splitlines() if "forged" in line), None), "the line")
        self.assertEqual(line.replace(str(side.folder), "FOLDER"),
                         r"-|ann\x0Aforged\x1B[2J|GET|/a\x0D\x0Ab\x7F|q\x0A|FOLDER/root/none.php|tab\x09")


if __name__ == "__main__":
    unittest.main()
