"""The environment of all that tests start. It has nothing of the machine's but where programs are: no HOME with a .my.cnf, .curlrc
or .npmrc in it, no PHPRC, no proxy, no LANG. What the tests themselves are told by variables stays.

harness.py calls leave_machine(), for every test.
"""
import atexit
import os
import re
import shutil
import tempfile

# Of the process that runs the tests: for scripts that fetch packages, maybe through a proxy.
MACHINE = dict(os.environ)
KEPT = re.compile(r"PATH|TMPDIR|LD_LIBRARY_PATH|PHP_CONFIG|USE_ZEND_ALLOC|(TERN|AUDIT|BENCH|PYTHON|ASAN|LSAN|UBSAN)[A-Z_]*")


def leave_machine():
    home = tempfile.mkdtemp(prefix="tern-home-")
    atexit.register(shutil.rmtree, home, True)
    os.chmod(home, 0o755)  # services may run as another user
    kept = {name: value for name, value in MACHINE.items() if KEPT.fullmatch(name)}
    os.environ.clear()
    os.environ.update(kept, HOME=home, LANG="C.UTF-8")
