"""Rules of .htaccess: Apache and Tern's engine are asked for the same URLs of the same folder, and have to say the same."""
import http.client
import json
import os
import pathlib
import re
import tempfile
import unittest

import htaccess_cases as cases
import web_servers
from harness import ROOT
from php_program import PhpFile

RULES = ROOT / "tests/classic/rules/htaccess"
MODIFIED = 1_000_000_000
HEADERS = ["Content-Type", "Content-Encoding", "Cache-Control", "Vary", "Set-Cookie", "X-Frame-Options", "X-Always", "X-Image", "X-Text", "X-List",
           "X-Added", "X-Percent", "X-Content-Type-Options", "X-If"]


def fill(root):
    """The site in a folder."""
    for name in (*cases.EMPTY, *cases.FILES.split(), *cases.UNUSUAL):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("" if name in cases.EMPTY else name)
        os.utime(path, (MODIFIED, MODIFIED))
    for name in cases.PROGRAMS:
        (root / name).chmod(0o755)
    for name in cases.LINKS:
        (root / name).symlink_to("file.txt")
    for name, folder in cases.RULES.items():
        (root / folder / ".htaccess").write_bytes((RULES / f"{name}.htaccess").read_bytes())


def values(headers, name):
    return [value for key, value in headers if key.lower() == name.lower()]


class Answer:
    """What a client can see, in the same form for both."""

    def __init__(self, status, location, headers):
        self.seen = {"status": status, "location": location}
        self.seen.update((name, values(headers, name)) for name in HEADERS)

    def add_file(self, file, path_info, query, variables):
        self.seen.update(file=file, path_info=path_info, query=query, **variables)


def of_apache(port, root, one):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.putrequest(one["method"], one["target"], skip_host="Host" in one["headers"], skip_accept_encoding=True)
    for name, value in one["headers"].items():
        connection.putheader(name, value)
    connection.endheaders()
    response = connection.getresponse()
    body = response.read().decode(errors="replace")
    connection.close()
    headers = [(name, value.encode("latin-1").decode()) for name, value in response.getheaders()]
    answer = Answer(response.status, dict(headers).get("Location"), headers)
    file = dict(headers).get("X-Seen-File", "")
    # Its own pages are HTML and long, those of the site are their own names.
    name = file.removeprefix(f"{root}/")
    content = "" if one["method"] == "HEAD" or name in cases.EMPTY else "flags/file.txt" if name in cases.LINKS else name
    if name != file and body == content:
        answer.add_file(f"/{name}", response.getheader("X-Seen-Path-Info"), response.getheader("X-Seen-Query"),
                        {name: response.getheader(f"X-Variable-{name}") for name in cases.VARIABLES})
    else:
        answer.seen["Content-Type"] = []
    return answer.seen, body


def of_tern(one):
    answer = Answer(one["status"], one["location"], [tuple(pair) for pair in one["headers"]])
    if one["file"] is not None:
        answer.add_file(one["file"], one["path_info"], one["query"],
                        {name: one["environment"].get(name, "(null)") for name in cases.VARIABLES})
    return answer.seen


class SameAsApache(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.apache = web_servers.apache_site(cases.VARIABLES)
        cls.addClassCleanup(cls.apache.close)
        cls.root = cls.apache.folder / "root"
        fill(cls.root)
        cls.requests = cases.requests()
        cls.answers = json.loads(PhpFile("classic/rules/htaccess.php", root=str(cls.root), port=cls.apache.port, requests=cls.requests).run())

    def test_each_url(self):
        for one, ours in zip(self.requests, self.answers):
            with self.subTest(**one):
                theirs, body = of_apache(self.apache.port, self.root, one)
                self.assertEqual(of_tern(ours), theirs, f"{ours['reason']} {self.log(one)}")
                if ours["text"] is not None:
                    self.assertEqual(ours["text"], body)

    def log(self, one):
        return f"http://127.0.0.1:{self.apache.port}{one['target']}"

    def test_nothing_is_unknown(self):
        warnings = {warning.split("/root/")[1] for one in self.answers for warning in one["warnings"]}
        self.assertEqual(warnings, set())


class Documentation(unittest.TestCase):
    """The examples of the page: each block of rules, and what it says that they decide."""

    def blocks(self):
        page = (ROOT / "docs/rewriting.md").read_text()
        for kind, rules, decisions in re.findall(r"```(rules|apache)\n(.*?)```(?:(?!```).)*?```decisions\n(.*?)```", page, re.S):
            yield {"kind": kind, "rules": rules, "expected": dict(line.split(None, 1) for line in decisions.splitlines())}

    def test_examples(self):
        blocks = list(self.blocks())
        self.assertGreater(len(blocks), 6)
        with tempfile.TemporaryDirectory(prefix="tern-rewriting-") as root:
            for name in ("index.php", "404.php", "about.html", "assets/app.css"):
                path = pathlib.Path(root, name)
                path.parent.mkdir(exist_ok=True)
                path.write_text(name)
            found = json.loads(PhpFile("classic/rules/rewriting_page.php", root=root, blocks=blocks).run())
        for block, made in zip(blocks, found, strict=True):
            with self.subTest(rules=block["rules"]):
                self.assertEqual(made, {"warnings": [], "decisions": block["expected"]})


if __name__ == "__main__":
    unittest.main()
