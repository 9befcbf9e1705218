"""tern upgrade: the command that started the server starts the next one."""
# Time limit: 120 s
import json
import re

from launcher import ADDRESS, LauncherTest, Served, program, script, tern
from upgradable import Upgradable


class UpgradableServed(Upgradable, Served):
    pass


class UpgradeTest(LauncherTest):
    def setUp(self):
        super().setUp()
        self.environment = {"XDG_RUNTIME_DIR": str(self.folder)}

    def serve(self, *words, **more):
        server = UpgradableServed(words, self.folder, env=self.environment, **more)
        self.addCleanup(server.stop)
        return server

    def upgrade(self, server, *words):
        done = tern("upgrade", *words, env=self.environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        server.pid = int(re.search(r" is upgraded: the new server is process (\d+)$", done.stdout, re.M)[1])
        server.wait_alone()

    def test_a_folder(self):
        self.write("public/index.php", "<?php return fn() => 'one';")
        server = self.serve("public", "--port", "0", "--workers", "1")
        self.write("public/index.php", "<?php return fn() => 'two';")
        for _ in range(2):
            self.upgrade(server)
            self.assertEqual(server.get().text, "two")
        self.assertEqual(len(ADDRESS.findall(server.output())), 3)

    def test_an_application_that_boots_once_boots_once_more(self):
        self.environment["TERN_TEST_BOOTS"] = str(self.folder / "boots")
        self.write("public/index.php", "<?php\n" + program("boots"))
        server = self.serve("public", "--port", "0", "--workers", "2", "--concurrency", "2", "--boot-once")
        for count in (2, 3):
            self.upgrade(server)
            boots = [int(pid) for pid in (self.folder / "boots").read_text().split()]
            answer = json.loads(server.get().text)
            self.assertEqual((answer["parent"], answer["booted"], len(boots)), (server.pid, boots[-1], count))

    def test_a_script_that_fails(self):
        self.write("app.php", script("'one'"))
        server = self.serve("app.php", "--workers", "1")
        self.write("app.php", "<?php exit(3);")
        done = tern("upgrade", env=self.environment)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^tern: the new server has failed, and unix:\S+ continues as before: its log says why\n$")
        self.assertEqual(server.get().text, "one")
        self.write("app.php", script("'two'"))
        self.upgrade(server)
        self.assertEqual(server.get().text, "two")

    def test_no_server_is_left(self):
        self.write("app.php", script("'one'"))
        server = self.serve("app.php", "--workers", "1")
        self.write("app.php", "<?php preg_match('/^PPid:\\s*(\\d+)/m', file_get_contents('/proc/self/status'), $parent);"
                              "Swoole\\Process::kill((int) $parent[1], 9); exit(3);")
        done = tern("upgrade", env=self.environment)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^tern: nothing responds at unix:\S+ any more, neither the old server nor the new one\n$")
        server.stop(code=-9)

    def test_an_admin_address_of_its_own_stays(self):
        self.write("app.php", script("'one'"))
        address = f"unix:{self.folder}/own.sock"
        server = self.serve("app.php", "--workers", "1", "--admin", address)
        self.upgrade(server, "--admin", address)
        self.upgrade(server, "--admin", address)
        self.assertEqual(tern("stop", "--admin", address).returncode, 0)

    def test_a_link_is_followed_again(self):
        for name in ("one", "two"):
            self.write(f"{name}/app.php", script(f"'{name}'"))
        (self.folder / "current").symlink_to("one")
        server = self.serve(str(self.folder / "current/app.php"), "--workers", "1")
        (self.folder / "current").unlink()
        (self.folder / "current").symlink_to("two")
        self.upgrade(server)
        self.assertEqual(server.get().text, "two")


class WatchTest(LauncherTest):
    def test_it_starts_servers_itself(self):
        self.write("app.php", script("'one'"))
        server = self.run_served("app.php", "--watch", env={"XDG_RUNTIME_DIR": str(self.folder)})
        done = tern("upgrade", env={"XDG_RUNTIME_DIR": str(self.folder)})
        self.assertEqual(done.returncode, 1)
        server.wait_for("no upgrade: the program that started this server must start the next one, too")


if __name__ == "__main__":
    import unittest
    unittest.main()
