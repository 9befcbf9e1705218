"""tern doctor: what it finds, and which options of a script have no effect."""
import json
import os
import pathlib
import shutil
import socket
import subprocess

import services
from harness import ROOT
from launcher import TERN, LauncherTest, command, tern
from php_program import PHP, opcache


class DoctorTest(LauncherTest):
    def free_port(self):
        """A port at which no other test can listen meanwhile: it is bound."""
        holder = socket.socket()
        self.addCleanup(holder.close)
        holder.bind(("", 0))
        return str(holder.getsockname()[1])

    def test_findings(self):
        told = self.doctor("--port", self.free_port())
        topics = {one["topic"] for one in told["findings"]}
        self.assertEqual(topics, {"php", "extension", "opcache", "jit", "limits", "kernel", "libraries", "contexts", "ports"})
        for one in told["findings"]:
            self.assertIn(one["level"], ("ok", "advice", "problem"))
            self.assertEqual(one["fix"] == "", one["level"] == "ok", one)
        php = next(one for one in told["findings"] if one["topic"] == "libraries")
        self.assertRegex(php["text"], r"^cooperative: php\b")
        self.assertTrue(told["healthy"])

    def test_port_in_use(self):
        with socket.create_server(("127.0.0.1", 0)) as busy:
            port = busy.getsockname()[1]
            told = self.doctor("--port", str(port))
            problem = next(one for one in told["findings"] if one["level"] == "problem")
            self.assertIn(f"{port} is in use by python", problem["text"])
            self.assertIn(f"kill {os.getpid()}", problem["fix"])
            self.assertFalse(told["healthy"])

    def test_settings_of_servers(self):
        self.write("php.ini", "memory_limit = 77M\nopcache.revalidate_freq = 5\n")
        told = self.doctor("--port", self.free_port(), php=("-c", str(self.folder / "php.ini"), *opcache(), "-d", "opcache.enable_cli=1"))
        texts = "\n".join(one["text"] for one in told["findings"])
        self.assertIn("opcache.revalidate_freq=5, opcache.file_update_protection=2, ", texts)
        self.assertIn(f"memory_limit of `tern serve`: 77M of a request of a classic site (by {self.folder / 'php.ini'}), 77M of a worker", texts)

    def test_limits(self):
        done = subprocess.run(["sh", "-c", 'ulimit -n 500; exec "$@"', "sh", *command("doctor", "--strict", "--port", self.free_port())],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"(?m)^advice +limits +500 open files: .*\n +fix: .*LimitNOFILE")

    def test_extensions_that_keep_a_request(self):
        php = services.Packages("extensions").php("tideways_xhprof", "uploadprogress")
        found = [one for one in self.doctor("--port", self.free_port(), php=tuple(php))["findings"] if one["topic"] == "contexts"]
        self.assertIn("`--concurrency 1` for an application, `--isolation process` for a classic site", found[1]["fix"])
        self.assertEqual([(one["level"], one["text"]) for one in found],
                         [("advice", "tideways_xhprof keeps the running request: an application handles one request at a time in each worker,"
                           " and a classic site runs in PHP workers"),
                          ("advice", "uploadprogress is unknown to Tern: contexts share what it keeps for a request "
                           "outside of its globals")])

    def test_extensions_that_were_tried(self):
        php = services.Packages("extensions").php("apcu", "igbinary", "tideways_xhprof")
        told = {one["text"].split(":")[0].split(" ")[0]: one for one in self.doctor("--port", self.free_port(), php=tuple(php))["findings"]
                if one["topic"] == "contexts"}
        self.assertEqual({name: told[name]["level"] for name in ("apcu", "igbinary", "tideways_xhprof")},
                         {"apcu": "ok", "igbinary": "ok", "tideways_xhprof": "advice"})
        self.assertTrue(told["apcu"]["text"].startswith("apcu: shared. Its memory serves all requests of all workers."))
        self.assertTrue(told["igbinary"]["text"].startswith("igbinary: own. "))

    def test_options_without_effect(self):
        told = self.doctor("--port", self.free_port(), pathlib.Path(__file__).with_name("options.php"), "--", "ssl_host_name")
        found = {one["text"].split(" ", 1)[0]: one for one in told["findings"] if one["topic"] == "options"}
        self.assertEqual(set(found), {"reactor_num", "iouring_entries",
                                      "aio_max_wait_time", "ssl_host_name", "max_request",
                                      "hook_flag", "of_the_program"})
        self.assertEqual(found["reactor_num"]["text"], "reactor_num has no effect here: every worker has its own loop.")
        self.assertEqual(found["max_request"]["text"], "max_request has no effect here: it belongs to the server")
        self.assertEqual(found["hook_flag"]["text"],
                         'hook_flag has no effect here: it is unknown; the nearest known one is "hook_flags"')
        self.assertEqual(found["of_the_program"]["text"], "of_the_program has no effect here: it is unknown")
        self.assertEqual((found["reactor_num"]["level"], found["iouring_entries"]["level"]), ("ok", "advice"))
        self.assertTrue(told["healthy"])

    def test_options_that_all_have_an_effect(self):
        script = self.write("server.php", '<?php (new Swoole\\Http\\Server("127.0.0.1", 1))->start();')
        self.assertIn("all have an effect", [one["text"] for one in self.doctor(script)["findings"]])

    def test_a_script_that_starts_no_server(self):
        script = self.write("script.php", '<?php fwrite(STDERR, "no database\\nat all"); exit(1);')
        told = self.doctor(script)
        self.assertIn("script.php did not start a server: no database", [one["text"] for one in told["findings"]])
        self.assertFalse(told["healthy"])
        done = tern("doctor", self.folder / "none.php")
        self.assertEqual(done.returncode, 2)
        self.assertIn('there is no script "', done.stderr)

    def test_without_the_extension(self):
        bare = [word for word in PHP if not word.startswith("extension=") and word != "-d"]
        copy = self.folder / "installed"
        shutil.copytree(ROOT / "launcher", copy / "launcher")
        (copy / "bin").mkdir()
        shutil.copy(TERN, copy / "bin/tern")
        bare += ["-d", f"extension_dir={self.folder}", copy / "bin/tern"]
        done = subprocess.run([*bare, "doctor", "--json"], capture_output=True, text=True)
        told = json.loads(done.stdout)
        self.assertIn("there is no extension tern", [one["text"] for one in told["findings"]])
        self.assertEqual(done.returncode, 1)
        done = subprocess.run([*bare, "serve", self.folder], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("tern: there is no extension tern: run `make install`", done.stderr)
