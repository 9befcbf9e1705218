"""TLS by clients that others wrote: Python's ssl, curl, openssl."""
import json
import os
import pathlib
import selectors
import signal
import socket
import ssl
import subprocess
import threading
import unittest

from certificates import Certificates, over_tls, subject_of, tls_client, tls_context
from harness import PATIENCE_S, ROOT, SERVING, Closed, SharedServer, TestCase, http_script, need, request, wait_until

MAKE = "new Swoole\\Http\\Server('127.0.0.1', 0, SWOOLE_PROCESS, SWOOLE_SOCK_TCP | SWOOLE_SSL)"
DOCUMENTS = ROOT / "docs"
V12 = (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2)
V13 = (ssl.TLSVersion.TLSv1_3, ssl.TLSVersion.TLSv1_3)
HANDLER = r"""
switch ($request->server['path_info']) {
    case '/facts': return $response->end(json_encode($request->server + ['worker' => $server->worker_id]));
    case '/info': return $response->end(json_encode($server->getClientInfo($request->fd)));
    case '/stats': return $response->end(json_encode($server->stats()));
    case '/length': return $response->end((string) strlen($request->rawContent()));
    case '/large': return $response->end(str_repeat('0123456789abcdef', 1 << 16));
    case '/pieces':
        for ($i = 0; $i < 100; ++$i) $response->write(str_repeat(chr(97 + $i % 26), 1000));
        return $response->end();
    case '/file': return $response->sendfile(__FILE__);
}
$response->end($request->server['path_info']);
"""


class TlsCase(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.certificates = Certificates()
        cls.addClassCleanup(cls.certificates.close)
        cls.authority, _ = cls.certificates.issue("authority", authority=True)
        cls.files = cls.certificates.issue("example.org", "authority", names=["example.org"])

    def start(self, options=None, handler=HANDLER, **more):
        certificate, key = self.files
        options = {"ssl_cert_file": certificate, "ssl_key_file": key, **(options or {})}
        return self.serve(handler, {name: str(one) if isinstance(one, pathlib.Path) else one
                                    for name, one in options.items()}, make=MAKE, **more)

    def trusting(self, **more):
        return tls_context(self.authority, **more)

    def facts(self, server, context=None, **more):
        with tls_client(server, context, **more) as client:
            return json.loads(client.ask(path="/facts").text)

    def stat(self, server, name):
        with tls_client(server) as client:
            return json.loads(client.ask(path="/stats").text)[name]


class Serving(SharedServer):
    """One server with a certificate of its own making."""

    @classmethod
    def script(cls):
        options = {"tls": "self-signed", "worker_num": 2, "enable_static_handler": True,
                   "document_root": str(DOCUMENTS)}
        return http_script(HANDLER, options)

    def curl(self, *arguments):
        return subprocess.run([need("curl"), "-sSk", "--max-time", "30", *arguments], capture_output=True, check=True).stdout

    def url(self, path):
        return f"https://127.0.0.1:{self.server.port}{path}"

    def test_the_handler_knows(self):
        for versions, name in ((V12, "TLSv1.2"), (V13, "TLSv1.3")):
            with tls_client(self.server, tls_context(versions=versions), name="localhost") as client:
                facts = json.loads(client.ask(path="/facts").text)
                self.assertEqual((facts["https"], facts["ssl_protocol"]), ("on", name))
                self.assertEqual(facts["ssl_cipher"], client.socket.cipher()[0])
                self.assertEqual(facts["ssl_server_name"], "localhost")
                self.assertEqual((facts["ssl_client_verify"], facts["ssl_session_reused"]), ("NONE", "."))
                self.assertEqual(client.socket.selected_alpn_protocol(), "http/1.1")
                self.assertIsNone(client.socket.compression())

    def test_the_certificate_is_for_this_machine(self):
        pem = ssl.get_server_certificate(("127.0.0.1", self.server.port))
        text = subprocess.run([need("openssl"), "x509", "-noout", "-text"], input=pem.encode(), capture_output=True,
                              check=True).stdout.decode()
        for wanted in ("DNS:localhost", "IP Address:127.0.0.1", "IP Address:0:0:0:0:0:0:0:1", "prime256v1"):
            self.assertIn(wanted, text)

    def test_many_requests_on_one_connection(self):
        with tls_client(self.server) as client:
            client.send(b"".join(request(path=f"/{i}") for i in range(200)))
            self.assertEqual([client.response().text for _ in range(200)], [f"/{i}" for i in range(200)])

    def test_answers_of_any_size(self):
        with tls_client(self.server) as client:
            self.assertEqual(client.ask(path="/large").body, b"0123456789abcdef" * (1 << 16))
            self.assertEqual(len(client.ask(path="/pieces").body), 100_000)
            self.assertEqual(client.ask(path="/file").body, self.server.script.read_bytes())
            self.assertEqual(client.ask(path="/internals.md").body, (DOCUMENTS / "internals.md").read_bytes())

    def test_bodies(self):
        with tls_client(self.server) as client:
            self.assertEqual(client.ask("POST", "/length", body=b"x" * 1_000_000).text, "1000000")
            client.send("POST /length HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in range(10):
                client.send(b"1000\r\n" + b"y" * 4096 + b"\r\n")
            client.send("0\r\n\r\n")
            self.assertEqual(client.response().text, "40960")

    def test_curl(self):
        self.assertEqual(self.curl(self.url("/large")), b"0123456789abcdef" * (1 << 16))
        self.assertEqual(self.curl("--data-binary", f"@{__file__}", self.url("/length")),
                         str(os.path.getsize(__file__)).encode())
        for version in ("1.2", "1.3"):
            self.assertEqual(self.curl("--tlsv" + version, "--tls-max", version, self.url("/a"), self.url("/b")), b"/a/b")

    def test_a_client_that_ends_its_direction_gets_its_answer(self):
        with tls_client(self.server) as client:
            client.send(request(path="/large"))
            raw = client.socket
            socket.socket.shutdown(raw, socket.SHUT_WR)  # without a word of TLS
            self.assertEqual(len(client.response().body), 1 << 20)
            self.assertEqual(client.rest(), b"")  # and goodbye: a bare end would raise here

    def test_close_says_goodbye(self):
        with tls_client(self.server) as client:
            self.assertEqual(client.ask(fields=[("Connection", "close")]).text, "/")
            self.assertEqual(client.rest(), b"")

    def test_clear_http_is_answered_in_clear(self):
        answer = self.server.get("/")
        self.assertEqual((answer.status, answer.get("Connection")), (400, "close"))
        self.assertIn("port with TLS", answer.text)

    def test_a_client_without_a_common_protocol_is_told(self):
        with self.assertRaises(ssl.SSLError) as caught:
            tls_client(self.server, tls_context(protocols=("spdy/3",)))
        self.assertIn("NO_APPLICATION_PROTOCOL", str(caught.exception).upper().replace(" ", "_"))

    def test_records_byte_by_byte(self):
        here, there = socket.socketpair()
        with self.server.client() as outer, here, there:
            def pump(source, target, size):
                try:
                    while data := source.recv(size):
                        target.sendall(data)
                except OSError:
                    pass
            threads = [threading.Thread(target=pump, args=one, daemon=True)
                       for one in ((there, outer.socket, 1), (outer.socket, there, 4096))]
            for thread in threads:
                thread.start()
            inner = tls_context().wrap_socket(here)
            inner.sendall(request(path="/slowly"))
            self.assertIn(b"/slowly", inner.recv(65536))
            inner.close()

    def test_a_session_goes_on_in_another_worker(self):
        for versions in (V12, V13):
            context = tls_context(versions=versions)
            client = tls_client(self.server, context)
            self.addCleanup(client.close)
            first = json.loads(client.ask(path="/facts").text)["worker"]
            session = client.socket.session

            def elsewhere(context=context, session=session, first=first):
                # Those that stay open are what makes the other worker take one.
                client = tls_client(self.server, context, session=session)
                self.addCleanup(client.close)
                facts = json.loads(client.ask(path="/facts").text)
                self.assertTrue(client.socket.session_reused)
                self.assertEqual(facts["ssl_session_reused"], "r")
                return facts["worker"] != first
            wait_until(elsewhere, "a connection to the other worker")

    def test_openssl_reconnects(self):
        found = subprocess.run([need("openssl"), "s_client", "-connect", f"127.0.0.1:{self.server.port}", "-tls1_2",
                                "-reconnect"], input=b"", capture_output=True, check=False).stdout.decode()
        self.assertEqual((found.count("New, TLSv1.2"), found.count("Reused, TLSv1.2")), (1, 5))

    def test_renegotiation_is_refused(self):
        with subprocess.Popen([need("openssl"), "s_client", "-connect", f"127.0.0.1:{self.server.port}", "-tls1_2"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as client:
            out, _ = client.communicate(b"R\n", timeout=30)
        self.assertIn(b"no renegotiation", out)


class Options(TlsCase):
    def negotiated(self, server, **more):
        with tls_client(server, tls_context(**more)) as client:
            return client.socket.version(), client.socket.cipher()[0]

    def s_client(self, server, *arguments):
        return subprocess.run([need("openssl"), "s_client", "-connect", f"127.0.0.1:{server.port}", *map(str, arguments)],
                              input=b"", capture_output=True, check=False).stdout.decode()

    def test_versions(self):
        for options, versions in (({"ssl_protocols": 64}, V12), ({"ssl_protocols": 32}, V13), ({"ssl_method": 12}, V13)):
            server = self.start(options)
            with self.assertRaises(ssl.SSLError):
                tls_client(server, tls_context(versions=versions))
            self.assertEqual(self.negotiated(server)[0], "TLSv1.3" if versions == V12 else "TLSv1.2")
            server.stop()

    def test_ciphers(self):
        server = self.start({"ssl_ciphers": "TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:"
                                            "ECDHE-ECDSA-AES256-GCM-SHA384"})
        self.assertEqual(self.negotiated(server)[1], "TLS_AES_128_GCM_SHA256")
        theirs = "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256"
        self.assertEqual(self.negotiated(server, versions=V12, ciphers=theirs)[1], "ECDHE-ECDSA-AES128-GCM-SHA256")
        server.stop()
        server = self.start({"ssl_ciphers": theirs[30:] + ":" + theirs[:29], "ssl_prefer_server_ciphers": False})
        self.assertEqual(self.negotiated(server, versions=V12, ciphers=theirs)[1], "ECDHE-ECDSA-AES256-GCM-SHA384")

    def test_key_exchange(self):
        certificate, key = self.certificates.issue("rsa", "authority", rsa=True)
        parameters = self.certificates.path("dh.pem")
        parameters.write_bytes(self.certificates.run("genpkey", "-genparam", "-algorithm", "DH", "-pkeyopt",
                                                     "group:ffdhe3072").stdout)
        server = self.start({"ssl_cert_file": certificate, "ssl_key_file": key, "ssl_ecdh_curve": "P-521",
                             "ssl_dhparam": parameters, "ssl_ciphers": "ECDHE+AESGCM:DHE+AESGCM"})
        self.assertIn("Server Temp Key: ECDH, secp521r1", self.s_client(server))
        self.assertIn("Server Temp Key: DH, 3072 bits", self.s_client(server, "-tls1_2", "-cipher", "DHE+AESGCM"))
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            context = tls_context()
            context.set_ecdh_curve("prime256v1")
            tls_client(server, context)

    def test_names(self):
        names = {}
        for name in ("one.example", "any.example"):
            certificate, key = self.certificates.issue(name, "authority", names=[name])
            names[name] = {"ssl_cert_file": str(certificate), "ssl_key_file": str(key), "docroot": "/ignored"}
        names["*.any.example"] = names.pop("any.example")
        server = self.start({"ssl_sni_certs": names})
        for asked, shown in (("one.example", "one.example"), ("x.any.example", "any.example"), (None, "example.org"),
                             ("ONE.example", "one.example"), ("x.y.any.example", "example.org")):
            with tls_client(server, self.trusting(), name=asked) as client:
                self.assertEqual(subject_of(client), shown, asked)

    def test_passphrase(self):
        server = self.start({"ssl_key_file": self.certificates.encrypt("example.org", "open sesame"),
                             "ssl_passphrase": "open sesame"})
        with tls_client(server, self.trusting()) as client:
            self.assertEqual(client.ask().text, "/")

    def test_no_sessions(self):
        server = self.start({"ssl_session_timeout": 0})
        for versions in (V12, V13):
            context = tls_context(versions=versions)
            with tls_client(server, context) as client:
                client.ask()
                session = client.socket.session
            if session is None or not session.has_ticket:
                continue
            with tls_client(server, context, session=session) as client:
                self.assertFalse(client.socket.session_reused)

    def test_stapling(self):
        self.certificates.run("ocsp", "-issuer", "authority.crt", "-cert", "example.org.crt", "-reqout", "query")
        serial = self.certificates.run("x509", "-in", "example.org.crt", "-noout", "-serial").stdout.decode().strip()[7:]
        self.certificates.path("index").write_text(f"V\t401231235959Z\t\t{serial}\tunknown\t/CN=example.org\n")
        self.certificates.run("ocsp", "-index", "index", "-rsigner", "authority.crt", "-rkey", "authority.key", "-CA",
                              "authority.crt", "-reqin", "query", "-respout", "response", "-ndays", 1)
        server = self.start({"ssl_stapling_file": self.certificates.path("response")})
        found = self.s_client(server, "-status", "-CAfile", self.authority)
        self.assertIn("OCSP Response Status: successful", found)
        self.assertIn("Cert Status: good", found)
        self.assertIn("no response sent", self.s_client(self.start(), "-status"))

    def test_kernel_tls_falls_back(self):
        server = self.start({"ssl_ktls": True})
        with tls_client(server) as client:
            self.assertEqual(client.ask(path="/large").body, b"0123456789abcdef" * (1 << 16))
            self.assertEqual(client.ask(path="/file").body, server.script.read_bytes())
            self.assertEqual(client.ask("POST", "/length", body=b"x" * 100_000).text, "100000")

    def test_proxy_header_before_tls(self):
        server = self.start({"proxy_protocol": True})
        with server.client() as client:
            client.send("PROXY TCP4 203.0.113.9 198.51.100.1 4711 443\r\n")
            over_tls(client)
            facts = json.loads(client.ask(path="/facts").text)
        self.assertEqual((facts["remote_addr"], facts["remote_port"], facts["https"]), ("203.0.113.9", 4711, "on"))
        with server.client() as client, self.assertRaises((ssl.SSLError, OSError)):
            over_tls(client)
        server.wait_for("does not begin with a PROXY header")

    def test_one_port_with_and_one_without(self):
        certificate, key = self.files
        listen = (f"$second = $server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP | SWOOLE_SSL);\n"
                  f"$second->set(['ssl_cert_file' => '{certificate}', 'ssl_key_file' => '{key}']);\n"
                  "note('SSL', json_encode(array_map(fn($port) => $port->ssl, $server->ports)));")
        server = self.serve(HANDLER, setup=listen)
        self.assertEqual(server.get("/clear").text, "/clear")
        with tls_client(server, self.trusting(), index=1) as client:
            self.assertEqual(client.ask(path="/secret").text, "/secret")
        server.wait_for(r"^SSL \[false,true\]$")


class ClientCertificates(TlsCase):
    def setUp(self):
        self.own = self.certificates.issue("client", "authority")
        self.certificates.issue("stranger", authority=True)
        self.strange = self.certificates.issue("strange", "stranger")
        self.alone = self.certificates.issue("alone")

    def refused(self, server, certificate):
        """TLS 1.3 clients learn it with their first read."""
        try:
            with tls_client(server, tls_context(certificate=certificate)) as client:
                client.ask()
        except (ssl.SSLError, Closed, OSError):
            return True
        return False

    def test_who_is_taken(self):
        for option in ("ssl_client_cert_file", "ssl_cafile"):
            server = self.start({"ssl_verify_peer": True, option: self.authority})
            facts = self.facts(server, tls_context(certificate=self.own))
            self.assertEqual((facts["ssl_client_verify"], facts["ssl_client_s_dn"], facts["ssl_client_i_dn"]),
                             ("SUCCESS", "CN=client", "CN=authority"))
            self.assertEqual(facts["ssl_client_raw_cert"].strip(), self.own[0].read_text().strip())
            for certificate in (None, self.strange, self.alone):
                self.assertTrue(self.refused(server, certificate), certificate)
            server.wait_for("TLS handshake with 127.0.0.1 failed: ")
            server.stop()

    def test_a_directory_of_authorities(self):
        folder = self.certificates.path("trusted")
        folder.mkdir(exist_ok=True)
        (folder / "a.pem").write_bytes(pathlib.Path(self.authority).read_bytes())
        self.certificates.run("rehash", folder)
        server = self.start({"ssl_verify_peer": True, "ssl_capath": folder})
        self.assertEqual(self.facts(server, tls_context(certificate=self.own))["ssl_client_verify"], "SUCCESS")
        self.assertTrue(self.refused(server, self.strange))

    def test_self_signed(self):
        server = self.start({"ssl_verify_peer": True, "ssl_client_cert_file": self.authority,
                             "ssl_allow_self_signed": True})
        self.assertIn("FAILED:", self.facts(server, tls_context(certificate=self.alone))["ssl_client_verify"])
        self.assertTrue(self.refused(server, self.strange))

    def test_client_info(self):
        server = self.start({"ssl_verify_peer": True, "ssl_client_cert_file": self.authority})
        with tls_client(server, tls_context(certificate=self.own)) as client:
            info = json.loads(client.ask(path="/info").text)
        self.assertEqual(info["ssl_client_cert"].strip(), self.own[0].read_text().strip())

    def test_a_session_of_a_client_that_was_verified(self):
        server = self.start({"ssl_verify_peer": True, "ssl_client_cert_file": self.authority})
        context = tls_context(certificate=self.own)
        with tls_client(server, context) as client:
            client.ask()
            session = client.socket.session
        facts = self.facts(server, context, session=session)
        self.assertEqual((facts["ssl_session_reused"], facts["ssl_client_s_dn"]), ("r", "CN=client"))


class Changes(TlsCase):
    def install(self, name):
        """As tools for certificates do: one file takes the place of the other."""
        for kind in ("crt", "key"):
            fresh = self.certificates.path(f"fresh.{kind}")
            fresh.write_bytes(self.certificates.path(f"{name}.{kind}").read_bytes())
            os.replace(fresh, self.certificates.path(f"live.{kind}"))

    def live(self, options=None, **more):
        return self.start({"ssl_cert_file": self.certificates.path("live.crt"),
                           "ssl_key_file": self.certificates.path("live.key"), "worker_num": 2, **(options or {})}, **more)

    def setUp(self):
        self.certificates.issue("next.example", "authority")
        self.install("example.org")

    def shown(self, server):
        with tls_client(server, self.trusting()) as client:
            return subject_of(client)

    def test_new_files_are_taken_and_nobody_is_dropped(self):
        server = self.live()
        with tls_client(server, self.trusting()) as client:
            self.assertEqual(subject_of(client), "example.org")
            client.ask()
            self.install("next.example")
            wait_until(lambda: self.shown(server) == "next.example", "the new certificate")
            self.assertEqual(client.ask(path="/still").text, "/still")

    def test_broken_files_are_not(self):
        server = self.live({"worker_num": 1})
        self.certificates.path("live.crt").write_text("broken")
        wait_until(lambda: self.shown(server) and "stay as they were: ssl_cert_file" in server.output(), "the complaint")
        self.assertEqual(self.shown(server), "example.org")
        self.install("next.example")
        wait_until(lambda: self.shown(server) == "next.example", "the new certificate")

    def test_reload_takes_them(self):
        server = self.live()
        self.install("next.example")
        before = server.wait_workers(2)
        server.send_signal(signal.SIGUSR1)
        wait_until(lambda: not set(before) & set(server.workers()) and len(server.workers()) == 2, "new workers")
        self.assertEqual(self.shown(server), "next.example")

    def test_sessions_survive_a_reload(self):
        server = self.live()
        context = tls_context(versions=V12)
        with tls_client(server, context) as client:
            client.ask()
            session = client.socket.session
        before = server.wait_workers(2)
        server.send_signal(signal.SIGUSR1)
        wait_until(lambda: not set(before) & set(server.workers()) and len(server.workers()) == 2, "new workers")
        self.assertEqual(self.facts(server, context, session=session)["ssl_session_reused"], "r")

    def test_the_keys_of_tickets_change(self):
        """A ticket is taken for its time, in whichever worker and behind a reload, and then costs a full handshake. Who comes
        back in time always has one that holds."""
        for versions in (V12, V13):
            with self.subTest(versions[0].name):
                server = self.live({"ssl_session_timeout": 4})
                context = tls_context(versions=versions)
                first = self.session(server, context)[1]
                before = server.wait_workers(2)
                server.send_signal(signal.SIGUSR1)
                wait_until(lambda: not set(before) & set(server.workers()), "new workers")
                seen = [self.session(server, context, first)]  # r, unless this machine is too slow
                latest = seen[0][1]

                def too_old():
                    nonlocal latest
                    reused, latest = self.session(server, context, latest)
                    seen.append((reused, latest))
                    return not self.session(server, context, first)[0]
                wait_until(too_old, "the end of a ticket")
                self.assertTrue(any(reused for reused, _ in seen), seen)
                self.assertEqual(self.stat(server, "tls_failed_count"), 0)
                fresh = self.session(server, context)[1]
                self.assertTrue(self.session(server, context, fresh)[0])
                server.stop()

    def session(self, server, context, before=None):
        """(whether that was resumed, the ticket for the next time)"""
        with tls_client(server, context, session=before) as client:
            client.ask()
            return client.socket.session_reused, client.socket.session

    @unittest.skipUnless(os.geteuid() == 0, "needs root")
    def test_keys_that_only_root_reads(self):
        os.chmod(self.certificates.path("live.key"), 0o600)
        server = self.live({"user": "nobody", "worker_num": 1})
        self.assertEqual(self.shown(server), "example.org")
        self.install("next.example")
        os.chmod(self.certificates.path("live.key"), 0o600)
        wait_until(lambda: self.shown(server) and "stay as they were: ssl_" in server.output(), "the complaint")
        self.assertEqual(self.shown(server), "example.org")
        server.send_signal(signal.SIGUSR1)
        wait_until(lambda: self.shown(server) == "next.example", "the new certificate")

    def test_reload_under_load_fails_nobody(self):
        server = self.live(handler=SERVING + HANDLER)
        over = threading.Event()
        failures = []
        served = [0] * 4

        def load(number):
            while not over.is_set():
                try:
                    with tls_client(server) as client:
                        while not over.is_set():
                            answer = client.ask(path=f"/{number}")
                            if answer.text != f"/{number}":
                                failures.append(answer)
                            served[number] += 1
                            if answer.get("Connection") == "close":
                                break
                except Exception as error:  # pylint: disable=broad-except
                    failures.append(error)
        threads = [threading.Thread(target=load, args=(number,)) for number in range(len(served))]
        for thread in threads:
            thread.start()
        try:
            for _ in range(3):
                before = server.wait_workers(2)
                server.send_signal(signal.SIGUSR1)
                wait_until(lambda: not set(before) & set(server.workers()) and len(server.workers()) == 2, "new workers")
                goals = [count + 20 for count in served]
                wait_until(lambda: failures or all(map(lambda a, b: a >= b, served, goals)), "answers")
        finally:
            over.set()
            for thread in threads:
                thread.join()
        self.assertEqual(failures, [])


class Handshake:
    """A client that has sent its first words; it goes on when it is told to, never waits, and ends with one answer."""
    CONTEXT = tls_context()

    def __init__(self, server):
        self.socket = self.CONTEXT.wrap_socket(server.client().socket, do_handshake_on_connect=False)
        self.socket.setblocking(False)
        self.answer = b""
        self.shaken = False
        self.go_on()

    def close(self):
        self.socket.close()

    def fileno(self):
        return self.socket.fileno()

    def go_on(self):
        """True when the answer is there."""
        try:
            if not self.shaken:
                self.socket.do_handshake()
                self.shaken = True
                self.socket.sendall(request(path="/served"))
            while b"/served" not in self.answer:
                data = self.socket.recv(4096)
                if not data:
                    raise AssertionError(f"closed behind {self.answer}")
                self.answer += data
            return True
        except ssl.SSLWantReadError:
            return False


def go_on_all(clients):
    """Until all of them have their answer."""
    with selectors.DefaultSelector() as selector:
        for one in clients:
            selector.register(one, selectors.EVENT_READ)
        left = len(clients)
        while left:
            ready = selector.select(PATIENCE_S)
            if not ready:
                raise AssertionError(f"{left} clients wait for their turn")
            for key, _ in ready:
                if key.fileobj.go_on():
                    selector.unregister(key.fileobj)
                    left -= 1


class Limits(TlsCase):
    def begin(self, server):
        """A handshake that does not get on."""
        client = server.client()
        self.addCleanup(client.close)
        return client.send(b"\x16\x03\x01\x02\x00\x01")

    def test_a_flood_of_slow_handshakes_is_bounded(self):
        server = self.start({"ssl_max_handshakes": 5, "ssl_handshake_backlog": 0})
        clients = [self.begin(server) for _ in range(20)]
        # Each over the limit is closed at once; the others are held.
        wait_until(lambda: sum(not one.quiet() for one in clients) == 15, "15 closed connections")
        server.wait_for("ssl_max_handshakes is reached")
        next(one for one in clients if one.quiet()).close()
        wait_until(lambda: self.answers(server), "a place")
        self.assertGreaterEqual(self.stat(server, "tls_refused_count"), 15)

    def answers(self, server):
        try:
            with tls_client(server) as client:
                return client.ask().status == 200
        except (ssl.SSLError, Closed, OSError):
            return False

    def test_one_address(self):
        server = self.start({"ssl_max_handshakes_per_ip": 2, "ssl_handshake_backlog": 1})
        clients = [self.begin(server) for _ in range(5)]
        wait_until(lambda: sum(not one.quiet() for one in clients) == 2, "2 closed connections")
        server.wait_for("is refused: ssl_max_handshakes_per_ip is reached")
        server.wait_for("waits for its turn: ssl_max_handshakes_per_ip is reached")
        for one in clients:
            one.close()
        wait_until(lambda: self.answers(server), "a place")

    def test_all_that_come_at_once_have_their_turn(self):
        """As behind a balancer that passes connections on: one address, more than may shake hands at a time."""
        for options, count in (({}, 2000), ({"ssl_max_handshakes": 50}, 200), ({"ssl_max_handshakes_per_ip": 20}, 200)):
            with self.subTest(options):
                server = self.start({"ssl_handshake_timeout": 600, **options})
                clients = [self.handshake(server) for _ in range(count)]
                server.wait_for("waits for its turn: ssl_max_handshakes")
                go_on_all(clients)
                for one in clients:
                    one.close()
                self.assertEqual([self.stat(server, f"tls_{name}_count") for name in ("refused", "failed")], [0, 0])
                server.stop()

    def handshake(self, server):
        client = Handshake(server)
        self.addCleanup(client.close)
        return client

    def test_a_connection_that_waits_costs_nothing_and_may_leave(self):
        server = self.start({"ssl_max_handshakes": 1}, setup="$server->listen('127.0.0.1', 0, SWOOLE_SOCK_TCP);")
        slow, gone, patient = self.begin(server), self.begin(server), self.handshake(server)
        server.wait_for("waits for its turn: ssl_max_handshakes is reached")
        gone.close()

        def turns():
            with server.client(1) as client:
                return json.loads(client.ask(path="/stats").text)["loop_turn_count"]
        before = turns()
        for _ in range(20):
            after = turns()
        self.assertLess(after - before, 200)
        slow.close()
        go_on_all([patient])

    def test_a_turn_that_does_not_come(self):
        server = self.start({"ssl_max_handshakes": 1, "ssl_handshake_timeout": 0.5})
        clients = [self.begin(server), self.begin(server)]
        for one in clients:
            one.expect_closed()
        wait_until(lambda: self.answers(server), "a place")
        self.assertGreaterEqual(self.stat(server, "tls_failed_count"), 2)

    def test_connections_that_wait_for_their_turn_survive_a_reload(self):
        """Nothing of them was read, so they go to the next worker."""
        server = self.start({"ssl_max_handshakes": 1})
        self.begin(server)
        patient = self.handshake(server)
        server.wait_for("waits for its turn")
        server.send_signal(signal.SIGUSR1)
        go_on_all([patient])

    def test_a_handshake_that_takes_too_long(self):
        server = self.start({"ssl_handshake_timeout": 0.2})
        self.begin(server).expect_closed()
        server.wait_for("longer than ssl_handshake_timeout")
        with server.client() as silent:
            silent.expect_closed()

    def test_counters(self):
        server = self.start()
        context = tls_context(versions=V12)
        with tls_client(server, context) as client:
            client.ask()
            session = client.socket.session
        with tls_client(server, context, session=session) as client:
            client.ask()
        server.get("/")
        self.assertEqual([self.stat(server, f"tls_{name}_count") for name in ("handshake", "resumed", "failed", "refused")],
                         [3, 1, 1, 0])


if __name__ == "__main__":
    unittest.main()
