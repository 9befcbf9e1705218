"""phpMyAdmin: users of a database who look at its tables, their structure and rows, and send queries."""
import re

import phpmyadmin
import sites
import users

ROWS = 200


class Site(phpmyadmin.Site):
    def prepare(self, url, count):
        del url
        rows = ", ".join(f"({number}, 'gull{number}', {number % 60})" for number in range(1, ROWS + 1))
        accounts = (f"CREATE USER 'member{number + 1}'@'127.0.0.1' IDENTIFIED BY '{sites.PASSWORD}'; "
                    f"GRANT ALL ON birds.* TO 'member{number + 1}'@'127.0.0.1';" for number in range(count))
        self.database.run("CREATE DATABASE birds; USE birds; CREATE TABLE gulls (id INT PRIMARY KEY, name VARCHAR(50), size INT);"
                          f"INSERT INTO gulls VALUES {rows};" + "".join(accounts))


class User(users.User):
    LOGIN = "/index.php"
    PAGES = ("front", "login", "start_page", "database", "structure", "browse", "query", "operations")
    token = ""

    async def page(self, path, shows_others=False):
        text = await super().page(path, shows_others)
        found = re.search(r'token:"([^"]+)"', text)
        self.token = found[1] if found else self.token
        return text

    async def login(self):
        fields = users.hidden(await self.form(), 'id="login_form"')
        await self.ask("POST", "/index.php?route=/", 302, {**fields, "pma_username": self.name, "pma_password": sites.PASSWORD, "server": "1"})
        await self.start_page()

    async def start_page(self):
        await self.own("/index.php?route=/")

    async def database(self):
        await self.own("/index.php?route=/database/structure&db=birds")

    async def structure(self):
        await self.own("/index.php?route=/table/structure&db=birds&table=gulls")

    async def browse(self):
        text = await self.own("/index.php?route=/sql&db=birds&table=gulls&pos=0")
        self.check("gulls", "rows", len(set(re.findall(r"\bgull\d+", text))) >= 25, True)

    async def query(self):
        fields = {"token": self.token, "db": "birds", "table": "gulls", "sql_query": "SELECT name, size * 2 FROM gulls WHERE size > 30",
                  "is_js_confirmed": "0", "pos": "0"}
        answer = await self.ask("POST", "/index.php?route=/import", 200, fields)
        self.check("the query", "rows", "gull" in answer.text, True)

    async def operations(self):
        await self.own("/index.php?route=/table/operations&db=birds&table=gulls")
