"""What modules of PHP keep for a request is each script's own: in scripts that run at the same time, and in later ones."""
import json
import os
import shutil
import threading

import services
from harness import ROOT, wait_until
from launcher import LauncherTest
from php_program import opcache

GZIP = [("Accept-Encoding", "gzip")]


class ModulesTest(LauncherTest):
    def serve(self, *php):
        return self.run_served("site", "--port", "0", "--workers", "1", php=(*opcache(), *php))

    def test_default_connection_of_pgsql(self):
        packages = services.Packages()
        database = services.postgres(packages)
        self.addCleanup(database.close)
        shutil.copytree(ROOT / "tests/classic/isolation/modules", self.folder / "site")
        server = self.serve(*packages.php("pgsql"))
        go = self.folder / "go"
        found = {}

        def ask(name):
            found[name] = server.get(f"/?port={database.port}&database={name}&go={go}-{name}").text

        threads = [threading.Thread(target=ask, args=(name,)) for name in ("postgres", "template1")]
        for thread, name in zip(threads, ("postgres", "template1")):
            thread.start()
            wait_until((self.folder / f"go-{name}.waits").exists, "the script to wait")
        self.assertEqual(server.get("/").text, "none")
        for name, thread in zip(("postgres", "template1"), threads):
            (self.folder / f"go-{name}").touch()
            thread.join()
        self.assertEqual(found, {"postgres": "postgres", "template1": "template1"})
        self.assertEqual(server.get("/").text, "none")

    def test_codings_of_zlib(self):
        self.write("site/index.php", "<?php ob_start('ob_gzhandler'); echo str_repeat('text', 100);")
        self.write("site/folder/.user.ini", "zlib.output_compression = 4096")
        self.write("site/folder/index.php", "<?php echo str_repeat('text', 100), ini_get('zlib.output_compression');")
        server = self.serve()
        for path, text in (("/", "text" * 100), ("/folder/", "text" * 100 + "4096")):
            for fields, coding in (((), None), (GZIP, "gzip"), ((), None), ([("Accept-Encoding", "deflate")], "deflate"), (GZIP, "gzip")):
                answer = server.get(path, fields)
                self.assertEqual(answer.get("content-encoding"), coding, path)
                self.assertEqual(answer.text if coding is None else text, text)

    def test_times_of_scripts(self):
        for name, age in (("one", 86400), ("other", 172800)):
            self.write(f"site/{name}.php", "<?php echo json_encode([getlastmod(), getmyinode()]);")
            file = self.folder / "site" / f"{name}.php"
            os.utime(file, (file.stat().st_mtime - age,) * 2)
        server = self.serve()
        for name in ("one", "other", "one"):
            status = (self.folder / "site" / f"{name}.php").stat()
            self.assertEqual(json.loads(server.get(f"/{name}.php").text), [int(status.st_mtime), status.st_ino])
