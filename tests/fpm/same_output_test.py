"""What php-fpm and `tern fpm` answer to the same request of FastCGI: equal, byte by byte."""
import json
import pathlib
import unittest

import fastcgi
import programs
from server_case import TestCase

SCRIPTS = pathlib.Path(__file__).with_name("same_output")


class SameOutputTest(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.sides = [start(scripts=SCRIPTS) for start in programs.both()]
        for side in cls.sides:
            cls.addClassCleanup(side.close)
            side.root.chmod(0o777)

    maxDiff = None

    def ask(self, side, page, query="", **more):
        parameters = {"SCRIPT_FILENAME": f"{side.root}/{page}", "SCRIPT_NAME": f"/{page}", "REQUEST_METHOD": "GET", "QUERY_STRING": query,
                      "REQUEST_URI": f"/{page}?{query}", "DOCUMENT_ROOT": str(side.root), "SERVER_PROTOCOL": "HTTP/1.1", **more}
        return fastcgi.ask(str(side.socket), {name: value for name, value in parameters.items() if value is not None})

    def both(self, page, query="", **more):
        """What both sides answer, without the names of their folders."""
        folder = [str(side.folder).encode() for side in self.sides]
        replies = [self.ask(side, page, query, **{name: value and value.format(root=side.root) for name, value in more.items()}) for side in self.sides]
        return [(reply.output.replace(own, b"FOLDER"), reply.error.replace(own, b"FOLDER")) for own, reply in zip(folder, replies)]

    def check(self, page, query="", **more):
        theirs, ours = self.both(page, query, **more)
        self.assertEqual(theirs, ours)
        return ours[0].decode()

    def test_the_module_of_the_server_interface(self):
        found = json.loads(self.check("extension.php").split("\r\n\r\n", 1)[1])
        self.assertTrue(found["loaded"])
        self.assertEqual(found["info"][:1], ['name="module_cgi-fcgi" href="#module_cgi-fcgi">cgi-fcgi'])
        self.assertEqual(found["pcntl"], [False, False, False, False])

    def test_any_status(self):
        """The web server decides what becomes of one that no response can have."""
        for code in (103, 100, 199, 99, 42, 1000, 2147483647, -5, 101, 299, 999):
            with self.subTest(code=code):
                self.check("status.php", f"code={code}")
        for query in ("line[]=HTTP/1.1+103+Early+Hints", "line[]=HTTP/1.1+1234+Many", "line[]=HTTP/1.0+42", "line[]=Status:+103+Early+Hints",
                      "line[]=Status:+1234+Many", "line[]=Status:+no+number", "code=103&line[]=Status:+102+Processing",
                      "line[]=HTTP/1.1+103+A&line[]=Status:+102+B"):
            with self.subTest(query=query):
                self.check("status.php", query)
        self.assertNotIn("exited on signal", self.sides[1].log())

    def test_signals_and_input_of_programs(self):
        theirs, ours = (output.decode().split("\r\n\r\n", 1)[1].splitlines() for output, _ in self.both("programs.php"))

        def common(lines):
            return [line for line in lines if not line.startswith(("/", "FOLDER", "socket:"))]
        self.assertEqual(common(theirs), common(ours))
        self.assertEqual({line for line in ours if line.startswith(("/", "FOLDER", "socket:"))} - {"FOLDER/root/programs.php"}, {"/dev/null"})

    def directories(self, side, query):
        notes = side.root / "notes"
        notes.unlink(missing_ok=True)
        self.ask(side, "directory.php", query)
        return [line.replace(str(side.root), "ROOT").replace(str(side.folder), "FOLDER") for line in notes.read_text().splitlines()]

    def test_directory_of_shutdown_functions(self):
        for query in ("", "folder=/usr", "end=exit", "end=exit&folder=/usr", "end=exception", "end=error"):
            with self.subTest(query=query):
                theirs, ours = (self.directories(side, query) for side in self.sides)
                self.assertEqual(theirs, ours)
                self.assertIn("local variable ROOT", ours)
                self.assertIn("shutdown function FOLDER", ours)

    def test_names_that_are_no_script(self):
        for name in ("", "/", ".", " ", "{root}", "{root}/", "{root}/none.php", "{root}/none.txt", "status.php", ".php", "proxy:fcgi://localhost:9000",
                     "proxy:fcgi://localhost:9000?{root}/status.php", "{root}/../root/status.php", None):
            for more in ({}, {"PATH_TRANSLATED": "{root}/status.php"}, {"PATH_TRANSLATED": ""}, {"REDIRECT_URL": "/a"},
                         {"PATH_TRANSLATED": "{root}/status.php", "REDIRECT_URL": "/a"}):
                with self.subTest(name=name, **more):
                    self.check("status.php", SCRIPT_FILENAME=name, **more)

    def test_names_with_nul(self):
        """The file that runs is the one that was allowed to."""
        for name in ("{root}/note.txt\0.php", "{root}/status.php\0", "{root}/status.php\0.txt", "{root}/none\0/status.php"):
            with self.subTest(name=name):
                self.check("status.php", SCRIPT_FILENAME=name)

    def test_addresses_that_the_web_server_has_decoded(self):
        for uri in ("/a b", "/a\x01\x7f", "/a#b?c d", "ä ö"):
            with self.subTest(uri=uri):
                self.assertIn("status 200", self.check("status.php", REQUEST_URI=uri))

    def test_any_number_of_fields(self):
        for count in (10, 101, 127, 128, 129, 1500):
            with self.subTest(count=count):
                found = self.check("fields.php", **{f"HTTP_X_{i}": f"v{i}" for i in range(count)}, HTTP_COOKIE="a=b", CONTENT_TYPE="a/b",
                                   CONTENT_LENGTH="0")
                self.assertEqual(json.loads(found.split("\r\n\r\n", 1)[1])["count"], count + 1)

    def test_parameters_of_many_kilobytes(self):
        """More than a record has; PHP-FPM wants whole pairs in each."""
        parameters = {"SCRIPT_FILENAME": "", "SCRIPT_NAME": "/fields.php", "REQUEST_METHOD": "GET", **{f"HTTP_X_{i}": "v" * 60_000 for i in range(3)}}
        replies = []
        for side in self.sides:
            parameters["SCRIPT_FILENAME"] = f"{side.root}/fields.php"
            records = [fastcgi.record(fastcgi.PARAMS, 1, fastcgi.pairs([pair])) for pair in parameters.items()]
            with fastcgi.Client(str(side.socket)) as client:
                client.send(b"".join([fastcgi.begin(1, False), *records, fastcgi.record(fastcgi.PARAMS, 1), fastcgi.record(fastcgi.STDIN, 1)]))
                replies.append(client.reply().output)
        self.assertIn(b'"count":3', replies[0])
        self.assertEqual(*replies)


if __name__ == "__main__":
    unittest.main()
