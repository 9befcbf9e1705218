"""MediaWiki: installed through its forms; a page with a picture, found, changed and deleted."""
import flow
import sites

OWNER = "Owner"
# What the installer writes depends on the programs of the machine.
# The browser keeps modules of JavaScript when it has time, and then asks for fewer: not here.
SETTINGS = "\n$wgUseImageMagick = false;\n$wgDiff3 = '';\n$wgJobRunRate = 0;\n$wgResourceLoaderStorageEnabled = false;\n"
WRITTEN = "fetch('/mw-config/index.php?localsettings=1').then(answer => answer.text())"
TEXT = "Gulls cry '''kiau''' at dawn, ünïcödé 中文.\n\n== Food ==\n* Fish {{#if:x|and chips}}\n* [[Crabs]]\n"


class Site(sites.Site):
    NAME = "mediawiki"

    def unpack(self):
        self.copy("/usr/share/mediawiki")
        self.copy("/var/lib/mediawiki/cache", "public/cache")
        # Without it MediaWiki answers the browser's request with its main page, in the session that a login ends meanwhile.
        (self.public / "favicon.ico").write_bytes(b"")


class MediaWiki(flow.Flow):
    SITE = Site
    REFUSED = ("Incorrect username or password entered",)
    STEPS = ("greet", "connect", "name", "options", "install", "settings", "wrong_password", "login", "upload", "write", "look", "edit",
             "history", "search", "delete", "logout")
    IGNORED = (r"action=(query|parse).*&meta=notifications",)
    MASKS = (
        (r"NewPP limit report.*?-->", "<report>"),
        (r"(?:CPU|Real) time usage(?:: |</th><td>)[\d.]+", "<report>"),
        (r"\"(?:wgBackendResponseTime|wgRequestId|wgPageParseReport|wgCSPNonce)\":(?:\"[^\"]*\"|\{.*?\}\}|\w+)", "<report>"),
        (r"\"wgUserEditCount\":\d+", "<edits>"),  # of work behind the answer: the next page may come before it
        (r"\b(?:[0-9a-f]{16}|[0-9a-f]{24,64})\b", "<token>"),
        (r"(version=|@)[0-9a-z]{5,7}\b", r"\1<version>"),
        (r"(\[\"[\w.@:-]+\",\")[0-9a-z]{5}\"", r"\1<version>\""))

    def next(self):
        self.person.go("input[name=submit-continue]")

    def greet(self):
        does = self.person
        does.open("/")
        does.sees("LocalSettings.php not found")
        does.follow("set up the wiki")
        self.next()
        does.sees("The environment has been checked. You can install MediaWiki.")

    def connect(self):
        does = self.person
        self.next()
        name = "input[name=mysql_{}]".format
        does.fill({name("wgDBserver"): f"127.0.0.1:{self.site.database.port}", name("wgDBname"): sites.DATABASE,
                   name("_InstallUser"): "site", name("_InstallPassword"): sites.PASSWORD})
        self.next()
        does.sees("Database account for web access")

    def name(self):
        does = self.person
        self.next()
        name = "input[name=config_{}]".format
        does.fill({name("wgSitename"): "Möwen & Meer", name("_AdminName"): OWNER, name("_AdminPassword"): self.PASSWORD,
                   name("_AdminPasswordConfirm"): self.PASSWORD, name("_AdminEmail"): "", name("_Subscribe"): False})
        self.next()
        does.sees("User rights profile")

    def options(self):
        does = self.person
        does.fill({"input[name=config_wgEnableUploads]": True, "input[name=config_wgEnableEmail]": False,
                   "input[name='config_ext-ParserFunctions']": True, "input[name='config_ext-WikiEditor']": True})
        self.next()
        does.sees("begin the installation of MediaWiki")

    def install(self):
        """Its answer comes in pieces."""
        does = self.person
        self.next()
        does.sees("Setting up database... done", "Creating administrator user account... done")

    def settings(self):
        does = self.person
        self.next()
        does.sees("Congratulations!")
        text = does.evaluate(WRITTEN)
        assert "$wgSitename" in text, text
        (self.site.public / "LocalSettings.php").write_text(text + SETTINGS)
        does.open("/")
        does.sees("MediaWiki has been installed.")

    def sign_in(self, password):
        does = self.person
        does.open("/index.php?title=Special:UserLogin")
        does.fill({"#wpName1": OWNER, "#wpPassword1": password})
        does.go("#wpLoginAttempt")

    def login(self):
        self.sign_in(self.PASSWORD)
        self.person.wait(f"mw.config.get('wgUserName') === '{OWNER}'")

    def upload(self):
        does = self.person
        does.open("/index.php?title=Special:Upload")
        does.settled()
        does.choose("#wpUploadFile", "Gull.png", does.picture())
        does.fill({"#wpUploadDescription": "Self-made."})
        does.settled()
        does.go("input[name=wpUpload]")
        does.sees("Gull.png", "400 × 300 pixels", "Self-made.")

    def write(self):
        does = self.person
        does.open("/index.php?title=Gulls&action=edit")
        does.settled()
        does.fill({"#wpTextbox1": TEXT + "[[File:Gull.png|thumb|120px|A gull]]", "#wpSummary": "begun"})
        does.go("#wpSave")
        does.sees("Gulls cry kiau at dawn, ünïcödé 中文.", "Fish and chips")

    def look(self):
        does = self.person
        does.open("/index.php/Gulls")
        does.sees("Gulls cry kiau at dawn, ünïcödé 中文.")
        does.wait("[...document.querySelectorAll('#mw-content-text img')].some(one => one.complete && one.naturalWidth === 120)")

    def edit(self):
        does = self.person
        does.open("/index.php?title=Gulls&action=edit&section=1")
        does.settled()
        does.fill({"#wpTextbox1": "== Food ==\nOnly fish.", "#wpSummary": "fish"})
        does.go("#wpPreview")
        does.sees("this is only a preview", "Only fish.")
        does.settled()
        does.go("#wpSave")
        does.sees("Only fish.")
        does.sees_not("Fish and chips")

    def history(self):
        does = self.person
        does.open("/index.php?title=Gulls&action=history")
        does.sees("begun", "fish")
        does.open("/index.php?title=Gulls&diff=cur&oldid=prev")
        does.sees("Only fish.")

    def search(self):
        does = self.person
        does.until("/index.php?search=kiau&fulltext=1", "Gulls cry")  # it is found once the work after the answer is done
        does.open("/index.php?search=kiau&fulltext=1")
        does.sees("Gulls cry", "Result 1 of 1")
        does.open("/index.php?search=nothinglikethis&fulltext=1")
        does.sees("There were no results matching the query.")

    def delete(self):
        does = self.person
        does.open("/index.php?title=Gulls&action=delete")
        does.settled()
        does.go("#deleteconfirm button[type=submit], #deleteconfirm input[type=submit]")
        does.sees("has been deleted")
        does.open("/index.php/Gulls")
        does.sees("This page does not exist. The deletion, protection, and move log")

    def logout(self):
        does = self.person
        does.settled()
        does.go("#pt-logout a")
        does.sees("You are now logged out.")
        does.open("/index.php?title=Special:Preferences")
        does.sees("Please log in to change your preferences.")
