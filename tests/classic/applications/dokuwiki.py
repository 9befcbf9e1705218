"""DokuWiki, which keeps everything in files: installed through its form; a page with a picture, found, changed and deleted."""
import flow
import sites

OWNER = "owner"
TEXT = "====== Gulls ======\nGulls cry **kiau** at dawn, ünïcödé 中文.\n\n===== Food =====\n  * Fish\n  * [[crabs]]\n\n"


class Site(sites.Site):
    """Debian's has its files in /etc and /var/lib; here they are where DokuWiki has them by itself."""
    NAME = "dokuwiki"

    def unpack(self):
        self.copy("/usr/share/dokuwiki")
        self.copy("/etc/dokuwiki", "public/conf")
        self.copy("/var/lib/dokuwiki/data", "public/data")
        (self.folder / "javascript").mkdir()
        libraries = sites.packages().folder / "usr/share"
        self.replace("public/inc/preload.php", ("/etc/dokuwiki", self.public / "conf"), ("/var/lib/dokuwiki", self.public))
        self.replace("public/conf/dokuwiki.php", ("/var/lib/dokuwiki/data", self.public / "data"))
        for name in ("inc/load.php", "inc/parserutils.php", "vendor/composer/autoload_static.php"):
            self.replace(f"public/{name}", ("/usr/share/php", libraries / "php"))
        for name in ("jquery.php", "js.php"):
            self.replace(f"public/lib/exe/{name}", ("/usr/share/javascript", self.folder / "javascript"))
        for name in ("jquery", "jquery-ui", "jquery-cookie"):
            self.copy(f"/usr/share/javascript/{name}", f"javascript/{name}")


class DokuWiki(flow.Flow):
    SITE = Site
    REFUSED = ("Sorry, username or password was wrong.",)
    WELCOME = ("Logged in as: Ada Löwe",)
    STEPS = ("install", "wrong_password", "login", "upload", "write", "look", "search", "edit", "changes", "settings", "delete", "logout")
    IGNORED = (r"taskrunner\.php",)
    MASKS = (
        (r"\btok=[0-9a-f]{6}\b", "tok=<token>"),
        (r"\b[0-9a-f]{32}\b", "<hash>"))

    def install(self):
        does = self.person
        does.open("/install.php")
        does.fill({"#title": "Möwen & Meer", "#superuser": OWNER, "#fullname": "Ada Löwe", "#email": "owner@example.com",
                   "#password": self.PASSWORD, "#confirm": self.PASSWORD, "#pop": False})
        does.go("form button[name=submit]")
        does.sees("The configuration was finished successfully.")

    def sign_in(self, password):
        does = self.person
        does.open("/doku.php?id=start&do=login")
        does.fill({"#dw__login input[name=u]": OWNER, "#dw__login input[name=p]": password})
        does.go("#dw__login button[type=submit]")

    def upload(self):
        does = self.person
        does.open("/doku.php?id=start&do=media&ns=&tab_files=upload")
        does.settled()
        does.choose(".qq-uploader input[type=file]", "gull.png", does.picture())
        does.wait("document.querySelector('.qq-upload-name-input')?.value === 'gull.png'")
        does.click("#mediamanager__upload_button")
        does.wait("document.querySelector('.qq-upload-success')")
        does.open("/doku.php?id=start&do=media&ns=&tab_files=files")
        does.sees("gull.png", "400×300")

    def write(self):
        does = self.person
        does.open("/doku.php?id=gulls&do=edit")
        does.settled()
        does.fill({"#wiki__text": TEXT + "{{:gull.png?120|A gull}}", "#edit__summary": "begun"})
        does.go("#edbtn__preview")
        does.sees("Gulls cry kiau at dawn, ünïcödé 中文.", "This is a preview")
        does.settled()
        does.go("#edbtn__save")
        does.sees("Gulls cry kiau at dawn, ünïcödé 中文.")

    def look(self):
        """Which makes the small picture, and lets the page be found."""
        does = self.person
        does.open("/doku.php?id=gulls")
        does.sees("Fish", "crabs")
        does.wait("[...document.querySelectorAll('.page img')].some(one => one.complete && one.naturalWidth === 120)")

    def search(self):
        does = self.person
        does.until("/doku.php?id=start&do=search&q=kiau", "<strong class=\"search_hit\">kiau</strong>")
        does.open("/doku.php?id=start&do=search&q=kiau")
        does.sees("Gulls cry **kiau**", "1 Hits")
        does.open("/doku.php?id=start&do=search&q=nothinglikethis")
        does.sees("Nothing was found.")

    def edit(self):
        """A section only."""
        does = self.person
        does.open("/doku.php?id=gulls")
        does.settled()
        does.go(".editbutton_2 button")
        does.fill({"#wiki__text": "===== Food =====\nOnly chips.\n", "#edit__summary": "chips"})
        does.settled()
        does.go("#edbtn__save")
        does.sees("Only chips.")
        does.sees_not("Fish")

    def changes(self):
        does = self.person
        does.open("/doku.php?id=gulls&do=revisions")
        does.sees("begun", "chips")
        does.open("/doku.php?id=gulls&do=recent")
        does.sees("gulls", "chips")
        does.open("/feed.php")

    def settings(self):
        """A long form of the owner."""
        does = self.person
        does.open("/doku.php?id=start&do=admin&page=config")
        does.sees("Configuration Manager")

    def delete(self):
        does = self.person
        does.open("/doku.php?id=gulls&do=edit")
        does.settled()
        does.fill({"#wiki__text": "", "#edit__summary": "gone"})
        does.go("#edbtn__save")
        does.sees("This page does not exist anymore")

    def logout(self):
        does = self.person
        does.open("/doku.php?id=start")
        does.settled()
        does.go("li.logout a, a.logout")
        does.wait("document.querySelector('li.login a, a.login')")
        does.open("/doku.php?id=start&do=admin")
        does.sees_not("Configuration Settings")
