"""examples/chat.php in a browser: two tabs in one room, over TLS and HTTP/2."""
from browser import Browser
from programs import Program

# Comes to true when the page shows this text.
SHOWS = """
new Promise((resolve) => {
    const look = () => document.querySelector('#said').textContent.includes(%r) && resolve(true);
    new MutationObserver(look).observe(document.querySelector('#said'), { childList: true, subtree: true });
    look();
})
"""
CONNECTED = """
new Promise((resolve) => {
    const state = document.querySelector('#state');
    const look = () => state.textContent === 'connected' && resolve(true);
    new MutationObserver(look).observe(state, { childList: true });
    look();
})
"""
SAY = """
(() => {
    const form = document.querySelector('form');
    form.name.value = %r;
    form.text.value = %r;
    form.requestSubmit();
})()
"""


class ChatTest(Program):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser("--ignore-certificate-errors")
        cls.addClassCleanup(cls.browser.stop)

    def setUp(self):
        self.server = self.example("chat.php")

    def tab(self, room):
        page = self.browser.page()
        self.addCleanup(page.close)
        page.open(f"https://127.0.0.1:{self.server.port}/#{room}")
        self.assertTrue(page.evaluate(CONNECTED))
        return page

    def members(self, page):
        return page.evaluate("document.querySelector('#members').textContent")

    def test_two_tabs(self):
        ann, bob = self.tab("garden"), self.tab("garden")
        ann.evaluate(SAY % ("Ann", "Grüße <b>& more</b>"))
        for page in (ann, bob):
            self.assertTrue(page.evaluate(SHOWS % "Ann: Grüße <b>& more</b>"))
            self.assertEqual(self.members(page), "2")
        bob.evaluate(SAY % ("Bob", "hello Ann"))
        for page in (ann, bob):
            self.assertTrue(page.evaluate(SHOWS % "Bob: hello Ann"))
            self.assertEqual(page.complaints(), [])
        bob.close()
        self.assertTrue(ann.evaluate(SHOWS % "somebody has left"))
        self.assertEqual(self.members(ann), "1")

    def test_rooms_are_apart(self):
        ann, bob = self.tab("garden"), self.tab("cellar")
        ann.evaluate(SAY % ("Ann", "only here"))
        self.assertTrue(ann.evaluate(SHOWS % "only here"))
        bob.evaluate(SAY % ("Bob", "below"))
        self.assertTrue(bob.evaluate(SHOWS % "below"))
        self.assertFalse(bob.evaluate("document.querySelector('#said').textContent.includes('only here')"))

    def test_the_page_comes_over_http2(self):
        page = self.tab("lobby")
        [answer, *_] = page.all("Network.responseReceived")
        self.assertEqual(answer["response"]["protocol"], "h2")
        self.assertEqual(answer["response"]["status"], 200)
        self.assertEqual(page.evaluate("document.querySelector('#room').textContent"), "lobby")
