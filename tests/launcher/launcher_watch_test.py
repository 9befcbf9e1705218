"""tern serve --watch and --dev: every edit is in the next answer, no request is lost, broken code changes nothing."""
# Time limit: 300 s
import json
import os
import pathlib
import signal
import socket
import statistics
import sys
import tempfile

from browser import Browser
from harness import free_port, refuses, wait_until
from http_client import Client, request
from launcher import LauncherTest, program, script
from load import Load
from php_program import PhpFile
from processes import alive, children_of, in_session, process_stat

EDITS = 20


class WatchTest(LauncherTest):
    def check_edits(self, server, edit, **load):
        """Each is visible in the next answer, and whoever asked meanwhile got one."""
        took = []
        with Load(server, connections=4, path="/", **load) as clients:
            for number in range(EDITS):
                wait_until(clients.more(20), lambda: f"answers: {clients.failures[:3]}")
                took.append(server.next_build(lambda: edit(number)))
                self.assertEqual(server.get().text.split()[1], f"edit{number}")
        self.assertEqual(clients.failures, [])
        self.assertEqual(clients.words.keys() - {f"edit{number}" for number in range(EDITS)}, {"first"})
        print(f"\n{self.id()}: saved to served, median of {EDITS}: {statistics.median(took):.0f} ms, most {max(took)} ms", file=sys.stderr)

    def test_script(self):
        """Its code is the master's: each edit is a new server on the same sockets."""
        answer = "getmypid() . ' {}'".format
        self.write("app.php", script(answer("first")))
        server = self.run_served("app.php", "--watch")
        self.check_edits(server, lambda number: self.write("app.php", script(answer(f"edit{number}"))), per_connection=1)
        self.assertEqual(wait_until(lambda: len(children_of(server.pid)) == 1, "one server"), True)

    def test_folder(self):
        """Its code is the workers': each edit is a reload, which hands connections over."""
        answer = "<?php return fn() => getmypid() . ' {}';".format
        self.write("public/index.php", answer("first"))
        server = self.run_served("public", "--port", "0", "--workers", "2", "--watch")
        master = children_of(server.pid)
        self.check_edits(server, lambda number: self.replace("public/index.php", answer(f"edit{number}")))
        self.assertEqual(children_of(server.pid), master)

    def test_polling(self):
        self.write("app.php", script("'one'"))
        server = self.run_served("app.php", "--watch", "--poll")
        for word in ("two", "six", "ten"):  # of one size, within one second
            server.next_build(lambda: self.write("app.php", script(f"'{word}'")))
            self.assertEqual(server.get().text, word)

    def test_what_a_worker_loads_is_reloaded_and_what_the_master_loads_restarted(self):
        self.write("lib/master.php", "<?php const MASTER = 'm1';")
        self.write("lib/worker.php", "<?php return 'w1';")
        self.write("app.php", script("MASTER . $GLOBALS['worker'] . @file_get_contents(__DIR__ . '/.env')", more="""
            require __DIR__ . '/lib/master.php';
            $server->on('workerStart', function () { $GLOBALS['worker'] = require __DIR__ . '/lib/worker.php'; });"""))
        server = self.run_served("app.php", "--watch")
        server.next_build(lambda: self.write("lib/worker.php", "<?php return 'w2';"), "reloaded")
        self.assertEqual(server.get().text, "m1w2")
        server.next_build(lambda: self.replace("lib/master.php", "<?php const MASTER = 'm2';"), "restarted")
        self.assertEqual(server.get().text, "m2w2")
        server.next_build(lambda: self.write(".env", "e"), "restarted")
        self.assertEqual(server.get().text, "m2w2e")
        server.next_build(lambda: self.write("more/lib/new.php", "<?php"), "restarted")
        server.next_build(lambda: self.write("more/lib/new.php", "<?php 1;"), "reloaded")
        server.next_build(lambda: (self.folder / "more/lib/new.php").unlink(), "restarted")

    def test_what_others_write_is_left_alone(self):
        self.write("app.php", script("'one'"))
        server = self.run_served("app.php", "--watch")
        since = server.mark()
        for name in ("log/a.php", "node_modules/a.php", ".git/a.php", "data.json", "app.php~", ".app.php.swp", "var/b/c.php"):
            self.write(name, "<?php broken(")
        server.next_build(lambda: self.write("app.php", script("'two'")))
        self.assertEqual(server.output()[since:].count("restarted"), 1)
        self.assertNotIn("broken", server.output())


class BrokenCodeTest(LauncherTest):
    def test_the_name_of_a_file_is_no_line_of_its_own(self):
        self.write("app.php", script("'one'"))
        server = self.run_served("app.php", "--watch")
        self.write("odd\n[00:00:00] forged\x1b[2K\u2028.php", "<?php odd(")
        server.wait_for(r" in .*/odd\n {4}\[00:00:00\] forged\?\[2K\?\.php on line 1\b")
        self.assertNotIn("\x1b", server.output())

    def test_a_syntax_error_is_told_and_survived(self):
        self.write("lib.php", "<?php const LIB = 1;")
        self.write("app.php", script("'one' . LIB", more="require __DIR__ . '/lib.php';"))
        server = self.run_served("app.php", "--watch")
        pid = children_of(server.pid)
        self.write("lib.php", "<?php const LIB = 2;;")
        self.write("app.php", script("'two' . LIB +", more="require __DIR__ . '/lib.php';"))
        server.wait_for(r"syntax error, unexpected token \"\)\".* in .*/app\.php on line \d+; the server continues with the code from before")
        self.assertEqual(children_of(server.pid), pid)
        self.assertEqual(server.get().text, "one1")
        # The other file of the edit that was broken is not forgotten.
        server.next_build(lambda: self.write("app.php", script("'two' . LIB", more="require __DIR__ . '/lib.php';")))
        self.assertEqual(server.get().text, "two2")

    def test_code_that_does_not_start_is_survived(self):
        self.write("app.php", script("'one'"))
        server = self.run_served("app.php", "--watch")
        self.write("app.php", script("'two'", more="throw new Exception('not today');"))
        server.wait_for(r"not today")
        server.wait_for(r"does not start \(exit status 255\): see above; the server continues")
        self.assertEqual(server.get().text, "one")
        server.next_build(lambda: self.write("app.php", script("'three'")))
        self.assertEqual(server.get().text, "three")

    def test_workers_that_do_not_start_are_survived(self):
        self.write("index.php", "<?php return fn() => 'one';")
        server = self.run_served("--port", "0", "--workers", "2", "--watch")
        self.write("index.php", "<?php throw new Exception('not today');")
        server.wait_for(r"no worker with the new code has started: see above; the server continues")
        self.assertEqual(server.get().text, "one")
        server.next_build(lambda: self.write("index.php", "<?php return fn() => 'three';"))
        self.assertEqual(server.get().text, "three")

    def test_broken_from_the_start(self):
        self.write("app.php", "<?php throw new Exception('not yet');")
        server = self.run_served("app.php", "--watch", wait=False)
        server.wait_for(r"does not start \(exit status 255\): see above; waiting for a change")
        self.write("app.php", script("'one'"))
        server.wait_ready()
        self.assertEqual(server.get().text, "one")

    def test_a_server_that_was_killed_comes_back_with_the_next_edit(self):
        self.write("app.php", script("'one'"))
        server = self.run_served("app.php", "--watch")
        master = children_of(server.pid)[0]
        orphans = children_of(master)
        os.kill(master, signal.SIGKILL)
        server.wait_for(r"the server has ended with exit status 137: waiting for a change")
        server.next_build(lambda: self.write("app.php", script("'two'")))
        self.assertEqual(server.get().text, "two")
        wait_until(lambda: not any(map(process_stat, orphans)), "the workers of the killed one to leave")


class LifeTest(LauncherTest):
    def test_another_port_is_another_socket(self):
        first, second = free_port(), free_port()
        self.write("app.php", script("'one'", first))
        server = self.run_served("app.php", "--watch")
        server.next_build(lambda: self.write("app.php", script("'two'", second)))
        server.port, server.ports = second, [second]
        self.assertEqual(server.get().text, "two")
        wait_until(lambda: refuses(("127.0.0.1", first)), "the old socket to be closed")

    def test_a_port_in_use_is_told(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.write("app.php", script("'one'", port))
            server = self.run_served("app.php", "--watch", wait=False)
            server.wait_for(rf"cannot listen on tcp://127\.0\.0\.1:{port}: Address already in use")
        self.write("app.php", script("'two'", port))
        server.wait_ready()
        self.assertEqual(server.get().text, "two")

    def test_unix_sockets_are_removed_at_the_end(self):
        path = self.folder / "socket"
        self.write("app.php", f"<?php $server = new Swoole\\Http\\Server('{path}', 0, SWOOLE_BASE, SWOOLE_SOCK_UNIX_STREAM);"
                              "$server->on('request', fn($request, $response) => $response->end('one'));"
                              "$server->start();")
        server = self.run_served("app.php", "--watch", wait=False)
        server.wait_for(rf"(?m)^unix:{path}  ")
        server.wait_for("watching")
        since = server.mark()
        os.utime(self.write("app.php", (self.folder / "app.php").read_text().replace("one", "two")))
        server.wait_for("restarted in", since=since)
        with Client(str(path)) as client:
            self.assertEqual(client.ask().text, "two")
        server.stop()
        self.assertFalse(path.exists())

    def test_a_script_without_a_server_ends(self):
        self.write("app.php", "<?php echo 'done';")
        server = self.run_served("app.php", "--watch", wait=False)
        server.wait_exit()
        self.assertIn("done", server.output())
        server.stop()

    def test_shutdown_ends_the_watch(self):
        self.write("app.php", script("(string) $GLOBALS['server']->shutdown()"))
        server = self.run_served("app.php", "--watch")
        server.get()
        server.wait_exit()
        server.stop()

    def test_a_script_may_run_programs_before_its_server_starts(self):
        self.write("app.php", script("'served'", more="exec('sleep 0.2');"))
        server = self.run_served("app.php", "--watch")
        server.wait_for("watching")
        self.assertEqual(server.get().text, "served")
        self.assertNotIn("no worker", server.output())

    def test_a_change_while_the_server_starts(self):
        """It is told to end, and says that it is ready all the same."""
        self.write("app.php", script("'served'", more=program("ready_twice")))
        server = self.run_served("app.php", "--watch")
        server.wait_for("shutting down")
        server.wait_for("watching")
        self.assertEqual(server.get().text, "served")
        self.assertNotIn("no worker", server.output())

    def test_ctrl_c(self):
        """Goes to all processes of the terminal: none of them is killed for hearing it twice."""
        self.write("app.php", script("(function () { file_put_contents('asked', ''); Co::sleep(0.5); return 'slow'; })()"))
        server = self.run_served("app.php", "--watch")
        with server.client() as client:
            client.send(request())
            wait_until((self.folder / "asked").exists, "the request")
            os.killpg(server.pid, signal.SIGINT)
            self.assertEqual(client.response().text, "slow")
        server.wait_exit()
        server.stop()

    def outside(self):
        """A folder that is not watched."""
        folder = tempfile.TemporaryDirectory(prefix="tern-outside-")
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name)

    def test_nothing_outlives_a_watch_that_was_killed(self):
        self.write("app.php", script("'one'"))
        temporary = self.outside()
        server = self.run_served("app.php", "--watch", env={"TMPDIR": str(temporary), "XDG_RUNTIME_DIR": str(self.outside())})
        left = in_session(server.pid)
        self.assertGreater(len(left), 2)
        self.assertEqual(len(list(temporary.iterdir())), 1)
        os.kill(server.pid, signal.SIGKILL)
        wait_until(lambda: not any(map(alive, in_session(server.pid))), lambda: f"the end of {left}:\n{server.output()}")
        self.assertTrue(refuses(("127.0.0.1", server.port)))
        self.assertEqual(list(temporary.iterdir()), [])
        server.kill()

    def test_its_folder_is_removed(self):
        self.write("app.php", script("'one'"))
        temporary = self.outside()
        server = self.run_served("app.php", "--watch", env={"TMPDIR": str(temporary), "XDG_RUNTIME_DIR": str(self.outside())})
        server.wait_for("watching")
        self.assertEqual(len(list(temporary.glob("tern-*"))), 1)
        server.stop()
        self.assertEqual(list(temporary.iterdir()), [])


class DevTest(LauncherTest):
    PAGE = "<!doctype html><p>{}"

    def event(self, client, name):
        """The data of the next event of this type."""
        while True:
            lines = client.chunk().decode().split("\n")
            if f"event: {name}" in lines:
                return "\n".join(line[6:] for line in lines if line.startswith("data: "))

    def test_pages_learn_of_changes(self):
        self.write("app.php", script(f"'{self.PAGE.format('one')}'"))
        server = self.run_served("app.php", "--dev")
        answer = server.get()
        self.assertEqual(answer.text, self.PAGE.format("one") + '<script src="/.tern/reload.js" defer></script>')
        build = answer.get("Server-Timing")
        self.assertRegex(build, r'^tern;desc="1"$')
        self.assertIn("EventSource('/.tern/reload')", server.get("/.tern/reload.js").text)
        with server.client() as client:
            client.send(request(path="/.tern/reload"))
            client.head()
            self.assertEqual(self.event(client, "build"), "1")
            self.assertEqual(self.event(client, "problem"), "")
            self.write("app.php", "<?php broken(")
            self.assertIn("Unclosed '('", self.event(client, "problem"))
        server.next_build(lambda: self.write("app.php", script(f"'{self.PAGE.format('two')}'")))
        with server.client() as client:
            client.send(request(path="/.tern/reload"))
            client.head()
            self.assertEqual(self.event(client, "build"), "2")
            self.assertEqual(self.event(client, "problem"), "")
        self.assertEqual(server.get().get("Server-Timing"), 'tern;desc="2"')

    def test_files_of_a_folder(self):
        self.write("index.html", self.PAGE.format("one"))
        self.write("sub/page.html", self.PAGE.format("two"))
        self.write("style.css", "p {}")
        self.write(".secret/a.html", "secret")
        server = self.run_served("--port", "0", "--dev")
        tail = '<script src="/.tern/reload.js" defer></script>'
        self.assertEqual(server.get("/").text, self.PAGE.format("one") + tail)
        self.assertEqual(server.get("/sub/page.html").text, self.PAGE.format("two") + tail)
        for path in ("/.secret/a.html", "/../a.html", "/sub/%2e%2e/%2e%2e/a.html", "/missing.html"):
            self.assertEqual(server.get(path).status, 404 if ".." not in path else server.get(path).status)
            self.assertNotIn("secret", server.get(path).text)
        with server.client() as client:
            client.send(request(path="/.tern/reload"))
            client.head()
            self.assertEqual(self.event(client, "build"), "1")
            self.write("style.css", "p {color: red}")
            self.assertEqual(self.event(client, "build"), "2")
        self.assertEqual(server.get("/style.css").text, "p {color: red}")


class SnippetTest(LauncherTest):
    """The option that pages get their script by."""

    def test_whole_documents_only(self):
        server = self.run_script(PhpFile("launcher/snippet.php", {"http_html_snippet": "<!-- more -->"}))

        def answer(body, kind="", path="/", method="POST", **fields):
            asked = json.dumps([kind, fields, body]).encode()
            return server.get(path, method=method, body=asked)
        for body in ("<!DOCTYPE html>x", "\n <html>x", "<p>x</html>\n"):
            self.assertEqual(answer(body).text, body + "<!-- more -->")
            self.assertEqual(answer(body, "Text/HTML; charset=utf-8").text, body + "<!-- more -->")
            self.assertEqual(answer(body, path="/?write=1").text, "begin " + body + "<!-- more -->")
            self.assertEqual(answer(body, "text/plain").text, body)
        document = "<!doctype html>x"
        for body in ("<p>fragment</p>", "", "  ", "<!doc", "{}"):
            self.assertEqual(answer(body).text, body)
        self.assertEqual(answer(document, **{"Content-Encoding": "identity"}).text, document)
        self.assertEqual(answer(document, path="/?status=304").body, b"")
        self.assertEqual(answer(document).get("Content-Length"), str(len(document + "<!-- more -->")))


class BrowserTest(LauncherTest):
    """The page in a real browser, without a hand on it."""

    def test_the_page_loads_again(self):
        browser = Browser()
        self.addCleanup(browser.stop)
        self.write("public/index.php", "<?php return fn() => '<!doctype html><h1>one</h1>';")
        server = self.run_served("public", "--port", "0", "--dev")
        page = browser.page()
        page.open(server.url("/"))
        self.heading(page, "one")
        self.write("public/index.php", "<?php return fn() => '<!doctype html><h1>two</h1>';")
        self.heading(page, "two")
        self.write("public/index.php", "<?php return fn( => '<!doctype html><h1>two</h1>';")
        wait_until(lambda: "rror" in (self.ask(page, "document.querySelector('#tern-problem')?.textContent") or ""), "the problem")
        self.write("public/index.php", "<?php return fn() => '<!doctype html><h1>three</h1>';")
        self.heading(page, "three")
        self.assertIsNone(self.ask(page, "document.querySelector('#tern-problem')"))

    def heading(self, page, text):
        wait_until(lambda: self.ask(page, "document.querySelector('h1')?.textContent") == text, f"the heading {text}")

    def ask(self, page, code):
        """None while one page takes the place of another."""
        try:
            return page.evaluate(code)
        except AssertionError:
            return None
