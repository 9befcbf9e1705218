"""What a server answered while a page was open: of each request of the browser its status, its header and its body, with what
differs from run to run masked, so that the answers of two servers can be compared.

Documents, what scripts ask for and what PHP makes are recorded in full; of other pictures, styles and scripts the status, the type and
a checksum of the body.
"""
import base64
import collections
import dataclasses
import hashlib
import re
import urllib.parse

from harness import Timeout

# Of the connection and the server, not of the application.
NOT_COMPARED = {"date", "server", "connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "vary",
                "accept-ranges", "etag", "last-modified", "x-powered-by", "expires"}
SAME_MIME = {"application/javascript": "text/javascript"}  # the older name (RFC 9239)
PROGRAMS = ("Document", "XHR", "Fetch")
NOT_RECORDED = ("EventSource", "WebSocket", "Ping", "CSPViolationReport", "Preflight", "Manifest")
FAVICON = r"^/favicon\.ico$"  # the browser's own wish, when it has time
MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
MASKS = (
    (r"\bnginx/[\d.]+|\btern/[\d.]+ \(like nginx\)", "<server>"),
    (r"\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?", "<time>"),
    (r"\b(?:\d+|an?|a few) (?:sec|second|min|minute|moment)s? ago\b", "<time>"),
    (rf"\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?\d{{1,2}}[ -](?:{MONTHS})[a-z]*[ -]\d{{4}}", "<date>"),
    (rf"\b(?:{MONTHS})[a-z]*\.? \d{{1,2}}(?:st|nd|rd|th)?,? (?:at )?\d{{4}}", "<date>"),
    (r"\b20\d\d-\d\d-\d\d", "<date>"),
    (r"\b20\d\d\\?/\d\d\\?/\d\d\b", "<date>"),
    (r"(?<![.\d])\b\d{1,2}:\d\d(?!\d)(?::\d\d(?:\.\d+)?)?(?:[+-]\d\d:?\d\d|Z)?(?: ?[AaPp]\.?[Mm]\.?)?", "<time>"),
    (r"\b20\d{12}\b", "<time>"),
    (r"\b1[78]\d{8}(?:\d{3})?(?:\.\d+)?\b", "<time>"))


@dataclasses.dataclass
class Request:
    """One request and its answer; a redirection is a request of its own."""
    number: str
    method: str
    url: str
    kind: str
    loader: str
    status: int = 0
    header: dict = dataclasses.field(default_factory=dict)
    mime: str = ""
    body: bytes | None = None
    finished: bool = False
    failed: str = ""

    def is_program(self):
        return self.kind in PROGRAMS or ".php" in self.url


class Recorder:
    def __init__(self, page, ignored=()):
        """`ignored` are patterns of paths: what the page asks for at times of its own."""
        self.page = page
        self.ignored = [re.compile(pattern) for pattern in (FAVICON, *ignored)]
        self.read = len(page.events)
        self.requests = {}
        self.done = []
        self.heads = collections.defaultdict(list)  # the fields of each answer to a number, as they came
        self.counted = collections.Counter()  # answers of a number that have been recorded

    # --- events

    def look(self):
        """Reads the events that came since."""
        while self.read < len(self.page.events):
            name, event = self.page.events[self.read]
            self.read += 1
            known = {"requestWillBeSent": self.sent, "responseReceived": self.received, "responseReceivedExtraInfo": self.head,
                     "loadingFinished": self.finished, "loadingFailed": self.failed}
            if name == "Page.frameNavigated" and "parentId" not in event["frame"]:
                self.navigated(event["frame"]["loaderId"])
            elif name.startswith("Network.") and name[8:] in known:
                known[name[8:]](event)

    def navigated(self, loader):
        """What the page before still waits for, it will not get."""
        self.requests = {number: one for number, one in self.requests.items() if one.loader == loader}

    def sent(self, event):
        number, asked = event["requestId"], event["request"]
        if "redirectResponse" in event:
            if number not in self.requests:
                return
            self.answer(self.requests.pop(number), event["redirectResponse"], True)
        url = urllib.parse.urlsplit(asked["url"])
        path = url.path + (f"?{url.query}" if url.query else "")
        if url.scheme == "http" and event.get("type") not in NOT_RECORDED and not any(one.search(path) for one in self.ignored):
            self.requests[number] = Request(number, asked["method"], asked["url"], event.get("type", "Other"), event["loaderId"])

    def answer(self, request, response, finished=False):
        request.status, request.mime = response["status"], SAME_MIME.get(response["mimeType"], response["mimeType"])
        request.header = response["headers"]
        if finished:
            self.end(request)

    def received(self, event):
        if request := self.requests.get(event["requestId"]):
            request.kind = event["type"]
            self.answer(request, event["response"])

    def head(self, event):
        self.heads[event["requestId"]].append(event["headers"])

    def finished(self, event):
        if request := self.requests.pop(event["requestId"], None):
            request.body = self.body(request.number)
            self.end(request)

    def failed(self, event):
        if request := self.requests.pop(event["requestId"], None):
            request.failed = event["errorText"]
            self.end(request)

    def body(self, number):
        """None: the browser has dropped it, as it does when the next page is opened."""
        try:
            told = self.page.call("Network.getResponseBody", requestId=number)
        except AssertionError:
            return None
        return base64.b64decode(told["body"]) if told["base64Encoded"] else told["body"].encode()

    def end(self, request):
        request.finished = True
        self.done.append(request)

    # --- what a test asks for

    def settled(self):
        """Returns when the page has nothing to ask for any more."""
        while True:
            try:
                self.page.browser.receive_until(lambda: self.look() or not self.requests, "answers")
            except Timeout:
                raise Timeout(f"no end of {[(one.method, one.url, one.status) for one in self.requests.values()]}") from None
            self.page.evaluate("new Promise(done => requestIdleCallback(done, { timeout: 300 })).then(() => 1)")
            self.look()
            if not self.requests:
                return

    def take(self):
        """The requests since the last time, with their answers, once the page is settled."""
        self.settled()
        done, self.done = self.done, []
        for request in done:
            place = self.counted[request.number]
            self.counted[request.number] += 1
            if place < len(self.heads[request.number]):
                request.header = self.heads[request.number][place]
        return done


class Masks:
    def __init__(self, *pairs):
        """(pattern, what stands for it), before those that all applications have."""
        self.pairs = [(re.compile(pattern), text) for pattern, text in (*pairs, *MASKS)]

    def text(self, text):
        for pattern, instead in self.pairs:
            text = pattern.sub(instead, text)
        return text

    def record(self, request):
        """The lines to compare; a body that is not known is `...`."""
        url = urllib.parse.urlsplit(request.url)
        first = self.text(f"{request.method} {urllib.parse.unquote_plus(url._replace(scheme='', netloc='').geturl())}")
        lines = [first, f"status {request.failed or request.status} {request.mime}"]
        if request.is_program():
            lines += sorted(self.fields(request.header))
        return tuple([*lines, "", *self.body(request)])

    def fields(self, header):
        for name, value in header.items():
            name = name.lower()
            for one in value.split("\n"):
                if name == "set-cookie":
                    yield f"{name}: {self.cookie(one)}"
                elif name not in NOT_COMPARED:
                    yield f"{name}: {self.text(one)}"

    def cookie(self, text):
        """Without its value, unless it is deleted."""
        first, *attributes = text.split(";")
        name, _, value = first.partition("=")
        attributes = [one.strip().lower().split("=")[0] if "expires" in one.lower() else one.strip() for one in attributes]
        return "; ".join([f"{self.text(name)}={value if value in ('', '+', ' ', 'deleted') else '<value>'}", *attributes])

    def body(self, request):
        if request.body is None:
            return ["..."] if 200 <= request.status < 300 else []
        try:
            text = request.body.decode()
        except UnicodeDecodeError:
            return [hashlib.sha256(request.body).hexdigest()]
        masked = self.text(text)
        return masked.splitlines() if request.is_program() else [hashlib.sha256(masked.encode()).hexdigest()]
