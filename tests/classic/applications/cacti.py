"""Cacti: users who look at lists of devices and templates, and at the settings, and change their own."""
import sites
import users

DEVICES = 60


class Site(sites.Site):
    NAME = "cacti"
    PACKAGES = "packaged"

    def unpack(self):
        self.copy("/usr/share/cacti/site")
        self.more_settings = {"include_path": f".:{sites.packages(self.PACKAGES).folder}/usr/share/php"}
        for name in ("log", "cache", "csrf"):
            (self.public / name).mkdir(exist_ok=True)

    def prepare(self, url, count):
        del url
        templates = sites.packages(self.PACKAGES).find("usr/share/cacti/conf_templates")
        text = (templates / "debian.php.dist").read_text()
        values = {"_DBC_DBNAME_": sites.DATABASE, "_DBC_DBSERVER_": "127.0.0.1", "_DBC_DBUSER_": "site", "_DBC_DBPASS_": sites.PASSWORD,
                  "_DBC_DBPORT_": self.database.port, "'/cacti/'": "'/'", "/var/lib/cacti/csrf": self.public / "csrf"}
        for name, value in values.items():
            assert name in text, name
            text = text.replace(name, str(value))
        (self.public / "include/config.php").write_text(text)
        self.database.load(templates / "cacti.sql", self.PACKAGES)
        version = (self.public / "include/cacti_version").read_text().strip()
        self.database.run("\n".join([
            f"USE {sites.DATABASE}; UPDATE version SET cacti = '{version}';",
            f"UPDATE settings SET value = '{self.public}/log/cacti.log' WHERE name = 'path_cactilog';",
            f"UPDATE user_auth SET password = '{users.HASH}', must_change_password = '' WHERE id = 1;",
            *(self.queries(number + 1) for number in range(count)),
            *(f"INSERT INTO host (description, hostname, host_template_id, site_id) VALUES ('gull{number}', '127.0.0.1', 1, 1);"
              for number in range(DEVICES))]))

    @staticmethod
    def queries(number):
        """Of a user, who is a copy of the administrator."""
        return f"""
            CREATE TEMPORARY TABLE one SELECT * FROM user_auth WHERE id = 1;
            UPDATE one SET id = {number + 100}, username = 'member{number}', full_name = 'member{number}';
            INSERT INTO user_auth SELECT * FROM one; DROP TABLE one;
            INSERT INTO user_auth_realm (realm_id, user_id) SELECT realm_id, {number + 100} FROM user_auth_realm WHERE user_id = 1;"""


class User(users.User):
    LOGIN = "/index.php"
    PAGES = ("front", "login", "console", "devices", "device", "templates", "settings", "profile", "change_profile")

    async def login(self):
        fields = users.hidden(await self.form())
        answer = await self.ask("POST", "/index.php", 302, {**fields, "login_username": self.name, "login_password": users.PASSWORD})
        self.check("/index.php", "redirection", answer.get("location"), "/index.php")

    async def console(self):
        await self.own("/index.php")

    async def devices(self):
        text = await self.own("/host.php?rows=50")
        self.check("/host.php", "devices", len(set(users.re.findall(r"\bgull\d+", text))) >= 50, True)

    async def device(self):
        await self.own(f"/host.php?action=edit&id={self.number}")

    async def templates(self):
        await self.own("/graph_templates.php")

    async def settings(self):
        await self.own("/settings.php")

    async def profile(self):
        return await self.own("/auth_profile.php")

    async def change_profile(self):
        """What the form's script sends, and the page after it."""
        fields = users.hidden(await self.profile())
        size = str(10 + self.number)
        await self.ask("POST", "/auth_profile.php", 200, {**fields, "action": "update_data", "tab": "general", "name": "title_size", "value": size})
        found = [one.get("value") for one in users.inputs(await self.profile()) if one.get("name") == "title_size"]
        self.check("/auth_profile.php", "size of titles", found, [size])
