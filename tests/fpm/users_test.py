"""Pools of `tern fpm` as processes of their users: what they are, and what they cannot reach of each other."""
import grp
import json
import os
import pathlib
import pwd
import re
import subprocess
import time
import unittest
import urllib.parse

from harness import wait_until
from php_program import need_php
from pools import PoolTest
from processes import children_of

FIRST, SECOND = "nobody", "daemon"


class UserTest(PoolTest):
    def seen(self, address=None):
        return json.loads(self.get("self.php", address))

    def test_environment(self):
        self.fpm.configure({"www": "env[A] = b\nenv[FROM] = $OUTER\nenv[MISSING] = $NOWHERE"})
        self.fpm.start(env={"OUTER": "value", "HIDDEN": "1"})
        seen = self.seen()["environment"]
        self.assertEqual((seen["A"], seen["FROM"], seen["MISSING"]), ("b", "value", ""))
        self.assertNotIn("HIDDEN", seen)
        user = pwd.getpwnam(FIRST) if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        self.assertEqual((seen["USER"], seen["HOME"]), (user.pw_name, user.pw_dir))
        self.assertEqual([name for name in seen if name.startswith("TERN")], [])
        self.fpm.stop()

    def test_the_environment_of_the_master(self):
        self.fpm.configure({"www": "clear_env = no\nenv[A] = b\nenv[HOME] = /own"})
        self.fpm.start(env={"KEPT": "1"})
        seen = self.seen()["environment"]
        self.assertEqual((seen["KEPT"], seen["A"], seen["HOME"]), ("1", "b", "/own"))
        self.assertEqual([name for name in seen if re.match("TERN_(?!SO$|PHP$)|PHP_INI", name)], [])
        self.fpm.stop()

    def test_limits_and_folder(self):
        self.start({"www": f"rlimit_files = 333\nchdir = {self.fpm.folder}/shared"})
        seen = self.seen()
        self.assertEqual((seen["files"], seen["sapi"]), ("333", "fpm-fcgi"))
        self.assertEqual(seen["title"], "php-fpm: pool www")
        self.fpm.stop()

    def test_settings(self):
        self.start({"www": "php_value[precision] = 9\nphp_admin_value[memory_limit] = 44M\nphp_admin_flag[display_errors] = off"})
        self.assertEqual(self.get("setting.php", query="name=precision&value=5"), "9|changed")
        self.assertEqual(self.get("setting.php", query="name=precision&value=5"), "9|changed")
        self.assertEqual(self.get("setting.php", query="name=memory_limit&value=99M"), "44M|fixed")
        self.assertEqual(self.get("setting.php", query="name=display_errors&value=1"), "0|fixed")
        self.fpm.stop()

    def test_settings_of_modules(self):
        """What modules make of them, too."""
        sessions = self.fpm.folder / "shared"
        self.start({"www": f"php_value[session.save_path] = {sessions}\nphp_value[session.name] = NAME\nphp_admin_value[date.timezone] = Asia/Tokyo\n"
                           "php_value[mbstring.substitute_character] = 88"})
        for number in range(3):
            seen = json.loads(self.get("module_settings.php"))
            self.assertEqual((seen["timezone"], seen["offset"], seen["path"], seen["name"], seen["substituted"]),
                             ("Asia/Tokyo", 9 * 3600, str(sessions), "NAME", "X" if seen["mbstring"] else ""))
            self.assertEqual(len(list(sessions.iterdir())), number + 1)
        self.fpm.stop()


@unittest.skipIf(os.geteuid() != 0, "only root can give privileges away")
class RootTest(UserTest):
    def test_a_page_that_becomes_unreadable(self):
        self.start({"www": ""})
        page = self.fpm.folder / "site/hello.php"
        page.chmod(0o644)
        wait_until(lambda: time.time() - page.stat().st_ctime > 2, "the change to be old")
        for mode, status in ((0o644, 200), (0o644, 200), (0o600, 403), (0o644, 200)):
            page.chmod(mode) if page.stat().st_mode & 0o777 != mode else None
            self.assertEqual(self.answer("hello.php").status, status)
        self.fpm.stop()

    def two(self, first="", second="", words=()):
        self.start({"one": f"listen = {self.fpm.folder}/one\nlisten.mode = 0666\n{first}",
                    "two": f"listen = {self.fpm.folder}/two\nlisten.mode = 0666\nuser = {SECOND}\n{second}"}, "", *words)
        return self.fpm.folder / "one", self.fpm.folder / "two"

    def test_users_and_groups(self):
        one, two = self.two(second="group = nogroup\nprocess.priority = 5")
        user, other = pwd.getpwnam(FIRST), pwd.getpwnam(SECOND)
        seen = self.seen(one)
        self.assertEqual((seen["uids"], seen["gids"]), ([str(user.pw_uid)] * 3, [str(user.pw_gid)] * 3))
        self.assertEqual(seen["groups"], [str(user.pw_gid)])
        seen = self.seen(two)
        group = grp.getgrnam("nogroup").gr_gid
        self.assertEqual((seen["uids"], seen["gids"]), ([str(other.pw_uid)] * 3, [str(group)] * 3))
        self.assertEqual(seen["groups"], [str(group)])
        self.assertEqual(seen["nice"], 5)
        for server in self.fpm.servers():
            self.assertNotEqual(self.uid(server), 0)
        self.fpm.stop()

    @staticmethod
    def uid(pid):
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            return int(next(line for line in status if line.startswith("Uid:")).split()[1])

    def test_a_root_of_its_own(self):
        root = self.fpm.folder / "root"
        root.mkdir()
        self.fpm.write("root/site/self.php", (self.fpm.folder / "site/self.php").read_text())
        self.start({"www": f"chroot = {root}\nchdir = /site"})
        answer = self.answer("self.php", SCRIPT_FILENAME="/site/self.php", DOCUMENT_ROOT="/site")
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(self.uid(self.fpm.servers()[0]), pwd.getpwnam(FIRST).pw_uid)
        self.assertEqual(os.readlink(f"/proc/{self.fpm.servers()[0]}/root"), str(root))
        self.assertEqual(self.answer("self.php").status, 404)
        self.fpm.stop()

    def test_a_pool_that_must_not_run(self):
        self.fpm.configure({"www": ""})
        path = self.fpm.folder / "fpm.conf"
        path.write_text(path.read_text().replace(f"user = {FIRST}", "user = root"))
        self.fpm.start(wait=False)
        self.assertEqual(self.fpm.process.wait(), 78)

    def test_pools_cannot_reach_each_other(self):
        """Nothing that PHP-FPM keeps apart, and none of what both servers have in one master."""
        secret = "kept-by-the-second-pool"
        one, two = self.two(second=f"env[SECRET] = {secret}\nphp_admin_value[open_basedir] = /{secret}:{self.fpm.folder}")
        private = self.fpm.write("private.txt", "private")
        os.chown(private, pwd.getpwnam(SECOND).pw_uid, 0)
        private.chmod(0o600)
        servers = [pid for pid in self.fpm.servers() if self.uid(pid) == pwd.getpwnam(SECOND).pw_uid]
        pids = [self.fpm.pid, *servers, *(pid for server in servers for pid in children_of(server))]
        query = f"secret={secret[::-1]}&pids={','.join(map(str, pids))}&file={private}"
        self.assertEqual(json.loads(self.get("intruder.php", one, query)), [])
        self.fpm.stop()

    def processes_of(self, user):
        uid = pwd.getpwnam(user).pw_uid
        servers = [pid for pid in self.fpm.servers() if self.uid(pid) == uid]
        self.assertTrue(servers)
        return [*servers, *(pid for server in servers for pid in children_of(server))]

    def attack(self, address, how, **given):
        return self.get("attacker.php", address, urllib.parse.urlencode({"how": how, **given}))

    def private(self, folder):
        """A folder that only the second pool may use, with a script of it that has run: (the script, the number of its session)."""
        (self.fpm.folder / folder).mkdir()
        page = self.fpm.folder / "site/private.php"
        for path, mode in ((self.fpm.folder / folder, 0o700), (page, 0o600)):
            os.chown(path, pwd.getpwnam(SECOND).pw_uid, 0)
            path.chmod(mode)
        return page

    def test_sessions_and_sockets(self):
        sessions = self.fpm.folder / "sessions"
        self.private("sessions")
        one, two = self.two(second=f"listen.mode = 0600\nlisten.owner = {SECOND}\nphp_value[session.save_path] = {sessions}")
        session = self.get("private.php", two)
        self.assertIn("kept in a session", self.attack(two, "session", folder=sessions, id=session))
        self.assertEqual(self.attack(one, "session", folder=sessions, id=session), "nothing")
        self.assertEqual(self.attack(two, "socket", socket=two), "connected")
        self.assertEqual(self.attack(one, "socket", socket=two), "nothing")
        self.fpm.stop()

    def test_scripts_in_opcache(self):
        """It is one for all pools, as with PHP-FPM: opcache.validate_permission and opcache.restrict_api keep them apart."""
        page = self.private("sessions")
        one, two = self.two(f"php_admin_value[opcache.restrict_api] = {self.fpm.folder}/nowhere", f"php_value[session.save_path] = {self.fpm.folder}/sessions",
                            words=("-d", "opcache.validate_permission=1"))
        self.get("private.php", two)
        self.assertIn("private code", self.attack(two, "include", file=page))
        self.assertIn(str(page), self.attack(two, "list"))
        self.assertEqual(self.attack(one, "include", file=page), "nothing")
        self.assertEqual(self.attack(one, "list"), "nothing")
        self.fpm.stop()

    def test_memory(self):
        one, _ = self.two()
        pids = ",".join(map(str, [self.fpm.pid, *self.processes_of(SECOND)]))
        self.assertEqual(self.attack(one, "memory", pids=pids), "nothing")
        self.fpm.stop()

    def test_memory_by_system_calls(self):
        if not (extension_dir() / "ffi.so").exists():
            self.skipTest("this PHP has no FFI")
        one, _ = self.two(words=("-d", "extension=ffi", "-d", "ffi.enable=1"))
        pids = ",".join(map(str, [self.fpm.pid, *self.processes_of(SECOND)]))
        self.assertEqual(self.attack(one, "system_calls", pids=pids), "nothing")
        self.fpm.stop()

    def test_what_pools_have_in_common(self):
        """No socket and no pipe, and of memory that can be written only opcache's and that of counters."""
        self.two()
        first, second = (self.processes_of(user) for user in (FIRST, SECOND))
        self.assertEqual(descriptors(first) & descriptors(second), set())
        self.assertLessEqual(len(shared_memory(first) & shared_memory(second)), 2)
        self.fpm.stop()


def descriptors(pids):
    """The sockets and pipes of processes."""
    found = {os.readlink(link) for pid in pids for link in pathlib.Path(f"/proc/{pid}/fd").iterdir()}
    return {one for one in found if one.startswith(("socket:", "pipe:"))}


def shared_memory(pids):
    """What processes share with others, and can write: (device, inode)."""
    found = set()
    for pid in pids:
        for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines():
            _, mode, _, device, inode, *_ = line.split()
            if mode.startswith("rw-s"):
                found.add((device, inode))
    return found


def extension_dir():
    done = subprocess.run([*need_php(), "-r", "echo ini_get('extension_dir');"], capture_output=True, text=True, check=True)
    return pathlib.Path(done.stdout)


if __name__ == "__main__":
    unittest.main()
