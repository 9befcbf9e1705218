"""Pages over FastCGI as php-fpm runs them: the same records, from a web server of the test to both."""
import json
import os
import pathlib
import signal
import tempfile

import fastcgi
import services
from harness import ROOT, wait_until
from php_program import PhpFile, opcache, php_version
from server_case import TestCase

PAGES = ROOT / "tests/fpm/pages"
# Of the process, not of the request.
CHANGING = {"REQUEST_TIME", "REQUEST_TIME_FLOAT", "USER", "HOME"}
SETTINGS = ("log_errors=1", "display_errors=0", "html_errors=0", "expose_php=1", "opcache.file_update_protection=0", "error_log=")
FORM = "application/x-www-form-urlencoded"


def variables(root, script="/dump.php", **more):
    """As nginx sends them. None leaves one out."""
    all_of_them = {
        "QUERY_STRING": "", "REQUEST_METHOD": "GET", "CONTENT_TYPE": "", "CONTENT_LENGTH": "",
        "SCRIPT_NAME": script, "REQUEST_URI": script, "DOCUMENT_ROOT": str(root), "SERVER_PROTOCOL": "HTTP/1.1",
        "GATEWAY_INTERFACE": "CGI/1.1", "SERVER_SOFTWARE": "nginx/1.22.1", "REMOTE_ADDR": "192.0.2.1", "REMOTE_PORT": "1234",
        "SERVER_ADDR": "192.0.2.2", "SERVER_PORT": "80", "SERVER_NAME": "example.org", "REDIRECT_STATUS": "200",
        "SCRIPT_FILENAME": f"{root}{script}", "HTTP_HOST": "example.org", "HTTP_ACCEPT_LANGUAGE": "de"}
    all_of_them.update(more)
    return {name: value for name, value in all_of_them.items() if value is not None}


def multipart():
    lines = ["--b", 'Content-Disposition: form-data; name="a"', "", "text", "--b",
             'Content-Disposition: form-data; name="f"; filename="x.txt"', "Content-Type: text/plain", "", "of a file", "--b--", ""]
    return "\r\n".join(lines).encode()


def post(body, kind=FORM, **more):
    return {"REQUEST_METHOD": "POST", "CONTENT_TYPE": kind, "CONTENT_LENGTH": str(len(body)), **more}


def requests(root):
    """Names, parameters and bodies."""
    def of(script="/dump.php", **more):
        return variables(root, script, **more)
    doubled = f"{root}/dump.php/a/b"
    return [
        ("get", of(QUERY_STRING="a=1&b[]=2", REQUEST_URI="/dump.php?a=1&b[]=2"), b""),
        ("cookies", of(HTTP_COOKIE="a=b; c=d%20e"), b""),
        ("post", of(**post(b"a=b&c[d]=e")), b"a=b&c[d]=e"),
        ("multipart", of(**post(multipart(), "multipart/form-data; boundary=b")), multipart()),
        ("json", of(**post(b"{}", "application/json")), b"{}"),
        ("put", of(**post(b"plain", "", REQUEST_METHOD="PUT")), b"plain"),
        ("large body", of(**post(b"x" * 300_000, "text/plain")), b"x" * 300_000),
        ("none of what was said", of(CONTENT_LENGTH="100"), b""),
        ("longer than said", of(**post(b"abc", "text/plain")), b"abcdef"),
        ("authorization", of(HTTP_AUTHORIZATION="Basic YW5uOnNlY3JldDp4"), b""),
        ("digest", of(HTTP_AUTHORIZATION='Digest username="ann"'), b""),
        ("https", of(HTTPS="on", REQUEST_SCHEME="https", SERVER_PORT="443"), b""),
        ("path info", of(SCRIPT_FILENAME=doubled, PATH_INFO="/dump.php/a/b"), b""),
        ("split path info", of(PATH_INFO="/a/b", PATH_TRANSLATED=f"{root}/a/b"), b""),
        ("path info without root", of(SCRIPT_FILENAME=doubled, PATH_INFO="/dump.php/a/b", DOCUMENT_ROOT=None), b""),
        ("short path info", of(SCRIPT_FILENAME=doubled, PATH_INFO="/a/b"), b""),
        ("no path info", of(SCRIPT_FILENAME=doubled), b""),
        ("apache", of(SCRIPT_FILENAME=f"proxy:fcgi://localhost:9000{root}/dump.php?x=y"), b""),
        ("apache with path info", of("/dump.php/a/b", SCRIPT_FILENAME=f"proxy:fcgi://localhost{root}/dump.php/a/b"), b""),
        ("apache with both", of(SCRIPT_FILENAME=f"proxy:fcgi://l{root}/dump.php/a", PATH_INFO="/a"), b""),
        ("apache balancer", of(SCRIPT_FILENAME=f"proxy:balancer://all{root}/dump.php"), b""),
        ("redirected", of("/bin/php", REDIRECT_URL="/dump.php", PATH_TRANSLATED=f"{root}/dump.php", PATH_INFO="/dump.php"), b""),
        ("translated", of(SCRIPT_FILENAME=None, PATH_TRANSLATED=f"{root}/dump.php"), b""),
        ("no name", of(SCRIPT_NAME=None), b""),
        ("empty parameters", of(X_EMPTY="", HTTP_X_A_B="c"), b""),
        ("missing", of("/missing.php"), b""),
        ("nowhere", of(SCRIPT_FILENAME=None), b""),
        ("slash", of(SCRIPT_FILENAME=f"{root}/"), b""),
        ("above", of(SCRIPT_FILENAME=f"{root}/../root/dump.php"), b""),
        ("forbidden", of("/plain.txt"), b""),
        *[(f"head {case}", of("/head.php", QUERY_STRING=f"case={case}"), b"") for case in (
            "names", "line", "long", "line200", "bare", "field", "location", "created", "length", "untyped", "unmodified", "nothing",
            *[f"status&status={code}" for code in (200, 201, 204, 302, 404, 413, 418, 500, 503, 599)])],
        ("head of HEAD", of("/head.php", QUERY_STRING="case=names", REQUEST_METHOD="HEAD"), b""),
        ("log", of("/log.php"), b""),
        ("fatal", of("/fatal.php"), b""),
        ("pieces", of("/pieces.php", QUERY_STRING="count=20000"), b""),
        ("settings", of("/settings.php", QUERY_STRING="names=precision,memory_limit", PHP_VALUE="precision=8"), b""),
        ("admin settings", of("/settings.php", QUERY_STRING="names=precision,memory_limit",
                              PHP_ADMIN_VALUE="precision=7\nmemory_limit=55M"), b""),
    ]


def fields(reply):
    """Names and values in their order. The two may be of different versions of PHP."""
    found = [line.split(":", 1) for line in reply.lines if ":" in line]
    found.sort(key=lambda line: line[0] != "Status")
    return [(name, "PHP" if name == "X-Powered-By" else value.strip()) for name, value in found]


class ResponderTest(TestCase):
    def serve(self, php=(), **given):
        options = [word for setting in SETTINGS for word in ("-d", setting)]
        settings = ["-d", "opcache.enable_cli=1", "-d", "tern.sapi_name=fpm-fcgi"]
        server = self.run_script(PhpFile("fpm/responder.php", **given), php=[*opcache(), *settings, *options, *php])
        self.address = ("127.0.0.1", server.port)
        return server

    def ask(self, script, body=b"", **more):
        return fastcgi.ask(self.address, variables(PAGES, script, **more), body)

    def file(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name) / "file"

    def told(self, reply):
        """What a page prints, without what differs between two processes."""
        if not reply.output.startswith(b"X-Powered-By") or b"application/json" not in reply.output:
            return reply.body
        try:
            said = json.loads(reply.body)
        except ValueError:
            return reply.body
        if "order" not in said:
            return said
        ignored = {*os.environ, "TERN_TEST_GIVEN", "PWD", "OLDPWD", "SHLVL", "_", *CHANGING}
        said["order"] = [name for name in said["order"] if name not in ignored]
        said["server"] = {name: value for name, value in said["server"].items() if name not in ignored}
        return said

    def test_the_same_as_php_fpm(self):
        packages = services.Packages("web-servers")
        services.same_php_fpm(packages)
        fpm = services.php_fpm(packages, PAGES)
        self.addCleanup(fpm.close)
        self.serve()
        for name, parameters, body in requests(fpm.root):
            with self.subTest(name):
                theirs = fastcgi.ask(("127.0.0.1", fpm.port), parameters, body)
                ours = fastcgi.ask(self.address, parameters, body)
                self.assertEqual(fields(ours), fields(theirs))
                if theirs.status != 204:  # its body is the web server's to drop
                    self.assertEqual(self.told(ours), self.told(theirs))
                self.assertEqual(ours.error.replace(str(fpm.root).encode(), b"/root"),
                                 theirs.error.replace(str(fpm.root).encode(), b"/root"))
                self.assertEqual((ours.protocol_status, ours.application_status), (0, 0))

    def test_requests_of_one_connection(self):
        self.serve()
        with fastcgi.Client(self.address) as client:
            for _ in range(3):
                self.assertEqual(client.ask(variables(PAGES, "/head.php", QUERY_STRING="case=none")).text, "body.")
            parameters = variables(PAGES, "/head.php", QUERY_STRING="case=none")
            client.send(fastcgi.request(parameters, number=1) + fastcgi.request(parameters, number=2))
            self.assertEqual({client.reply().number, client.reply().number}, {1, 2})
            self.assertEqual(client.values("FCGI_MPXS_CONNS", "FCGI_MAX_REQS", "OTHER"), {"FCGI_MPXS_CONNS": "1", "FCGI_MAX_REQS": "128"})

    def test_settings_end_with_their_request(self):
        self.serve(settings={"precision": "10"}, admin_settings={"memory_limit": "88M", "disable_functions": "exec"})
        names = "names=precision,memory_limit"
        with fastcgi.Client(self.address) as client:
            def told(**more):
                return json.loads(client.ask(variables(PAGES, "/settings.php", QUERY_STRING=names, DOCUMENT_ROOT=None, **more)).body)
            self.assertEqual(told(), ["9", "88M", False])
            self.assertEqual(told(PHP_ADMIN_VALUE="precision=3"), ["3", "88M", False])
            self.assertEqual(told(), ["9", "88M", False])

    def test_a_path_that_apache_has_encoded(self):
        """fastcgi.script_path_encoded, which PHP has from 8.5 on."""
        is_known = php_version() >= (8, 5)
        path = f"proxy:fcgi://localhost{PAGES}/hell%6F.php"
        for value, is_found in (("1", False), ("0", is_known)):
            with self.subTest(value):
                self.serve(["-d", f"fastcgi.script_path_encoded={value}"])
                found = self.ask("/hello.php", SCRIPT_FILENAME=path)
                self.assertEqual((found.status, found.text), (200, "hello") if is_found else (404, "File not found.\n"))

    def test_limits_of_extensions(self):
        self.serve(extensions=[".txt"])
        self.assertEqual(self.ask("/plain.txt").text, "text\n")
        denied = self.ask("/dump.php")
        self.assertEqual((denied.status, denied.text), (403, "Access denied.\n"))
        self.assertIn(b"dump.php' has been denied (see security.limit_extensions)", denied.error)

    def test_a_body_shorter_than_said(self):
        """php-fpm has read it all, and then waits until the web server closes the connection."""
        self.serve()
        told = json.loads(self.ask("/dump.php", b"a=b", **post(b"a=b&c=d")).body)
        self.assertEqual((told["post"], told["input"]), ({"a": "b"}, "a=b"))

    def test_the_head_of_a_script_that_has_failed(self):
        self.serve(php=["-d", "fastcgi.error_header=HTTP/1.1 503 Broken", "-d", "output_buffering=4096"])
        for script, query, status in (("/fatal.php", "", 503), ("/dump.php", "", 200), ("/broken.php", "how=exit", 503),
                                      ("/broken.php", "how=memory", 503), ("/broken.php", "how=compile", 503), ("/broken.php", "how=sent", 200),
                                      ("/broken.php", "how=none", 200)):
            with self.subTest(script=script, query=query):
                self.assertEqual(self.ask(script, QUERY_STRING=query).status, status)

    def test_a_page_that_goes_on_behind_its_response(self):
        self.serve()
        file = self.file()
        self.assertEqual(self.ask("/finish.php", QUERY_STRING=f"file={file}").text, "answered")
        self.assertEqual(wait_until(lambda: file.exists() and file.read_text(), "the page"),
                         "array (\n  0 => true,\n  1 => false,\n  2 => 0,\n)")

    def test_a_web_server_that_leaves(self):
        self.serve()
        for ignores, end, leave in (("", "1 early", "close"), ("&ignores", "1 late", "close"), ("", "1 early", "abort")):
            with self.subTest(ignores=ignores, leave=leave):
                file = self.file()
                client = fastcgi.Client(self.address)
                self.addCleanup(client.close)
                parameters = variables(PAGES, "/left.php", QUERY_STRING=f"file={file}{ignores}")
                client.send(fastcgi.request(parameters))
                wait_until(pathlib.Path(f"{file}.begun").exists, "the page")
                if leave == "abort":
                    client.send(fastcgi.record(fastcgi.ABORT_REQUEST, 1))
                    client.reply()
                else:
                    client.close()
                pathlib.Path(f"{file}.go").touch()
                self.assertEqual(wait_until(lambda: file.exists() and file.read_text(), "the end of the page"), end)

    def test_places(self):
        server = self.serve(options={"worker_num": 2, "fastcgi_worker_concurrency": 2})
        files = [self.file() for _ in range(6)]
        clients = []
        for file in files:
            client = fastcgi.Client(self.address)
            self.addCleanup(client.close)
            client.send(fastcgi.request(variables(PAGES, "/hold.php", QUERY_STRING=f"file={file}"), keeps=False))
            clients.append(client)

        def begun():
            return [file for file in files if pathlib.Path(f"{file}.begun").exists()]
        wait_until(lambda: len(begun()) == 4, "four pages")
        self.assertEqual(len(begun()), 4)
        for file in files:
            pathlib.Path(f"{file}.go").touch()
        self.assertEqual([client.reply().text for client in clients], ["held"] * 6)
        server.stop()


class ApplicationTest(TestCase):
    """The usual callbacks over FastCGI."""

    def setUp(self):
        self.server = self.run_script(PhpFile("fpm/application.php"))
        self.address = ("127.0.0.1", self.server.port)

    def ask(self, path, body=b"", **more):
        return fastcgi.ask(self.address, variables("/none", path, **more), body)

    def test_a_request(self):
        body = b"c=d"
        reply = self.ask("/show", body, QUERY_STRING="a=b", REQUEST_URI="/show?a=b", HTTP_COOKIE="x=y", HTTPS="on",
                         **post(body))
        self.assertEqual(reply.get("Content-Length"), str(len(reply.body)))
        said = json.loads(reply.body)
        self.assertEqual((said["get"], said["post"], said["cookie"]), ({"a": "b"}, {"c": "d"}, {"x": "y"}))
        self.assertEqual(said["header"], {"host": "example.org", "accept-language": "de", "cookie": "x=y", "content-type": FORM,
                                          "content-length": "3"})
        self.assertEqual(said["server"], {
            "query_string": "a=b", "request_method": "POST", "request_uri": "/show", "path_info": "/show",
            "server_protocol": "HTTP/1.1", "server_port": 80, "remote_port": 1234, "server_addr": "192.0.2.2",
            "remote_addr": "192.0.2.1", "https": "on"})

    def test_a_form_with_a_file(self):
        said = json.loads(self.ask("/show", multipart(), **post(multipart(), "multipart/form-data; boundary=b")).body)
        self.assertEqual((said["post"], said["files"]), ({"a": "text"}, {"f": ["x.txt", "of a file"]}))

    def test_a_body_of_unknown_length(self):
        said = json.loads(self.ask("/show", b"x" * 100_000, REQUEST_METHOD="PUT").body)
        self.assertEqual(said["body"], "x" * 100_000)

    def test_a_response_in_pieces(self):
        reply = self.ask("/pieces")
        self.assertEqual(reply.lines, ["Status: 201 Made", "X-Test: a", "Set-Cookie: c=d", "Content-Type: text/html"])
        self.assertEqual(reply.text, "one two")

    def test_a_large_response(self):
        self.assertEqual(self.ask("/large").text, "0123456789" * 100_000)

    def test_a_web_server_that_leaves_cancels(self):
        for leave in (lambda client: client.close(), lambda client: client.send(fastcgi.record(fastcgi.ABORT_REQUEST, 1))):
            since = self.server.mark()
            with fastcgi.Client(self.address) as client:
                client.send(fastcgi.request(variables("/none", "/wait")))
                self.server.wait_for("^WAITING", since=since)
                leave(client)
                self.server.wait_for("^CANCELED", since=since)

    def test_several_requests_at_a_time(self):
        since = self.server.mark()
        with fastcgi.Client(self.address) as client:
            client.send(b"".join(fastcgi.request(variables("/none", "/wait"), number=number) for number in range(1, 6)))
            self.server.wait_for("^WAITING", 5, since)
            self.assertEqual(self.ask("/resume").text, "5")
            self.assertEqual({client.reply().number for _ in range(5)}, {1, 2, 3, 4, 5})

    def test_a_connection_stays_over_a_reload(self):
        with fastcgi.Client(self.address) as client:
            before = client.ask(variables("/none", "/pid")).text
            workers = self.server.workers()
            self.assertEqual(workers, [int(before)])
            self.server.send_signal(signal.SIGUSR1)
            self.server.wait_new_workers(workers)
            self.assertNotEqual(client.ask(variables("/none", "/pid")).text, before)

    def test_clients_that_are_not_allowed(self):
        server = self.run_script(PhpFile("fpm/application.php", options={"fastcgi_allowed_clients": ["192.0.2.0/24"]}))
        with fastcgi.Client(("127.0.0.1", server.port)) as client:
            client.expect_closed()
        server.wait_for("Connection disallowed: IP address '127.0.0.1' has been dropped.")
