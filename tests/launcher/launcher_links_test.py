"""A release that is deployed by switching a symbolic link: `tern reload` serves what the link leads to now."""
import os
import signal
import time

from harness import wait_until
from launcher import LauncherTest, Served, tern

APPLICATION = "<?php return fn() => file_get_contents(__DIR__ . '/name') . ' ' . getcwd();"
AUTOLOAD = "<?php spl_autoload_register(fn($name) => $name !== 'Release' ?: require __DIR__ . \"/$name.php\");"
AUTOLOADING = "<?php require __DIR__ . '/../vendor/autoload.php'; return fn() => Release::NAME;"
OLD_S = 10  # files of this age are in opcache


class LinksTest(LauncherTest):
    def setUp(self):
        super().setUp()
        self.environment = {"XDG_RUNTIME_DIR": str(self.folder)}
        self.current = self.folder / "current"

    def release(self, name, files):
        for path, text in files.items():
            self.write(f"releases/{name}/{path}", text, time.time() - OLD_S)

    def switch(self, name):
        """As deployment tools do: the link is replaced in one step."""
        (self.folder / "next").symlink_to(f"releases/{name}")
        os.replace(self.folder / "next", self.current)

    def serve(self, *words, folder=None):
        server = Served((*words, "--port", "0"), folder or self.folder, env=self.environment)
        self.addCleanup(server.stop)
        return server

    def deploy(self, server, name):
        self.switch(name)
        since = server.mark()
        done = tern("reload", env=self.environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        server.wait_for("the reload is finished: all workers are new", since=since)

    def test_an_application_below_the_link(self):
        for name in ("one", "two"):
            self.release(name, {"public/index.php": AUTOLOADING, "public/style.css": name, "vendor/autoload.php": AUTOLOAD,
                                "vendor/Release.php": f"<?php class Release {{ const NAME = '{name}'; }}"})
        self.switch("one")
        server = self.serve(str(self.current / "public"), "--workers", "2")
        for name in ("two", "one", "two"):
            self.deploy(server, name)
            self.assertEqual((server.get().text, server.get("/style.css").text), (name, name))

    def test_a_worker_that_dies_has_the_release_of_the_others(self):
        for name in ("one", "two"):
            self.release(name, {"index.php": AUTOLOADING.replace("/..", ""), "vendor/autoload.php": AUTOLOAD,
                                "vendor/Release.php": f"<?php class Release {{ const NAME = '{name}'; }}"})
        self.switch("one")
        server = self.serve(str(self.current), "--workers", "1")
        self.assertEqual(server.get().text, "one")  # one that dies before it has started is another case
        self.switch("two")
        before = server.workers()
        for worker in before:
            os.kill(worker, signal.SIGKILL)
        server.wait_new_workers(before)
        self.assertEqual(server.get().text, "one")
        self.deploy(server, "two")
        self.assertEqual(server.get().text, "two")

    def test_the_folder_of_the_command_is_followed(self):
        for name in ("one", "two"):
            self.release(name, {"public/index.php": APPLICATION, "public/name": name})
        self.switch("one")
        self.environment["PWD"] = str(self.current)
        server = self.serve("public", "--workers", "1", "--process", "cat public/name > seen; exec sleep 1000", folder=self.current)
        self.assertEqual(server.get().text, f"one {self.folder.resolve()}/releases/one")
        self.deploy(server, "two")
        self.assertEqual(server.get().text, f"two {self.folder.resolve()}/releases/two")
        seen = self.folder / "releases/two/seen"
        wait_until(lambda: seen.exists() and seen.read_text() == "two", "the process of --process")

    def classic(self, *words):
        files = {name: {"public/index.php": f"<?php echo '{name} ', $_SERVER['DOCUMENT_ROOT'];", "public/style.css": name,
                        "public/.user.ini": f"user_agent={name}", "public/agent.php": "<?php echo ini_get('user_agent');",
                        "public/.htaccess": f"RewriteEngine On\nRewriteRule ^pretty$ /index.php\nRewriteRule ^{name}$ /index.php",
                        "rules": f"rewrite /{name} /agent.php\n", "private/file": name,
                        "public/send.php": "<?php header('X-Sendfile: ' . dirname(__DIR__) . '/private/file');"}
                 for name in ("one", "two")}
        for name, those in files.items():
            self.release(name, those)
        self.switch("one")
        return self.serve(str(self.current / "public"), *words)

    def check(self, server, name):
        self.assertEqual(server.get("/index.php").text, f"{name} {self.folder.resolve()}/releases/{name}/public")
        self.assertEqual((server.get("/style.css").text, server.get("/agent.php").text), (name, name))

    def test_a_classic_site(self):
        for words in ((), ("--isolation", "process", "--workers", "1")):
            server = self.classic("--htaccess", *words)
            self.check(server, "one")
            self.assertEqual((server.get("/one").status, server.get("/two").status), (200, 404))
            self.deploy(server, "two")
            wait_until(lambda: server.get("/index.php").text.startswith("two"), "the PHP workers of the new release")
            self.check(server, "two")
            self.assertEqual((server.get("/one").status, server.get("/two").status), (404, 200))
            server.stop()

    def test_its_rules_and_the_files_that_it_sends(self):
        server = self.classic("--rules", str(self.current / "rules"), "--sendfile-root", str(self.current / "private"))
        for name, other in (("one", "two"), ("two", "one")):
            if name == "two":
                self.deploy(server, name)
            self.assertEqual((server.get(f"/{name}").text, server.get("/send.php").text), (name, name))
            self.assertNotEqual(server.get(f"/{other}").text, name)

    def test_requests_in_flight_are_finished_by_the_old_release(self):
        for name in ("one", "two"):
            wait = "while (!is_file(dirname(__DIR__, 2) . '/open')) { clearstatcache(); usleep(10000); }"
            self.release(name, {"index.php": f"<?php return function ($request) {{ if ($request->server['path_info'] === '/wait') {{ {wait} }} "
                                             "return file_get_contents(__DIR__ . '/name'); };", "name": name})
        self.switch("one")
        server = self.serve(str(self.current), "--workers", "1")
        with server.client() as client:
            client.send(b"GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertEqual(server.get().text, "one")
            self.deploy_begun(server, "two")
            self.assertEqual(server.get().text, "two")
            (self.folder / "open").touch()
            self.assertEqual(client.response().text, "one")

    def deploy_begun(self, server, name):
        self.switch(name)
        self.assertEqual(tern("reload", env=self.environment).returncode, 0)
        wait_until(lambda: server.get().text == name, "the new release")

    def test_a_link_that_leads_nowhere(self):
        self.release("one", {"index.php": "<?php return fn() => 'one';"})
        self.switch("one")
        server = self.serve(str(self.current), "--workers", "1")
        self.deploy(server, "two")
        server.wait_for(r"tern: the folder is gone that was served: new workers serve \S+/releases/one as before")
        self.assertEqual(server.get().text, "one")


if __name__ == "__main__":
    import unittest
    unittest.main()
