"""With thread safety, another thread of the process may run PHP. Tern has no part in it: its calls block, as PHP's do, and what Tern has
throws there."""
import os
import pathlib
import subprocess
import tempfile
import unittest

from harness import ROOT, need
from php_program import PhpFile, need_php


def extension(folder):
    """The option that loads tests/threads/threads.c."""
    config = os.environ.get("PHP_CONFIG", "php-config")
    includes = subprocess.run([config, "--includes"], capture_output=True, text=True, check=True).stdout.split()
    library = pathlib.Path(folder) / "threads.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1", "-DCOMPILE_DL_THREADS", *includes,
                    str(ROOT / "tests/threads/threads.c"), "-o", str(library)], check=True)
    return ["-d", f"extension={library}"]


class OtherThreadTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        need("cc")
        done = subprocess.run([*need_php(), "-r", "echo (int) PHP_ZTS;"], capture_output=True, text=True, check=True)
        if done.stdout != "1":
            raise unittest.SkipTest("this PHP has no thread safety")
        cls.folder = tempfile.TemporaryDirectory(prefix="tern-threads-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.php = extension(cls.folder.name)

    def test_functions_and_classes_throw(self):
        printed = PhpFile("threads/refused.php").run(*self.php).splitlines()
        self.assertEqual(printed[-1], "the first thread goes on")
        for line in printed[:-1]:
            self.assertIn(": Error: Tern runs in the first thread of PHP in a process, and this is another one. See https://", line)
        self.assertEqual([line.split(":")[0] for line in printed[:-1]],
                         ["server", "coroutine", "channel", "timer", "function", "library"])

    def test_blocking_calls_block_there_and_suspend_here(self):
        printed = PhpFile("threads/calls.php").run(*self.php)
        self.assertEqual(printed, "here: 10 coroutines waited at once\nthere: [4,\"a,b\",\"text\",\"c\"]\n")
