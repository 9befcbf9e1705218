"""A user of a site who looks at each answer: it has to be the own one. No browser: for many at a time."""
import collections
import html
import re
import time
import urllib.parse

from async_client import Connection, Lost

NAME = re.compile(r"\bmember\d+")
INPUT = re.compile(r"<input[^>]*>")
ATTRIBUTE = re.compile(r"""([\w-]+)=(?:"([^"]*)"|'([^']*)')""")
PASSWORD = "Sehr-gutes-Passwort-9!"
HASH = "$2y$06$GL3Y1uYBxaOFINc.2Ur4wO2RKvMFYKD6BY4AeZB1SawFFANTeSOKW"  # of it
FORM = ("Content-Type", "application/x-www-form-urlencoded")


class MixedUp(Exception):
    """An answer that is complete and not this user's."""


class Failed(Exception):
    """Another status, or another page, than the request has in its turn."""


class User:
    """Its name is member1 and so on, so that the names of others are found in an answer."""
    LOGIN = ""  # path of the page with the form for it
    NAMES = NAME  # of users, in the application's spelling

    def __init__(self, port, number, patience_s):
        self.connection = Connection(port, patience_s)
        self.name, self.number = f"member{number}", number
        self.last = collections.deque(maxlen=8)  # requests, with their status
        self.waits_ms = []  # one for each answer
        self.start()

    def start(self):
        """A browser without cookies."""
        self.cookies = {"who": self.name}

    @property
    def answers(self):
        return len(self.waits_ms)

    async def ask(self, method, path, wanted, body=None, fields=(), shows_others=False):
        cookies = ("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        data = urllib.parse.urlencode(body).encode() if body else b""
        self.last.append(f"{method} {path} lost")
        begin = time.monotonic()
        answer = await self.connection.ask(method, path, [cookies, *fields, *([FORM] if body else [])], data)
        self.waits_ms.append((time.monotonic() - begin) * 1e3)
        self.last[-1] = f"{method} {path} {answer.status}"
        for cookie in answer.all("set-cookie"):
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        if answer.status != wanted:
            raise self.unexpected(f"{method} {path}", answer)
        others = set(self.NAMES.findall(answer.text)) - {self.shown_name()}
        if others and not shows_others:
            raise MixedUp(f"{method} {path} of {self.name}: names {sorted(others)}")
        return answer

    def unexpected(self, what, answer):
        return Failed(f"{what} of {self.name}: status {answer.status} to {answer.get('location')!r}: {answer.text[:300]!r} after "
                      f"{list(self.last)}")

    async def page(self, path, shows_others=False):
        text = (await self.ask("GET", path, 200, shows_others=shows_others)).text
        self.check(path, "its end", text.rstrip().endswith("</html>"), True)
        return text

    async def form(self):
        """The form for the login, of a new visitor."""
        self.start()
        return await self.page(self.LOGIN)

    async def front(self):
        """The same, of a visitor who has not been here before."""
        await self.as_visitor(self.LOGIN)

    async def as_visitor(self, path, shows_others=False):
        """A page without the user's cookies."""
        kept, self.cookies = self.cookies, {"who": self.name}
        text = await self.page(path, shows_others)
        self.cookies = kept
        return text

    def shown_name(self):
        return self.name

    def shown(self):
        """What the user's pages have of the user."""
        return self.name

    async def own(self, path):
        """A page with the user's name."""
        text = await self.page(path)
        self.check(path, "name", self.shown() in text, True)
        return text

    def check(self, path, what, found, wanted):
        if found != wanted:
            raise MixedUp(f"{path} of {self.name}: {what} {found!r} instead of {wanted!r}")


def inputs(text):
    """The attributes of each <input> of a page."""
    return [{name: html.unescape(one or other) for name, one, other in ATTRIBUTE.findall(tag)} for tag in INPUT.findall(text)]


def hidden(text, form="<form"):
    """The hidden fields of the form in whose beginning this text is."""
    part = text[text.index(form):]
    part = part[:part.index("</form>")]
    return {one["name"]: one.get("value", "") for one in inputs(part) if one.get("type") == "hidden" and "name" in one}


__all__ = ["HASH", "PASSWORD", "Failed", "Lost", "MixedUp", "User", "hidden", "inputs"]
