"""`tern serve` of a classic site: what a folder is taken for, which files are sent, and the options."""
import os
import pathlib

from harness import wait_until
from http_client import Client, request
from launcher import LauncherTest, tern

CLASSIC = r"^classic: each \.php file in a fresh context, up to 50 requests at a time in each worker$"


class SiteTest(LauncherTest):
    def site(self, *words, **more):
        return self.run_served("site", "--port", "0", "--workers", "1", *words, **more)


class KindTest(SiteTest):
    """What a folder is, and what its options are."""

    def refused(self, *words):
        done = tern("serve", "site", *words, cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        return done.stderr.removeprefix("tern: ").strip()

    def test_a_classic_site(self):
        self.write("site/index.php", "<?php echo 'hello';")
        self.site().wait_for(CLASSIC)
        self.site("--concurrency", "7").wait_for(r"^classic: .*, up to 7 requests at a time in each worker$")
        self.site("--isolation", "process").wait_for(r"^classic: one request at a time in each PHP worker, 1 of them$")
        server = self.run_served("site", "--port", "0", "--isolation", "process")
        server.wait_for(r"^classic: one request at a time in each PHP worker, 2 to 32 of them$")

    def test_an_application(self):
        self.write("site/index.php", "<?php return fn ($request, $response) => 'application';")
        server = self.site()
        server.wait_for(r"^index\.php: reentrant")
        self.assertEqual(server.get().text, "application")
        self.site("--classic").wait_for(CLASSIC)

    def test_only_files(self):
        self.write("site/index.html", "page")
        server = self.site()
        server.wait_for(r"^files: no PHP runs$")
        self.assertEqual((server.get().text, server.get("/none").status), ("page", 404))
        self.site("--classic").wait_for(CLASSIC)

    def test_options_that_make_no_sense(self):
        self.write("site/index.php", "<?php echo 'hello';")
        folder = (self.folder / "site").resolve()
        self.assertEqual(self.refused("--classic", "--app"), "--classic goes without --app")
        for option in (["--applications", "2"], ["--max-requests", "1"], ["--max-memory", "9"], ["--idle-time", "9"], ["--check-isolation"]):
            self.assertEqual(self.refused(*option), f"{option[0]} is for applications, and {folder} is not one of them: its PHP files are pages, each of which "
                                                    "ends with its request; --app loads index.php once")
        for option in (["--htaccess"], ["--rules", "x"], ["--isolation", "context"], ["--hide", "*.csv"], ["--show", "*.log"],
                       ["--follow-symlinks", "yes"], ["--sendfile"], ["--sendfile-root", "."]):
            self.assertEqual(self.refused(*option, "--app"), f"{option[0]} is for classic sites, and {folder} is not one of them: its index.php returns an "
                                                             "application; --classic runs each PHP file as a page")
        self.assertEqual(self.refused("--isolation", "process", "--concurrency", "2"),
                         "--isolation process goes without --concurrency: a worker has one request at a time then")
        for text in ("0", "2-", "3-2", "1-1000", "x"):
            self.assertEqual(self.refused("--isolation", "process", "--workers", text),
                             f'--workers must be a number from 1 to 512, or two as 2-32, "{text}" given')
        self.assertEqual(self.refused("--workers", "2-32"), '--workers must be a number from 1 to 1024, "2-32" given')
        self.assertEqual(self.refused("--isolation", "thread"), '--isolation must be context or process, "thread" given')
        self.assertEqual(self.refused("--follow-symlinks", "none"), '--follow-symlinks must be yes or no, "none" given')
        self.assertEqual(self.refused("--hide", ""), '--hide needs a pattern, as *.sql, or /private for a path, "" given')
        self.assertEqual(self.refused("--hide", "a/b"), '--hide needs a pattern, as *.sql, or /private for a path, "a/b" given')
        self.assertRegex(self.refused("--show", "*.bak"), r'^--show must be one of \*\.sql .* /vendor, "\*\.bak" given$')
        self.assertEqual(tern("serve", "site/index.php", "--hide", "x", cwd=self.folder).stderr,
                         "tern: --hide is for folders: a script builds its own server\n")
        (self.folder / "site/index.php").unlink()
        self.assertEqual(self.refused("--app"), f"--app needs an index.php, and there is none in {folder}")


class FilesTest(SiteTest):
    """What a classic site sends without running PHP."""

    def setUp(self):
        super().setUp()
        for name in ("index.php", "style.css", "page/index.html", "empty/x/y.txt", "dump.sql", "debug.log", ".env", "composer.json",
                     "vendor/autoload.php", "vendor/x.js", "js/vendor/x.js", "private/a.txt", "old.php.bak", "a.inc", "UP.PHP"):
            self.write(f"site/{name}", "content")
        (self.folder / "outside").mkdir()
        self.write("outside/logo.txt", "content")
        os.symlink(self.folder / "outside", self.folder / "site/linked")
        os.symlink(self.folder / "site/page", self.folder / "site/paper")

    def check(self, server, expected):
        for path, status in expected.items():
            answer = server.get(path)
            self.assertEqual(answer.status, status, path)
            if status == 200:
                self.assertEqual(answer.text, "content", path)

    def test_what_is_sent(self):
        server = self.site()
        self.check(server, {
            "/style.css": 200, "/page/": 200, "/page": 301, "/page/index.html": 200, "/empty": 301, "/empty/": 403, "/empty/x/y.txt": 200,
            "/dump.sql": 404, "/debug.log": 404, "/.env": 404, "/composer.json": 404, "/vendor/x.js": 404, "/vendor/": 404, "/vendor": 404,
            "/js/vendor/x.js": 200, "/private/a.txt": 200, "/old.php.bak": 404, "/a.inc": 404, "/UP.PHP": 404, "/vendor/autoload.php": 404,
            "/linked/logo.txt": 200, "/paper/": 200, "/%zz": 400, "/../x": 400})
        self.assertEqual(server.get("/page?a=1").get("Location"), "/page/?a=1")
        self.assertEqual(server.get("/empty?a=1").get("Location"), "/empty/?a=1")
        self.assertIn("<h1>404 Not Found</h1>", server.get("/dump.sql").text)
        self.assertEqual(server.get("/style.css", method="POST").status, 405)
        self.assertEqual(server.get("/page", method="POST").status, 301)
        self.assertIsNotNone(server.get("/style.css").get("ETag"))

    def test_a_root_that_another_folder_has_replaced(self):
        self.write("next/index.php", "content")
        self.write("next/style.css", "new")
        server = self.site()
        self.check(server, {"/style.css": 200})
        (self.folder / "site").rename(self.folder / "before")
        (self.folder / "next").rename(self.folder / "site")
        wait_until(lambda: server.get("/any").text == "content" and server.get("/style.css").text == "new", "the new folder")

    def test_options_change_it(self):
        server = self.site("--hide", "/private", "--hide", "*.css", "--show", "*.log", "--follow-symlinks", "no")
        self.check(server, {"/private/a.txt": 404, "/style.css": 404, "/debug.log": 200, "/linked/logo.txt": 404, "/paper/": 200,
                            "/dump.sql": 404})

    def test_files_that_php_sends(self):
        """With rules, each request goes to PHP first."""
        server = self.site("--htaccess")
        self.check(server, {"/style.css": 200, "/page/": 200, "/page": 301, "/dump.sql": 404, "/empty/": 403, "/linked/logo.txt": 200})
        answer = server.get("/style.css")
        self.assertEqual(answer.get("Content-Type"), "text/css")
        tag = answer.get("ETag")
        for field in (("If-None-Match", tag), ("If-None-Match", f'"x", W/{tag.removeprefix("W/")}'), ("If-Modified-Since", answer.get("Last-Modified"))):
            self.assertEqual(server.get("/style.css", [field]).status, 304, field)
        self.assertEqual(server.get("/style.css", [("If-None-Match", '"x"'), ("If-Modified-Since", answer.get("Last-Modified"))]).status, 200)
        self.assertEqual(server.get("/style.css", method="HEAD").get("Content-Length"), "7")
        self.assertEqual(server.get("/style.css", method="PUT").get("Allow"), "GET, HEAD")


class SettingsTest(SiteTest):
    """Settings that PHP's command line fixes are those of php.ini."""

    def options(self, server):
        words = pathlib.Path(f"/proc/{server.pid}/cmdline").read_text().split("\0")
        return dict(word.split("=", 1) for before, word in zip(words, words[1:]) if before == "-d" and "=" in word)

    def setUp(self):
        super().setUp()
        self.write("site/index.php", "<?php echo 'hello';")

    def test_without_php_ini(self):
        options = self.options(self.site())
        self.assertEqual({name: options.get(name) for name in ("html_errors", "output_buffering", "register_argc_argv", "implicit_flush", "max_input_time",
                                                               "memory_limit", "max_execution_time")},
                         {"html_errors": "1", "output_buffering": "4096", "register_argc_argv": "0", "implicit_flush": "0", "max_input_time": "60",
                          "memory_limit": "128M", "max_execution_time": "30"})

    def test_of_php_ini(self):
        ini = self.write("php.ini", "[PHP]\nhtml_errors = Off\noutput_buffering=0\nregister_argc_argv = On\n; implicit_flush = On\nmemory_limit = 512M\n")
        options = self.options(self.site(php=("-c", str(ini))))
        self.assertEqual([options.get(name) for name in ("html_errors", "output_buffering", "register_argc_argv", "implicit_flush", "memory_limit")],
                         ["0", "0", "1", "0", None])

    def test_of_the_command_line(self):
        options = self.options(self.site(php=("-d", "html_errors=0")))
        self.assertEqual(options["html_errors"], "0")

    def test_an_application_keeps_those_of_the_command_line(self):
        self.write("site/index.php", "<?php return fn ($request, $response) => ini_get('html_errors') . ini_get('output_buffering');")
        self.assertEqual(self.site().get().text, "00")


class ScriptsTest(SiteTest):
    """What scripts are given, with the options of the launcher."""

    def test_scripts(self):
        self.write("site/index.php", "<?php echo 'front ', $_SERVER['REQUEST_URI'], ' ', $_SERVER['PATH_INFO'] ?? '';")
        self.write("site/dir/index.php", "<?php echo 'dir ', $_SERVER['SCRIPT_NAME'];")
        self.write("site/dir/a b.php", "<?php function f() { return 'script'; } echo f(), ' ', $_SERVER['PATH_INFO'];")
        self.write("site/vendor/run.php", "<?php echo 'never';")
        server = self.site()
        for path, text in {"/": "front / ", "/pretty/x?y=1": "front /pretty/x?y=1 ", "/index.php/a/b": "front /index.php/a/b /a/b",
                           "/dir/": "dir /dir/index.php", "/dir/a%20b.php/x": "script /x", "/dir/a%20b.php/y": "script /y"}.items():
            self.assertEqual(server.get(path).text, text, path)
        self.assertEqual(server.get("/dir").get("Location"), "/dir/")
        self.assertEqual(server.get("/vendor/run.php").status, 404)

    def test_settings_of_a_request(self):
        names = ("html_errors", "output_buffering", "register_argc_argv", "implicit_flush", "max_execution_time", "auto_prepend_file", "memory_limit")
        self.write("site/index.php", f"<?php echo implode(' ', array_map(ini_get(...), {list(names)!r}));")
        self.write("site/deep/index.php", "<?php echo ini_get('max_execution_time'), ' ', ini_get('precision'), ' ', PHP_SAPI, ' ', php_sapi_name();")
        self.write("site/deep/.user.ini", "max_execution_time = 7\nprecision = 5\n")
        server = self.site(php=("-d", "memory_limit=1G"))
        self.assertEqual(server.get("/").text, "1 4096 0 0 30  1G")
        self.assertEqual(server.get("/deep/").text, "7 5 tern tern")

    def test_the_prepended_file_of_php_ini_runs_in_each_request(self):
        before = self.write("before.php", f"<?php if (isset($_SERVER['REQUEST_URI'])) echo 'before '; else file_put_contents('{self.folder}/others', '.', 8);")
        self.write("site/index.php", "<?php echo 'script';")
        server = self.site(php=("-d", f"auto_prepend_file={before}"))
        self.assertEqual([server.get("/").text for _ in range(2)], ["before script"] * 2)
        self.assertEqual((self.folder / "others").read_text(), ".")  # the launcher, but not the server

    def test_requests_beyond_the_limit_wait(self):
        self.write("site/index.php", "<?php usleep(1000); echo getmypid();")
        server = self.site("--concurrency", "1")
        clients = [Client(("127.0.0.1", server.port)) for _ in range(5)]
        for client in clients:
            self.addCleanup(client.close)
            client.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertEqual([client.response().status for client in clients], [200] * 5)

    def test_a_wait_that_is_too_long(self):
        self.write("site/index.php", "<?php echo 'ok';")
        self.write("site/held.php", f"<?php touch('{self.folder}/held'); while (file_exists('{self.folder}/held')) {{ usleep(1000); clearstatcache(); }}")
        server = self.site("--concurrency", "1", "--max-wait", "1")
        held = Client(("127.0.0.1", server.port))
        self.addCleanup(held.close)
        held.send(request(path="/held.php"))
        wait_until((self.folder / "held").exists, "the page")
        late = server.get("/")
        self.assertEqual((late.status, late.get("Retry-After")), (503, "1"))
        (self.folder / "held").unlink()
        self.assertEqual((held.response().status, server.get("/").text), (200, "ok"))
