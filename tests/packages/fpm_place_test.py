# Only when named
"""The package tern-fpm under a real systemd: it takes the place of Debian's PHP-FPM behind nginx and gives it back, in this order."""
import pathlib
import re
import shutil
import threading
import time
import unittest

from debs import ARE_THERE, FPM_PACKAGE, ROOT, make_newer, packages
from harness import free_port, wait_until
from machine import Machine, control_groups
from service import Load, get, inside

SITE = pathlib.Path(__file__).with_name("site")
WWW_DATA = 33


@unittest.skipUnless(ARE_THERE, "scripts/test-packages runs this")
@unittest.skipUnless(control_groups(), "no file system cgroup2 is mounted")
class FpmPlaceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.machine = Machine(ROOT)
        cls.addClassCleanup(cls.machine.close)
        (ROOT / "fpm").mkdir()
        for path in [*packages(), FPM_PACKAGE]:
            shutil.copy(path, ROOT / "fpm")
        cls.machine.run("apt-get", "-qq", "update")
        cls.install("nginx-light", *(f"/fpm/{pathlib.Path(path).name}" for path in packages()))
        cls.version = inside(ROOT, "phpquery", "-V").stdout.split()[-1]
        cls.own, cls.former = f"tern-fpm@{cls.version}.service", f"php{cls.version}-fpm.service"
        cls.port = free_port()
        (ROOT / "srv/site").mkdir()
        shutil.copy(SITE / "index.php", ROOT / "srv/site")
        text = (SITE / "nginx.conf").read_text().replace("{port}", str(cls.port)).replace("{version}", cls.version)
        (ROOT / "etc/nginx/sites-enabled/default").unlink()
        (ROOT / "etc/nginx/sites-enabled/site").write_text(text)
        cls.machine.run("systemctl", "restart", "nginx")

    @classmethod
    def install(cls, *names):
        """Tests before these have left newer packages."""
        return cls.machine.shell(f"apt-get -qq -y --allow-downgrades install --no-install-recommends {' '.join(names)} 2>&1")

    def states(self):
        """Of PHP-FPM and of Tern: active or not, enabled or not."""
        return {name: (self.machine.property("ActiveState", unit), self.machine.property("UnitFileState", unit))
                for name, unit in (("php-fpm", self.former), ("tern", self.own))}

    def page(self, query="", program=None):
        status, body = get(self.port, f"/index.php?{query}")
        self.assertEqual(status, 200, body + self.machine.journal(self.own))
        own, sapi, text = body.split(" ", 2)
        self.assertEqual((own, sapi), (program or f"php{self.version}", "fpm-fcgi"))
        return text

    def outage(self, unit):
        """Starts it. The longest time without a page, in seconds."""
        command = threading.Thread(target=self.machine.run, args=("systemctl", "start", unit))
        longest, last = 0, time.monotonic()
        command.start()
        while command.is_alive() or get(self.port)[0] != 200:
            if get(self.port)[0] == 200:
                longest, last = max(longest, time.monotonic() - last), time.monotonic()
        command.join()
        return max(longest, time.monotonic() - last)

    def test_1_takes_the_place_of_php_fpm(self):
        self.install(f"php{self.version}-fpm", f"php{self.version}-opcache")
        self.assertEqual(self.page(program=f"php-fpm{self.version}"), "page")
        said = self.install("/fpm/" + pathlib.Path(FPM_PACKAGE).name)
        self.assertIn(f"tern-fpm: {self.own} serves the pools. To go back: systemctl start {self.former}\n", said)
        self.assertEqual(self.page(), "page")
        self.assertEqual(self.states(), {"php-fpm": ("inactive", "disabled"), "tern": ("active", "enabled")})
        self.assertEqual(self.page("ask=user").split()[-1], str(WWW_DATA))
        self.assertEqual((ROOT / "etc/alternatives/php-fpm.sock").readlink(), pathlib.Path(f"/run/php/php{self.version}-fpm.sock"))

    def test_2_in_its_sandbox(self):
        for path, result in (("/usr/share/new", "refused"), ("/etc/new", "refused"), ("/tmp/new", "written")):
            self.assertEqual(self.page(f"ask=write&path={path}"), result)
        self.machine.run("test", "-e", "/tmp/new")  # Debian 13 has a file system of its own there
        main = self.machine.property("MainPID", self.own)
        status = self.machine.shell(f"cat /proc/{main}/status")
        self.assertRegex(status, r"(?m)^NoNewPrivs:\t0$")
        self.assertEqual(int(re.search(r"(?m)^CapBnd:\t(\w+)$", status)[1], 16) >> 21 & 1, 0)  # CAP_SYS_ADMIN

    def test_3_back_and_forth_in_one_command(self):
        back = self.outage(self.former)
        self.assertEqual(self.page(program=f"php-fpm{self.version}"), "page")
        self.assertEqual({name: state for name, (state, _) in self.states().items()}, {"php-fpm": "active", "tern": "inactive"})
        forth = self.outage(self.own)
        self.assertEqual(self.page(), "page")
        self.assertEqual({name: state for name, (state, _) in self.states().items()}, {"php-fpm": "inactive", "tern": "active"})
        print(f"\nwithout a page: {back:.2f} s to PHP-FPM, {forth:.2f} s to Tern", flush=True)

    def test_4_reloads_and_upgrades_lose_no_request(self):
        main = self.machine.property("MainPID", self.own)
        make_newer("newer-fpm", "+9", [*packages(), FPM_PACKAGE])
        with Load(self.port) as load:
            for _ in range(3):
                self.machine.run("systemctl", "reload", self.own)
                load.wait_for(100)
            self.machine.shell("apt-get -qq -y install --no-install-recommends /newer-fpm/*.deb 2>&1")
            load.wait_for(100)
            # An extension is there as soon as it is installed, and PHP-FPM does not come back with it.
            self.install(f"php{self.version}-bcmath")
            wait_until(lambda: self.page("ask=extension&name=bcmath") == "loaded", lambda: self.machine.journal(self.own))
        self.assertEqual(load.failures, [], self.machine.journal(self.own))
        self.assertEqual(self.machine.property("MainPID", self.own), main)
        self.assertEqual(self.states(), {"php-fpm": ("inactive", "disabled"), "tern": ("active", "enabled")})
        print(f"\n{load.answers} pages, 0 failed", flush=True)

    def test_5_removed(self):
        self.machine.run("apt-get", "-qq", "-y", "remove", "tern-fpm")
        self.assertEqual(self.page(program=f"php-fpm{self.version}"), "page")
        self.assertEqual(self.states()["php-fpm"], ("active", "enabled"))
        self.assertEqual(self.machine.property("ActiveState", self.own), "inactive")
        self.assertFalse((ROOT / "var/lib/tern-fpm").exists())

    def test_6_pools_with_which_tern_does_not_start_stay_with_php_fpm(self):
        pool = ROOT / f"etc/php/{self.version}/fpm/pool.d/wrong.conf"
        pool.write_text("[wrong]\nlisten = /run/php/wrong.sock\nuser = no-such-user\npm = static\npm.max_children = 1\n")
        said = self.install("/newer-fpm/tern-fpm_*.deb")
        self.assertIn("cannot get uid for user 'no-such-user'", said)
        self.assertIn("tern-fpm: these pools do not start with Tern, so PHP-FPM keeps its place", said)
        self.assertEqual(self.page(program=f"php-fpm{self.version}"), "page")
        pool.unlink()
        # Nor is there an outage if Tern itself does not start.
        (ROOT / "usr/bin/tern").rename(ROOT / "usr/bin/tern.away")
        self.machine.run("systemctl", "start", self.own, check=False)
        wait_until(lambda: self.machine.property("ActiveState", self.former) == "active", lambda: self.machine.journal(self.own))
        self.assertEqual(self.page(program=f"php-fpm{self.version}"), "page")
        (ROOT / "usr/bin/tern.away").rename(ROOT / "usr/bin/tern")
        self.machine.run("apt-get", "-qq", "-y", "purge", "tern-fpm")
        self.assertEqual(self.page(program=f"php-fpm{self.version}"), "page")

    def test_7_php_fpm_is_removed_while_tern_serves(self):
        """Its pools stay, and what Tern loads does not go with it. After a purge Tern has a pool of its own at the same socket."""
        self.install("/newer-fpm/tern-fpm_*.deb")
        for command in ("remove", "purge"):
            self.machine.run("apt-get", "-qq", "-y", command, f"php{self.version}-fpm")
            self.machine.run("systemctl", "reload", self.own)
            wait_until(lambda: self.page("ask=extension&name=bcmath") == "loaded", lambda: self.machine.journal(self.own))
        self.machine.run("systemctl", "restart", self.own)
        self.assertEqual(self.page(), "page")
        self.assertEqual(self.machine.shell(f"stat -c %U:%G /run/php/php{self.version}-fpm.sock"), "www-data:www-data\n")
        self.machine.run("logrotate", "--force", "/etc/logrotate.d/tern-fpm", check=False)
        self.machine.run("apt-get", "-qq", "-y", "purge", "tern-fpm")
        self.assertEqual(get(self.port)[0], 502)
        left = inside(ROOT, "sh", "-c", "find /etc /usr /var /run -xdev -name '*tern-fpm*' ! -path '/var/cache/*' ! -path '/usr/share/man/*'").stdout
        self.assertEqual(left, "")
