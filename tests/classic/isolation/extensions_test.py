"""Extensions of PHP in pages that run at the same time: what Application/Extensions.php says of those that were tried."""
import json
import pathlib
import shutil
import threading

import mongodb_server
import services
from harness import ROOT, wait_until
from launcher import LauncherTest
from php_program import opcache

OWN = {"a": ["a", True], "b": ["b", True]}


class ExtensionsTest(LauncherTest):
    def serve(self, *php, workers=1):
        packages = services.Packages("extensions")
        shutil.copytree(ROOT / "tests/classic/isolation/extensions", self.folder / "site")
        self.server = self.run_served("site", "--port", "0", "--workers", str(workers), php=(*opcache(), *php),
                                      env=packages.extension_environment())
        return self.server

    def ask(self, extension, name, go=None, more=""):
        gate = "" if go is None else f"&go={go}"
        return json.loads(self.server.get(f"/?extension={extension}&name={name}{gate}{more}").text)

    def together(self, extension, more=""):
        """Page a waits in the middle, then page b does; they go on in this order. Later pages are as the first ones."""
        found, threads = {}, {}
        for name in "ab":
            go = self.folder / f"go-{name}"
            threads[name] = threading.Thread(target=lambda name=name, go=go: found.update({name: self.ask(extension, name, go, more)}))
            threads[name].start()
            wait_until(pathlib.Path(f"{go}.waits").exists, f"page {name} to wait")
        for name in "ab":
            (self.folder / f"go-{name}").touch()
            threads[name].join()
        return found

    def loaded(self, name, *settings):
        php = services.Packages("extensions").php(name)
        return [*php, *(word for setting in settings for word in ("-d", setting))]

    def check_own(self, extension, expected, more=""):
        self.assertEqual(self.together(extension, more), expected)
        for name in "ba":
            self.assertEqual(self.ask(extension, name, more=more), expected[name])

    def test_apcu(self):
        """Its memory is that of all pages and workers."""
        self.serve(*self.loaded("apcu", "apc.enabled=1", "apc.enable_cli=1"), workers=2)
        found = self.together("apcu")
        self.assertEqual({name: one[:3] for name, one in found.items()}, {"a": ["a", "a", "a"], "b": ["b", "a", "b"]})

    def test_excimer(self):
        """The profile of a page has names of functions of another page, which has ended, and its memory is used again."""
        self.serve(*self.loaded("excimer"))
        for turn in range(5):
            found, go = [], self.folder / f"go-{turn}"
            thread = threading.Thread(target=lambda found=found, go=go: found.append(self.ask("excimer", "a", go)))
            thread.start()
            wait_until(pathlib.Path(f"{go}.waits").exists, "the page to wait")
            self.assertEqual(self.ask("excimer", "b"), ["b"])
            go.touch()
            thread.join()
            self.assertEqual(found, [["a", 2001, True]])

    def test_ffi(self):
        self.serve(*self.loaded("ffi", "ffi.enable=1"))
        self.check_own("ffi", {"a": ["a"], "b": ["b"]})

    def test_igbinary(self):
        self.serve(*self.loaded("igbinary"))
        self.check_own("igbinary", {"a": ["a", True, "a"], "b": ["b", True, "b"]})

    def test_imagick(self):
        self.serve(*self.loaded("imagick"))
        self.check_own("imagick", {"a": ["srgb(255,0,0)", 32], "b": ["srgb(0,0,255)", 32]})

    def test_mongodb(self):
        database = mongodb_server.mongodb()
        self.addCleanup(database.close)
        self.serve(*self.loaded("mongodb"))
        self.check_own("mongodb", {"a": ["a", "a"], "b": ["b", "b"]}, f"&port={database.port}")

    def test_msgpack(self):
        self.serve(*self.loaded("msgpack"))
        self.check_own("msgpack", OWN)

    def test_serializers_of_sessions(self):
        self.serve(*self.loaded("igbinary"), *self.loaded("msgpack"), "-d", f"session.save_path={self.folder}")
        self.check_own("session", OWN)

    def test_pcov(self):
        self.serve(*self.loaded("pcov", "pcov.enabled=1"))
        self.check_own("pcov", {"a": [[4, 5, 6], []], "b": [[], [4, 5, 6]]})

    def test_xdebug(self):
        """What runs is noted for the process: the first page that ends takes all."""
        packages = services.Packages("extensions")
        self.serve("-d", f"zend_extension={packages.find(f'{packages.extensions}/xdebug.so')}", "-d", "xdebug.mode=coverage")
        found = self.together("xdebug")
        self.assertLessEqual({4, 5, 6}, set(found["a"][0]))
        self.assertEqual(found["b"], [[], []])
        self.assertLessEqual({4, 5, 6}, set(self.ask("xdebug", "b")[1]))

    def test_one_at_a_time(self):
        """A second page waits, so it finds nothing of the first one running."""
        for extension, expected in (("tideways_xhprof", [True]), ("uopz", ["a"])):
            with self.subTest(extension):
                shutil.rmtree(self.folder / "site", ignore_errors=True)
                server = self.serve(*self.loaded(extension))
                self.assertIn(f"one request at a time in each PHP worker, 1 of them, since {extension} keeps it for itself", server.output())
                self.assertEqual(self.ask(extension, "a"), expected)


if __name__ == "__main__":
    import unittest
    unittest.main()
