"""examples/site.php as a browser sees it: files and the browser's cache, an upload with progress, server-sent events."""
import base64
import hashlib
import json
import pathlib
import struct
import tempfile

from browser import Browser
from harness import ROOT, wait_until
from http_client import request
from programs import Program

ASSETS = sorted(f"/assets/{path.relative_to(ROOT / 'examples/site/assets')}"
                for path in (ROOT / "examples/site/assets").rglob("*") if path.is_file())
WIDTH = 1200
SIZE = 8_000_000

# The files that the page loaded: path, status, bytes that came over the network.
RESOURCES = """
performance.getEntriesByType('resource').filter(entry => entry.name.includes('/assets/'))
    .map(entry => [new URL(entry.name).pathname, entry.responseStatus, entry.transferSize])
"""
IMAGES = "[...document.images].map(image => [image.complete, image.naturalWidth > 0, image.getBoundingClientRect().width > 40])"
# Sends the form; comes to the values that the progress bar had and to what the page shows then.
UPLOAD = """
new Promise((resolve, reject) => {
    const bar = document.querySelector('#upload progress');
    const shown = (key) => document.querySelector(`#receipt [data-key=${key}]`).textContent;
    const values = [];
    new MutationObserver(() => values.push(bar.value)).observe(bar, { attributes: true, attributeFilter: ['value'] });
    new MutationObserver(() => resolve({ values, name: shown('name'), size: shown('size'), sha256: shown('sha256') }))
        .observe(document.querySelector('#receipt [data-key=sha256]'), { childList: true });
    document.querySelector('#upload button').click();
})
"""
# How many colours an image has, and how many of its pixels have the most frequent one.
COLOURS = """
(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,%s';
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const counts = new Map();
    for (const pixel of new Uint32Array(canvas.getImageData(0, 0, image.naturalWidth, image.naturalHeight).data.buffer)) {
        counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    }
    return [counts.size, Math.max(...counts.values())];
})()
"""


class BrowserTest(Program):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.stop)

    def setUp(self):
        self.server = self.example("site.php")
        self.url = f"http://127.0.0.1:{self.server.port}/"
        self.page = self.browser.page()
        self.addCleanup(self.page.close)

    def tearDown(self):
        self.assertEqual(self.page.complaints(), [])

    def upload(self):
        data = bytes(i * 31 % 251 for i in range(SIZE // 8)) * 8
        folder = tempfile.TemporaryDirectory(prefix="tern-upload-")
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "Möwe & Co.bin"
        path.write_bytes(data)
        self.page.choose_file("#upload input", path)
        return path.name, hashlib.sha256(data).hexdigest(), self.page.evaluate(UPLOAD)

    def test_every_file_is_loaded(self):
        self.assertGreaterEqual(len(ASSETS), 50)
        self.page.open(self.url)
        found = self.page.evaluate(RESOURCES)
        self.assertEqual(sorted(path for path, _, _ in found), ASSETS)
        for path, status, transferred in found:
            self.assertEqual(status, 200, path)
            self.assertGreater(transferred, 0, path)
        images = self.page.evaluate(IMAGES)
        self.assertEqual(images, [[True, True, True]] * 49)

    def test_the_second_time_they_come_from_the_cache(self):
        self.page.open(self.url)
        since = len(self.page.events)
        self.page.open(self.url)
        found = self.page.evaluate(RESOURCES)
        self.assertEqual(sorted(path for path, _, _ in found), ASSETS)
        self.assertEqual({(status, transferred) for _, status, transferred in found}, {(200, 0)})
        # The page itself is no-cache: it was asked for, and had not changed.
        document = self.page.all("Network.requestWillBeSent", since)[0]["requestId"]
        self.assertEqual(self.page.status(document), 304)

    def test_upload(self):
        self.page.open(self.url)
        # As slow as 16 MB/s, so that there is progress to see.
        self.page.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1,
                       uploadThroughput=16_000_000)
        name, digest, told = self.upload()
        self.assertEqual((told["name"], told["size"], told["sha256"]), (name, "8.0 MB", digest))
        values = told["values"]
        self.assertEqual(values, sorted(values))
        self.assertGreater(len(values), 1)
        self.assertTrue(0 < values[0] < 100, values)
        self.assertEqual(values[-1], 100)

    def test_live(self):
        self.page.open(self.url)
        events = self.page.wait_for("Network.eventSourceMessageReceived", 3)
        self.assertEqual([event["eventId"] for event in events[:3]], ["1", "2", "3"])
        self.assertTrue(all(json.loads(event["data"])["watching"] == 1 for event in events[:3]))
        self.assertEqual(self.page.evaluate("document.querySelector('#state').textContent"), "connected")
        self.assertRegex(self.page.evaluate("document.querySelector('[data-key=time]').textContent"), r"^\d\d:\d\d:\d\d$")

    def test_a_closed_page_ends_its_coroutine(self):
        self.page.open(self.url)
        self.page.wait_for("Network.eventSourceMessageReceived")
        with self.server.client() as witness:
            witness.send(request(path="/live"))
            self.assertEqual(witness.head().get("Content-Type"), "text/event-stream")
            self.watched_by(witness, 2)
            self.page.close()
            self.watched_by(witness, 1)

    def watched_by(self, witness, count):
        """Reads until the server tells that so many streams are open."""
        wait_until(lambda: f'"watching":{count}' in witness.chunk().decode(), f"watching: {count}")

    def test_screenshot(self):
        self.page.open(self.url)
        self.upload()
        self.page.wait_for("Network.eventSourceMessageReceived", since=len(self.page.events))
        picture = self.page.screenshot(WIDTH)
        (ROOT / "build/site.png").write_bytes(picture)
        self.assertEqual(picture[:8], b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", picture[16:24])
        self.assertEqual(width, WIDTH)
        self.assertIn(height, range(800, 1400))  # fonts differ
        colours, most_frequent = self.page.evaluate(COLOURS % base64.b64encode(picture).decode())
        self.assertGreater(colours, 1000)
        self.assertLess(most_frequent, width * height * 0.7)
        # The whole page is in it, and nothing sticks out.
        size = self.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        self.assertEqual(size, [width, height])
