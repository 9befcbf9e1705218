# Only when named
"""The unit tern@.service under a real systemd, from the start to the removal of the package, in this order."""
import contextlib
import pathlib
import re
import resource
import shutil
import time
import unittest

from debs import ARE_THERE, ROOT, make_newer, names
from harness import TIMEOUT_S, free_port, wait_until
from machine import Machine, control_groups
from service import Load, get
from traffic import Traffic

GUIDE = pathlib.Path(__file__).resolve().parents[2] / "docs/install.md"
PROGRAM = pathlib.Path(__file__).with_name("version.php")
WORKERS = 2
UNIT = "tern@example.service"
DROP_IN = ROOT / "etc/systemd/system/tern@.service.d"
WWW_DATA = 33


@unittest.skipUnless(ARE_THERE, "scripts/test-packages runs this")
@unittest.skipUnless(control_groups(), "no file system cgroup2 is mounted")
class SystemdTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.machine = Machine(ROOT)
        cls.addClassCleanup(cls.machine.close)
        cls.addClassCleanup(shutil.rmtree, DROP_IN, True)
        cls.port = free_port()
        shutil.copy(PROGRAM, ROOT / "srv/app.php")
        (ROOT / "srv/version").write_text("1")
        (ROOT / "etc/tern/example.conf").write_text(
            f"TARGET=/srv/app.php\nOPTIONS=--host 127.0.0.1 --port {cls.port} --workers {WORKERS}\n")

    def main_pid(self):
        return int(self.machine.property("MainPID", UNIT))

    def children(self):
        """Those of the main process, as the machine numbers them."""
        return set(self.machine.shell(f"cat /proc/{self.main_pid()}/task/*/children").split())

    def install_newer(self, name, suffix):
        make_newer(name, suffix)
        return self.machine.shell(f"apt-get -qq -y install --no-install-recommends /{name}/*.deb 2>&1")

    def watch_every(self, seconds):
        """Of systemd's watchdog: the server shows twice as often that it is alive."""
        DROP_IN.mkdir(exist_ok=True)
        (DROP_IN / "watchdog.conf").write_text(f"[Service]\nWatchdogSec={seconds}\n")
        self.machine.run("systemctl", "daemon-reload")

    @contextlib.contextmanager
    def a_new_main_process(self):
        """It takes the place of the one before, and shows at once that it is alive."""
        before, alive = self.main_pid(), self.alive_at()
        yield
        self.assertNotEqual(self.main_pid(), before)
        wait_until(lambda: self.alive_at() > alive, "a sign of life")

    def alive_at(self):
        return int(self.machine.property("WatchdogTimestampMonotonic", UNIT))

    def assert_serves(self, version):
        self.assertEqual(get(self.port), (200, f"version {version}"), self.machine.journal(UNIT))
        self.assertEqual(self.machine.property("ActiveState", UNIT), "active")
        self.assertIn("\nActive: active (running)", re.sub(r"\n +", "\n", self.machine.run("systemctl", "status", UNIT).stdout))
        self.assertEqual(self.machine.property("NRestarts", UNIT), "0")

    def test_1_started(self):
        self.watch_every(seconds=6 * TIMEOUT_S)
        self.machine.run("systemctl", "start", UNIT)
        self.assert_serves(1)
        self.assertEqual(self.machine.property("StatusText", UNIT), f"{WORKERS} workers are ready")
        status = self.machine.shell(f"cat /proc/{self.main_pid()}/status")
        self.assertRegex(status, r"(?m)^NoNewPrivs:\t1$")
        self.assertRegex(status, rf"(?m)^Uid:\t{WWW_DATA}\t{WWW_DATA}\t")

    def test_2_in_its_sandbox(self):
        (ROOT / "tmp/secret").write_text("of another")
        enter = ["nsenter", "-t", str(self.main_pid()), "-m"]
        self.assertEqual(self.machine.run(*enter, "ls", "/tmp").stdout, "")
        for path in ("/usr/new", "/etc/new", "/boot/new"):
            self.assertIn("Read-only file system", self.machine.run(*enter, "touch", path, check=False).stderr)
        files = min(100_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        self.assertRegex(self.machine.shell(f"cat /proc/{self.main_pid()}/limits"), rf"(?m)^Max open files +{files} +{files} ")
        found = self.machine.shell("stat -c '%U %a' /run/tern-example/tern").strip()
        self.assertEqual(found, "www-data 700")

    def test_3_reloaded(self):
        main, before = self.main_pid(), self.children()
        with Traffic(self.port) as traffic:
            self.machine.run("systemctl", "reload", UNIT)
            wait_until(lambda: len(before - self.children()) == WORKERS, "the end of the old workers")
            traffic.wait_for(20)
        self.assertEqual(traffic.failures, [], self.machine.journal(UNIT))
        self.assertEqual(self.main_pid(), main)
        self.assert_serves(1)

    def test_4_upgraded_with_its_packages_under_load(self):
        (ROOT / "srv/version").write_text("2")
        with Traffic(self.port) as traffic, self.a_new_main_process():
            began = time.monotonic()
            said = self.install_newer("newer2", "+2")
            installed = time.monotonic()
            wait_until(lambda: "version 2" in traffic.versions or traffic.failures, "a WebSocket with the new server")
            traffic.wait_for(50)
        self.assertEqual(traffic.failures, [], self.machine.journal(UNIT))
        self.assertIn(f"{UNIT}: a new process has taken over", said)
        self.assert_serves(2)
        maps = self.machine.shell(f"cat /proc/{self.main_pid()}/maps")
        self.assertRegex(maps, r"/tern\.so\n")
        print(f"\nupgraded in {installed - began:.1f} s: {traffic.requests} requests of wrk, {traffic.uploaded} uploads, "
              f"{traffic.said} messages of WebSockets, {traffic.restarts} of them closed with 1012; 0 failed", flush=True)

    def test_5_upgraded_with_the_extension_alone_or_with_php(self):
        extension = next(name for name in names() if re.match(r"php\d", name))
        version = re.search(r"\d\.\d", extension)[0]
        for command in (f"dpkg -i /newer2/{extension}_*.deb", f"apt-get -qq -y install --reinstall php{version}-cli"):
            with self.a_new_main_process():
                said = self.machine.shell(command + " 2>&1")
            self.assertIn(f"{UNIT}: a new process has taken over", said)
            self.assert_serves(2)

    def test_6_goes_on_when_the_new_one_cannot_start(self):
        before = self.main_pid()
        (ROOT / "srv/app.php").write_text("<?php this is no PHP")
        said = self.install_newer("newer3", "+3")
        self.assertIn(f"{UNIT}: its upgrade failed, and it continues as before", said)
        self.assertEqual(self.main_pid(), before)
        self.assert_serves(2)
        self.assertRegex(self.machine.property("StatusText", UNIT), r"^The upgrade to process \d+ failed: the log says why$")
        self.assertIn("syntax error", self.machine.journal(UNIT))
        shutil.copy(PROGRAM, ROOT / "srv/app.php")

    def test_7_killed_when_it_does_not_turn(self):
        self.watch_every(seconds=2)
        self.machine.run("systemctl", "restart", UNIT)
        before = self.main_pid()
        self.machine.shell(f"kill -STOP {before}")
        wait_until(lambda: self.machine.property("NRestarts", UNIT) == "1" and
                   self.machine.property("ActiveState", UNIT) == "active", lambda: self.machine.journal(UNIT))
        self.assertNotEqual(self.main_pid(), before)
        self.assertEqual(get(self.port), (200, "version 2"))

    def test_8_stopped(self):
        self.machine.run("systemctl", "stop", UNIT)
        self.assertEqual(self.machine.property("ActiveState", UNIT), "inactive")
        self.assertEqual(self.machine.property("ExecMainStatus", UNIT), "0")
        with self.assertRaises(ConnectionRefusedError):
            get(self.port)

    def test_9_as_the_documentation_says(self):
        """Its commands for a service of a folder, and for a socket unit beside it."""
        port = free_port()
        blocks = [block for block in re.findall(r"(?ms)^```sh\n(.*?)^```", GUIDE.read_text()) if "tern@shop" in block]
        self.assertEqual(len(blocks), 2)
        for commands in blocks:
            self.machine.run("sh", "-ec", commands.replace("8080", str(port)))
            self.assertEqual(get(port), (200, "It works\n"), self.machine.journal("tern@shop.service"))
        with Load(port) as load:
            self.machine.run("systemctl", "restart", "tern@shop.service")
            load.wait_for(100)
        self.assertEqual(load.failures, [])
        self.machine.shell("systemctl disable --now tern@shop.socket tern@shop.service; "
                           "rm -r /etc/tern/shop.conf /etc/systemd/system/tern@shop.socket /srv/shop")

    def test_9_removed_while_it_runs(self):
        self.machine.run("systemctl", "start", UNIT)
        (ROOT / "etc/tern/example.conf").unlink()
        self.machine.run("apt-get", "-qq", "-y", "remove", "tern")
        self.assertEqual(self.machine.property("MainPID", UNIT), "0")
        with self.assertRaises(ConnectionRefusedError):
            get(self.port)
