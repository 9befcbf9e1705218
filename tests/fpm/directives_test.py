"""The directives of PHP-FPM's manual: each is known, and what has no effect is named; those that no other test of this folder uses, at work."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import tempfile
import unittest

from fastcgi import Client
from harness import wait_until
from launcher import TERN
from php_program import need_php
from pools import PoolTest
from processes import children_of
from server_case import TestCase
from tern_fpm import fpm, lines

DIRECTIVES = pathlib.Path(__file__).with_name("directives.list")
# Shown by -tt under another name.
SHOWN_AS = {"php_flag": "php_value", "php_admin_flag": "php_admin_value"}


def directives():
    """(section, directive, value, why it has no effect) of each."""
    rows = [line.split(" | ") for line in DIRECTIVES.read_text().splitlines() if not line.startswith("#")]
    return [(*row, "")[:4] for row in rows]


class KnownTest(TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-fpm-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        text = ""
        for section, name in (("global", "[global]"), ("pool", "[www]")):
            own = [f"{directive} = {value}\n" for of, directive, value, _ in directives() if of == section]
            text += f"{name}\n" + "".join(own).replace("{folder}", str(self.folder))
        (self.folder / "fpm.conf").write_text(text)
        done = fpm("-tt", "-y", self.folder / "fpm.conf")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.shown = [text.strip() for level, text in lines(done.stderr) if level == "NOTICE"]

    def test_each_is_known(self):
        begins = {"global": self.shown.index("[global]"), "pool": self.shown.index("[www]")}
        for section, directive, value, _ in directives():
            with self.subTest(directive):
                name = re.sub(r"^\w+(?=\[)", lambda found: SHOWN_AS.get(found[0], found[0]), directive)
                part = self.shown[begins[section]:]
                found = next((line for line in part if line.startswith(f"{name} = ")), None)
                self.assertIsNotNone(found, self.shown)
                if directive != "syslog.facility":  # shown as a number
                    self.assertEqual(found.split(" = ", 1)[1], value.replace("{folder}", str(self.folder)))

    def test_none_is_missing_here(self):
        known = {directive.split("[")[0] for _, directive, *_ in directives()}
        shown = {re.split(r"[\[ ]", line)[0] for line in self.shown if " = " in line}
        self.assertEqual(shown - known, set())

    def test_what_has_no_effect_is_named(self):
        named = {found[1]: found[2] for found in (re.match(r"(?:\[pool www\] )?'(.*)' directive is ignored: (.*)", line) for line in self.shown) if found}
        expected = {directive: reason for _, directive, _, reason in directives() if reason}
        self.assertEqual(named.keys(), expected.keys())
        for directive, reason in expected.items():
            self.assertIn(reason, named[directive])


class AddressesTest(PoolTest):
    def test_a_status_page_at_its_own_address(self):
        """It responds while all children are busy, and its requests are none of the pool's."""
        address = self.fpm.folder / "status"
        self.start({"www": f"pm = static\npm.max_children = 1\npm.status_path = /status\npm.status_listen = {address}"})
        with self.waiting("busy"):
            for _ in range(3):
                status = self.answer("none.php", address, SCRIPT_NAME="/status").text
            shown = dict(re.findall(r"^([\w ]+):\s+(.*)$", status, re.M))
            self.assertEqual((shown["pool"], shown["accepted conn"], shown["active processes"], shown["idle processes"]), ("www", "1", "1", "0"))
        # The pool's own address has the page, too, as with PHP-FPM.
        self.assertRegex(self.answer("none.php", SCRIPT_NAME="/status").text, r"^pool: +www\n")
        self.fpm.stop()

    def test_functions_that_a_page_does_not_have(self):
        """PHP-FPM has no pcntl, and not what only programs have."""
        self.start({"www": "php_admin_value[disable_functions] = exec", "other": f"listen = {self.fpm.folder}/other.sock"})
        for address, has_exec, disabled in ((None, False, "exec"), (self.fpm.folder / "other.sock", True, "")):
            self.assertEqual(json.loads(self.get("forks.php", address, "setting=disable_functions")),
                             {"pcntl_fork": False, "pcntl_exec": False, "exec": has_exec, "dl": False, "chroot": False, "cli_set_process_title": False,
                              "Tern\\Launcher\\missing": False, "disabled": disabled})
        self.assertTrue(self.fpm.told("NOTICE", r"^\[pool other\] 'disable_functions' differs from that of pool 'www': PHP crashes "))
        self.fpm.stop()

    def test_pools_with_the_same_functions(self):
        self.start({"www": "php_admin_value[disable_functions] = exec, system",
                    "other": f"listen = {self.fpm.folder}/other.sock\nphp_admin_value[disable_functions] = SYSTEM,exec"})
        self.assertEqual(self.fpm.told("NOTICE", "disable_functions"), [])
        self.fpm.stop()

    def test_what_phpinfo_shows_of_the_server(self):
        self.start({"www": ""})
        self.assertRegex(self.get("info.php"), r"Server API *</td><td class=\"v\">FPM/FastCGI *<")
        self.fpm.stop()

    def test_undecorated_lines_of_tern(self):
        """They have their time and process, as nothing else adds it."""
        self.start({"www": "catch_workers_output = yes\ndecorate_workers_output = no\nlisten.allowed_clients = 192.0.2.1"})
        with Client(self.fpm.address()) as client, contextlib.suppress(ConnectionError):
            client.expect_closed()
        lines = wait_until(lambda: re.findall(r"^.*has been dropped.*$", self.fpm.log_path.read_text(), re.M), "the line")
        self.assertRegex(lines[0], r"^\[.*\d:\d\d:\d\d.*\]")
        self.fpm.stop()

    def allowed(self, clients, **more):
        self.start({"www": f"listen.allowed_clients = {clients}\ncatch_workers_output = yes"}, **more)

    def refused(self):
        with Client(self.fpm.address()) as client, contextlib.suppress(ConnectionError):
            client.expect_closed()
        return self.fpm.wait_for("WARNING", r"""said into stderr: "ERROR: Connection disallowed: IP address '127\.0\.0\.1' has been dropped\."$""")

    def test_clients_that_may_connect(self):
        self.allowed("192.0.2.1, 127.0.0.1")
        self.assertEqual(self.get("hello.php"), "hello")
        self.fpm.stop()

    def test_clients_that_may_not_connect(self):
        self.allowed("192.0.2.1,::1")
        self.assertTrue(self.refused())
        self.fpm.stop()

    def test_addresses_that_are_none(self):
        self.allowed("somewhere,127.0.0.1")
        self.fpm.wait_for("WARNING", r"""said into stderr: "ERROR: Wrong IP address 'somewhere' in listen\.allowed_clients"$""")
        self.assertEqual(self.get("hello.php"), "hello")
        self.fpm.stop()

    def test_no_address_that_is_one(self):
        self.allowed("somewhere")
        self.fpm.wait_for("WARNING", 'said into stderr: "ERROR: There are no allowed addresses"$')
        self.assertTrue(self.refused())
        self.fpm.stop()

    def test_allowed_clients_of_a_path(self):
        path = self.fpm.folder / "socket"
        self.start({"www": f"listen = {path}\nlisten.allowed_clients = 192.0.2.1"})
        self.assertEqual(self.get("hello.php", path), "hello")
        self.fpm.stop()


def nice_of(pid):
    return os.getpriority(os.PRIO_PROCESS, pid)


class PriorityTest(PoolTest):
    @unittest.skipIf(os.geteuid() != 0, "only root may")
    def test_of_the_master_and_its_pools(self):
        own = nice_of(0)
        self.start({"www": "", "other": f"listen = {self.fpm.folder}/other\nprocess.priority = {own + 9}"}, f"process.priority = {own + 7}")
        self.assertEqual(nice_of(self.fpm.pid), own + 7)
        workers = [pid for server in self.fpm.servers() for pid in children_of(server)]
        self.assertEqual({nice_of(pid) for pid in (*self.fpm.servers(), *workers)}, {own + 7, own + 9})
        self.fpm.stop()

    @unittest.skipIf(os.geteuid() == 0, "root may")
    def test_without_root(self):
        self.start({"www": ""}, "process.priority = 7")
        self.assertTrue(self.fpm.told("NOTICE", "^'process.priority' directive is ignored when FPM is not running as root$"))
        self.fpm.stop()


# The devices of this machine stay as they are: the command sees a folder with links to them, and this socket.
OTHER_DEVICES = """set -e
mkdir "$1/devices" && mount --rbind /dev "$1/devices" && mount -t tmpfs none /dev
for device in "$1"/devices/*; do ln -s "$device" /dev/; done
ln -sfn "$1/syslog" /dev/log
shift && exec "$@"
"""
NOTICE, WARNING = 5, 4
LOCAL3 = 19 << 3


@unittest.skipIf(os.geteuid() != 0, "only root may have other devices")
class SyslogTest(PoolTest):
    def setUp(self):
        super().setUp()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.socket.close)
        self.socket.settimeout(10)
        self.socket.bind(str(self.fpm.folder / "syslog"))

    def next(self, priority, pattern):
        """The next message with that priority and text. Others of this level may come before."""
        while True:
            found = re.match(r"<(\d+)>\w{3} [ \d]\d [\d:]{8} (.*)", self.socket.recv(4096).decode(), re.S)
            if int(found[1]) == priority and re.search(pattern, found[2]):
                return found[2]

    def test_messages(self):
        self.fpm.log_path = "syslog"
        self.fpm.configure({"www": "catch_workers_output = yes"}, "syslog.ident = pools\nsyslog.facility = local3")
        self.fpm.log_path = self.fpm.folder / "log"
        command = ["unshare", "--mount", "sh", "-c", OTHER_DEVICES, "sh", self.fpm.folder, *need_php(), TERN, "fpm"]
        self.fpm.start(wait=False, command=command)
        self.assertEqual(self.next(LOCAL3 | NOTICE, "fpm is running"), f"pools[{self.fpm.pid}]: [NOTICE] fpm is running, pid {self.fpm.pid}")
        self.next(LOCAL3 | NOTICE, r"\[NOTICE\] ready to handle connections$")
        self.get("say.php", query="text=some%20words")
        self.next(LOCAL3 | WARNING, r'\[WARNING\] \[pool www\] child \d+ said into stderr: "some words"$')
        self.fpm.stop()
