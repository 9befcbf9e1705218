# Only when named
"""The Debian packages in a bare Debian, in the order of their life: installed, serving, upgraded under load.

scripts/test-packages makes the Debian, and says in TERN_ROOT where it is and in TERN_PACKAGES where the packages are.
"""
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from debs import ARE_THERE, ROOT, make_newer, packages
from service import Load, Service, inside

HELLO = "/usr/share/doc/tern/examples/hello.php"
PROGRAM = pathlib.Path(__file__).with_name("version.php")


@unittest.skipUnless(ARE_THERE, "scripts/test-packages runs this")
class PackagesTest(unittest.TestCase):
    def test_1_a_minute_from_a_bare_debian_to_the_first_answer(self):
        (ROOT / "packages").mkdir()
        for path in packages():
            shutil.copy(path, ROOT / "packages")
        began = time.monotonic()
        inside(ROOT, "sh", "-c", "apt-get -qq update && apt-get -qq -y install --no-install-recommends /packages/*.deb")
        installed = time.monotonic()
        service = Service(ROOT, ["/usr/bin/tern", "serve", HELLO])
        self.addCleanup(service.close)
        service.start()
        status, body = service.get()
        ended = time.monotonic()
        self.assertEqual((status, body[:5]), (200, "Hello"), service.log())
        self.assertEqual(service.stop(), 0, service.log())
        print(f"\ninstalled in {installed - began:.1f} s, first answer {ended - installed:.1f} s later", flush=True)

    def test_2_what_is_installed(self):
        version = inside(ROOT, "tern", "version").stdout
        self.assertRegex(version, r"^tern \d+\.\d+\.\d+\nPHP 8\.\d+\.\d+ .*\nextension /usr/lib/php/\d+/tern\.so\n$")
        self.assertIn("tern", inside(ROOT, "php", "-m").stdout.split())
        for path in ("usr/share/man/man1/tern-serve.1.gz", "usr/share/bash-completion/completions/tern",
                     "usr/share/zsh/vendor-completions/_tern", "usr/share/fish/vendor_completions.d/tern.fish"):
            self.assertTrue((ROOT / path).is_file(), path)
        offered = inside(ROOT, "bash", "-c", ". /usr/share/bash-completion/completions/tern; COMP_WORDS=(tern ser); COMP_CWORD=1; "
                         "_tern; echo ${COMPREPLY[@]}").stdout
        self.assertEqual(offered, "serve\n")

    def test_3_the_service(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("there is no systemd-analyze")
        text = next(ROOT.glob("*/lib/systemd/system/tern@.service")).read_text()
        self.assertIn("\nExecStart=/usr/bin/tern serve $OPTIONS $TARGET\n", text)
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder, "tern@example.service")
            # This machine need not have the command, nor its pages.
            unit.write_text(re.sub(r"(?m)^Documentation=.*\n", "", text).replace("=/usr/bin/tern ", "=/bin/true "))
            done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue((ROOT / "etc/tern").is_dir())

    def test_4_upgraded_under_load(self):
        """Without systemd the packages leave the server alone; `tern upgrade` brings the new one."""
        shutil.copy(PROGRAM, ROOT / "srv/app.php")
        (ROOT / "srv/version").write_text("1")
        service = Service(ROOT, ["/usr/bin/tern", "serve", "/srv/app.php"])
        self.addCleanup(service.close)
        service.start()
        self.assertEqual(service.get(), (200, "version 1"), service.log())
        make_newer("newer", "+1")
        with Load(service.port) as load:
            inside(ROOT, "sh", "-c", "apt-get -qq -y install --no-install-recommends /newer/*.deb")
            inside(ROOT, "tern", "reload", XDG_RUNTIME_DIR="/run")
            load.wait_for(100)
            before = set(load.bodies)
            (ROOT / "srv/version").write_text("2")
            service.upgrade()
            load.wait_for(200)
        self.assertEqual((load.failures, before, load.bodies), ([], {"version 1"}, {"version 1", "version 2"}), service.log())
        print(f"\n{load.answers} requests answered, {load.reopened} kept connections opened again, 0 failed", flush=True)
        self.assertIn("+1", inside(ROOT, "dpkg-query", "-W", "tern").stdout)
        self.assertEqual(service.stop(), 0, service.log())
