"""MediaWiki: visitors who read, search and look at changes, and users who look at forms and change a page of their own."""
import re
import subprocess

import mediawiki
import sites
import users
from php_program import PHP

TEXT = "Gulls cry '''kiau''' at dawn.\n\n" + "== Food ==\n* Fish\n* [[Crabs]]\n{| class='wikitable'\n! Bird !! Size\n|-\n| gull || 60\n|}\n" * 10
# As its manual advises: else each request reads all messages from the database.
CACHE = '\n$wgCacheDirectory = "$IP/cache";\n'


class Site(mediawiki.Site):
    def run(self, script, *words, text=None):
        done = subprocess.run([*PHP, *self.php(), self.public / "maintenance" / script, *words], input=text, capture_output=True, text=True,
                              env=sites.packages().environment(), check=False)
        if done.returncode != 0:
            raise AssertionError(f"{script}: {done.stdout}{done.stderr}{self.complaints()}")

    def prepare(self, url, count):
        database = ("--dbtype", "mysql", "--dbserver", f"127.0.0.1:{self.database.port}", "--dbname", sites.DATABASE, "--dbuser", "site",
                    "--dbpass", sites.PASSWORD)
        (self.public / "LocalSettings.php").unlink(missing_ok=True)
        self.run("install.php", *database, "--server", url, "--scriptpath", "", "--pass", users.PASSWORD, "--with-extensions", "Gulls", mediawiki.OWNER)
        with (self.public / "LocalSettings.php").open("a") as settings:
            settings.write(mediawiki.SETTINGS + CACHE)
        for number in range(count):
            self.run("createAndPromote.php", f"Member{number + 1}", users.PASSWORD)
            self.run("edit.php", f"Of Member{number + 1}", text=TEXT)
        for name in ("Gulls", "Crabs", "Main Page"):
            self.run("edit.php", name, text=TEXT)


class User(users.User):
    LOGIN = "/index.php?title=Special:UserLogin"
    NAMES = re.compile(r"\bMember\d+")
    PAGES = ("front", "article", "history", "recent", "login", "own_page", "form_of_page", "change", "preferences")
    changes = 0

    def shown_name(self):
        return f"Member{self.number}"

    shown = shown_name

    async def article(self):
        text = await self.as_visitor("/index.php?title=Gulls")
        self.check("Gulls", "text", "kiau" in text, True)

    async def history(self):
        await self.as_visitor("/index.php?title=Gulls&action=history")

    async def recent(self):
        await self.as_visitor("/index.php?title=Special:RecentChanges", shows_others=True)

    async def login(self):
        fields = users.hidden(await self.form(), 'name="userlogin"')
        await self.ask("POST", self.LOGIN, 302, {**fields, "wpName": self.shown_name(), "wpPassword": users.PASSWORD})
        await self.own_page()

    async def own_page(self):
        await self.own(f"/index.php?title=Of_{self.shown_name()}")

    async def form_of_page(self):
        return await self.own(f"/index.php?title=Of_{self.shown_name()}&action=edit")

    async def change(self):
        """The form, what it is answered with, and the page."""
        fields = users.hidden(await self.form_of_page(), 'id="editform"')
        self.changes += 1
        told = f"{self.shown_name()} says {self.changes}."
        await self.ask("POST", f"/index.php?title=Of_{self.shown_name()}&action=submit", 302, {**fields, "wpTextbox1": f"{TEXT}\n{told}", "wpSave": "1"})
        found = await self.own(f"/index.php?title=Of_{self.shown_name()}")
        self.check("the own page", "text", told in found, True)

    async def preferences(self):
        await self.own("/index.php?title=Special:Preferences")
