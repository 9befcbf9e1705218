"""The master of `tern fpm`: pools, signals, logs."""
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import stat
import threading
import time
import types
import unittest

import behind_nginx
import tern_fpm
from harness import refuses, wait_until
from http_client import Client as HttpClient
from launcher import TERN
from php_program import need_php
from pools import PoolTest
from processes import alive, children_of
from service_manager import Manager


class MasterTest(PoolTest):
    def test_from_start_to_end(self):
        self.start({"www": ""})
        self.assertEqual(self.fpm.log()[:2], [("NOTICE", f"fpm is running, pid {self.fpm.pid}"), ("NOTICE", "ready to handle connections")])
        self.assertEqual(self.fpm.pid_path.read_text(), str(self.fpm.pid))
        self.assertEqual(self.get("hello.php"), "hello")
        self.fpm.send(signal.SIGTERM)
        self.fpm.process.wait()
        self.assertEqual([text for _, text in self.fpm.log()][-2:], ["Terminating ...", "exiting, bye-bye!"])
        self.assertFalse(self.fpm.pid_path.exists())
        self.fpm.stop()

    @unittest.skipIf(os.geteuid() != 0, "its socket belongs to www-data")
    def test_debian_s_pool_file(self):
        """As the package php8.2-fpm ships it, but for the folder of the socket, behind nginx."""
        package = self.packages()
        text = next(package.glob("etc/php/*/fpm/pool.d/www.conf")).read_text().replace("/run/php/", f"{self.fpm.folder}/")
        self.fpm.configure({}, f"include = {self.fpm.write('pool.d/www.conf', text)}")
        self.fpm.start()
        address = re.search(r"^listen = (.*)$", text, re.M)[1]
        self.assertEqual(self.get("hello.php", address), "hello")
        site = types.SimpleNamespace(folder=self.fpm.folder, root=self.fpm.folder / "site", socket=address)
        nginx = behind_nginx.start(site, self.addCleanup, "www-data")
        with HttpClient(("127.0.0.1", nginx.port)) as client:
            answer = client.ask("GET", "/hello.php", [("Host", "whole.test")])
        self.assertEqual((answer.status, answer.text), (200, "hello"))
        self.fpm.stop()

    def test_finishes_after_its_requests(self):
        self.start({"www": ""})
        with self.waiting("finish") as release:
            self.fpm.send(signal.SIGQUIT)
            self.fpm.wait_for("NOTICE", "^Finishing ...$")
            self.assertRegex(release(), r"^waited in \d+$")
        self.fpm.process.wait()
        self.assertEqual(self.fpm.log()[-1], ("NOTICE", "exiting, bye-bye!"))
        self.fpm.stop()

    def test_refuses_connections_while_it_finishes(self):
        """At once, so that a web server does not wait for the running requests."""
        path = self.fpm.folder / "socket"
        self.start({"www": "", "other": f"listen = {path}"})
        with self.waiting("finish") as release, self.waiting("other", path) as release_other:
            self.fpm.send(signal.SIGQUIT)
            for address in (None, path):
                wait_until(lambda: refuses(self.fpm.address(address)), f"refused connections at {address}")
            for one in (release, release_other):
                self.assertRegex(one(), r"^waited in \d+$")
        self.fpm.process.wait()
        self.assertFalse(path.exists())
        self.fpm.stop()

    def test_terminates_in_spite_of_its_requests(self):
        self.start({"www": ""})
        with self.waiting("terminate"):
            self.fpm.stop()

    def test_process_control_timeout(self):
        self.start({"www": ""}, "process_control_timeout = 1")
        with self.waiting("timeout"):
            self.fpm.stop(signal.SIGQUIT)

    def test_reload(self):
        self.start({"www": ""})
        before = self.get("pid.php")
        self.fpm.configure({"www": "php_value[memory_limit] = 55M", "other": f"listen = {self.fpm.folder}/other.sock"})
        with self.waiting("reload") as release:
            self.reload()
            self.assertEqual(self.fpm.told("NOTICE", "using inherited socket")[0].split(", ")[1], f'"127.0.0.1:{self.fpm.port}"')
            self.assertNotEqual(self.get("pid.php"), before)
            self.assertEqual(self.get("setting.php", query="name=memory_limit&value=60M"), "55M|changed")
            self.assertEqual(self.get("hello.php", self.fpm.folder / "other.sock"), "hello")
            self.assertRegex(release(), r"^waited in \d+$")
        self.assertEqual(self.fpm.pid_path.read_text(), str(self.fpm.pid))
        self.fpm.configure({"www": ""})
        self.reload()
        self.assertFalse((self.fpm.folder / "other.sock").exists())
        self.fpm.stop()

    def test_reload_loses_no_request(self):
        self.start({"www": ""})
        failed, ended, count = [], threading.Event(), [0]

        def ask():
            while not ended.is_set():
                try:
                    text = self.get("hello.php")
                except (OSError, EOFError) as error:
                    text = repr(error)
                count[0] += 1
                if text != "hello":
                    failed.append(text)
        clients = [threading.Thread(target=ask) for _ in range(4)]
        for client in clients:
            client.start()
        for _ in range(8):
            asked = count[0]
            self.reload()
            wait_until(lambda: count[0] > asked + 4, "requests")
        ended.set()
        for client in clients:
            client.join()
        self.assertEqual(failed, [])
        self.fpm.stop()

    def test_reload_with_more_state_than_a_variable_takes(self):
        """128 KB, as of many pools; one with a long name is faster."""
        name = "p" * 150_000
        self.start({name: ""})
        with self.waiting("reload") as release:
            self.reload()
            self.assertEqual(self.get("hello.php"), "hello")
            self.assertRegex(release(), r"^waited in \d+$")
        self.assertEqual(self.fpm.told("ERROR", "."), [])
        self.fpm.stop()

    def test_reload_with_an_error(self):
        self.start({"www": ""})
        before = self.fpm.servers()
        self.fpm.configure({"www": "pm.max_childs = 1"})
        self.fpm.send(signal.SIGUSR2)
        self.fpm.wait_for("ERROR", "unknown entry 'pm.max_childs'")
        self.fpm.wait_for("ERROR", "^reload refused")
        self.assertEqual(self.fpm.servers(), before)
        self.assertEqual(self.get("hello.php"), "hello")
        self.fpm.configure({"www": ""})
        self.reload()
        self.fpm.stop()

    def refused(self, pools, pattern):
        """The log says why, and the pools continue."""
        before, count = self.fpm.servers(), len(self.fpm.log())
        self.fpm.configure(pools)
        self.fpm.send(signal.SIGUSR2)
        self.fpm.wait_for("ERROR", "^reload refused", since=count)
        self.assertTrue(self.fpm.told("ERROR", pattern, count), self.fpm.output())
        self.assertEqual(self.fpm.servers(), before)
        self.assertEqual(self.get("hello.php"), "hello")

    def test_reload_that_could_not_start(self):
        """What the master would find out only after it has given up the former pools."""
        folder = self.fpm.folder
        self.start({"www": "", "leaves": f"listen = {folder}/leaves.sock"})
        self.refused({"www": "access.log = /nonexistent/a.log"}, r"failed to open access log \(/nonexistent/a\.log\): No such file or directory")
        self.refused({"www": "", "new": f"listen = {folder}/nowhere/x.sock"}, "unable to bind listening socket for address .*/nowhere/x.sock")
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.refused({"www": "", "new": f"listen = 127.0.0.1:{port}"}, f"'127.0.0.1:{port}': Address already in use")
        self.assertEqual(self.get("hello.php", folder / "leaves.sock"), "hello")
        self.fpm.configure({"www": "", "new": f"listen = {folder}/new.sock"})
        self.reload()
        self.assertEqual(self.get("hello.php", folder / "new.sock"), "hello")
        self.assertFalse((folder / "leaves.sock").exists())
        self.fpm.stop()

    def test_reload_with_an_extension_that_cannot_be_loaded(self):
        """As after an upgrade that broke."""
        extension = self.fpm.folder / "tern.so"
        shutil.copy(os.environ["TERN_SO"], extension)
        self.fpm.configure({"www": ""})
        php = [word.replace(os.environ["TERN_SO"], str(extension)) for word in need_php()]
        self.fpm.start(command=[*php, TERN, "fpm"], env={"TERN_EXTENSION": str(extension)})
        self.fpm.write("broken.so", "no library")
        (self.fpm.folder / "broken.so").rename(extension)
        self.refused({"www": ""}, "tern")
        shutil.copy(os.environ["TERN_SO"], self.fpm.folder / "good.so")
        (self.fpm.folder / "good.so").rename(extension)
        self.reload()
        self.fpm.stop()

    def test_many_signals_to_reload(self):
        self.start({"www": ""})
        for _ in range(20):
            self.fpm.send(signal.SIGUSR2)
            self.get("hello.php")
        self.reload()
        self.assertEqual(self.get("hello.php"), "hello")
        self.fpm.stop()

    def test_on_demand(self):
        self.start({"www": "pm = ondemand\npm.max_children = 4\npm.process_idle_timeout = 1"})
        self.assertEqual(self.fpm.servers(), [])
        first = self.get("pid.php")
        wait_until(lambda: not self.fpm.servers(), "the end of the idle server")
        self.assertEqual(self.fpm.told("NOTICE", "^\\[pool www\\]"), [])  # as with PHP-FPM
        self.assertNotEqual(self.get("pid.php"), first)
        self.fpm.stop()

    def test_a_server_that_was_killed(self):
        self.start({"www": ""})
        self.get("hello.php")
        [server] = self.fpm.servers()
        os.kill(server, signal.SIGKILL)
        self.fpm.wait_for("WARNING", rf"^\[pool www\] child {server} exited on signal 9 \(SIGKILL\) after \d+\.\d{{6}} seconds from start$")
        self.fpm.wait_for("NOTICE", r"^\[pool www\] child \d+ started$")
        self.assertEqual(self.get("hello.php"), "hello")
        self.fpm.stop()

    def test_a_worker_that_was_killed(self):
        self.start({"www": ""})
        worker = int(self.get("pid.php"))
        os.kill(worker, signal.SIGSEGV)
        self.fpm.wait_for("WARNING", rf"^\[pool www\] child {worker} exited on signal 11 \(SIGSEGV\) after \d+\.\d{{6}} seconds from start$")
        self.assertEqual(self.get("hello.php"), "hello")
        self.fpm.stop()

    def test_the_age_of_a_child_after_a_reload(self):
        self.start({"www": "php_admin_value[tern.pool_processes] = 1"})
        first, began = int(self.get("pid.php")), time.monotonic()
        os.kill(first, signal.SIGKILL)
        self.fpm.wait_for("WARNING", rf"^\[pool www\] child {first} exited on signal 9")
        worker = self.get("pid.php")
        self.reload()
        line = self.fpm.wait_for("NOTICE", rf"^\[pool www\] child {worker} exited with code 0 after")
        self.assertLess(float(re.search(r"after ([\d.]+) seconds", line)[1]), time.monotonic() - began)
        self.fpm.stop()

    def test_emergency_restart(self):
        self.start({"www": ""}, "emergency_restart_threshold = 2\nemergency_restart_interval = 1m")
        for _ in range(2):
            os.kill(int(self.get("pid.php")), signal.SIGSEGV)
            self.get("hello.php")
        self.fpm.wait_for("WARNING", r"^failed processes threshold \(2 in 60 sec\) is reached, initiating reload$")
        self.fpm.wait_for("NOTICE", "^ready to handle connections$", 2)
        self.fpm.stop()

    def test_max_requests(self):
        self.start({"www": "pm = static\npm.max_children = 1\npm.max_requests = 3"})
        first = self.get("pid.php")
        wait_until(lambda: self.get("pid.php") != first, "another process")
        self.fpm.wait_for("NOTICE", rf"^\[pool www\] child {first} exited with code 0 after \d+\.\d{{6}} seconds from start$")
        self.fpm.wait_for("NOTICE", r"^\[pool www\] child \d+ started$")
        self.fpm.stop()

    def test_max_children(self):
        """As many requests at a time as PHP-FPM would have, though there are fewer processes."""
        self.start({"www": "pm = static\npm.max_children = 3", "other": f"listen = {self.fpm.folder}/other"})
        with contextlib.ExitStack() as stack:
            release = [stack.enter_context(self.waiting(f"child{number}")) for number in range(3)]
            texts = []
            fourth = threading.Thread(target=lambda: texts.append(self.get("hello.php")))
            fourth.start()
            self.assertEqual(self.get("hello.php", self.fpm.folder / "other"), "hello")
            self.assertEqual(texts, [])
            release[0]()
            fourth.join()
            self.assertEqual(texts, ["hello"])
        self.fpm.stop()

    def test_one_request_in_a_process(self):
        self.start({"www": "pm = static\npm.max_children = 3\nphp_admin_value[tern.isolation] = process"})
        with contextlib.ExitStack() as stack:
            release = [stack.enter_context(self.waiting(f"child{number}")) for number in range(3)]
            self.assertEqual(len({one() for one in release}), 3)
        self.fpm.stop()

    def test_the_log_of_workers(self):
        self.start({"www": "catch_workers_output = yes"}, "log_limit = 512")
        self.get("say.php", query="text=some%20words")
        self.fpm.wait_for("WARNING", r'^\[pool www\] child \d+ said into stderr: "some words"$')
        self.fpm.wait_for("WARNING", r'^\[pool www\] child \d+ said into stdout: "out"$')
        self.get("say.php", query=f"text={'a' * 1000}")
        self.fpm.wait_for("WARNING", r'^\[pool www\] child \d+ said into stderr: "a+"$', 3)
        long = [line for line in self.fpm.log_path.read_text().splitlines() if '"a' in line]
        self.assertEqual([len(line) for line in long[:2]], [511, 511])
        self.assertEqual(sum(line.count("a") for line in (one[one.index('"'):] for one in long)), 1000)
        self.fpm.stop()

    def test_undecorated_output(self):
        self.start({"www": "catch_workers_output = yes\ndecorate_workers_output = no"})
        self.get("say.php", query="text=some%20words")
        wait_until(lambda: "\nsome words\n" in self.fpm.log_path.read_text(), "the line")
        self.fpm.stop()

    def test_reopened_logs(self):
        self.start({"www": f"access.log = {self.fpm.folder}/access.log"})
        self.fpm.log_path.rename(self.fpm.folder / "log.1")
        before = self.get("pid.php")
        with self.waiting("reopen") as release:
            self.fpm.send(signal.SIGUSR1)
            self.fpm.wait_for("NOTICE", "^error log file re-opened$")
            self.fpm.wait_for("NOTICE", "^access log file re-opened$")
            wait_until(lambda: self.get("pid.php") != before, "new processes")
            self.assertRegex(release(), r"^waited in \d+$")
        self.fpm.stop()

    def test_the_background(self):
        self.fpm.configure({"www": ""})
        done = tern_fpm.fpm("-D", "-y", self.fpm.folder / "fpm.conf")
        self.assertEqual((done.returncode, [text for _, text in tern_fpm.lines(done.stderr)]), (0, []), done.stderr)
        pid = int(self.fpm.pid_path.read_text())
        try:
            self.assertEqual(self.get("hello.php"), "hello")
            self.assertNotEqual(os.getsid(pid), os.getsid(0))
        finally:
            os.kill(pid, signal.SIGTERM)
            wait_until(lambda: not alive(pid), "its end")

    def test_a_start_in_the_background_that_fails(self):
        self.start({"www": ""})
        done = tern_fpm.fpm("-D", "-y", self.fpm.folder / "fpm.conf")
        self.assertEqual(done.returncode, 70)
        self.assertIn(("ERROR", f"unable to bind listening socket for address '127.0.0.1:{self.fpm.port}': Address already in use (98)"),
                      tern_fpm.lines(done.stderr))
        self.fpm.stop()

    def test_the_end_of_the_master(self):
        self.start({"www": ""})
        servers = self.fpm.servers()
        workers = [pid for server in servers for pid in children_of(server)]
        self.fpm.send(signal.SIGKILL)
        self.fpm.process.wait()
        wait_until(lambda: not any(map(alive, servers + workers)), "the end of the pools")

    def test_systemd(self):
        manager = Manager(self.fpm.folder)
        self.addCleanup(manager.close)
        self.fpm.configure({"www": "clear_env = no"})
        self.fpm.start(env={"NOTIFY_SOCKET": manager.path})
        self.assertEqual(manager.next(), f"READY=1\nSTATUS=Ready to handle connections\nMAINPID={self.fpm.pid}")
        self.assertNotIn("NOTIFY_SOCKET", json.loads(self.get("self.php"))["environment"])
        self.reload()
        self.assertRegex(manager.next(), r"^RELOADING=1\nMONOTONIC_USEC=\d+\n")
        self.assertRegex(manager.next(), "^READY=1\n")
        self.fpm.send(signal.SIGTERM)
        self.assertRegex(manager.next(), "^STOPPING=1\n")
        self.fpm.process.wait()
        self.fpm.stop()

    def test_the_mode_of_a_socket(self):
        path = self.fpm.folder / "socket"
        self.start({"www": f"listen = {path}\nlisten.mode = 0606"})
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o606)
        again = tern_fpm.fpm("-F", "-y", self.fpm.folder / "fpm.conf")
        self.assertIn(("ERROR", f"Another FPM instance seems to already listen on {path}"), tern_fpm.lines(again.stderr))
        self.assertEqual(self.get("hello.php", path), "hello")
        self.fpm.stop()

    def test_an_access_control_list(self):
        path = self.fpm.folder / "socket"
        self.start({"www": f"listen = {path}\nlisten.acl_users = daemon\nlisten.acl_groups = nogroup"})
        listed = os.getxattr(path, "system.posix_acl_access")
        self.assertEqual(len(listed), 4 + 6 * 8)
        self.assertEqual(self.get("hello.php", path), "hello")
        self.fpm.stop()


if __name__ == "__main__":
    unittest.main()
