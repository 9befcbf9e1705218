"""Roundcube: users of a webmail who list and read messages, write, and change their settings. The mail is Dovecot's."""
import re
import shutil
import subprocess

import services
import sites
import users

MESSAGES = 60
MAIL = ("From: gull@example.com\r\nTo: {name}@example.com\r\nSubject: Gull {number} for {name}\r\nDate: Sat, 28 Nov 2026 08:{number:02}:00 +0000\r\n"
        "Message-ID: <{number}.{name}@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
        "<p>They cry at dawn: <b>kiau</b>, ünïcödé 中文.</p>\r\n{text}")
TEXT = "<table>" + "<tr><td>A gull took the fish.</td><td><a href='https://example.com/'>one</a></td></tr>\r\n" * 40 + "</table>"
DOVECOT = """protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
auth_debug = no
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
default_internal_user = root
default_internal_group = root
default_login_user = nobody
mail_location = maildir:{folder}/mail/%u
first_valid_uid = 1
first_valid_gid = 1
mail_max_userip_connections = 100
import_environment = LD_LIBRARY_PATH
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={folder}/mail/%u
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  service_count = 0
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""


def dovecot(script):
    """An IMAP server that knows everybody with users.PASSWORD."""
    packages = sites.packages(script)
    service = services.Service(packages)
    service.folder.chmod(0o755)
    for name in ("run", "state", "mail"):
        (service.folder / name).mkdir()
    (service.folder / "dovecot.conf").write_text(DOVECOT.format(folder=service.folder, port=service.port, password=users.PASSWORD))
    # It looks for its parts where the package would install them.
    overlay = f"mount -t overlay overlay -o lowerdir={packages.folder}/usr:/usr /usr"
    return service.start("unshare", "--mount", "sh", "-c", f'{overlay} && exec "$@"', "sh", "/usr/sbin/dovecot", "-F", "-c", service.folder / "dovecot.conf",
                         answers=lambda client: client.recv(4) == b"* OK")


class Site(sites.Site):
    NAME = "roundcube"
    PACKAGES = "packaged"

    def unpack(self):
        self.copy("/usr/share/roundcube")
        self.copy("/etc/roundcube", "public/config")
        self.more_settings = {"include_path": f".:{sites.packages(self.PACKAGES).folder}/usr/share/php"}
        (self.folder / "log").mkdir()
        self.replace("public/program/include/iniset.php", ("/var/lib/roundcube/", f"{self.public}/"))
        self.imap = dovecot(self.PACKAGES)

    def prepare(self, url, count):
        del url
        values = {"PASSWORD": sites.PASSWORD, "DATABASE": f"{self.database.port}/{sites.DATABASE}", "IMAP": self.imap.port, "FOLDER": self.folder}
        shutil.copy(sites.PROGRAMS / "roundcube.php", self.public / "config/config.inc.php")
        self.replace("public/config/config.inc.php", *values.items())
        self.database.load(sites.packages(self.PACKAGES).find("usr/share/roundcube/SQL/mysql.initial.sql"), self.PACKAGES)
        for name in (f"member{number + 1}" for number in range(count)):
            folder = self.imap.folder / f"mail/{name}@example.com/cur"
            folder.mkdir(parents=True)
            for number in range(MESSAGES):
                (folder / f"{1795852800 + number}.{number}.gull:2,S").write_text(MAIL.format(name=name, number=number, text=TEXT))
        subprocess.run(["chown", "-R", "mail:mail", self.imap.folder / "mail"], check=True)

    def remove(self):
        self.imap.close()
        super().remove()


class User(users.User):
    LOGIN = "/?_task=login"
    PAGES = ("front", "login", "mailbox", "messages", "message", "compose", "settings", "preferences", "add_contact", "contacts")
    added = 0  # contacts

    def start(self):
        super().start()
        self.token = ""

    async def page(self, path, shows_others=False):
        text = await super().page(path, shows_others)
        found = re.search(r'"request_token":"([^"]+)"', text)
        self.token = found[1] if found else self.token
        return text

    async def login(self):
        fields = users.hidden(await self.form())
        answer = await self.ask("POST", "/?_task=login", 302, {**fields, "_user": self.name, "_pass": users.PASSWORD})
        self.check("/?_task=login", "redirection", "_task=mail" in answer.get("location"), True)
        await self.mailbox()

    def shown(self):
        return f"{self.name}@example.com"

    async def mailbox(self):
        await self.own("/?_task=mail")

    async def messages(self):
        """What the page's script asks for."""
        answer = await self.ask("GET", "/?_task=mail&_action=list&_mbox=INBOX&_remote=1", 200, fields=[("X-Roundcube-Request", self.token)])
        self.check("/?_action=list", "messages", len(set(re.findall(rf"Gull \d+ for {self.name}\b", answer.text))), 50)

    async def message(self):
        text = await self.own("/?_task=mail&_mbox=INBOX&_uid=7&_action=show")
        self.check("/?_action=show", "subject", f"Gull 6 for {self.name}" in text, True)

    async def compose(self):
        answer = await self.ask("GET", "/?_task=mail&_action=compose", 302)
        await self.own(answer.get("location").replace("./", "/"))

    async def settings(self):
        await self.page("/?_task=settings&_action=identities")

    async def preferences(self):
        await self.page("/?_task=settings&_action=edit-prefs&_section=mailbox&_framed=1")

    async def add_contact(self):
        """A form, and what it is answered with."""
        fields = users.hidden(await self.page("/?_task=addressbook&_framed=1&_action=add&_source=0"), 'method="post"')
        self.added += 1
        values = {"_name": f"gull {self.name} {self.added}", "_firstname": "gull", "_surname": self.name,
                  "_email[]": f"{self.name}.{self.added}@example.com"}
        answer = await self.ask("POST", "/?_task=addressbook", 200, {**fields, **values})
        self.check("/?_task=addressbook", "answer", "confirmation" in answer.text, True)

    async def contacts(self):
        await self.page("/?_task=addressbook")
