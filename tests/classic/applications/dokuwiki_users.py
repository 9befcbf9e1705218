"""DokuWiki: visitors who read and search, and users who look at forms and change a page of their own."""
import shutil

import dokuwiki
import sites
import users

TEXT = "====== Gulls ======\nGulls cry **kiau** at dawn.\n\n" + "===== Food =====\n  * Fish\n  * [[crabs]]\n\n^ Bird ^ Size ^\n| gull | 60 |\n\n" * 10


class Site(dokuwiki.Site):
    def prepare(self, url, count):
        del url
        (self.public / "install.php").unlink()
        conf = self.public / "conf"
        names = [f"member{number + 1}" for number in range(count)]
        shutil.copy(sites.PROGRAMS / "dokuwiki.php", conf / "local.php")
        (conf / "acl.auth.php").write_text("* @ALL 8\n")
        (conf / "users.auth.php").write_text("".join(f"{name}:{users.HASH}:{name}:{name}@example.com:user\n" for name in names))
        for name in ("gulls", "crabs", *names):
            (self.public / f"data/pages/{name}.txt").write_text(TEXT)


class User(users.User):
    LOGIN = "/doku.php?id=start&do=login"
    PAGES = ("front", "page_of_wiki", "index", "recent", "login", "own_page", "edit", "change", "revisions", "profile")
    changes = 0

    async def page_of_wiki(self):
        text = await self.as_visitor("/doku.php?id=gulls")
        self.check("/doku.php?id=gulls", "text", "kiau" in text, True)

    async def index(self):
        await self.as_visitor("/doku.php?id=start&do=index", shows_others=True)

    async def recent(self):
        await self.as_visitor("/doku.php?id=start&do=recent", shows_others=True)

    async def login(self):
        fields = users.hidden(await self.form(), 'id="dw__login"')
        await self.ask("POST", "/doku.php?id=start&do=login", 302, {**fields, "u": self.name, "p": users.PASSWORD})
        await self.own_page()

    async def own_page(self):
        await self.own(f"/doku.php?id={self.name}")

    async def edit(self):
        """The form of the own page."""
        return await self.own(f"/doku.php?id={self.name}&do=edit")

    async def change(self):
        """The form, what it is answered with, and the page."""
        fields = users.hidden(await self.edit(), 'id="dw__editform"')
        self.changes += 1
        text = f"{TEXT}\n{self.name} says {self.changes}.\n"
        await self.ask("POST", f"/doku.php?id={self.name}", 302, {**fields, "wikitext": text, "summary": "", "do[save]": "1"})
        found = await self.own(f"/doku.php?id={self.name}")
        self.check("the own page", "text", f"{self.name} says {self.changes}." in found, True)

    async def revisions(self):
        await self.own(f"/doku.php?id={self.name}&do=revisions")

    async def profile(self):
        await self.own("/doku.php?id=start&do=profile")
