"""Traces: what a collector gets of requests, and what happens without one."""
import json
import re
import signal
import subprocess
import unittest

import services
from harness import free_port, need, wait_until
from http_client import request
from otlp import Collector
from php_program import PhpFile
from server_case import TestCase
from websocket import WebSocket

TRACE = "0af7651916cd43dd8448eb211c80319c"
SPAN = "b7ad6b7169203331"
SAMPLED = f"00-{TRACE}-{SPAN}-01"
UNSAMPLED = f"00-{TRACE}-{SPAN}-00"


class TracingCase(TestCase):
    def setUp(self):
        super().setUp()
        self.collector = Collector()
        self.addCleanup(self.collector.close)

    def start(self, options=None, program="tracing", **given):
        options = {"tracing": self.collector.url, "hook_flags": 0x7fffffff, **(options or {})}
        return self.run_script(PhpFile(f"operate/{program}.php", options, **given))


class ServerSpanTest(TracingCase):
    def test_a_request(self):
        server = self.start({"tracing_service_name": "shop", "tracing_headers": {"Authorization": "Bearer x"}})
        server.get("/a%20path?secret=1", fields=[("Host", "example.com:81"), ("User-Agent", "test")])
        span = self.collector.one(kind="server")
        self.assertEqual((span.name, span.parent, span.state, span.failed), ("GET", "", "", False))
        self.assertLessEqual(span.begin, span.end)
        found = span.attributes
        self.assertEqual(found.pop("client.address"), "127.0.0.1")
        self.assertEqual(found, {"http.request.method": "GET", "url.path": "/a%20path", "url.scheme": "http",
                                 "server.address": "example.com", "server.port": 81, "user_agent.original": "test",
                                 "network.protocol.version": "1.1", "http.response.status_code": 200})
        self.assertEqual(span.resource["service.name"], "shop")
        self.assertEqual(span.resource["telemetry.sdk.name"], "tern")
        self.assertEqual(self.collector.paths[0], "/v1/traces")
        self.assertEqual(self.collector.requests[0]["Content-Type"], "application/x-protobuf")
        self.assertEqual(self.collector.requests[0]["Authorization"], "Bearer x")

    def test_failures(self):
        server = self.start(ignore_user_abort=False)
        server.get("/500")
        server.get("/throw")
        server.get("/", method="BREW")
        with server.client() as client:
            client.send(request(path="/hold"))
        spans = self.collector.wait(2, failed=True, kind="server", message="")
        self.assertEqual([span.attributes["error.type"] for span in spans], ["500", "500"])
        lost = self.collector.one(message="the connection ended before the response")
        self.assertEqual((lost.attributes["error.type"], lost.attributes["url.path"]), ("aborted", "/hold"))
        self.assertNotIn("http.response.status_code", lost.attributes)
        odd = self.collector.one(name="HTTP")
        self.assertEqual(odd.attributes["http.request.method"], "_OTHER")
        self.assertEqual(odd.attributes["http.request.method_original"], "BREW")

    def test_bytes_that_are_no_text(self):
        server = self.start()
        server.get("/", fields=[("User-Agent", "a\xe4")])
        self.assertEqual(self.collector.one(kind="server").attributes["user_agent.original"], "a?")

    def test_the_context_goes_in_and_out(self):
        server = self.start()
        fields = [("traceparent", SAMPLED), ("tracestate", "a=1"), ("tracestate", "b=2")]
        current, parent, headers = json.loads(server.get("/current", fields=fields).text)
        span = self.collector.one(kind="server")
        self.assertEqual((span.trace, span.parent, span.remote_parent, span.state), (TRACE, SPAN, True, "a=1,b=2"))
        self.assertEqual(current, {"trace_id": TRACE, "span_id": span.id, "sampled": True, "trace_state": "a=1,b=2"})
        self.assertEqual(parent, f"00-{TRACE}-{span.id}-01")
        self.assertEqual(headers, {"traceparent": parent, "tracestate": "a=1,b=2"})

    def test_what_is_no_context_begins_a_new_trace(self):
        server = self.start()
        for fields in ([("traceparent", SAMPLED + "-01")], [("traceparent", SAMPLED)] * 2,
                       [("traceparent", SAMPLED.upper()), ("tracestate", "a=1")]):
            current, _, headers = json.loads(server.get("/current", fields=fields).text)
            self.assertNotEqual(current["trace_id"], TRACE)
            self.assertEqual(list(headers), ["traceparent"])

    def test_without_coroutines(self):
        server = self.start({"enable_coroutine": False})
        current, _, _ = json.loads(server.get("/current", fields=[("traceparent", SAMPLED)]).text)
        self.assertEqual(current["trace_id"], TRACE)
        self.assertEqual(self.collector.one(kind="server").id, current["span_id"])
        self.assertNotEqual(json.loads(server.get("/current").text)[0]["trace_id"], TRACE)

    def test_http2(self):
        need("curl")
        server = self.start({"open_http2_protocol": True})
        command = ["curl", "-sS", "--http2-prior-knowledge", "-H", f"traceparent: {SAMPLED}", server.url("/current")]
        found = subprocess.run(command, capture_output=True, check=True)
        span = self.collector.one(kind="server")
        self.assertEqual(json.loads(found.stdout)[1], f"00-{TRACE}-{span.id}-01")
        self.assertEqual((span.trace, span.parent), (TRACE, SPAN))
        self.assertEqual((span.attributes["network.protocol.version"], span.attributes["http.response.status_code"]), ("2", 200))

    def test_a_websocket(self):
        """The handshake is a request; a message belongs to none."""
        server = self.start(program="tracing_websocket")
        with WebSocket(("127.0.0.1", server.port), fields=[("traceparent", SAMPLED)]) as client:
            self.assertEqual(self.collector.one(kind="server").attributes["http.response.status_code"], 101)
            client.push("hello")
            self.assertEqual(client.text(), "null")

    def test_off(self):
        server = self.run_script(PhpFile("operate/tracing.php"))
        self.assertEqual(json.loads(server.get("/current", fields=[("traceparent", SAMPLED)]).text), [None, "", []])
        self.assertEqual(server.get("/failing").text, "not so")


class ProgramSpanTest(TracingCase):
    def test_spans_and_their_parents(self):
        server = self.start()
        child, after = server.get("/spans").text.split()
        root = self.collector.one(kind="server")
        outer, inner = self.collector.one(name="outer"), self.collector.one(name="inner")
        self.assertEqual([outer.parent, inner.parent, after], [root.id, outer.id, root.id])
        found = self.collector.one(name="child")
        self.assertEqual((found.id, found.parent), (child, outer.id))
        self.assertEqual(inner.attributes, {"text": "a?", "int": -5, "float": 1.5, "bool": True})
        self.assertEqual({span.trace for span in self.collector.spans}, {root.trace})
        self.assertEqual({outer.kind, inner.kind}, {"internal"})

    def test_an_exception(self):
        server = self.start()
        self.assertEqual(server.get("/failing").text, "not so")
        span = self.collector.one(name="failing")
        self.assertEqual((span.failed, span.message), (True, "not so"))
        self.assertEqual(span.attributes, {"error.type": "DomainException"})
        self.assertFalse(self.collector.one(kind="server").failed)

    def test_outside_of_requests(self):
        server = self.start(program="tracing_start")
        server.wait_for("^AFTER null$")
        start, part = self.collector.one(name="start"), self.collector.one(name="part")
        self.assertEqual((start.parent, part.parent, part.trace), ("", start.id, start.trace))


class SamplingTest(TracingCase):
    def test_none(self):
        server = self.start({"tracing_sample_ratio": 0})
        current, parent, _ = json.loads(server.get("/current").text)
        self.assertFalse(current["sampled"])
        self.assertRegex(parent, "-00$")
        server.get("/spans")
        server.get("/current", fields=[("traceparent", UNSAMPLED)])
        server.get("/last", fields=[("traceparent", SAMPLED)])
        self.assertEqual(self.collector.one().attributes["url.path"], "/last")

    def test_the_client_decides(self):
        server = self.start()
        server.get("/spans", fields=[("traceparent", UNSAMPLED)])
        server.get("/last", fields=[("traceparent", SAMPLED)])
        self.assertEqual(self.collector.one().attributes["url.path"], "/last")

    def test_a_part(self):
        """Of so many, a fair coin gives none or all once in 10^30 times."""
        server = self.start({"tracing_sample_ratio": 0.5})
        with server.client() as client:
            sampled = [json.loads(client.ask(path="/current").text)[0]["sampled"] for _ in range(100)]
        self.assertEqual(set(sampled), {True, False})
        self.collector.wait(sum(sampled))


class ClientSpanTest(TracingCase):
    def in_order(self, **wanted):
        return sorted(self.collector.all(**wanted), key=lambda span: span.begin)

    def children(self, path):
        """Client spans of the one request for this path, in their order."""
        wait_until(lambda: any(span.attributes.get("url.path") == path for span in self.collector.all(kind="server")),
                   lambda: f"the span of {path} in {self.collector.spans}")
        [root] = [span for span in self.collector.all(kind="server") if span.attributes["url.path"] == path]
        found = self.in_order(kind="client", trace=root.trace)
        for span in found:
            self.assertEqual(span.parent, root.id)
            self.assertTrue(root.begin <= span.begin <= span.end <= root.end, [root, span])
        return found

    def check(self, spans, port, names):
        self.assertEqual([span.name for span in spans], names)
        for span in spans:
            self.assertEqual(span.attributes, {
                "network.transport": "tcp", "network.peer.address": "127.0.0.1", "network.peer.port": port,
                "server.address": "127.0.0.1", "server.port": port})

    def test_another_server(self):
        other = self.start({"tracing_service_name": "other"})
        server = self.start({"tracing_service_name": "first"})
        sent = server.get(f"/ask?port={other.port}").text
        asked = self.collector.wait(2, kind="server")
        [theirs] = [span for span in asked if span.resource["service.name"] == "other"]
        [ours] = [span for span in asked if span.resource["service.name"] == "first"]
        self.assertEqual(sent, f"00-{ours.trace}-{ours.id}-01")
        self.assertEqual((theirs.trace, theirs.parent), (ours.trace, ours.id))
        self.check(self.children("/ask"), other.port, ["connect", "exchange"])

    def test_a_socket_of_coroutines(self):
        server = self.start()
        other = self.run_script(PhpFile("operate/tracing.php"))
        self.assertEqual(server.get(f"/socket?port={other.port}").text, "done")
        self.check(self.children("/socket"), other.port, ["connect", "exchange", "exchange"])

    def test_a_refused_connection(self):
        port = free_port()
        server = self.start()
        self.assertEqual(server.get(f"/refused?port={port}").text, "false")
        found = self.children("/refused")
        self.check(found, port, ["connect"])
        self.assertTrue(found[0].failed)

    def test_a_name(self):
        server = self.start()
        self.assertEqual(server.get("/name").text, "127.0.0.1 127.0.0.1")
        found = self.children("/name")
        self.assertEqual([(span.name, span.attributes, span.failed) for span in found],
                         [("dns.lookup", {"dns.question.name": "localhost"}, False)] * 2)

    def test_redis(self):
        database = services.redis(services.Packages())
        self.addCleanup(database.close)
        server = self.start()
        self.assertEqual(server.get(f"/redis?port={database.port}").text, "value")
        self.check(self.children("/redis"), database.port, ["connect", "exchange", "exchange"])

    def test_a_database_and_another_server(self):
        packages = services.Packages()
        database = services.maria_db(packages)
        self.addCleanup(database.close)
        other = self.start({"tracing_service_name": "other"})
        server = self.run_script(PhpFile("operate/tracing_mysql.php", {"tracing": self.collector.url, "hook_flags": 0x7fffffff}),
                                 php=packages.php("mysqlnd", "pdo", "pdo_mysql"))
        found, sent = server.get(f"/?port={database.port}&other={other.port}").text.split()
        query, ask = self.collector.one(name="query"), self.collector.one(name="ask")
        self.assertEqual((found, sent), ("42", f"00-{ask.trace}-{ask.id}-01"))
        theirs = self.collector.one(kind="server", parent=ask.id)
        self.assertEqual((theirs.trace, theirs.resource["service.name"]), (query.trace, "other"))
        self.check(self.in_order(parent=ask.id, kind="client"), other.port, ["connect", "exchange"])
        asked = self.collector.one(kind="client", parent=query.id)
        self.check([asked], database.port, ["exchange"])
        self.assertGreaterEqual(asked.end - asked.begin, 10_000_000)
        [root] = [span for span in self.collector.all(kind="server") if span is not theirs]
        self.assertEqual((root.id, root.id, root.trace), (query.parent, ask.parent, asked.trace))
        self.assertIn("connect", [span.name for span in self.collector.all(parent=root.id)])

    def test_postgres(self):
        packages = services.Packages()
        database = services.postgres(packages)
        self.addCleanup(database.close)
        server = self.run_script(PhpFile("operate/tracing_postgresql.php", {"tracing": self.collector.url, "hook_flags": 0x7fffffff}),
                                 php=packages.php("pdo", "pdo_pgsql"), env=packages.environment())
        self.assertEqual(server.get(f"/?port={database.port}").text, "42")
        query = self.collector.one(name="query")
        asked = self.in_order(kind="client", parent=query.id)
        self.assertTrue(asked)
        self.check(asked, database.port, ["exchange"] * len(asked))


class CollectorTest(TracingCase):
    def counts(self, server):
        return json.loads(server.get("/stats", fields=[("traceparent", UNSAMPLED)]).text)

    def test_the_last_spans_are_sent_before_the_end(self):
        server = self.start()
        server.get("/last")
        server.stop()
        self.assertEqual(self.collector.one().attributes["url.path"], "/last")

    def test_one_that_cannot_be_reached(self):
        port = free_port()
        server = self.start({"tracing": f"http://127.0.0.1:{port}/base/"})
        for _ in range(3):
            self.assertEqual(server.get("/").text, "ok")
        server.wait_for(f"traces: http://127.0.0.1:{port}/base/ does not take them: Connection refused")
        self.assertEqual(self.counts(server), [0, 0])
        collector = Collector(port)
        self.addCleanup(collector.close)
        collector.wait(3, kind="server")
        server.wait_for("traces: .* takes them again")
        self.assertEqual(collector.paths[0], "/base/v1/traces")
        self.assertEqual(self.counts(server), [3, 0])
        self.assertEqual(len(re.findall("traces: ", server.output())), 2)

    def test_one_that_refuses(self):
        server = self.start()
        self.collector.status = 400
        server.get("/")
        server.wait_for("traces: .* does not take them: status 400")
        wait_until(lambda: self.counts(server) == [0, 1], "a dropped span")
        self.collector.status = 200
        server.get("/good")
        self.assertEqual(self.collector.one().attributes["url.path"], "/good")

    def test_one_that_is_busy(self):
        server = self.start()
        self.collector.status = 503
        server.get("/")
        server.wait_for("traces: .* does not take them: status 503")
        self.collector.status = 200
        self.collector.one(kind="server")
        wait_until(lambda: self.counts(server) == [1, 0], "a span that was sent")

    def test_one_that_is_slow(self):
        server = self.start()
        self.collector.open.clear()
        server.get("/first")
        wait_until(lambda: self.collector.paths, "a batch of spans")
        for _ in range(3):
            self.assertEqual(server.get("/").text, "ok")
        self.assertEqual(self.counts(server), [0, 0])
        self.collector.open.set()
        self.collector.wait(4, kind="server")
        wait_until(lambda: self.counts(server) == [4, 0], "spans that were sent")

    def test_one_that_never_answers_does_not_keep_the_server(self):
        server = self.start({"max_wait_time": 1})
        self.collector.open.clear()
        server.get("/")
        wait_until(lambda: self.collector.paths, "a batch of spans")
        server.stop()

    def test_the_last_spans_are_sent_before_a_reload(self):
        server = self.start({"worker_num": 2})
        server.wait_workers(2)
        first = server.workers()
        for _ in range(8):
            server.get("/last")
        server.send_signal(signal.SIGUSR1)
        wait_until(lambda: not set(first) & set(server.workers()), "new workers")
        self.collector.wait(8, kind="server")

    def test_without_one_the_server_ends(self):
        server = self.start({"tracing": f"http://127.0.0.1:{free_port()}"})
        server.get("/")
        server.stop()

    def test_spans_without_room_are_dropped(self):
        server = self.run_script(PhpFile("operate/tracing_large.php", {"tracing": f"http://127.0.0.1:{free_port()}"}))
        self.assertEqual(server.get("/").text, "done")
        dropped = int(server.get("/stats").text)
        self.assertGreater(dropped, 900)
        self.assertLess(dropped, 1100)


if __name__ == "__main__":
    unittest.main()
