"""A headless Chromium, driven by the DevTools protocol over a pipe (no port, nothing to install beside the browser).

A Browser is one process with a profile of its own, which may reach 127.0.0.1 only. A Page is one of its tabs: call() asks,
and what the browser tells by itself is kept in `events`, so that a test waits for an event and never for time.
"""
import base64
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

from harness import TIMEOUT_S, Timeout, need
from processes import in_session

FLAGS = ("--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--no-first-run", "--no-proxy-server", "--disable-extensions", "--disable-sync", "--disable-component-update",
         "--disable-background-networking", "--force-device-scale-factor=1", "--hide-scrollbars",
         "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1")


class Browser:
    def __init__(self, *flags):
        program = need("chromium")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-browser-"))
        self.log_path = self.folder / "output"
        self.unread = b""
        self.number = 0
        self.answers = {}
        self.pages = {}
        for_it, self.requests = os.pipe()
        self.told, from_it = os.pipe()
        # The browser reads its descriptor 3 and writes its descriptor 4.
        command = f'exec "$@" 3<&{for_it} 4>&{from_it}'
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", command, "bash", program, *FLAGS, *flags, f"--user-data-dir={self.folder / 'profile'}"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=(for_it, from_it), start_new_session=True,
                env=dict(os.environ, HOME=str(self.folder), TZ="UTC", LANG="C.UTF-8"))
        os.close(for_it)
        os.close(from_it)

    def page(self):
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        self.pages[session] = Page(self, target, session)
        return self.pages[session]

    def call(self, method, parameters=None, session=None):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters or {}}
        if session is not None:
            message["sessionId"] = session
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[os.write(self.requests, text):]
        self.receive_until(lambda: number in self.answers, method)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        return answer["result"]

    def receive_until(self, condition, what):
        deadline = time.monotonic() + TIMEOUT_S
        while not condition():
            if not select.select([self.told], [], [], max(0, deadline - time.monotonic()))[0]:
                raise Timeout(f"waited {TIMEOUT_S} s for {what}; the browser said:\n{self.output()}")
            self.receive()

    def receive(self):
        piece = os.read(self.told, 1 << 20)
        if not piece:
            raise AssertionError(f"the browser ended:\n{self.output()}")
        *messages, self.unread = (self.unread + piece).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            elif page := self.pages.get(message.get("sessionId")):
                page.events.append((message["method"], message["params"]))

    def output(self):
        return self.log_path.read_text(errors="replace")

    def stop(self):
        """Whatever happened: nothing of it stays."""
        os.close(self.requests)  # which tells it to end
        os.close(self.told)
        try:
            self.process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            pass
        for pid in in_session(self.process.pid):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    def __init__(self, browser, target, session):
        self.browser = browser
        self.target = target
        self.session = session
        self.events = []
        for domain in ("Page", "Runtime", "Network", "Log", "DOM"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        return self.browser.call(method, parameters, self.session)

    def all(self, method, since=0):
        """What came with the events of this name, from a place in `events` on."""
        return [parameters for name, parameters in self.events[since:] if name == method]

    def wait_for(self, method, count=1, since=0):
        self.browser.receive_until(lambda: len(self.all(method, since)) >= count, f"{count} x {method}")
        return self.all(method, since)

    def open(self, url):
        """Returns when the page and everything in it is there."""
        since = len(self.events)
        self.call("Page.navigate", url=url)
        self.wait_for("Page.loadEventFired", since=since)

    def status(self, request):
        """What the server answered to a request, also where the browser makes it 200 from its cache."""
        def found():
            return [event["statusCode"] for event in self.all("Network.responseReceivedExtraInfo")
                    if event["requestId"] == request]
        self.browser.receive_until(found, f"the answer to request {request}")
        return found()[-1]

    def evaluate(self, expression):
        """The value of an expression; of what a promise comes to, if it is one."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True,
                           userGesture=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{expression[:200]}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def choose_file(self, selector, path):
        """Gives a file to an input, as its dialog would."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(path)])

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def screenshot(self, width):
        """A PNG of the whole page in a window of this width."""
        self.resize(width, 600)
        self.resize(width, self.evaluate("document.documentElement.scrollHeight"))
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def complaints(self):
        """What its console shows as errors and warnings."""
        said = [[one.get("description", one.get("value")) for one in event["args"]]
                for event in self.all("Runtime.consoleAPICalled") if event["type"] in ("error", "warning", "assert")]
        thrown = [event["exceptionDetails"] for event in self.all("Runtime.exceptionThrown")]
        logged = [event["entry"] for event in self.all("Log.entryAdded") if event["entry"]["level"] in ("error", "warning")]
        return said + thrown + logged

    def close(self):
        if self.browser.pages.pop(self.session, None):
            self.browser.call("Target.closeTarget", {"targetId": self.target})
