"""The documentation site that scripts/site has made in build/site, served by Tern: links, accessibility, reading without scripts."""
# Only when named
# Time limit: 900 s
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

from browser import Browser
from harness import ROOT
from launcher import LauncherTest
from php_program import need_php

SITE = ROOT / "build/site"
AXE = ROOT / "build/site-tools/node_modules/axe-core/axe.min.js"
WIDTHS = (360, 820, 1280)
SCHEMES = ("light", "dark")
HOMEPAGE = json.loads((ROOT / "composer.json").read_text())["homepage"]
CONSTANTS = "$all = get_defined_constants(true); echo implode(' ', array_keys($all['tern'] + $all['swoole']));"
# One page of each kind is looked at in all ways, the others in one way each.
MISSING = "404.html"
KINDS = ("", "pages/", "http/", "options/", "constants/", "errors/", "errors/port-in-use/", "comparison/", "migrate/php-fpm/", "reference/",
         "reference/functions/", "reference/swoole-server/", "reference/tern-http-client/", "source/examples/site-php/", "results/results/")

VIOLATIONS = """
axe.run(document, { resultTypes: ['violations'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html.slice(0, 200)]))
"""

# The links that come into a part of the page.
FOUND = """
new Promise((resolve) => {
    const part = document.querySelector('%s');
    const look = () => part.querySelector('a') && resolve([...part.querySelectorAll('a')].map((link) => link.href));
    new MutationObserver(look).observe(part, { childList: true, subtree: true });
    look();
})
"""


def is_class(url, number):
    """Pages of classes are all alike: one in ten is enough."""
    return url.startswith("reference/") and number % 10 != 0


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.targets = []
        self.anchors = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.anchors.append(attributes["id"])
        for name in ("href", "src"):
            if name in attributes:
                self.targets.append(attributes[name])


class LinksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = {path.relative_to(SITE).as_posix().removesuffix("index.html"): Links(path.read_text())
                     for path in SITE.rglob("index.html")}
        cls.missing = Links((SITE / MISSING).read_text())

    def leads_to(self, page, target):
        """The page or the file that a link leads to, and its anchor; None: it leads out of the site."""
        url = urllib.parse.urlparse(urllib.parse.urljoin(f"http://site/{page}", target))
        return None if url.netloc != "site" else (urllib.parse.unquote(url.path[1:]), url.fragment)

    def test_every_link_leads_somewhere(self):
        self.assertGreater(len(self.pages), 200)
        for page, links in self.pages.items():
            self.assertEqual(len(links.anchors), len(set(links.anchors)), f"{page or 'home'} has an anchor twice")
            for target in links.targets:
                found = self.leads_to(page, target)
                if found is None or found[0] == "pagefind/pagefind.js":
                    continue
                path, anchor = found
                there = self.pages.get(path)
                self.assertTrue(there is not None or (SITE / path).is_file(), f"{page or 'home'} links to {target}")
                self.assertTrue(anchor == "" or there is None or anchor in there.anchors, f"{page or 'home'} links to {target}")

    def test_the_page_for_wrong_addresses_leads_to_pages(self):
        """A host shows it at any address: its links begin at <base>, where a link to a part of itself would lead away, too."""
        (base,) = [target for target in self.missing.targets if target.startswith("/")]
        self.assertEqual(urllib.parse.urlparse(HOMEPAGE).path + "/", base)
        targets = set(self.missing.targets) - {base}
        self.assertGreater(len(targets), 60)
        for target in targets:
            self.assertNotIn("#", target)
            path = target.removeprefix("./")
            self.assertTrue(path in self.pages or (SITE / path).is_file(), target)

    def test_every_constant_has_an_anchor(self):
        done = subprocess.run([*need_php(), "-r", CONSTANTS], capture_output=True, text=True, check=True)
        names = done.stdout.split()
        self.assertGreater(len(names), 400)
        page = (SITE / "constants/index.html").read_text().replace("<wbr>", "")
        for name in names:
            self.assertIn(f'<code id="{name.lower()}">{name}</code>', page)
        self.assertIn('<code id="table-type_int">Table::TYPE_INT</code>', page)

    def test_every_page_can_be_reached(self):
        found, new = set(), {""}
        while new:
            found |= new
            new = {path for page in new for target in self.pages[page].targets if (leads := self.leads_to(page, target))
                   and (path := leads[0]) in self.pages} - found
        self.assertEqual(set(self.pages) - found, set())

    def test_every_page_of_the_documentation_is_there(self):
        for path in (ROOT / "docs").rglob("*.md"):
            name = path.relative_to(ROOT / "docs").with_suffix("").as_posix()
            url = {"start": "", "README": "pages/"}.get(name, name.removesuffix("README").rstrip("/") + "/")
            self.assertIn(url, self.pages)

    def test_every_named_error_has_its_address(self):
        for path in (ROOT / "docs/errors").glob("[a-z]*.md"):
            self.assertIn(f"errors/{path.stem}/", self.pages)

    def test_nothing_comes_from_elsewhere(self):
        for page in SITE.rglob("*.html"):
            loaded = re.findall(r"<(?:script|img|iframe|link(?! rel=\"canonical\"))[^>]*(?:src|href)=\"([a-z]+:)?//", page.read_text())
            self.assertEqual(loaded, [], page)


class SiteCase(LauncherTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.stop)
        cls.axe = AXE.read_text()

    def setUp(self):
        super().setUp()
        self.server = self.run_served(str(SITE), "--port", "0")
        self.page = self.browser.page()
        self.addCleanup(self.page.close)

    def open(self, url, width, scheme):
        self.page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.page.resize(width, 900)
        self.page.open(f"http://127.0.0.1:{self.server.port}/{url}")

    def violations(self):
        self.page.evaluate(self.axe + ";0")
        return self.page.evaluate(VIOLATIONS)

    def check(self, url, width, scheme):
        with self.subTest(page=url, width=width, scheme=scheme):
            self.open(url, width, scheme)
            self.assertEqual(self.violations(), [])
            self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), width, "the page is wider than the window")


class SiteTest(SiteCase):
    def test_pages_of_each_kind(self):
        for url in KINDS:
            for width in WIDTHS:
                for scheme in SCHEMES:
                    self.check(url, width, scheme)
        self.assertEqual(self.page.complaints(), [])

    def test_all_pages(self):
        ways = [(width, scheme) for width in WIDTHS for scheme in SCHEMES]
        pages = sorted(path.relative_to(SITE).as_posix().removesuffix("index.html") for path in SITE.rglob("index.html"))
        for number, url in enumerate(pages):
            if url not in KINDS and not is_class(url, number):
                self.check(url, *ways[number % len(ways)])

    def test_without_scripts(self):
        self.page.call("Emulation.setScriptExecutionDisabled", value=True)
        for scheme in SCHEMES:
            for width in WIDTHS:
                self.open("http/", width, scheme)
                self.assertIn("An HTTP server is one object.", self.page.evaluate("document.querySelector('main').innerText"))
                self.assertTrue(self.page.evaluate("document.querySelector('form').hidden"))
                self.assertGreater(self.page.evaluate("document.querySelectorAll('nav a').length"), 40)
                shown = "getComputedStyle(document.querySelector('.to-menu')).display !== 'none'"
                self.assertEqual(self.page.evaluate(shown), width < 960)
        colours = self.page.evaluate("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")
        self.assertEqual(colours, ["rgb(20, 25, 29)", "rgb(221, 228, 233)"])

    def test_search(self):
        self.open("http/", 1280, "light")
        self.page.evaluate("document.querySelector('#site-search').focus()")
        self.page.call("Input.insertText", text="port in use")
        found = self.page.evaluate(FOUND % "#site-found")
        self.assertTrue(any("/errors/port-in-use/" in url for url in found), found)
        self.assertEqual(self.violations(), [])
        self.page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))")
        self.assertEqual(self.page.evaluate("document.querySelector('#site-found').hidden"), True)

    def test_the_search_finds_names(self):
        self.open("", 1280, "light")
        for name, url in (("SWOOLE_HOOK_ALL", "constants/#swoole_hook_all"), ("WEBSOCKET_OPCODE_TEXT", "constants/#websocket_opcode_text"),
                          ("worker_num", "options/#worker_num"), ("Table::TYPE_INT", "constants/#table-type_int")):
            self.page.evaluate("document.querySelector('#site-search').focus(); document.querySelector('#site-found').replaceChildren()")
            self.page.evaluate("document.querySelector('#site-search').value = ''")
            self.page.call("Input.insertText", text=name)
            found = self.page.evaluate(FOUND % "#site-found")
            self.assertTrue(any(f"/{url}" in one for one in found[:2]), (name, found))


class MissingTest(SiteCase):
    """At addresses that lead nowhere: where the site is a host's whole tree, and where it is a folder of one, as its homepage."""

    def setUp(self):
        super().setUp()
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="tern-site-"))
        self.addCleanup(shutil.rmtree, self.top)

    def serve_below(self, folder):
        """The site in a folder of the host."""
        shutil.copytree(SITE, self.top / "tree" / folder, copy_function=os.link)
        rules = self.top / "rules"
        rules.write_text(f"error 404 /{folder}404.html\n")
        self.server = self.run_served(str(self.top / "tree"), "--port", "0", "--classic", "--rules", str(rules))

    def check_missing(self, folder):
        self.serve_below(folder)
        self.assertEqual(self.server.get(f"/{folder}guide/coroutine.html").status, 404)
        for width in WIDTHS:
            for scheme in SCHEMES:
                self.check(f"{folder}guide/coroutine.html", width, scheme)
        self.assertIn("This page does not exist", self.page.evaluate("document.querySelector('h1').textContent"))
        colour = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        self.assertEqual(colour, "rgb(20, 25, 29)", "the style is there")
        near = self.page.evaluate(FOUND % "#site-near")
        self.assertIn(f"http://127.0.0.1:{self.server.port}/{folder}coroutines/", [url.split("#")[0] for url in near])
        links = self.page.evaluate("[...document.querySelectorAll('main li a')].map((link) => link.href)")
        for url in links:
            path = urllib.parse.urlparse(url).path
            self.assertEqual(self.server.get(path).status, 200, url)

    def test_a_tree(self):
        self.check_missing("")

    def test_a_folder(self):
        self.check_missing("tern/")

    def test_without_scripts(self):
        self.page.call("Emulation.setScriptExecutionDisabled", value=True)
        self.serve_below("tern/")
        self.open("tern/a/b/c", 360, "light")
        self.assertEqual(self.page.evaluate("document.querySelector('.name').href"), f"http://127.0.0.1:{self.server.port}/tern/")
        self.assertTrue(self.page.evaluate("document.querySelector('#site-near').hidden"))


if __name__ == "__main__":
    unittest.main()
