"""A classic application in a folder of its own, with a database: what a server is given to serve.

The applications are Debian's, unpacked by scripts/classic. A package has links to other packages and to /etc; a Site is a copy
without links, in a temporary folder that the application may write to.
"""
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile

import services
from php_program import PHP, need_php

# What the applications need of PHP, in the order in which it is loaded, if it is not a part of this PHP.
MODULES = ("ctype", "curl", "dom", "exif", "fileinfo", "gettext", "iconv", "intl", "mbstring", "mysqlnd", "mysqli", "pdo", "pdo_mysql", "gd",
           "posix", "simplexml", "tokenizer", "xml", "xmlreader", "xmlwriter", "zip")
PASSWORD = "Kranich-7-Moor"
ACCOUNTS = f"""
CREATE USER 'site'@'127.0.0.1' IDENTIFIED BY '{PASSWORD}';
GRANT ALL ON *.* TO 'site'@'127.0.0.1' WITH GRANT OPTION;
"""
DATABASE = "site"
PROGRAMS = pathlib.Path(__file__).with_name("programs")


@functools.cache
def packages(script="classic"):
    return services.Packages(script)


@functools.cache
def modules():
    """The options of PHP that load MODULES and opcache. The order of extensions matters: one needs another."""
    loaded = subprocess.run([*need_php(), "-m"], capture_output=True, text=True, check=True).stdout.lower().split()
    find = packages().find
    words = [f"extension={find(f'{packages().extensions}/{name}.so')}" for name in MODULES if name not in loaded]
    if "opcache" not in loaded and "zend opcache" not in loaded:
        words.append(f"zend_extension={find(f'{packages().extensions}/opcache.so')}")
    return [part for word in words for part in ("-d", word)]


def original(link, copied_from, script):
    """What a link of a package leads to: in the unpacked packages or, where a package is installed, in the system."""
    target = os.path.normpath(os.path.join("/", os.path.dirname(copied_from), os.readlink(link)))
    for root in (packages(script).folder, pathlib.Path("/")):
        path = root / target.lstrip("/")
        if path.exists() or path.is_symlink():
            return path, target
    return None, target


def copy(source, place, script="classic"):
    """Copies a file or a folder of a package, given by its path in the system. A link becomes what it leads to; one that leads
    nowhere, as those to a configuration that does not exist yet, is left out."""
    found = packages(script).folder / source.lstrip("/")
    if not os.path.lexists(found):
        found = pathlib.Path(source)
    subprocess.run(["cp", "-aT", found, place], check=True)
    replace_links(pathlib.Path(place), source, script)


def replace_links(place, source, script):
    if place.is_symlink():
        found, target = original(place, source, script)
        place.unlink()
        if found:
            copy(target, place, script)
        return
    links = [pathlib.Path(folder) / name for folder, folders, files in os.walk(place) for name in folders + files
             if (pathlib.Path(folder) / name).is_symlink()]
    for link in links:
        replace_links(link, os.path.join(source, link.relative_to(place)), script)


class Database:
    """A MariaDB with accounts, where an application comes as `site` with PASSWORD."""

    def __init__(self, *options):
        self.service = services.maria_db(packages("clients"), *options, accounts=ACCOUNTS)
        self.port = self.service.port

    def run(self, queries):
        subprocess.run([*PHP, *modules(), PROGRAMS / "query.php", str(self.port), PASSWORD, queries], check=True,
                       env=packages().environment(), stdin=subprocess.DEVNULL)

    def load(self, path, script):
        """A file of queries, by the client that this script unpacks."""
        client = [packages(script).find("usr/bin/mariadb"), "--no-defaults", "-h127.0.0.1", f"-P{self.port}", "-usite", f"-p{PASSWORD}"]
        with open(path, "rb") as file:
            subprocess.run([*client, DATABASE], check=True, stdin=file, env=packages(script).environment())

    def make(self):
        """An empty database for an application."""
        self.run(f"DROP DATABASE IF EXISTS {DATABASE}; CREATE DATABASE {DATABASE} CHARACTER SET utf8mb4;")

    def close(self):
        self.service.close()


class Site:
    """What a server is given. `folder` is written to by the application, `public` in it is served."""
    NAME = ""
    PACKAGES = "classic"  # the script that unpacks it
    more_settings = {}  # of PHP
    RULES = "try_files $uri $uri/ /index.php$is_args$args;"  # nginx's for what is no PHP file

    def __init__(self, database):
        self.database = database
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"tern-{self.NAME}-"))
        self.public = self.folder / "public"
        for name in ("sessions", "temporary"):
            (self.folder / name).mkdir()
        database.make()
        self.unpack()

    def unpack(self):
        """Copies the application to `public`."""
        raise NotImplementedError

    def copy(self, source, to="public"):
        copy(source, self.folder / to, self.PACKAGES)

    def replace(self, name, *pairs):
        """Texts in a file of the application that name a path of the system."""
        path = self.folder / name
        text = path.read_text()
        for old, new in pairs:
            assert old in text, f"{name}: {old}"
            text = text.replace(old, str(new))
        path.write_text(text)

    def settings(self):
        """Of PHP."""
        return {
            "display_errors": "0", "log_errors": "1", "error_log": self.errors, "html_errors": "0",
            "session.save_path": self.folder / "sessions", "upload_tmp_dir": self.folder / "temporary",
            "sys_temp_dir": self.folder / "temporary", "upload_max_filesize": "16M", "post_max_size": "16M", "memory_limit": "256M",
            "sendmail_path": "/bin/true", "date.timezone": "UTC", "opcache.enable": "1", "opcache.enable_cli": "1",
            "opcache.revalidate_freq": "0", "opcache.file_update_protection": "0", "opcache.memory_consumption": "128",
            **self.more_settings}

    def php(self):
        """The options of PHP, the same for all servers."""
        return [*modules(), *(word for name, value in self.settings().items() for word in ("-d", f"{name}={value}"))]

    @property
    def errors(self):
        return self.folder / "errors"

    def complaints(self):
        """What PHP wrote to its log."""
        return self.errors.read_text(errors="replace") if self.errors.exists() else ""

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
