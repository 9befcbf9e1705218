"""Request bodies that their handlers read while the client still sends: Tern\\Http\\BodyStream, forms on their way to disk,
uploaded files as PHP knows them, and every end that such a request may have."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import tempfile
import unittest

from harness import wait_until
from http_client import request
from php_program import IS_SANITIZED, PhpFile
from processes import process_stat
from server_case import TestCase

OPTIONS = {"http_stream_bodies": ["/s/"], "package_max_length": 1 << 20, "upload_max_filesize": 200 << 20}


def sha(data):
    return hashlib.sha256(data).hexdigest()


def form(content, field="value"):
    return (f'--B\r\nContent-Disposition: form-data; name="t"\r\n\r\n{field}\r\n'
            f'--B\r\nContent-Disposition: form-data; name="f"; filename="n"\r\n\r\n').encode() + content + b"\r\n--B--\r\n"


FORM = ("Content-Type", "multipart/form-data; boundary=B")


def head(path, length=None, *fields):
    """The head of a POST; chunked without a length."""
    framing = ("Transfer-Encoding", "chunked") if length is None else ("Content-Length", length)
    return request("POST", path, [*fields, framing])


class Bodies(TestCase):
    options = {}

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-bodies-"))
        self.addCleanup(shutil.rmtree, self.folder)
        options = {**OPTIONS, "upload_tmp_dir": str(self.folder), **self.options}
        self.server = self.run_script(PhpFile("http/bodies.php", options))

    def path(self, name):
        return str(self.folder / name)

    def begin(self, path, length=None, *fields, first=b""):
        """A client whose request the handler has begun on."""
        client = self.server.client()
        self.addCleanup(client.close)
        since = self.server.mark()
        client.send(head(path, length, *fields) + first)
        self.server.wait_for("^BEGUN", since=since)
        return client


class Reading(Bodies):
    def test_pieces_are_read_while_the_client_sends(self):
        with self.server.client() as client:
            client.send(head("/s/pieces", 11) + b"one")
            self.server.wait_for("^PIECE 0 one$")
            client.send("two")
            self.server.wait_for("^PIECE 3 two$")
            client.send("three" + request(path="/pid").decode())
            self.assertEqual(client.response().text, "0:one;3:two;6:three;end")
            self.assertEqual(client.response().status, 200)

    def test_chunked(self):
        client = self.begin("/s/echo")
        self.server.wait_for("^BEGUN NULL$")
        client.send("5\r\nhello\r\n")
        self.server.wait_for("^FIRST h$")
        client.send("1\r\n!\r\n0\r\n\r\n")
        self.assertEqual(client.response().text, f'[6,"{sha(b"hello!")}",true,6,""]')

    def test_handlers_need_not_know_the_option(self):
        data = os.urandom(300_000)
        for path in ("/s/echo", "/echo"):
            for body in (b"x", data):
                answer = self.server.get(path, method="POST", body=body).text
                self.assertEqual(answer, f'[{len(body)},"{sha(body)}",true,{len(body)},""]')
        self.assertEqual(self.server.get("/s/echo").text, f'[0,"{sha(b"")}",true,0,""]')

    def test_content_is_waited_for(self):
        body = b"a=1&b%5B%5D=2" + b"&c=" + b"x" * 400_000
        client = self.begin("/s/content", len(body), ("Content-Type", "application/x-www-form-urlencoded"), first=body[:5])
        client.send(body[5:])
        answer = client.response().text
        self.assertTrue(answer.startswith(f'[{len(body)},"{sha(body)}",{{"a":"1","b":["2"],"c":"xxx'), answer[:200])

    def test_what_no_body_of_its_type_has_is_not_waited_for(self):
        client = self.begin("/s/types", 5, ("Content-Type", "application/json"))
        self.server.wait_for(r"^BEGUN \[null,null,null\]$")
        client.send("[1,2]")
        self.assertEqual(client.response().text, "[1,2]")

    def test_to_a_file(self):
        data = os.urandom(5_000_000)
        for path in ("/s/move", "/move"):
            body = data if path == "/s/move" else data[:900_000]
            answer = self.server.get(f"{path}?to={self.path('kept')}", method="POST", body=body)
            self.assertEqual(answer.text, f'[{len(body)},"{sha(body)}"]')
        answer = self.server.get("/s/move?to=/nonexistent/x", method="POST", body=b"abc")
        self.assertEqual(answer.text, "/nonexistent/x: No such file or directory")

    def test_a_file_that_cannot_be_whole_is_removed(self):
        client = self.begin(f"/s/move?to={self.path('partial')}", 1000, first=b"some")
        client.close()
        self.server.wait_for("^LOST 1002 removed$")

    def test_time_limit_of_a_read(self):
        with self.server.client() as client:
            client.send(head("/s/timeout", 5))
            self.assertEqual(client.response().text, "timed out")
            client.send(b"hello" + request(path="/pid"))
            self.assertEqual(client.response().status, 200)

    def test_two_readers(self):
        with self.server.client() as client:
            client.send(head("/s/two", 5, ("Content-Type", "application/x-www-form-urlencoded")))
            self.server.wait_for("^ERROR waits for the body of this request already$", count=4)
            self.assertEqual(client.response().text, "0")
            self.server.wait_for("^OTHER The response was sent before the body had arrived$")
            client.send(b"hello" + request(path="/pid"))
            self.assertEqual(client.response().status, 200)

    def test_what_is_not_read_stays_with_the_client(self):
        go = self.path("go")
        client = self.begin(f"/s/slowly?go={go}", 20 << 20)
        client.socket.setblocking(False)
        sent, piece = 0, b"x" * (1 << 20)
        try:
            while sent < 20 << 20:
                sent += client.socket.send(piece[:(20 << 20) - sent])
        except BlockingIOError:
            pass
        self.assertLess(sent, 20 << 20)  # the kernel's buffers and 64 KB
        client.socket.setblocking(True)
        pathlib.Path(go).touch()
        while sent < 20 << 20:
            sent += client.socket.send(piece[:(20 << 20) - sent])
        self.assertEqual(client.response().text, str(20 << 20))

    @unittest.skipIf(IS_SANITIZED, "a sanitizer keeps what is freed")
    def test_large_bodies_take_no_memory(self):
        pid = int(self.server.get("/pid").text)
        data = b"m" * (64 << 20)

        def high():
            return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1])
        self.server.get("/s/echo", method="POST", body=b"x" * 100_000)
        before = high()
        for path, fields, body in [("/s/echo", [], data), (f"/s/move?to={self.path('large')}", [], data),
                                   ("/s/form", [FORM], form(data))]:
            answer = self.server.get(path, fields, "POST", body)
            self.assertIn(sha(data), answer.text)
        self.assertLess(high() - before, 8 << 10)


class Forms(Bodies):
    def test_progress(self):
        body = form(b"c" * 100_000)
        client = self.begin("/s/form", len(body), FORM)
        for end in (500, 40_000, 90_000):
            client.send(body[:end] if end == 500 else body[500:40_000] if end == 40_000 else body[40_000:90_000])
            self.server.wait_for(f"^PROGRESS {end} {len(body)}$")
        client.send(body[90_000:])
        answer = client.response().text
        self.assertEqual(answer, f'{{"post":{{"t":"value"}},"size":100000,"content":"","same":"{sha(b"c" * 100_000)}",'
                                 f'"received":{len(body)}}}')

    def test_properties_wait(self):
        body = form(b"content")
        for cut in (0, 100, len(body)):
            with self.server.client() as client:
                since = self.server.mark()
                client.send(head("/s/properties", len(body), FORM) + body[:cut])
                client.send(body[cut:])
                self.assertEqual(client.response().text, "done")
                self.server.wait_for("^BEGUN set value 1 1$", since=since)

    def test_looking_at_the_object_does_not_wait(self):
        body = form(b"content")
        with self.server.client() as client:
            client.send(head("/s/dump", len(body), FORM))
            self.server.wait_for("^DUMPED fd,streamId,header,server,files$")
            client.send(body)
            self.assertEqual(client.response().text, '[{"t":"value"},"mine"]')

    def test_raw(self):
        body = form(b"content")
        for cut in (0, len(body)):
            with self.server.client() as client:
                client.send(head("/s/raw/form", len(body), FORM) + body[:cut])
                client.send(body[cut:])
                answer = client.response().text
                self.assertTrue(answer.startswith('["--B\\r\\nContent-Disp'), answer)
                self.assertTrue(answer.endswith(',null,null,false,"Swoole\\\\Http\\\\Request::getContent(): the body is read by a '
                                                'Tern\\\\Http\\\\BodyStream"]'), answer)

    def test_taken_apart_already(self):
        answer = self.server.get("/pieces", [FORM], "POST", form(b"content"))
        self.assertEqual(answer.status, 500)
        self.server.wait_for("The body is a form, and was taken apart while it arrived")

    def test_a_broken_form(self):
        client = self.begin("/s/form", 11, FORM)
        client.send("--B\r\nnonsense")
        self.assertEqual(client.response().status, 400)
        client.expect_closed()

    def test_a_client_that_leaves_within_a_file(self):
        body = form(b"c" * 100_000)
        client = self.begin("/s/form", len(body), FORM, first=body[:50_000])
        wait_until(lambda: list(self.folder.glob("swoole.upfile.*")), "a file")
        client.close()
        wait_until(lambda: not list(self.folder.glob("swoole.upfile.*")), "its removal")


class Limits(TestCase):
    def test_forms(self):
        for option, value, bad in [
                ("http_max_parts", 1, form(b"c")), ("http_max_files", 0, form(b"c")), ("http_max_part_size", 100, form(b"c" * 101)),
                ("http_max_part_size", 100, form(b"c", "v" * 101)),
                ("http_max_part_name_size", 1, form(b"c").replace(b'"t"', b'"tt"')),
                ("http_max_part_name_size", 1, form(b"c").replace(b'"n"', b'"nn"'))]:
            options = {option: value, "http_stream_bodies": ["/s"]}
            server = self.serve("$response->end((string) count($request->post ?? []));", options)
            for path in ("/", "/s"):
                self.assertEqual(server.get(path, [FORM], "POST", bad).status, 413, option)
                self.assertEqual(server.get(path, [FORM], "POST", b"--B--\r\n").status, 200)
            if option != "http_max_parts" and option != "http_max_files":
                self.assertEqual(server.get("/", [FORM], "POST", form(b"c" * 100)).text, "1")
            server.stop()

    def test_streams(self):
        options = {**OPTIONS, "package_max_length": 2000, "upload_max_filesize": 5000, "http_body_timeout": 0.2}
        server = self.run_script(PhpFile("http/bodies.php", options))
        self.assertEqual(server.get("/s/limits", method="POST", body=b"x" * 5001).status, 413)
        self.assertEqual(server.get("/s/echo", method="POST", body=b"x" * 5000).status, 200)
        self.assertEqual(server.get("/s/content", method="POST", body=b"x" * 2001).status, 413)
        self.assertEqual(server.get("/s/content", method="POST", body=b"x" * 2000).status, 200)
        for rest, status, code in [(b"zz\r\n", 400, 7102), (b"", 408, 110)]:
            with server.client() as client:
                since = server.mark()
                client.send(head("/s/limits"))
                server.wait_for("^BEGUN$", since=since)
                client.send(rest)
                self.assertEqual(client.response().status, status)
                server.wait_for(f"^ENDED {code} The body was refused with {status} ", since=since)
                client.expect_closed()
        with server.client() as client:  # 413 of a body that does not say how large it is, while it is gathered
            since = server.mark()
            client.send(head("/s/content"))
            server.wait_for("^BEGUN$", since=since)
            client.send(b"%x\r\n" % 2001 + b"x" * 2001)
            self.assertEqual(client.response().status, 413)
        self.assertNotIn("Uncaught", server.output())

    def test_without_coroutines_nothing_streams(self):
        server = self.run_script(PhpFile("http/bodies.php", {**OPTIONS, "enable_coroutine": False}))
        with server.client() as client:
            client.send(head("/s/echo", 5) + b"he")
            client.send("llo")
            self.assertEqual(client.response().text, f'[5,"{sha(b"hello")}",true,5,""]')


class Ends(Bodies):
    options = {"http_body_timeout": 30, "max_request_execution_time": 0}

    def test_refused_before_the_body_is_sent(self):
        with self.server.client() as client:
            client.send(head("/s/refuse", 100 << 20, ("Expect", "100-continue")))
            answer = client.response()
            self.assertEqual((answer.status, answer.get("connection")), (401, "close"))
            client.expect_closed()

    def test_asked_for_when_it_is_read(self):
        go = self.path("go")
        client = self.begin(f"/s/expect?go={go}", 5, ("Expect", "100-continue"))
        self.assertTrue(client.quiet())
        pathlib.Path(go).touch()
        self.assertEqual(client.head().status, 100)
        client.send("hello")
        self.assertEqual(client.response().text, "hello")

    def test_not_read_at_all(self):
        with self.server.client() as client:
            client.send(head("/s/nothing", 100_000) + b"x" * 100_000 + request(path="/pid"))
            self.assertEqual(client.response().body, b"")
            self.assertEqual(client.response().status, 200)
        with self.server.client() as client:
            client.send(head("/s/nothing", 10 << 20))
            self.assertEqual(client.response().get("connection"), "close")

    def test_the_client_goes(self):
        for way, path in [("close", "/s/gone"), ("reset", "/s/gone"), ("close", "/s/gone?rethrow=1")]:
            since = self.server.mark()
            client = self.server.client()
            client.send(head(path, 100) + b"some")
            self.server.wait_for("^SOME$", since=since)
            getattr(client, way)()
            self.server.wait_for(r"^GONE Tern\\Http\\BodyException 1002 1002$", since=since)
            self.server.wait_for("^FINALLY closed$", since=since)
            if "rethrow" not in path:
                self.server.wait_for("^AGAIN 1002$", since=since)
        self.assertNotIn("Uncaught", self.server.output())

    def test_a_client_that_only_ends_its_direction(self):
        with self.server.client() as client:
            client.send(head("/s/echo", 100_000) + b"x" * 100_000).end_of_sending()
            self.assertEqual(client.response().status, 200)

    def test_cancelled(self):
        with self.server.client() as client:
            client.send(head("/s/cancel", 5))
            self.assertEqual(client.response().text, r"Tern\Http\BodyException 10017")
            client.send(b"hello" + request(path="/pid"))
            self.assertEqual(client.response().status, 200)

    def test_reload_lets_it_end(self):
        before = self.server.workers()
        client = self.begin("/s/echo", 10, first=b"hello")
        self.server.send_signal(signal.SIGUSR1)
        wait_until(lambda: set(self.server.workers()) - set(before), "the new worker")
        client.send("world")
        self.assertEqual(client.response().text, f'[10,"{sha(b"helloworld")}",true,10,""]')
        wait_until(lambda: process_stat(before[0]) is None, "the old worker's end")


class Overdue(Bodies):
    options = {"max_request_execution_time": 0.2}

    def test_504(self):
        with self.server.client() as client:
            client.send(head("/s/overdue", 100) + b"some")
            self.assertEqual(client.response().status, 504)
            self.server.wait_for(r"^OVERDUE Swoole\\Coroutine\\TimeoutException$")
            client.send(b"x" * 96 + request(path="/pid"))
            self.assertEqual(client.response().status, 200)
        self.assertNotIn("Uncaught", self.server.output())


class UploadedFiles(Bodies):
    def uploaded(self, query, path="/uploaded", content=b"content"):
        return json.loads(self.server.get(f"{path}?to={self.path('moved')}{query}", [FORM], "POST", form(content)).text)

    def test_moved(self):
        for path in ("/uploaded", "/s/uploaded"):
            *known, temporary, again = self.uploaded("", path)
            self.assertEqual(known, [True, False, False, True, False])
            self.assertFalse(again)
            self.assertEqual(pathlib.Path(self.path("moved")).read_bytes(), b"content")
            self.assertFalse(os.path.exists(temporary))

    def test_forgotten_with_the_request(self):
        *known, temporary, _ = self.uploaded("&leave=1")
        self.assertEqual(known, [True, False, False, None, True])
        wait_until(lambda: not os.path.exists(temporary), "the removal of the file")
        self.assertEqual(self.server.get(f"/was/uploaded?path={temporary}").text, "false")

    def test_of_many_at_once(self):
        clients = []
        for i in range(50):
            client = self.server.client()
            self.addCleanup(client.close)
            client.send(request("POST", f"/uploaded?hold=1&to={self.path(f'moved{i}')}", [FORM], form(b"%d" % i)))
            clients.append(client)
        for client in clients:
            self.assertTrue(client.response().text.startswith("[true,false,false,true,false,"))
        for i in range(50):
            self.assertEqual(pathlib.Path(self.path(f"moved{i}")).read_bytes(), b"%d" % i)
