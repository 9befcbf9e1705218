"""The WebSocket server with clients that others made: Python's websockets package and Chromium."""
# Time limit: 400 s
import json
import pathlib
import subprocess
import unittest

from browser import Browser
from websocket_echo import COMPRESSION, EchoTest

PYTHON = "/usr/bin/python3"  # that of the system has the package, others may not
LIMIT = 4_000_000
OPTIONS = {"package_max_length": LIMIT, "websocket_subprotocol": "chat.v2, chat.v1", **COMPRESSION}


class PythonTest(EchoTest):
    OPTIONS = OPTIONS

    @classmethod
    def setUpClass(cls):
        if subprocess.run([PYTHON, "-c", "import websockets"], check=False, capture_output=True).returncode:
            raise unittest.SkipTest("the websockets package is not installed")
        super().setUpClass()

    def run_client(self, case):
        program = pathlib.Path(__file__).with_name("websocket_python.py")
        url = f"ws://127.0.0.1:{self.server.port}/"
        run = subprocess.run([PYTHON, program, url, case], check=False, capture_output=True, text=True, timeout=200)
        self.assertEqual(run.stderr, "")
        return json.loads(run.stdout)

    def test_sizes(self):
        self.assertEqual(self.run_client("sizes"), [["permessage-deflate"], [True] * 9, [True] * 7])

    def test_fragments(self):
        self.assertEqual(self.run_client("fragments"), [True] * 3)

    def test_windows(self):
        self.assertEqual(self.run_client("windows"), [])

    def test_many(self):
        self.assertTrue(self.run_client("many"))

    def test_pings(self):
        self.assertEqual(self.run_client("pings"), 100)

    def test_closing(self):
        self.assertEqual(self.run_client("closing"), [[4000, ""], [4001, "theirs \u20ac"], [1000, ""]])

    def test_too_big(self):
        self.assertEqual(self.run_client("too_big"), 1009)

    def test_subprotocol(self):
        self.assertEqual(self.run_client("subprotocol"), ["chat.v1", True])


# What the page of a test has: socket(url) is an open WebSocket, ask() what comes back, closed() its end.
PAGE = """
function socket(url, protocols = []) {
    const ws = new WebSocket(url, protocols);
    ws.binaryType = 'arraybuffer';
    ws.end = new Promise(resolve => ws.addEventListener('close', event => resolve([event.code, event.reason, event.wasClean])));
    return new Promise(resolve => {
        ws.addEventListener('open', () => resolve(ws));
        ws.addEventListener('close', () => resolve(ws));
    });
}
function ask(ws, data) {
    return new Promise(resolve => {
        ws.addEventListener('message', event => resolve(event.data), { once: true });
        ws.send(data);
    });
}
"""


class InChromium(EchoTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.stop)
        super().setUpClass()

    def page(self):
        page = self.browser.page()
        self.addCleanup(page.close)
        page.open(self.server.url())
        page.evaluate(PAGE)
        return page

    def run_in(self, page, body, protocols="[]"):
        """What the body, which has an open `ws`, returns."""
        url = f"ws://127.0.0.1:{self.server.port}/"
        return page.evaluate(f"(async () => {{ const ws = await socket('{url}', {protocols}); {body} }})()")


class ChromiumTest(InChromium):
    OPTIONS = OPTIONS

    def test_compression_is_agreed_on(self):
        found = self.run_in(self.page(), "const found = ws.extensions; ws.close(); await ws.end; return found;")
        self.assertEqual(found.split(";")[0], "permessage-deflate")

    def test_texts(self):
        page = self.page()
        found = self.run_in(page, """
            const same = [];
            for (const size of [0, 1, 125, 126, 65535, 65536, 1000000]) {
                const text = 'a\\u20ac\\u{1d11e}'.repeat(size).slice(0, size);
                const whole = text.toWellFormed();
                same.push(await ask(ws, text) === whole);
            }
            ws.close(1000, 'done');
            return [same, await ws.end];""")
        self.assertEqual(found[0], [True] * 7)
        self.assertEqual(found[1][0::2], [1000, True])
        self.assertEqual(page.complaints(), [])

    def test_binaries(self):
        page = self.page()
        found = self.run_in(page, """
            const same = [];
            for (const size of [0, 1, 125, 126, 65535, 65536, 2000000]) {
                const bytes = new Uint8Array(size);
                for (let at = 0; at < size; at += 65536) crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65536)));
                const sent = size % 2 ? new Blob([bytes]) : bytes;
                const back = new Uint8Array(await ask(ws, sent));
                same.push(back.length === size && back.every((byte, at) => byte === bytes[at]));
            }
            ws.close();
            return same;""")
        self.assertEqual(found, [True] * 7)
        self.assertEqual(page.complaints(), [])

    def test_the_server_closes(self):
        page = self.page()
        for code, reason in ((1000, ""), (4001, "enough"), (1008, "\u20ac" * 41)):
            found = self.run_in(page, f"ws.send('close {code} {reason}'); return await ws.end;")
            self.assertEqual(found, [code, reason, True])

    def test_a_message_too_large(self):
        found = self.run_in(self.page(), f"ws.send('x'.repeat({LIMIT + 1})); return await ws.end;")
        self.assertEqual(found[0], 1009)

    def test_subprotocol(self):
        page = self.page()
        self.assertEqual(self.run_in(page, "const found = ws.protocol; ws.close(); return found;", "['soap', 'chat.v2']"), "chat.v2")
        # A client that asked for some and got none fails (RFC 6455 4.1).
        self.assertEqual(self.run_in(page, "return await ws.end;", "['soap']"), [1006, "", False])

    def test_two_tabs(self):
        one, other = self.page(), self.page()
        for page in (one, other, one, other):
            self.assertEqual(self.run_in(page, "const all = await Promise.all([1, 2, 3].map(() => ask(ws, 'x')));"
                                               "ws.close(); return all;"), ["x"] * 3)


class ChromiumOriginTest(InChromium):
    """Pages of other origins are kept out."""
    OPTIONS = {"websocket_allowed_origins": ["https://app.example"]}

    def test_origin(self):
        self.assertEqual(self.run_in(self.page(), "return await ws.end;"), [1006, "", False])


class ChromiumSameOriginTest(InChromium):
    OPTIONS = {"websocket_allowed_origins": ["same-origin"]}

    def test_origin(self):
        self.assertEqual(self.run_in(self.page(), "return await ask(ws, 'let in');"), "let in")


if __name__ == "__main__":
    unittest.main()
