"""Pools of `tern fpm` as processes of their users: what they are, and what they cannot reach of each other."""
import grp
import json
import os
import pwd
import re
import unittest

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


@unittest.skipIf(os.geteuid() != 0, "only root can give privileges away")
class RootTest(UserTest):
    def two(self, first="", second=""):
        self.start({"one": f"listen = {self.fpm.folder}/one\nlisten.mode = 0666\n{first}",
                    "two": f"listen = {self.fpm.folder}/two\nlisten.mode = 0666\nuser = {SECOND}\n{second}"})
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


if __name__ == "__main__":
    unittest.main()
