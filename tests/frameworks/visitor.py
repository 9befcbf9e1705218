"""A user of the applications of frameworks who looks at each answer: it has to be this user's own."""
import html
import json
import re
import urllib.parse

from async_client import Connection, Lost
from form_browser import HIDDEN

USER = re.compile(r'<p class="user">(.*?)</p>')
MESSAGE = re.compile(r'<p class="message">(.*?)</p>')
NOTE = re.compile(r"<li>(.*?)</li>")
FORM = ("Content-Type", "application/x-www-form-urlencoded")


class MixedUp(Exception):
    """An answer that is complete and not this user's."""


class Failed(Exception):
    """Another status, or another page, than the request has in its turn."""


class Visitor:
    def __init__(self, port, name, tokens, patience_s, fields):
        """`tokens` are those of the forms of all visitors: whose each one is. `fields` are those of a Place."""
        self.connection = Connection(port, patience_s)
        self.name, self.email, self.tokens, self.fields = name, f"{name}@example.com", tokens, fields
        self.cookies = {}
        self.hidden = {}  # fields of the last form
        self.visits = 0
        self.notes = []
        self.message = None  # what the next page says

    async def ask(self, method, path, wanted, fields=(), body=b""):
        cookies = [("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))] if self.cookies else []
        answer = await self.connection.ask(method, path, [*cookies, *fields], body)
        for cookie in answer.all("set-cookie"):
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        if answer.status != wanted:
            raise Failed(f"{method} {path} of {self.name}: status {answer.status} to {answer.get('location')!r}: {answer.text[:300]!r}")
        return answer

    async def page(self, path):
        text = (await self.ask("GET", path, 200)).text
        self.hidden = {html.unescape(name): html.unescape(value) for name, value in HIDDEN.findall(text)}
        if not self.hidden:
            raise Failed(f"GET {path} of {self.name}: no token in {text[:300]!r}")
        for token in self.hidden.values():
            self.check(path, "owner of the token", self.tokens.setdefault(token, self.name), self.name)
        return text

    async def send(self, path, to, **values):
        """A form, which is answered with a redirection."""
        values = {self.fields.get((path, name), name): value for name, value in values.items()}
        body = urllib.parse.urlencode({**self.hidden, **values}).encode()
        answer = await self.ask("POST", path, 302, [FORM], body)
        if urllib.parse.urlsplit(answer.get("location")).path != to:
            raise Failed(f"POST {path} of {self.name}: to {answer.get('location')!r} instead of {to!r}")

    async def data(self, path):
        return json.loads((await self.ask("GET", path, 200)).text)

    def check(self, path, what, found, wanted):
        if found != wanted:
            raise MixedUp(f"{path} of {self.name}: {what} {found!r} instead of {wanted!r}")

    async def register(self):
        await self.page("/register")
        await self.send("/register", "/notes", name=self.name, email=self.email, password="password")
        self.message = f"Welcome, {self.name}"

    async def login(self):
        await self.page("/login")
        await self.send("/login", "/notes", email=self.email, password="password")
        self.message, self.visits = None, 0

    async def logout(self):
        await self.look_at_notes()  # its form has the token
        await self.send("/logout", "/login")

    async def look_at_me(self):
        self.visits += 1
        found = await self.data("/me")
        self.check("/me", "answer", [found.get(key) for key in ("name", "email", "visits", "seen")],
                   [self.name, self.email, self.visits, None])

    async def wait(self, milliseconds):
        self.check("/wait", "users", await self.data(f"/wait?ms={milliseconds}"), [self.name])

    async def look_at_notes(self):
        text = await self.page("/notes")
        self.check("/notes", "user", USER.findall(text), [self.name])
        self.check("/notes", "notes", NOTE.findall(text), self.notes)
        self.check("/notes", "message", MESSAGE.findall(text), [self.message] if self.message else [])
        self.message = None

    async def write(self):
        await self.look_at_notes()
        text = f"{self.name} {len(self.notes) + 1}"
        await self.send("/notes", "/notes", text=text)
        self.notes.append(text)
        self.message = "Saved"
        await self.look_at_notes()

    def close(self):
        self.connection.close()


__all__ = ["Failed", "Lost", "MixedUp", "Visitor"]
