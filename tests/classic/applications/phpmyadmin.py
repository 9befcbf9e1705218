"""phpMyAdmin: a database and a table are made, filled, looked at, exported and dropped."""
import flow
import sites

SECRET = "<?php $cfg['blowfish_secret'] = '0123456789abcdef0123456789abcdef';\n"
DATABASE = "<?php [$dbuser, $dbpass, $dbname, $dbserver, $dbport] = ['site', '{}', 'phpmyadmin', '127.0.0.1', '{}'];\n"
# Sends a form as its button would, but gives back what would be written to a file.
DOWNLOAD = """
(async () => {
    const form = document.querySelector('%s');
    const answer = await fetch(form.action, { method: 'POST', body: new FormData(form) });
    return [answer.headers.get('Content-Disposition'), await answer.text()];
})()
"""
EDITOR = "window.codeMirrorEditor"
QUERY = "SELECT name, wingspan * 2 AS twice FROM gulls WHERE wingspan > 100 ORDER BY name"


class Site(sites.Site):
    NAME = "phpmyadmin"

    def unpack(self):
        self.copy("/usr/share/phpmyadmin")
        self.copy("/etc/phpmyadmin", "configuration")
        self.copy("/usr/share/doc/phpmyadmin", "documentation")
        libraries = sites.packages().folder / "usr/share/php"
        self.include_path = f".:{libraries}:/usr/share/php"
        self.replace("public/libraries/vendor_config.php", ("/var/lib/phpmyadmin/tmp", self.folder / "temporary"),
                     ("/etc/phpmyadmin", self.folder / "configuration"), ("/usr/share/doc/phpmyadmin", self.folder / "documentation"))
        self.replace("configuration/config.inc.php", ("/var/lib/phpmyadmin", self.folder / "configuration"),
                     ("/etc/phpmyadmin", self.folder / "configuration"))
        (self.folder / "configuration/blowfish_secret.inc.php").write_text(SECRET)
        (self.folder / "configuration/config-db.php").write_text(DATABASE.format(sites.PASSWORD, self.database.port))
        self.database.run("DROP DATABASE IF EXISTS phpmyadmin; DROP DATABASE IF EXISTS birds;"
                          + (self.public / "sql/create_tables.sql").read_text())

    def settings(self):
        return {**super().settings(), "include_path": self.include_path}


class PhpMyAdmin(flow.Flow):
    SITE = Site
    PASSWORD = sites.PASSWORD
    REFUSED = ("Access denied for user 'site'",)
    WELCOME = ("General settings", "site@127.0.0.1")
    STEPS = ("wrong_password", "login", "make_database", "make_table", "insert", "browse", "query", "failing_query", "search", "export",
             "import_file", "variables", "drop", "logout")
    IGNORED = (r"route=/config/(set|get)", r"route=/lint")
    MASKS = (
        (r"(token(?:=|\":\"|\" value=\"|:\"|\\\":\\\"))[^\"&;\\<]+", r"\1<token>"),
        (r"(set_session\" value=\"|session(?:_id)?=)[0-9a-z]+", r"\1<session>"),
        (r"(name=\"noplugin\" value=\")[0-9a-f]+", r"\1<number>"),
        (r"\b(?:[0-9a-f]{32}|[0-9a-f]{64})\b", "<hash>"),
        (r"[Qq]uery took [\d.]+ seconds", "Query took <time>"),
        (r"(_nocache=|\b(?:showAll|display_binary|display_blob|hide_transformation|resultsForm)_|data-(?:for|uniqueId)=\\?\"|Radio[A-Z][a-z]*)"
         r"\d+", r"\1<number>"))

    def open(self, path):
        """And its own requests, as for the navigation, are answered before anything is done: not after it, by chance."""
        self.person.open(path)
        self.person.settled()

    def sign_in(self, password):
        does = self.person
        self.open("/")
        does.fill({"#input_username": "site", "#input_password": password})
        does.go("#input_go")

    def make_database(self):
        does = self.person
        self.open("/index.php?route=/server/databases")
        does.fill({"#text_create_db": "birds"})
        does.click("#buttonGo")
        does.wait("document.querySelector('#createTableNameInput')")

    def make_table(self):
        does = self.person
        does.settled()
        does.fill({"#createTableNameInput": "gulls", "#createTableNumFieldsInput": "3"})
        does.click("#createTableMinimalForm input[type=submit]")
        does.fill({"#field_0_1": "id", "#field_1_1": "name", "#field_1_2": "VARCHAR", "#field_1_3": "50", "#field_2_1": "wingspan"})
        does.click("input[name=do_save_data]")
        does.sees("wingspan", "Table structure")
        self.run("ALTER TABLE gulls MODIFY id INT PRIMARY KEY AUTO_INCREMENT")
        does.sees("MySQL returned an empty result set")

    def insert(self):
        does = self.person
        self.open("/index.php?route=/table/change&db=birds&table=gulls")
        does.fill({"#field_2_3": "Möwe <b>", "#field_3_3": "110", "#insert_ignore_1": False, "#field_5_3": "Lachmöwe", "#field_6_3": "95"})
        does.click("#insertForm #buttonYes")
        does.sees("2 rows inserted.")

    def browse(self):
        does = self.person
        self.open("/index.php?route=/sql&db=birds&table=gulls&pos=0")
        does.sees("Showing rows 0 - 1 (2 total", "Möwe <b>", "Lachmöwe")

    def run(self, query):
        does = self.person
        self.open("/index.php?route=/database/sql&db=birds")
        does.wait(f"{EDITOR}.setValue")
        does.evaluate(f"{EDITOR}.setValue({query!r})")
        does.click("#button_submit_query")

    def query(self):
        self.run(QUERY)
        self.person.sees("Showing rows 0 - 0 (1 total", "220")

    def failing_query(self):
        self.run("SELECT nothing FROM gulls")
        self.person.sees("#1054 - Unknown column 'nothing' in")

    def search(self):
        does = self.person
        self.open("/index.php?route=/database/search&db=birds")
        does.fill({"input[name=criteriaSearchString]": "Lach"})
        does.press("Select all")
        does.click("#buttonGo")
        does.sees("1 match in gulls")

    def export(self):
        does = self.person
        self.open("/index.php?route=/database/export&db=birds")
        head, text = does.evaluate(DOWNLOAD % "form[name=dump]")
        assert head == 'attachment; filename="birds.sql"', head
        assert "INSERT INTO `gulls`" in text and "'Möwe <b>', 110" in text, text

    def import_file(self):
        does = self.person
        self.open("/index.php?route=/database/import&db=birds")
        does.choose("#input_import_file", "more.sql", "INSERT INTO gulls VALUES (7, 'Sturmmöwe', 120);".encode())
        does.click("#buttonGo")
        does.sees("Import has been successfully finished, 1 query executed.")

    def variables(self):
        """A long page."""
        does = self.person
        self.open("/index.php?route=/server/engines")
        does.sees("InnoDB", "Aria")

    def drop(self):
        does = self.person
        self.open("/index.php?route=/server/databases")
        does.click("input[name='selected_dbs[]'][value=birds]")
        does.click("#bulkActionDropButton")
        does.click("#dropDatabaseModal.show #dropDatabaseModalDropButton")
        does.sees("1 database has been dropped successfully.")

    def logout(self):
        does = self.person
        self.open("/")
        does.go("a.disableAjax[href*=logout]")
        does.wait("document.querySelector('#input_password')")
        self.open("/index.php?route=/server/databases")
        does.wait("document.querySelector('#input_password')")
