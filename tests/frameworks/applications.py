"""An application of a framework behind `tern serve`, and behind nginx with php-fpm or `tern fpm`."""
import concurrent.futures
import os
import subprocess

import services
import web_servers
from form_browser import FormBrowser, normalized
from launcher import TERN
from php_program import PHP, need_php
from prepared import prepared
from server_case import TestCase

FPM = """[global]
error_log = {folder}/log-fpm
[www]
{user}
listen = 127.0.0.1:{port}
pm = static
pm.max_children = {children}
clear_env = no
"""
NGINX = """
    server {{{{
        listen 127.0.0.1:{{port}};
        root {public};
        location / {{{{
            fastcgi_pass 127.0.0.1:{port};
            fastcgi_param SCRIPT_FILENAME {public}/index.php; fastcgi_param SCRIPT_NAME /index.php;
            fastcgi_param REQUEST_METHOD $request_method; fastcgi_param REQUEST_URI $request_uri;
            fastcgi_param QUERY_STRING $query_string; fastcgi_param SERVER_PROTOCOL $server_protocol;
            fastcgi_param CONTENT_TYPE $content_type; fastcgi_param CONTENT_LENGTH $content_length;
            fastcgi_param REMOTE_ADDR $remote_addr; fastcgi_param SERVER_NAME 127.0.0.1; fastcgi_param SERVER_PORT $server_port;
            fastcgi_param HTTP_HOST $http_host;
        }}}}
    }}}}
"""


def installed(name):
    """The folder of an application, with its vendor/."""
    return prepared("application", name)


def shared_modules():
    """The extensions that frameworks need and that are not a part of this PHP."""
    loaded = subprocess.run([*PHP, "-m"], capture_output=True, text=True, check=True).stdout.lower().split()
    wanted = ("ctype", "mbstring", "tokenizer", "fileinfo", "iconv", "dom", "posix", "pcntl")
    return [name for name in wanted if name not in loaded]


class Fpm:
    """php-fpm behind nginx, or another program with its command line."""

    def __init__(self, public, modules, environment, children=4, prefix=(), program=()):
        packages = services.Packages("web-servers")
        self.fpm = services.Service(packages)
        self.fpm.folder.chmod(0o755)
        as_root = os.geteuid() == 0
        configuration = self.fpm.folder / "fpm.conf"
        user = "user = root\ngroup = root" if as_root else ""
        configuration.write_text(FPM.format(folder=self.fpm.folder, port=self.fpm.port, user=user, children=children))
        self.fpm.start(*prefix, *(program or [services.same_php_fpm(packages)]), "-n", "-F", *(["-R"] if as_root else []), "-y", configuration, *modules,
                       answers=lambda client: True, env=environment)
        try:
            pem = self.fpm.folder / "pem"
            services.make_certificate(pem)
            self.nginx = web_servers.start_nginx(NGINX.format(public=public, port=self.fpm.port), pem, pem)
        except BaseException:
            self.fpm.close()
            raise
        self.port = self.nginx.port

    def close(self):
        self.nginx.close()
        self.fpm.close()


class World:
    """What all tests of a file share: the application and its database."""

    def __init__(self, name, *options):
        """`options`: of the database."""
        self.name = name
        self.options = options
        self.app = self.database = None
        self.modules = ()

    def make(self):
        if self.app is None:
            need_php()
            app = installed(self.name)
            packages = services.Packages()
            self.modules = packages.php(*shared_modules(), "pdo_mysql")
            self.database = services.maria_db(packages, *self.options)
            self.app = app  # the last: what is skipped is skipped for each class

    def close(self):
        if self.database is not None:
            self.database.close()


class ApplicationTest(TestCase):
    """Its server is that of all its tests."""
    NAME = "tern"
    WORDS = ("--concurrency", "20")
    ENVIRONMENT = {}
    HEADERS = ("Content-Type", "Content-Disposition", "Cache-Control", "Location")
    WORLD = None
    PLACE = None  # a Place of places.py

    @classmethod
    def make_place(cls, name):
        cls.WORLD.make()
        return cls.PLACE(cls.WORLD.app, cls.WORLD.modules, cls.WORLD.database, name)

    @classmethod
    def setUpClass(cls):
        cls.place = cls.make_place(cls.NAME)
        cls.addClassCleanup(cls.place.remove)
        cls.server = cls.place.serve("--workers", "1", *cls.WORDS, env=cls.ENVIRONMENT)
        cls.addClassCleanup(cls.server.stop)

    def browser(self, port=None):
        browser = FormBrowser(port or self.server.port)
        self.addCleanup(browser.close)
        return browser

    def start_fpm(self, name, program=()):
        place = self.make_place(name)
        self.addCleanup(place.remove)
        fpm = Fpm(place.app / "public", place.modules, place.environment, program=program)
        self.addCleanup(fpm.close)
        return fpm

    def check_same_as_php_fpm(self, visit):
        """visit(browser) yields answers: those of `tern serve` and of `tern fpm` are php-fpm's."""
        theirs = self.browser(self.start_fpm("fpm").port)
        expected = list(visit(theirs))
        for server, port in (("serve", self.server.port), ("fpm", self.start_fpm("pool", [*need_php(), TERN, "fpm"]).port)):
            ours = self.browser(port)
            for number, (our, their) in enumerate(zip(visit(ours), expected)):
                with self.subTest(number, server=server):
                    self.assertEqual((our.status, normalized(our.text)), (their.status, normalized(their.text)))
                    for name in self.HEADERS:
                        self.assertEqual(normalized(our.headers[name] or ""), normalized(their.headers[name] or ""), name)
                    self.assertEqual(our.cookies, their.cookies)
            self.assertEqual(sorted(ours.cookies), sorted(theirs.cookies))

    def at_a_time(self, action, count):
        """action(number), for so many numbers."""
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            return list(pool.map(action, range(count)))
