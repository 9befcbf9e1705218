"""Swoole\\Coroutine\\FastCGI: a server passes requests to a real PHP-FPM, and calls it by itself."""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import subprocess
import threading
import unittest

import services
from harness import ROOT
from http2_wire import H2Client, get
from http_client import Closed, request
from php_program import PHP, PhpFile
from programs import Program
from server_case import SharedServer

SCRIPTS = ROOT / "tests/coroutine/fastcgi"
MEGABYTE = os.urandom(1 << 20)
FORM = b"".join([
    b'--limit\r\nContent-Disposition: form-data; name="a[b]"\r\n\r\nvalue\r\n',
    b'--limit\r\nContent-Disposition: form-data; name="one"; filename="a \xc3\xbc.bin"\r\nContent-Type: image/png\r\n\r\n', MEGABYTE,
    b'\r\n--limit\r\nContent-Disposition: form-data; name="more[]"; filename="b.txt"\r\n\r\nsecond\r\n',
    b'--limit\r\nContent-Disposition: form-data; name="more[]"; filename=""\r\n\r\n\r\n--limit--\r\n'])


class FastCGI(SharedServer):
    OPTIONS = {}

    @classmethod
    def setUpClass(cls):
        cls.fpm = services.php_fpm(services.Packages("web-servers"), SCRIPTS)
        cls.addClassCleanup(cls.fpm.close)
        (cls.fpm.root / "a b.php").write_text("<?php echo 'spaces';")
        super().setUpClass()

    @classmethod
    def address(cls):
        return f"127.0.0.1:{cls.fpm.port}"

    @classmethod
    def script(cls):
        return PhpFile("coroutine/fastcgi.php", fpm=cls.address(), root=cls.fpm.root,
                       options={"package_max_length": 4 << 20, **cls.OPTIONS})

    def json(self, *arguments, **more):
        answer = self.server.get(*arguments, **more)
        self.assertEqual(answer.status, 200, answer)
        return json.loads(answer.text)

    def upload(self):
        return self.json("/upload.php", {"Content-Type": "multipart/form-data; boundary=limit"}, "POST", FORM)

    def check_upload(self):
        told = self.upload()
        self.assertEqual(told["post"], {"a": {"b": "value"}})
        self.assertEqual(told["files"], {
            "one.0": ["a \u00fc.bin", "image/png", 0, hashlib.sha1(MEGABYTE).hexdigest()],
            "more.0": ["b.txt", told["files"]["more.0"][1], 0, hashlib.sha1(b"second").hexdigest()],
            "more.1": ["", "", 4, ""]})


class ProxyTest(FastCGI):
    OPTIONS = {"open_http2_protocol": True}

    def test_what_a_script_is_told(self):
        told = self.json("/get.php?x=1&y=%20", {"X-Test": "value", "Proxy": "evil", "Cookie": "c=d", "Authorization": "Basic YTpi",
                                                "Host": "example.com"})
        self.assertEqual(told["get"], {"x": "1", "y": " "})
        self.assertEqual(told["cookie"], {"c": "d"})
        self.assertEqual(told["server"], {
            "REQUEST_METHOD": "GET", "REQUEST_URI": "/get.php?x=1&y=%20", "SCRIPT_NAME": "/get.php",
            "SCRIPT_FILENAME": f"{self.fpm.root}/get.php", "DOCUMENT_ROOT": str(self.fpm.root), "QUERY_STRING": "x=1&y=%20",
            "HTTP_X_TEST": "value", "HTTP_HOST": "example.com", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1",
            "PHP_AUTH_USER": "a"})

    def test_path_info(self):
        told = self.json("/index.php/users/7?x=1")["server"]
        self.assertEqual((told["SCRIPT_NAME"], told["PATH_INFO"]), ("/index.php", "/users/7"))
        self.assertEqual(told["SCRIPT_FILENAME"], f"{self.fpm.root}/index.php")
        self.assertEqual(self.json("/")["server"]["SCRIPT_NAME"], "/index.php")

    def test_a_name_with_spaces(self):
        self.assertEqual(self.server.get("/a%20b.php").text, "spaces")

    def test_cookies_and_fields_of_the_same_name(self):
        self.assertEqual([line.split(";")[0] for line in self.server.get("/get.php").all("Set-Cookie")], ["first=1", "second=2"])
        answer = self.server.get("/status.php?code=418")
        self.assertEqual((answer.status, answer.text), (418, "body"))
        self.assertEqual(answer.get("Link"), "</a>; rel=preload, </b>; rel=preload")

    def test_answers_without_a_body(self):
        self.assertEqual(self.server.get("/status.php?code=304").status, 304)
        answer = self.server.get("/get.php", method="HEAD")
        self.assertEqual((answer.status, answer.body), (200, b""))

    def test_static_files_and_what_is_none(self):
        answer = self.server.get("/style.css")
        self.assertEqual((answer.get("Content-Type"), answer.text), ("text/css", "body {}\n"))
        for path in ("/none.css", "/none.php", "/.hidden"):
            self.assertEqual(self.server.get(path).status, 404, path)
        self.assertEqual(self.server.get("/../get.php").status, 400)

    def test_a_megabyte_both_ways(self):
        answer = self.server.get("/post.php", {"Content-Type": "application/octet-stream"}, "POST", MEGABYTE)
        self.assertEqual(answer.body, MEGABYTE)

    def test_output_before_input(self):
        answer = self.server.get("/duplex.php", {"Content-Type": "application/octet-stream"}, "POST", MEGABYTE * 3)
        self.assertEqual(len(answer.body), (4 << 20) + len(f" {3 << 20}"))
        self.assertTrue(answer.body.endswith(f" {3 << 20}".encode()))

    def test_an_upload_that_the_server_takes_apart(self):
        self.check_upload()

    def test_a_process_that_dies(self):
        answer = self.server.get("/dies.php")
        self.assertEqual(answer.status, 502)
        self.assertIn("before its response was complete", answer.text)
        self.assertEqual(self.server.get("/post.php", method="POST", body="again").text, "again")

    def test_a_fatal_error(self):
        self.assertEqual(self.server.get("/fatal.php").status, 500)

    def test_a_time_limit(self):
        with self.release() as file:
            answer = self.server.get(f"/waits.php?file={file}", {"X-Timeout": "0.05"})
            self.assertEqual(answer.status, 504)

    def test_a_slow_script_and_a_slow_reader_keep_nobody_waiting(self):
        whole = b"".join(bytes([number]) * 65536 for number in range(128))
        with self.release() as file, self.server.client() as waiting, self.server.client(receive_buffer=4096) as slow:
            waiting.send(request(path=f"/waits.php?file={file}"))
            slow.send(request(path="/big.php"))
            head = slow.head()
            self.assertEqual(self.server.get("/post.php", method="POST", body="meanwhile").text, "meanwhile")
            pathlib.Path(file).touch()
            self.assertEqual(waiting.response().text, "released")
            self.assertEqual(slow.body(head).body, whole)

    def test_a_client_that_goes_away(self):
        with self.server.client(receive_buffer=4096) as client:
            client.send(request(path="/big.php"))
            client.head()
            client.reset()
        self.assertEqual(self.server.get("/post.php", method="POST", body="others").text, "others")

    def test_events_are_passed_on_at_once(self):
        with self.release() as file, self.server.client() as client:
            client.send(request(path=f"/events.php?file={file}"))
            self.assertEqual(client.head().get("Content-Type"), "text/event-stream;charset=UTF-8")
            self.assertEqual(client.chunk(), b"data: 1\n\n")
            pathlib.Path(file).touch()
            self.assertEqual(client.chunk(), b"data: 2\n\n")
            self.assertEqual(client.chunk(), b"")

    def test_an_answer_that_has_begun_and_cannot_end_never_looks_complete(self):
        with self.release() as file, self.server.client() as client:
            client.send(request(path=f"/events.php?dies&file={file}"))
            client.head()
            self.assertEqual(client.chunk(), b"data: 1\n\n")
            pathlib.Path(file).touch()
            with self.assertRaises(Closed):
                client.chunk()

    def test_that_answer_over_http2_ends_alone(self):
        """Another request of the same connection is not disturbed."""
        with self.release() as file, H2Client(("127.0.0.1", self.server.port)) as client:
            client.send(get(1, f"/events.php?dies&file={file}"), get(3, f"/waits.php?file={file}"))
            client.until(lambda: 1 in client.answers and client.answers[1].body == b"data: 1\n\n", "the first event")
            file.touch()
            self.assertIsNotNone(client.answer(1).reset)
            self.assertEqual(client.answer(3).text, "released")

    def test_many_clients_at_once(self):
        answers = {}

        def ask(number):
            answers[number] = self.json(f"/get.php?number={number}")["get"]["number"]

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, {number: str(number) for number in range(50)})

    @contextlib.contextmanager
    def release(self):
        """The name of a file that waits.php waits for; it is there in the end."""
        file = self.fpm.folder / f"release-{self.id()}"
        try:
            yield file
        finally:
            file.touch()


class RawBodiesTest(FastCGI):
    OPTIONS = {"http_parse_post": False, "http_parse_files": False, "http_parse_cookie": False}

    @classmethod
    def address(cls):
        return f"unix:{cls.fpm.folder}/socket"

    def test_an_upload_as_it_came(self):
        self.check_upload()

    def test_cookies(self):
        self.assertEqual(self.json("/get.php", {"Cookie": "c=d; e=f"})["cookie"], {"c": "d", "e": "f"})


class MemoryTest(FastCGI):
    PHP_OPTIONS = ("-d", "memory_limit=24M")

    def test_an_answer_that_is_larger_than_the_memory(self):
        self.assertEqual(len(self.server.get("/big.php?megabytes=64").body), 64 << 20)


class DocumentationTest(Program):
    """What the example and the page say, with this PHP-FPM instead of theirs."""

    @classmethod
    def setUpClass(cls):
        cls.fpm = services.php_fpm(services.Packages("web-servers"), SCRIPTS)
        cls.addClassCleanup(cls.fpm.close)

    def test_the_example(self):
        server = self.example("fastcgi_proxy.php", {**os.environ, "FPM": f"127.0.0.1:{self.fpm.port}", "ROOT": str(self.fpm.root)})
        self.assertEqual(server.get("/ping").text, "pong\n")
        self.assertEqual(json.loads(server.get("/index.php?x=1").text)["get"], {"x": "1"})
        self.assertIsNotNone(server.get("/style.css").get("ETag"))
        self.fpm.stop()
        self.assertEqual(server.get("/index.php").status, 502)
        self.fpm.again()

    def test_the_page(self):
        page = (ROOT / "docs/fastcgi-client.md").read_text()
        ours = {"127.0.0.1:9000": f"127.0.0.1:{self.fpm.port}", "/run/php/php-fpm.sock": f"{self.fpm.folder}/socket",
                "/var/www": str(self.fpm.root)}
        printed = []
        for source in re.findall(r"^```php\n(<\?php.*?)^```$", page, re.M | re.S):
            for theirs, value in ours.items():
                source = source.replace(theirs, value)
            done = subprocess.run([*PHP], input=source, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            printed.append(done.stdout + done.stderr)
        self.assertEqual(printed, ["Hello Tern", '200 application/json\nPOST 7 {"name": "Tern"}\nlog: PHP message: asked'])


class ClientTest(FastCGI):
    def test_fifty_at_once(self):
        answers = [json.loads(text)["get"]["number"] for text in self.json("/_many?count=50")]
        self.assertEqual(answers, [str(number) for number in range(1, 51)])

    def test_one_connection_for_several_requests(self):
        told = self.json("/_several?keep=1")
        self.assertEqual(told["bodies"], ["12345"] * 5)
        self.assertEqual(len(set(told["ports"])), 1)

    def test_a_connection_for_each_request(self):
        self.assertEqual(self.json("/_several?keep=0"), {"bodies": ["12345"] * 5, "ports": [None] * 5})

    def test_standard_error(self):
        output, error = self.json("/_stderr")
        self.assertEqual(output, "output")
        self.assertIn("something to report", error)


if __name__ == "__main__":
    unittest.main()
