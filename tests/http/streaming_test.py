"""Answers that take their time: interim answers, answers in pieces, trailers, server-sent events, and clients that go away
meanwhile."""
import os
import pathlib
import re
import signal
import unittest

from harness import wait_until
from http_client import request
from php_program import PhpFile
from server_case import SharedServer, TestCase


def memory_mb(pid, field="VmRSS"):
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"^{field}:\s+(\d+) kB", text, re.M)[1]) / 1024


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


class AbortTest(SharedServer):
    SCRIPT = PhpFile("http/streaming_aborts.php")

    def begin(self, path):
        """A client whose request is being handled."""
        since = self.server.mark()
        client = self.server.client()
        self.addCleanup(client.close)
        client.send(request(path=path))
        self.server.wait_for("^(WAITS|CLOSED|DETACHED .*)$", since=since)
        return since, client

    def lines(self, since, last):
        self.server.wait_for(last, since=since)
        return re.findall(r"^[A-Z]+\b.*$", self.server.output()[since:], re.M)

    def test_called_before_the_handler_is_cancelled(self):
        for leave in ("close", "reset", "end_of_sending"):
            since, client = self.begin("/wait")
            getattr(client, leave)()
            writable = "true" if leave != "reset" else "false"  # an end of stream ends one direction only
            self.assertEqual(self.lines(since, "^CANCELED"), ["ADDED true", "WAITS", f"ABORTED one {writable} inside",
                                                              "FREED one inside", "CANCELED"], leave)

    def test_several(self):
        since, client = self.begin("/two")
        client.close()
        self.assertEqual(sorted(self.lines(since, "^SLEPT")), ["CANCELED", "FIRST", "SLEPT", "THIRD", "WAITS"])
        said = self.server.output()[since:]
        self.assertLess(said.index("FIRST"), said.index("THIRD"))
        self.assertIn("of the first", said)

    def test_ignore_user_abort(self):
        since, client = self.begin("/ignore")
        client.end_of_sending()
        answer = client.response()
        self.assertEqual((answer.status, answer.text), (200, "still"))
        said = self.lines(since, "^WRITABLE")
        self.assertIn("ABORTED one true inside", said)
        self.assertIn("WRITABLE [true,true,false]", said)
        self.assertNotIn("CANCELED", said)

    def test_a_response_that_outlives_its_handler(self):
        since, client = self.begin("/keep")
        client.close()
        self.server.wait_for("^FREED kept inside", since=since)
        self.assertIn("ABORTED kept true inside", self.server.output()[since:])

    def test_never_called_when_the_answer_is_complete(self):
        since = self.server.mark()
        with self.server.client() as client:
            self.assertEqual(client.ask(path="/end").text, "done")
            # Freed at the end of the turn, not in the middle of end().
            said = self.lines(since, "^FREED")
            self.assertLess(said.index("ENDED"), said.index("FREED one inside"))
            self.assertEqual(client.ask(path="/fail").status, 500)
            self.server.wait_for("^FREED", 2, since)
        self.server.get("/")
        self.assertNotIn("ABORTED", self.server.output()[since:])

    def test_false_when_it_is_too_late(self):
        since = self.server.mark()
        self.assertEqual(self.server.get("/late").text, "done")
        self.server.wait_for(r"^LATE false false 509", since=since)
        for leave, writable in (("close", "true"), ("reset", "false")):
            since, client = self.begin("/gone")
            getattr(client, leave)()
            self.server.wait_for(rf"^LATE false {writable} 1002", since=since)
        self.assertNotIn("ABORTED late", self.server.output())

    def test_a_connection_that_the_server_ends(self):
        since, client = self.begin("/closed")
        client.expect_closed()
        self.assertIn("ABORTED one false inside", self.lines(since, "^CLOSED"))
        since, client = self.begin("/broken")
        self.server.wait_for("^ABORTED one false inside", since=since)

    def test_detached(self):
        since, client = self.begin("/detached")
        self.assertEqual(self.lines(since, "^DETACHED"), ["FREED two inside", "DETACHED [false,false]"])
        client.close()
        self.server.wait_for("^ABORTED one", since=since)

    def test_callables(self):
        since, client = self.begin("/methods")
        client.close()
        said = self.lines(since, "^CANCELED")
        self.assertEqual(said, ["ADDED true", "WAITS", "HIDDEN", "TOLD 0", "CANCELED"])


class AbortEndsTest(TestCase):
    def test_without_coroutines(self):
        server = self.run_script(PhpFile("http/streaming_aborts.php", {"enable_coroutine": False}))
        for leave in ("close", "reset"):
            since = server.mark()
            client = server.client()
            client.send(request(path="/keep"))
            server.wait_for("^WAITS", since=since)
            getattr(client, leave)()
            server.wait_for("^FREED kept outside", since=since)
        with server.client() as client:  # from within the handler: afterwards
            client.send(request(path="/closed")).expect_closed()
        server.wait_for("^CLOSED$\n^ABORTED one false outside$")

    def test_a_worker_that_waits_no_longer(self):
        """What the answers of a leaving worker wait for is told, too."""
        server = self.run_script(PhpFile("http/streaming_aborts.php", {"max_wait_time": 1}))
        client = server.client()
        self.addCleanup(client.close)
        client.send(request(path="/keep"))
        server.wait_for("^WAITS")
        worker = server.workers()[0]
        server.send_signal(signal.SIGUSR1)
        server.wait_for("the reload is finished")
        wait_until(lambda: worker not in server.workers(), "the end of the old worker")
        # It had no head yet, so the client got one: the answer is complete.
        self.assertEqual(client.response().status, 503)
        server.wait_for("^FREED kept inside")
        self.assertNotIn("ABORTED", server.output())


class InterimTest(SharedServer):
    SCRIPT = PhpFile("http/streaming_interim.php", {"socket_buffer_size": 65536, "kernel_socket_send_buffer_size": 65536})

    def interim(self, client):
        return [(head.status, head.reason, head.fields) for head in (client.head() for _ in range(3))]

    HEADS = [(103, "Early Hints", [("Link", "</a.css>; rel=preload; as=style"), ("Link", "</b.js>; rel=preload; as=script")]),
             (102, "Processing", []), (199, "Unknown", [("x-a", "b"), ("Link", "c"), ("Link", "d")])]

    def test_sent_at_once(self):
        with self.server.client() as client:
            client.send(request(path="/hints?wait=1"))
            self.assertEqual(self.interim(client), self.HEADS)
            self.assertTrue(client.quiet())
            self.assertEqual(self.server.get("/go").text, "went")
            answer = client.response()
            self.assertEqual((answer.status, answer.text, answer.get("x-final"), answer.all("Link")), (200, "[true,true,true]", "yes", []))
            self.assertEqual(client.ask().text, "home")

    def test_pipelined(self):
        with self.server.client() as client:
            client.send(request(path="/") + request(path="/hints") + request("HEAD", "/hints") + request(path="/"))
            self.assertEqual(client.response().text, "home")
            for method in ("GET", "HEAD"):
                self.assertEqual(self.interim(client), self.HEADS)
                self.assertEqual(client.response(method).get("x-final"), "yes")
            self.assertEqual(client.response().text, "home")

    def test_not_to_http10(self):
        answer = self.server.get("/old", version="1.0")
        self.assertEqual((answer.status, answer.text), (200, "[false,507]"))

    def test_too_late(self):
        since = self.server.mark()
        self.assertEqual(self.server.get("/streaming").text, "a")
        self.server.wait_for(r"^INFORMED \[false,509\]\n^INFORMED \[false,509\]", since=since)
        client = self.server.client()
        client.send(request(path="/gone"))
        self.server.wait_for("^WAITS", since=since)
        client.reset()
        self.server.wait_for(r"^INFORMED \[false,1002\]", since=since)

    def test_a_client_that_takes_nothing(self):
        since = self.server.mark()
        with self.server.client(receive_buffer=4096) as client:
            client.send(request(path="/flood"))
            count = int(self.server.wait_for(r"^FLOODED (\d+) 1009", since=since)[1])
            self.assertLess(count, 2000)
            for _ in range(count):
                self.assertEqual(client.head().status, 103)
            self.assertEqual(client.response().text, "over")


class PiecesTest(SharedServer):
    SCRIPT = PhpFile("http/streaming_pieces.php", {"socket_buffer_size": 1 << 20})

    def test_without_a_body(self):
        with self.server.client() as client:
            for path, method in (("/pieces?status=204", "GET"), ("/pieces?status=304", "GET"), ("/pieces", "HEAD")):
                answer = client.ask(method, path)
                self.assertEqual((answer.body, answer.get("Content-Length")), (b"", None), path)
                self.assertEqual(answer.get("Transfer-Encoding"), "chunked" if method == "HEAD" else None)
                self.assertEqual(client.ask(path="/pieces").text, "one two")

    def test_http10(self):
        for fields in ((), (("Connection", "keep-alive"),)):
            with self.server.client() as client:
                answer = client.ask(path="/pieces", fields=fields, version="1.0")
                self.assertEqual((answer.get("Transfer-Encoding"), answer.get("Content-Length"), answer.get("Connection")),
                                 (None, None, "close"))
                self.assertEqual(answer.text, "one two")
            with self.server.client() as client:
                self.assertEqual(client.ask("HEAD", "/pieces", fields, version="1.0").body, b"")
                client.expect_closed()

    DONE = "[true,false,false,false,false,true]"

    def test_trailers_are_announced(self):
        with self.server.client() as client:
            for query, announced, body in (("", ["X-Sum", "X-More", "X-Late"], ""), ("?write=1", ["X-Sum", "X-More"], "body ")):
                answer = client.ask(path=f"/trailers{query}")
                self.assertEqual(answer.all("Trailer"), announced)
                self.assertEqual(answer.text, body + self.DONE)
                self.assertEqual(answer.trailers, [("X-Sum", "42"), ("X-More", "yes"), ("X-Late", "too")])
                self.assertEqual(client.ask("HEAD", f"/trailers{query}").body, b"")

    def test_no_trailers_to_http10(self):
        with self.server.client() as client:
            answer = client.ask(path="/trailers", fields={"Connection": "keep-alive"}, version="1.0")
            self.assertEqual((answer.all("Trailer"), answer.get("Connection"), answer.text), ([], "keep-alive", self.DONE))
            answer = client.ask(path="/trailers?write=1", version="1.0")
            self.assertEqual((answer.all("Trailer"), answer.text), ([], "body " + self.DONE))

    def test_end_wakes_who_waits_in_write(self):
        since = self.server.mark()
        with self.server.client(receive_buffer=4096) as client:
            client.send(request(path="/end/elsewhere"))
            self.server.wait_for(r"^WROTE \[true,false\]", since=since)
            self.server.wait_for("^ENDED true", since=since)
            self.assertEqual(len(client.response().body), (4 << 20) + 3)

    def test_a_client_that_never_reads(self):
        """200 MB for it do not get into the memory of the worker."""
        worker = self.server.workers()[0]
        self.server.get("/")
        before, open_before = memory_mb(worker), descriptors(worker)
        for leave in ("close", "reset"):
            since = self.server.mark()
            client = self.server.client(receive_buffer=4096)
            client.send(request(path="/flood"))
            self.server.wait_for("^FLOWS", since=since)
            self.assertLess(int(self.server.get("/written").text), 20)
            self.assertLess(memory_mb(worker, "VmHWM"), before + 30)
            getattr(client, leave)()
            self.assertLess(int(self.server.wait_for(r"^FLOWED (\d+)", since=since)[1]), 20)
        wait_until(lambda: descriptors(worker) <= open_before, lambda: f"{descriptors(worker)} descriptors to be {open_before}")


if __name__ == "__main__":
    unittest.main()
