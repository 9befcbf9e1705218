"""An application under `tern fpm` behind each web server: what a user does has the same answers as behind nginx with php-fpm."""
import contextlib
import re
import struct
import sys
import types
import zlib

import front_servers
from form_browser import FormBrowser
from harness import ROOT
from server_case import TestCase

sys.path.append(str(ROOT / "tests/classic/applications"))
import hosts  # noqa: E402
import record  # noqa: E402
import sites  # noqa: E402

POOLS = hosts.FPM + """
[unix]
{user}
listen = {folder}/socket
listen.mode = 0666
pm = static
pm.max_children = {children}
catch_workers_output = yes
clear_env = no
"""


class Pools:
    """A host without a web server, for those of front_servers."""
    CONFIGURATION = POOLS

    def start_nginx(self):
        """Web servers come later, and have users of their own."""
        self.fpm.folder.chmod(0o755)

    def front(self):
        """What front_servers are told."""
        return types.SimpleNamespace(root=self.site.public, folder=self.fpm.folder, socket=self.fpm.folder / "socket", port=self.fpm.port)


class PhpFpm(Pools, hosts.NginxFpm):
    pass


class TernFpm(Pools, hosts.NginxTernFpm):
    pass


def picture(width=400, height=300):
    """The bytes of a PNG file."""
    def chunk(kind, data):
        return struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes((x * 7 + y * 3) % 256 for x in range(width)) for y in range(height))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack("!2I5B", width, height, 8, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class ApplicationsTest(TestCase):
    """One site under both, with all web servers in front of it. A visit finds it as it was made."""
    SITE = None  # of the classic applications
    MASKS = ()

    @classmethod
    def setUpClass(cls):
        database = sites.Database()
        cls.addClassCleanup(database.close)
        cls.site = cls.SITE(database)
        cls.addClassCleanup(cls.site.remove)
        cls.site.folder.chmod(0o755)
        cls.site.prepare("http://127.0.0.1", 1)
        cls.prepare()
        cls.fpms = [cls.start(kind) for kind in (PhpFpm, TernFpm)]
        cls.expected = None

    @classmethod
    def prepare(cls):
        """Changes the site that was prepared."""

    @classmethod
    def start(cls, kind):
        host = kind(cls.site).start()
        cls.addClassCleanup(host.stop)
        return host

    def visit(self, browser, name):
        """Yields (what is done, its answer)."""
        raise NotImplementedError

    def answers(self, host, name):
        """Of a visit behind one web server: (step, status, type, where to, text)"""
        server = front_servers.start(name, host.front(), self.addCleanup)
        masks = record.Masks((rf"127\.0\.0\.1:{server.port}\b", "<host>"), (rf"127\.0\.0\.1%3A{server.port}\b", "<host>"), *self.MASKS)

        def masked(text):
            text = re.sub(r"<(?:date|time)>", "<when>", masks.text(text or ""))
            return re.sub(r"\d+", "<number>", text)
        begin = len(self.site.complaints())
        with contextlib.closing(FormBrowser(server.port)) as browser:
            for step, answer in self.visit(browser, name):
                head = [answer.headers[one] for one in ("Content-Type", "Location")]
                yield step, answer.status, *map(masked, head), masked(answer.text).splitlines()
        yield "the log of PHP", 0, "", "", masked(self.site.complaints()[begin:]).splitlines()

    def compare(self, name):
        """With php-fpm behind nginx, which is visited before the first of them."""
        if self.expected is None:
            type(self).expected = list(self.answers(self.fpms[0], "nginx"))
        found = list(self.answers(self.fpms[1], name))
        self.assertEqual([one[0] for one in found], [one[0] for one in self.expected])
        for theirs, ours in zip(self.expected, found):
            with self.subTest(step=theirs[0]):
                self.assertEqual(theirs[1:4], ours[1:4])
                self.assertEqual(theirs[4], ours[4])

    def test_nginx(self):
        self.compare("nginx")

    def test_apache_with_a_handler_and_htaccess(self):
        self.compare("apache")

    def test_apache_with_proxy_pass(self):
        self.compare("apache_proxypass")

    def test_caddy(self):
        self.compare("caddy")

    def test_lighttpd(self):
        self.compare("lighttpd")
