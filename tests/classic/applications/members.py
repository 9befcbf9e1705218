"""Members of a WordPress, who look at each answer: it has to be their own. No browser: for many at a time."""
import html
import itertools
import json
import re
import subprocess
import urllib.parse

import sites
import wordpress
from php_program import PHP
from users import Failed, Lost, MixedUp, User, inputs

PASSWORD = "Sehr-gutes-Passwort-9!"
COMMENT = re.compile(r'class="wp-block-comment-content"><p>(.*?)</p>', re.S)
LOGOUT = re.compile(r'href="([^"]*action=logout[^"]*)"')


def phrases(sample):
    """Each its own: WordPress would else make some when it first needs them, and of two at a time the last ones count."""
    numbers = itertools.count()
    return re.sub("put your unique phrase here", lambda _: f"a phrase that nobody knows {next(numbers)}", sample)


class Site(wordpress.Site):
    """A WordPress that is installed, with members."""

    def prepare(self, url, count):
        """The number of the post of each member."""
        sample = (self.public / "wp-config-sample.php").read_text()
        values = {"database_name_here": sites.DATABASE, "username_here": "site", "password_here": sites.PASSWORD,
                  "localhost": f"127.0.0.1:{self.database.port}"}
        for name, value in values.items():
            sample = sample.replace(name, value)
        (self.public / "wp-config.php").write_text(phrases(sample))
        for name in ("members_plugin.php", "session.php"):
            place = self.public / ("wp-content/mu-plugins" if "plugin" in name else "")
            (place / name).write_bytes((sites.PROGRAMS / name).read_bytes())
        done = subprocess.run([*PHP, *self.php(), sites.PROGRAMS / "members.php", self.public, url, str(count), PASSWORD],
                              env=sites.packages().environment(), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr + self.complaints())
        return [int(word) for word in done.stdout.split("\n")[-1].split()]


class Member(User):
    def __init__(self, port, number, post, patience_s):
        super().__init__(port, number, patience_s)
        self.post = post
        self.comments = None  # not known: they are read first
        self.written = 0

    def start(self):
        super().start()
        self.visits = 0

    # --- what a member does

    async def login(self):
        self.start()
        await self.page("/wp-login.php")
        answer = await self.ask("POST", "/wp-login.php", 302, {"log": self.name, "pwd": PASSWORD, "testcookie": "1",
                                                               "redirect_to": "/wp-admin/profile.php"})
        self.check("/wp-login.php", "redirection", answer.get("location"), "/wp-admin/profile.php")

    async def fields(self):
        """Those of the form with the profile."""
        text = await self.page("/wp-admin/profile.php")
        fields = {one["name"]: one.get("value", "") for one in inputs(text)
                  if "name" in one and one.get("type") in ("hidden", "text", "email", "url")}
        self.check("/wp-admin/profile.php", "login", [fields.get("user_login"), fields.get("email")],
                   [self.name, f"{self.name}@example.com"])
        return text, fields

    async def look_at_profile(self):
        await self.fields()

    async def change_profile(self):
        _, fields = await self.fields()
        self.written += 1
        told = f"{self.name} says {self.written}"
        answer = await self.ask("POST", "/wp-admin/profile.php", 302, {**fields, "description": told, "display_name": self.name})
        self.check("/wp-admin/profile.php", "redirection", "updated=1" in answer.get("location"), True)
        text, _ = await self.fields()
        self.check("/wp-admin/profile.php", "description", f">{told}</textarea>" in text, True)

    async def visit(self):
        path = f"/session.php?name={self.name}"
        found = json.loads((await self.ask("GET", path, 200)).text)
        self.visits += 1
        self.check(path, "answer", found, {"name": self.name, "seen": self.name, "visits": self.visits, "cookie": self.name})

    async def look_at_post(self):
        text = await self.page(f"/?p={self.post}")
        found = [html.unescape(one) for one in COMMENT.findall(text)]
        if self.comments is not None:
            self.check("the post", "comments", found, self.comments)
        self.comments = found

    async def comment(self):
        await self.look_at_post()
        self.written += 1
        text = f"{self.name} writes {len(self.comments) + 1}, {self.written}"
        await self.ask("POST", "/wp-comments-post.php", 302, {"comment": text, "comment_post_ID": self.post, "comment_parent": "0"})
        self.comments.append(text)
        await self.look_at_post()

    async def logout(self):
        text, _ = await self.fields()
        address = urllib.parse.urlsplit(html.unescape(LOGOUT.search(text)[1]))
        await self.ask("GET", f"{address.path}?{address.query}", 302)
        answer = await self.ask("GET", "/wp-admin/profile.php", 302)
        self.check("/wp-admin/profile.php", "redirection", "wp-login.php" in answer.get("location"), True)

    async def again(self):
        await self.logout()
        await self.login()

    def forget(self):
        """After an answer that was lost, and nobody knows what has been done."""
        self.comments = None
        self.connection.close()


__all__ = ["Failed", "Lost", "Member", "MixedUp", "Site"]
