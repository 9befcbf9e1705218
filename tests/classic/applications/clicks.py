"""A person at a browser: opens pages, fills in forms, clicks, and waits for what the page then shows."""
import base64
import json
import urllib.request

from browser import Browser
from harness import TIMEOUT_S, wait_until

# Comes to true as soon as the condition holds, and to false if it does not for a while.
WAIT = """
new Promise(done => {
    const end = performance.now() + 1000;
    const look = () => {
        let held = false;
        try { held = Boolean(%s); } catch (error) { held = false; }
        held || performance.now() > end ? done(held) : setTimeout(look, 20);
    };
    look();
})
"""
FILL = """
(() => {
    const one = document.querySelector(%s);
    if (one.type === 'checkbox' || one.type === 'radio') {
        if (one.checked !== %s) { one.click(); }
        return;
    }
    one.focus();
    one.value = %s;
    for (const kind of ['input', 'keyup', 'change']) { one.dispatchEvent(new Event(kind, { bubbles: true })); }
})()
"""
# A picture of 400 x 300 pixels, as a person's camera would make it; applications make smaller ones of it.
PICTURE = """
(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [400, 300];
    const draw = canvas.getContext('2d');
    for (let i = 0; i < 40; i++) {
        draw.fillStyle = `rgb(${i * 6}, ${255 - i * 5}, ${(i * 37) % 256})`;
        draw.fillRect(i * 10, (i * 53) % 200, 60, 100);
    }
    return canvas.toDataURL('image/png').split(',')[1];
})()
"""


class Person:
    def __init__(self, host):
        self.host = host
        self.recorder = None
        self.browser = Browser()
        self.page = self.browser.page()
        self.page.call("Network.setCacheDisabled", cacheDisabled=True)
        self.page.call("Emulation.setDeviceMetricsOverride", width=1400, height=1200, deviceScaleFactor=1, mobile=False)
        self.page.call("Page.addScriptToEvaluateOnNewDocument", source="window.confirm = () => true;")

    def leave(self):
        self.browser.stop()

    def evaluate(self, expression):
        return self.page.evaluate(expression)

    # --- what it does

    def open(self, path):
        self.settled()  # or it is chance what the page before still gets
        self.page.open(path if path.startswith("http") else self.host.url(path))

    def fill(self, values):
        """{selector: text, or True and False for a box to tick}"""
        for selector, value in values.items():
            self.wait(f"document.querySelector({json.dumps(selector)})")
            self.evaluate(FILL % (json.dumps(selector), json.dumps(bool(value)), json.dumps(value)))

    def click(self, selector):
        self.wait(f"document.querySelector({json.dumps(selector)})")
        self.evaluate(f"void document.querySelector({json.dumps(selector)}).click()")

    def go(self, selector):
        """A click that leads to another page; until that page is there."""
        self.leads(lambda: self.click(selector))

    def follow(self, text, within="body"):
        """Clicks on the link or button with this text, which leads to another page."""
        self.leads(lambda: self.press(text, within))

    def press(self, text, within="body"):
        found = (f"[...document.querySelectorAll({json.dumps(f'{within} a, {within} button, {within} input[type=submit]')})]"
                 f".find(one => (one.value && one.tagName === 'INPUT' ? one.value : one.textContent).trim() === {json.dumps(text)})")
        self.wait(found)
        self.evaluate(f"void {found}.click()")

    def leads(self, action):
        self.settled()
        since = len(self.page.events)
        action()
        self.page.wait_for("Page.loadEventFired", since=since)

    def picture(self):
        """The bytes of a PNG file."""
        return base64.b64decode(self.evaluate(PICTURE))

    def choose(self, selector, name, data):
        """Gives a file to an input."""
        self.wait(f"document.querySelector({json.dumps(selector)})")
        path = self.browser.folder / name
        path.write_bytes(data)
        self.page.choose_file(selector, path)

    # --- what it sees

    def wait(self, condition, patience_s=TIMEOUT_S):
        """Until an expression of the page is true; the page may be another one by then."""
        def look():
            try:
                return self.evaluate(WAIT % condition)
            except AssertionError as error:
                if "context" not in str(error) and "navigated" not in str(error):
                    raise
                return False
        wait_until(look, lambda: f"{condition}\nat {self.address()}:\n{self.text()[:3000]}", patience_s)

    def settled(self):
        """Until the page has nothing to ask for any more."""
        self.recorder.settled()

    def text(self, selector="body"):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.innerText") or ""

    def sees(self, *texts, selector="body"):
        """Until all of them are there."""
        self.wait(f"{json.dumps(texts)}.every(text => document.querySelector({json.dumps(selector)}).innerText.includes(text))")

    def sees_not(self, *texts, selector="body"):
        self.wait(f"{json.dumps(texts)}.every(text => !document.querySelector({json.dumps(selector)}).innerText.includes(text))")

    def until(self, path, *texts):
        """Until all of them are in what somebody else gets: what the server does after an answer is done."""
        def look():
            with urllib.request.urlopen(self.host.url(path), timeout=TIMEOUT_S) as answer:
                text = answer.read().decode()
            return all(one in text for one in texts)
        wait_until(look, f"{texts} in {path}")

    def address(self):
        return self.evaluate("location.href")
