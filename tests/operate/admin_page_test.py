"""The admin page in a browser, of a server under load: charts move, a stuck request and its stack are seen, buttons ask
before they act."""
# Time limit: 240 s
import os
import pathlib
import threading

from admin_test import TOKEN, AdminCase
from browser import Browser
from harness import wait_until
from http_client import Closed

# Each comes to true once.
MOVES = """
new Promise((resolve) => {
    const line = document.querySelector('#chart-%s .line');
    new MutationObserver(() => line.getAttribute('d').includes('L') && resolve(true)).observe(line, { attributes: true });
})
"""
SHOWN = """
new Promise((resolve) => {
    const look = () => (%s) && resolve(true);
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
})
"""
# Answers to /requests wait for letGo().
LATE = """
const reallyFetch = window.fetch;
const kept = new Promise((resolve) => { window.letGo = resolve; });
window.fetch = async (path, options) => {
    const answer = await reallyFetch(path, options);
    if (path === '/requests') await kept;
    return answer;
};
"""
# What a server with db_queries says.
QUERIES = """
window.fetch = async () => Response.json({ queries: [
    { digest: 'a', text: 'SELECT * FROM <b>orders', count: 3, failed: 1, rows: 12, waited_ms: 40, mean_ms: 13, worst_ms: 20 },
    { digest: 'b', text: '', count: 1, failed: 0, rows: 0, waited_ms: 1, mean_ms: 1, worst_ms: 1 }] });
showQueries({ metrics: { tern_db_queries_total: { samples: [{ value: 4 }] } } })
    .then(() => [...document.querySelectorAll('#queries tbody tr')].map((row) => row.children[0].textContent + row.children[1].textContent))
"""
GIVE_TOKEN = "one('token-text').value = '%s'; document.querySelector('#token button').click()"
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


class InBrowser:
    """What a test of the page has, besides its TestCase."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.stop)

    def begin_page(self):
        """After the server, so that it is closed before that ends."""
        self.page = self.browser.page()
        self.addCleanup(self.page.close)

    def shows(self, condition):
        self.assertTrue(self.page.evaluate(SHOWN % condition))

    def open_at(self, port, token=TOKEN):
        self.page.open(f"http://127.0.0.1:{port}/")
        self.shows("one('token').open")
        self.page.evaluate(GIVE_TOKEN % token)


class AdminPageTest(InBrowser, AdminCase):
    def setUp(self):
        super().setUp()
        self.server = self.start_tcp({"worker_num": 2, "hook_flags": 0})
        self.begin_page()

    def open(self, token=TOKEN):
        self.open_at(self.socket[1], token)

    def under_load(self):
        over = threading.Event()

        def load():
            while not over.is_set():
                try:
                    with self.server.client() as client:
                        while not over.is_set():
                            client.ask()
                except (OSError, Closed):
                    pass  # it stops
        threads = [threading.Thread(target=load) for _ in range(2)]
        for thread in threads:
            thread.start()
            self.addCleanup(thread.join)
        self.addCleanup(over.set)

    def held(self):
        client = self.server.client()
        self.addCleanup(client.close)
        client.send("GET /hold HTTP/1.1\r\nHost: x\r\n\r\n")
        return client

    def test_it_lives(self):
        self.under_load()
        self.held()
        self.open()
        for chart in ("requests", "latency", "connections", "coroutines", "memory", "lag"):
            self.assertTrue(self.page.evaluate(MOVES % chart), chart)
        self.shows("/[1-9]/.test(document.querySelector('#chart-requests .value').textContent)")
        self.shows("one('state').textContent === 'ready'")
        self.shows("document.querySelectorAll('#workers tbody tr').length === 2")
        self.shows("document.querySelector('#requests .what')?.textContent === 'GET /hold'")
        self.page.evaluate("document.querySelector('#requests summary').click()")
        self.shows("document.querySelector('#requests pre').textContent.includes('hold()')")
        # It stays open while the page is brought up to date.
        self.assertTrue(self.page.evaluate(MOVES % "requests"))
        self.assertTrue(self.page.evaluate("document.querySelector('#requests details').open"))
        self.shows("[...document.querySelectorAll('.option dt')].some((name) => name.textContent === 'worker_num')")
        self.shows("/cpu .*lock .*switches 1/.test(document.querySelector('#requests .took').textContent)")
        self.look("lives")
        refused = [one for one in self.page.complaints() if "401" not in str(one)]
        self.assertEqual(refused, [])

    def test_a_worker_that_is_stuck_under_load(self):
        self.under_load()
        self.open()
        self.shows("one('state').textContent === 'ready'")
        with self.server.client() as client:
            client.send("GET /spin HTTP/1.1\r\nHost: x\r\n\r\n")
            self.server.wait_for("SPINS")
            self.shows("/does not answer[^]*blocked[^]*server\\.php\\(\\d+\\)/.test(one('silent').textContent)")
            worker = self.page.evaluate("one('silent').textContent.match(/worker (\\d)/)[1]")
            self.page.evaluate(f"document.querySelector('[aria-label=\"Coroutines of worker {worker}\"]').click()")
            self.shows("one('stacks').open && /server\\.php\\(\\d+\\)/.test(one('stacks-none').textContent)")
            self.look("stuck-stacks")
            self.page.evaluate("document.querySelector('#stacks [value=close]').click()")
            self.look("stuck")
            (self.server.folder / "go").touch()
            self.assertEqual(client.response().text, "spun")
        self.shows("one('silent').childElementCount === 0")

    def test_queries(self):
        self.open()
        self.shows("one('state').textContent === 'ready' && one('queries-section').hidden")
        self.assertEqual(self.page.evaluate(QUERIES), ["SELECT * FROM <b>orders3", "(others)1"])
        self.shows("!one('queries-section').hidden")

    def look(self, name):
        """It fits at every width, in both themes; for who looks, a picture of each below TERN_PICTURES."""
        for scheme in ("light", "dark"):
            self.page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for width in (360, 1280):
                self.page.resize(width, 800)
                self.assertTrue(self.page.evaluate(FITS), (scheme, width))
                if "TERN_PICTURES" in os.environ:
                    picture = pathlib.Path(os.environ["TERN_PICTURES"]) / f"{name}-{scheme}-{width}.png"
                    picture.write_bytes(self.page.screenshot(width))

    def test_a_wrong_token_is_asked_for_again(self):
        self.open("a-token-that-is-wrong")
        self.shows("one('token').open && one('token-why').textContent.includes('was not')")
        self.page.evaluate(GIVE_TOKEN % TOKEN)
        self.shows("one('state').textContent === 'ready'")

    def test_a_late_refusal_is_not_about_the_token_given_since(self):
        self.page.call("Page.addScriptToEvaluateOnNewDocument", source=LATE)
        self.open()
        self.page.evaluate("letGo()")
        self.shows("one('state').textContent === 'ready'")
        self.assertNotIn("was not", self.page.evaluate("one('token-why').textContent"))

    def test_reload_asks_first(self):
        self.open()
        self.shows("one('state').textContent === 'ready'")
        mark = self.server.mark()
        self.page.evaluate("one('reload').click()")
        self.shows("one('confirm').open")
        self.page.evaluate("document.querySelector('#confirm [value=no]').click()")
        self.shows("!one('confirm').open")
        self.assertNotIn("reloading", self.server.output()[mark:])
        self.page.evaluate("one('reload').click()")
        self.shows("one('confirm').open")
        self.page.evaluate("one('confirm-yes').click()")
        self.server.wait_for("the reload is finished", since=mark)
        self.shows("one('notice').textContent.includes('under way')")

    def test_a_worker_is_drained_and_its_coroutines_shown(self):
        self.held()
        self.open()
        self.shows("document.querySelectorAll('#requests .request').length === 1")
        worker = self.page.evaluate("document.querySelector('#requests .why').textContent.match(/worker (\\d)/)[1]")
        self.page.evaluate(f"document.querySelector('[aria-label=\"Coroutines of worker {worker}\"]').click()")
        self.shows("one('stacks').open && one('stacks-list').textContent.includes('GET /hold')")
        self.page.evaluate("document.querySelector('#stacks [value=close]').click()")
        pid = self.page.evaluate("document.querySelector('#workers tbody tr').children[1].textContent")
        self.page.evaluate("document.querySelector('[aria-label=\"Drain worker 0\"]').click()")
        self.shows("one('confirm').open && one('confirm-what').textContent === 'Drain worker 0'")
        self.page.evaluate("one('confirm-yes').click()")
        wait_until(lambda: pid != self.page.evaluate("document.querySelector('#workers tbody tr').children[1].textContent")
                   or None, "a new worker 0")

    def test_a_server_that_has_ended_is_told(self):
        self.open()
        self.shows("one('state').textContent === 'ready'")
        self.server.stop()
        self.shows("one('state').classList.contains('gone')")
