"""Extensions of PHP in coroutines: what Application/Extensions.php says of those that were tried."""
import json
import unittest

import gates
import mongodb_server
import services
from php_program import PhpFile


class ExtensionsTest(unittest.TestCase):
    def result(self, name, *php, packages=None, **variables):
        packages = packages or services.Packages("extensions")
        environment = {**packages.extension_environment(), **variables}
        return json.loads(PhpFile(f"coroutine/extensions/{name}.php").run(*php, env=environment))

    def loaded(self, *names, program=None, **more):
        packages = services.Packages("extensions")
        settings = [word for setting in more.pop("settings", ()) for word in ("-d", setting)]
        return self.result(program or names[0], *packages.php(*names), *settings, packages=packages, **more)

    def test_apcu(self):
        self.assertEqual(self.loaded("apcu", settings=["apc.enabled=1", "apc.enable_cli=1"]), ["made", "value", "x"])

    def test_excimer(self):
        self.assertEqual(self.loaded("excimer"), {"a": True, "b": True})

    def test_ffi(self):
        self.assertEqual(self.loaded("ffi", settings=["ffi.enable=1"]), {"1": [1, 2, 3, 4, 5], "2": [2, 4, 6, 8, 10]})

    def test_imagick(self):
        self.assertEqual(self.loaded("imagick"), {"blue": ["srgb(0,0,255)", True], "red": ["srgb(255,0,0)", True]})

    def test_mongodb(self):
        gate = gates.Gate()
        opener = gates.web(gate)
        server = mongodb_server.mongodb(gate)
        self.addCleanup(server.close)
        self.addCleanup(opener.close)
        tags, found, *later = self.loaded("mongodb", PORT=str(server.port), GATE=str(opener.port))
        self.assertEqual(tags, {name: name for name in ("gate a", "gate b", "gate c")})
        self.assertEqual(found, {"first": "hold 1", "second": "refused", "server": "refused", "cursor": "refused"})
        self.assertEqual(later, ["later", "later"])

    def test_coverage(self):
        packages = services.Packages("extensions")
        debugger = ("-d", f"zend_extension={packages.find(f'{packages.extensions}/xdebug.so')}", "-d", "xdebug.mode=coverage")
        for php in ((*packages.php("pcov"), "-d", "pcov.enabled=1", "-d", "pcov.directory=/"), debugger):
            with self.subTest(php=php):
                self.assertEqual(self.result("pcov", *php, packages=packages), [[4, 5, 6], [4, 5, 6]])

    def test_serializers(self):
        self.assertEqual(self.loaded("igbinary", "msgpack", program="serializers"),
                         {"igbinary_serialize": 10, "msgpack_pack": 10, "MessagePack": 1})

    def test_tideways(self):
        self.assertEqual(self.loaded("tideways_xhprof"), [True, False])

    def test_uopz(self):
        self.assertEqual(self.loaded("uopz"), ["replaced", "replaced", "own"])


if __name__ == "__main__":
    unittest.main()
