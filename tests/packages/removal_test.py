# Only when named
"""The end of the Debian packages' life: nothing of them is left. scripts/test-packages runs this last."""
import unittest

from debs import ARE_THERE, ROOT, names
from service import inside


@unittest.skipUnless(ARE_THERE, "scripts/test-packages runs this")
class RemovalTest(unittest.TestCase):
    def test_removed_and_purged(self):
        inside(ROOT, "apt-get", "-qq", "-y", "remove", *names())
        self.assertNotIn("tern", inside(ROOT, "php", "-m").stdout.split())
        self.assertEqual(inside(ROOT, "php", "-r", "echo 1;").stderr, "")
        inside(ROOT, "dpkg", "--purge", *names())
        # /var/lib/php is the record of php-common, for the extensions of all packages.
        find = "find /etc /usr /var -xdev -name '*tern*' ! -path '/var/cache/*' ! -path '/var/lib/php/*'"
        left = inside(ROOT, "sh", "-c", find + " | grep -E '/(_|php-|php[0-9.]*-|[0-9]*-)?tern([^a-z]|$)' || true")
        self.assertEqual(left.stdout, "")
        self.assertEqual(inside(ROOT, "dpkg", "--audit").stdout, "")
