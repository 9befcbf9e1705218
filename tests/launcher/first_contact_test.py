"""The errors that a new user meets: each message says what to do, and names a page of the documentation."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import unittest

from harness import ROOT, free_port
from launcher import TERN, LauncherTest, tern
from php_program import PHP, http_script, need_php, opcache
from server_process import Server

HOME = json.loads((ROOT / "composer.json").read_text())["homepage"]
APPLICATION = "<?php return fn($request, $response) => 'x';"
SCRIPT = "<?php $server = new Swoole\\Http\\Server('127.0.0.1', 0); $server->on('request', fn($a, $b) => $b->end()); $server->start();"


class FirstContactTest(LauncherTest):
    def assertSays(self, output, page, *texts):
        for text in (*texts, f"See {HOME}/errors/{page}"):
            self.assertIn(text, output)
        self.assertTrue((ROOT / f"docs/errors/{page}.md").exists())
        self.assertNotIn("Stack trace", output)

    def fails(self, *words, **more):
        done = tern(*words, cwd=self.folder, **more)
        self.assertNotEqual(done.returncode, 0)
        return done.stdout + done.stderr

    def taken(self):
        busy = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(busy.close)
        return busy.getsockname()[1]

    def without_extension(self, target):
        """tern serve by a PHP that does not have the extension yet, and with TERN_EXTENSION set to tern.so in the folder."""
        done = subprocess.run([need_php()[0], "-n", TERN, "serve", target], capture_output=True, text=True, cwd=self.folder,
                              env={**os.environ, "TERN_EXTENSION": str(self.folder / "tern.so")})
        self.assertEqual(done.returncode, 2)
        return done

    def test_port_in_use(self):
        self.write("public/index.php", APPLICATION)
        port = self.taken()
        said = self.fails("serve", "public", "--port", str(port))
        self.assertSays(said, "port-in-use", f"cannot listen on 127.0.0.1:{port}: Address already in use. Another process",
                        "choose another port")

    def test_script_at_a_port_in_use(self):
        self.write("app.php", SCRIPT)
        done = tern("serve", "app.php", "--port", str(self.taken()), cwd=self.folder)
        self.assertSays(done.stdout + done.stderr, "port-in-use", "Address already in use. Another process")
        self.assertEqual(done.returncode, 1)

    def test_port_in_use_while_developing(self):
        self.write("public/index.php", APPLICATION)
        port = self.taken()
        said = self.fails("serve", "public", "--port", str(port), "--dev")
        self.assertSays(said, "port-in-use", f"{port} is in use by python", f"or kill {os.getpid()}")

    def test_no_such_address(self):
        self.write("public/index.php", APPLICATION)
        for more in ((), ("--dev",)):
            said = self.fails("serve", "public", "--host", "192.0.2.7", "--port", str(free_port()), *more)
            self.assertSays(said, "no-such-address", "Cannot assign requested address", "use one of `ip addr`")

    def test_no_extension(self):
        self.write("app.php", SCRIPT)
        done = self.without_extension("app.php")
        self.assertSays(done.stdout + done.stderr, "no-extension", "there is no such file")

    def test_extension_that_php_does_not_load(self):
        self.write("app.php", SCRIPT)
        self.write("public/index.php", APPLICATION)
        self.write("tern.so", "not a library")
        for target in ("app.php", "public"):
            done = self.without_extension(target)
            self.assertSays(done.stdout + done.stderr, "extension-not-loaded", "does not load the extension",
                            "build it again")

    def test_old_php(self):
        check = f"require '{ROOT}/launcher/requirements.php'; echo Tern\\Launcher\\missing($argv[1], $argv[2], '/usr/bin/php');"
        run = [need_php()[0], "-n", "-r", check, "--"]
        said = subprocess.run([*run, "80130", "8.1.30"], capture_output=True, text=True, check=True).stdout
        self.assertSays(said, "old-php", "/usr/bin/php is PHP 8.1.30, and Tern needs PHP 8.2 or newer", "php8.2")
        self.assertEqual(subprocess.run([*run, "80200", "8.2.0"], capture_output=True, text=True, check=True).stdout, "")

    def test_no_opcache(self):
        self.write("site/page.php", "<?php echo 'x';")
        said = self.fails("serve", "site", php=(*opcache(), "-d", "opcache.enable_cli=0"))
        self.assertSays(said, "no-opcache", "needs opcache: set opcache.enable=1 and opcache.enable_cli=1 in php.ini")


class ServerMessagesTest(LauncherTest):
    assertSays = FirstContactTest.assertSays

    def test_port_in_use_is_thrown(self):
        with socket.create_server(("127.0.0.1", 0)) as busy:
            port = busy.getsockname()[1]
            script = f"<?php try {{ new Swoole\\Http\\Server('127.0.0.1', {port}); }} catch (Swoole\\Exception $e) {{ echo $e->getMessage(); }}"
            done = subprocess.run(PHP, input=script, capture_output=True, text=True)
        self.assertSays(done.stdout, "port-in-use", f"failed to listen server port[127.0.0.1:{port}], Error: Address already in use[98].")

    @unittest.skipUnless(os.geteuid() == 0, "only root can become another user")
    def test_port_not_permitted(self):
        self.write("app.php", "<?php try { new Swoole\\Http\\Server('127.0.0.1', 81); } catch (Swoole\\Exception $e) { echo $e->getMessage(); }")
        self.folder.chmod(0o755)
        script = self.folder / "app.php"
        done = subprocess.run(["unshare", "--net", "setpriv", "--reuid=65534", "--clear-groups", "--inh-caps=-all", *PHP, script],
                              capture_output=True, text=True)
        self.assertSays(done.stdout, "port-not-permitted", "Permission denied[13]", "from 1024 on")

    def test_already_running(self):
        options = {"pid_file": str(self.folder / "pid")}
        first = Server(http_script("$response->end('x');", options))
        self.addCleanup(first.stop)
        second = Server(http_script("$response->end('x');", options), wait=False)
        self.addCleanup(second.kill)
        second.wait_exit()
        self.assertSays(second.output(), "already-running", f"belongs to running process {first.pid}: this server runs already")

    def test_another_swoole(self):
        compiler = shutil.which("cc") or self.skipTest("there is no C compiler")
        config = os.environ["PHP_CONFIG"]
        includes = subprocess.run([config, "--includes"], capture_output=True, text=True, check=True).stdout.split()
        rival = self.folder / "swoole.so"
        subprocess.run([compiler, "-shared", "-fPIC", *includes, pathlib.Path(__file__).with_name("rival.c"), "-o", rival], check=True)
        done = subprocess.run([*PHP, "-d", f"extension={rival}", "-r", "echo 'reached';"], capture_output=True, text=True)
        self.assertNotIn("reached", done.stdout)
        self.assertSays(done.stdout + done.stderr, "another-swoole", "remove one of the lines", "tern.swoole_compat=0")


if __name__ == "__main__":
    unittest.main()
