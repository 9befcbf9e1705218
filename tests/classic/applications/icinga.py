"""Icinga Web 2: users who look at lists, at the settings, and change their own."""
import sites
import users

PREFERENCES = 'name="form_config_preferences"'
OTHERS = 60  # users in the lists, who are not those who look at it
SETTINGS = {
    "config.ini": '[global]\nconfig_resource = "db"\nmodule_path = ""\n[logging]\nlog = "none"\n[security]\nuse_strict_csp = "0"\n',
    "authentication.ini": '[db]\nbackend = "db"\nresource = "db"\n',
    "groups.ini": '[db]\nbackend = "db"\nresource = "db"\n',
    "roles.ini": '[all]\nusers = "*"\npermissions = "*"\n',
    "resources.ini": '[db]\ntype = "db"\ndb = "mysql"\nhost = "127.0.0.1"\nport = "{port}"\ndbname = "{database}"\nusername = "site"\n'
                     'password = "{password}"\ncharset = "utf8mb4"\n'}


class Site(sites.Site):
    NAME = "icinga"
    PACKAGES = "packaged"

    def unpack(self):
        self.copy("/usr/share/icingaweb2", "web")
        self.copy("/usr/share/php/Icinga", "web/library/Icinga")
        self.copy("/usr/share/icinga-php", "icinga-php")
        self.public = self.folder / "web/public"

    def prepare(self, url, count):
        del url
        places = {"ICINGAWEB_CONFIGDIR": self.folder / "settings", "ICINGAWEB_STORAGEDIR": self.folder / "storage",
                  "ICINGAWEB_LIBDIR": self.folder / "icinga-php"}
        for folder in places.values():
            folder.mkdir(exist_ok=True)
        for name, text in SETTINGS.items():
            values = {"port": self.database.port, "database": sites.DATABASE, "password": sites.PASSWORD}
            (self.folder / "settings" / name).write_text(text.format(**values))
        lines = [f"putenv('{name}={folder}');" for name, folder in places.items()]
        self.replace("web/public/index.php", ("require_once", "\n".join([*lines, "require_once"])),
                     ("/usr/share/php", self.folder / "web/library"))
        self.database.load(sites.packages(self.PACKAGES).find("usr/share/icingaweb2/schema/mysql.schema.sql"), self.PACKAGES)
        names = [*(f"member{number + 1}" for number in range(count)), *(f"gull{number + 1}" for number in range(OTHERS))]
        self.database.run(f"USE {sites.DATABASE};" + "".join(
            f"INSERT INTO icingaweb_user (name, active, password_hash) VALUES ('{name}', 1, '{users.HASH}');" for name in names))


class User(users.User):
    LOGIN = "/authentication/login"
    PAGES = ("front", "login", "dashboard", "users", "user", "settings", "account", "change_account", "about")

    async def login(self):
        fields = users.hidden(await self.form(), 'name="form_login"')
        answer = await self.ask("POST", "/authentication/login", 302, {**fields, "username": self.name, "password": users.PASSWORD, "btn_submit": "Login"})
        self.check("/authentication/login", "redirection", answer.get("location"), "/dashboard")

    async def dashboard(self):
        await self.own("/dashboard")

    async def users(self):
        text = await self.own("/user/list?user_name=gull%2A&limit=50")
        self.check("/user/list", "users", len(set(users.re.findall(r"\bgull\d+", text))) >= 50, True)

    async def user(self):
        text = await self.own(f"/user/show?backend=db&user=gull{self.number}")
        self.check("/user/show", "user", f"gull{self.number}" in text, True)

    async def settings(self):
        await self.own("/config/general")

    async def account(self):
        return await self.own("/account")

    async def change_account(self):
        """The form, its answer, and the page after it."""
        fields = users.hidden(await self.account(), PREFERENCES)
        values = {"theme": "Icinga", "language": "en_US", "timezone": "UTC", "show_application_state_messages": "system",
                  "auto_refresh": "1", "auto_refresh_speed": "", "default_page_size": str(25 + self.number)}
        await self.ask("POST", "/account", 302, {**fields, **values, "btn_submit": "Save to the Preferences"})
        text = await self.account()
        found = [one.get("value") for one in users.inputs(text) if one.get("name") == "default_page_size"]
        self.check("/account", "size of pages", found, [values["default_page_size"]])

    async def about(self):
        await self.own("/about")
