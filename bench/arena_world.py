"""What HttpArena mounts and starts beside a server, made anew: 50 items, 20 static files, a certificate, a PostgreSQL with items."""
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

import servers

sys.path.append(str(servers.ROOT / "tests/support"))
os.environ.setdefault("TERN_PHP", f"{os.environ.get('PHP', 'php')} -n -d extension={servers.TERN}")
import certificates  # noqa: E402  what the tests have serves here, too
import services  # noqa: E402

ENTRY = servers.ROOT / "bench/httparena"
CONNECTIONS = 96  # of the database, PostgreSQL's own limit less those that it reserves
ROWS = 20000
CATEGORIES = ("electronics", "office", "books", "tools")
# Sizes in KB as the rules have them; text can be compressed.
FILES = {"reset.css": 8, "layout.css": 25, "theme.css": 40, "components.css": 200, "utilities.css": 60, "analytics.js": 12,
         "helpers.js": 30, "app.js": 200, "vendor.js": 300, "router.js": 35, "header.html": 55, "footer.html": 120, "logo.svg": 15,
         "icon-sprite.svg": 70, "manifest.json": 3, "regular.woff2": 18, "bold.woff2": 22, "hero.webp": 45, "thumb1.webp": 6,
         "thumb2.webp": 8}
BINARY = (".woff2", ".webp")
SCHEMA = """
CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, price INTEGER NOT NULL,
    quantity INTEGER NOT NULL, active BOOLEAN NOT NULL, tags JSONB NOT NULL, rating_score INTEGER NOT NULL,
    rating_count INTEGER NOT NULL);
INSERT INTO items SELECT i, 'Item ' || i, (ARRAY['electronics', 'office', 'books', 'tools'])[1 + i % 4], 1 + i * 7 % 500, i % 100,
    i % 3 > 0, '["fast", "new"]', i % 50, i % 300 FROM generate_series(1, {rows}) AS i;
"""


def items():
    return [{"id": i, "name": f"Item {i}", "category": CATEGORIES[i % 4], "price": 100 + i * 37 % 400, "quantity": 1 + i * 13 % 99,
             "active": i % 3 > 0, "tags": ["fast", "new", f"tag{i % 7}"], "rating": {"score": i % 50, "count": i * 11 % 300}}
            for i in range(1, 51)]


def write_static(folder):
    """With compressed neighbours of what is text."""
    folder.mkdir()
    for name, kilobytes in FILES.items():
        path, size = folder / name, kilobytes * 1024
        if name.endswith(BINARY):
            path.write_bytes(os.urandom(size))
            continue
        text = "".join(f".rule-{number} {{ margin: {number % 97}px; }}\n" for number in range(size // 20))
        path.write_text(text[:size])
        pathlib.Path(f"{path}.gz").write_bytes(gzip.compress(path.read_bytes(), 9))
        if shutil.which("brotli"):
            subprocess.run(["brotli", "-q", "11", "-k", path], check=True)


def write_data(folder):
    (folder / "dataset.json").write_text(json.dumps(items()))
    write_static(folder / "static")


class Database:
    """A PostgreSQL; `environment` is what HttpArena says of it."""

    def __init__(self, rows=ROWS):
        try:
            self.packages = services.Packages("clients")
            self.service = services.postgres(self.packages)
            self.modules = self.packages.php("pdo_pgsql")
        except unittest.SkipTest as missing:
            raise servers.Unusable(str(missing)) from None
        url = f"postgres://tern:none@127.0.0.1:{self.service.port}/postgres"
        self.environment = {"DATABASE_URL": url, "DATABASE_MAX_CONN": str(CONNECTIONS), **self.packages.libraries()}
        code = "[, $source, $sql] = $argv; (new PDO($source, 'tern', 'none'))->exec($sql);"
        source = f"pgsql:host=127.0.0.1;port={self.service.port};dbname=postgres"
        done = subprocess.run([os.environ.get("PHP", "php"), "-n", *self.modules, "-r", code, "--", source, SCHEMA.format(rows=rows)],
                              capture_output=True, text=True, env={**os.environ, **self.environment})
        if done.returncode != 0:
            self.close()
            raise servers.Unusable(done.stderr or done.stdout)

    def close(self):
        self.service.close()


class World:
    """A folder with data, certificates, and a database where there is one."""

    def __init__(self, folder, database=True, rows=ROWS):
        self.folder = pathlib.Path(folder)
        self.folder.chmod(0o755)
        write_data(self.folder)
        made = certificates.Certificates()
        made.issue("server", names=("localhost",))
        (self.folder / "certs").mkdir()
        for name in ("server.crt", "server.key"):
            shutil.copy(made.path(name), self.folder / "certs")
        made.close()
        self.database, self.no_database = None, "not asked for"
        if database:
            try:
                self.database = Database(rows)
            except servers.Unusable as why:
                self.no_database = str(why)

    @property
    def modules(self):
        return self.database.modules if self.database else []

    def environment(self, ports):
        """Of a server: where things are."""
        of_database = self.database.environment if self.database else {}
        return {**os.environ, "ARENA_PORTS": ",".join(map(str, ports)), "ARENA_DATA": str(self.folder),
                "ARENA_CERTS": str(self.folder / "certs"), **of_database}

    def close(self):
        if self.database:
            self.database.close()
