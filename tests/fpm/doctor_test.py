"""`tern doctor --fpm`: the pools, the folders that web servers have them run, and what differs in each."""
import json

import launcher
import services
from launcher import LauncherTest, extensions
from tern_fpm import pool_user

PLAIN = "pm = static\npm.max_children = 3\nphp_admin_value[tern.pool_processes] = 2\n"
FORKS = "<?php\npcntl_fork();\necho php_sapi_name() === 'fpm-fcgi';\n"
NGINX = """
http {{
    upstream php {{ server unix:{folder}/shop.sock; }}
    log_format main '"{{$request}}"';  # a brace, a quote
    include sites/*;
}}
"""
SHOP = """
server {{
    root {folder}/shop/public;
    location ~ \\.php$ {{ fastcgi_pass php; }}
    location /blog {{ set $pool unix:{folder}/link.sock; root "{folder}/a blog"; location ~ ^/(.+\\.php)${{ fastcgi_pass $pool; }} }}
    location /old {{ fastcgi_param SCRIPT_FILENAME {folder}/old$fastcgi_script_name; fastcgi_pass localhost:9123; }}
}}
"""
APACHE = """
DocumentRoot {folder}/shop/public
<FilesMatch ".+\\.php$">
    SetHandler "proxy:unix:{folder}/shop.sock|fcgi://localhost"
</FilesMatch>
<VirtualHost *:80>
    DocumentRoot "{folder}/old/"
    ProxyPassMatch ^/(.*\\.php)$ fcgi://127.0.0.1:9123/srv/$1
</VirtualHost>
"""


def tern(*words, php=()):
    return launcher.tern(*words, php=(*extensions("tokenizer"), *php))


class FpmDoctorTest(LauncherTest):
    maxDiff = None

    def setUp(self):
        super().setUp()
        for name in ("shop/public/index.php", "a blog/index.php", "old/index.php"):
            self.write(name, "<?php echo 1;")
        self.write("shop/composer.json", "{}")
        self.write("shop/src/Fork.php", FORKS)
        (self.folder / "blog.sock").touch()
        (self.folder / "link.sock").symlink_to("blog.sock")

    def configure(self, **pools):
        text = f"[global]\nerror_log = {self.folder}/log\n"
        for name, directives in pools.items():
            text += f"[{name}]\n{pool_user()}{PLAIN}{directives.format(folder=self.folder)}\n"
        return self.write("fpm.conf", text)

    def web_server(self, name, text, **files):
        for own, more in files.items():
            self.write(f"sites/{own}", more.format(folder=self.folder))
        return "--web-server", self.write(name, text.format(folder=self.folder))

    def told(self, *words, php=()):
        done = tern("doctor", "--fpm", *map(str, words), "--json", php=php)
        found = json.loads(done.stdout) if done.stdout else self.fail(done.stderr)
        self.assertEqual(done.returncode, 0 if found["healthy"] else 1, done.stderr)
        return found

    @staticmethod
    def sites(told):
        """(pool, folder, what says so) of each."""
        return [(pool["name"], site["folder"], site["by"]) for pool in told["pools"] for site in pool["sites"]]

    def shown(self, name):
        return str(self.folder / name)

    def test_sites_that_nginx_names(self):
        file = self.configure(shop="listen = {folder}/shop.sock", blog="listen = {folder}/blog.sock", old="listen = 9123")
        told = self.told(file, *self.web_server("nginx.conf", NGINX, shop=SHOP))
        place = self.shown("sites/shop")
        self.assertEqual(self.sites(told), [("shop", self.shown("shop"), f"{place}:4"), ("blog", self.shown("a blog"), f"{place}:5"),
                                            ("old", self.shown("old"), f"{place}:6")])
        self.assertFalse(told["healthy"])  # the shop forks

    def test_sites_that_apache_names(self):
        file = self.configure(shop="listen = {folder}/shop.sock", old="listen = 127.0.0.1:9123")
        told = self.told(file, *self.web_server("apache.conf", APACHE))
        place = self.shown("apache.conf")
        self.assertEqual(self.sites(told), [("shop", self.shown("shop"), f"{place}:4"), ("shop", self.shown("old"), f"{place}:4"),
                                            ("old", self.shown("old"), f"{place}:8")])

    def test_sites_that_pools_or_the_command_line_name(self):
        file = self.configure(one="listen = 9123\nchdir = {folder}/old", two="listen = 9124", three="listen = 9125")
        words = *self.web_server("nginx.conf", "http {{ }}"), "--root", f"two={self.folder}/a blog"
        told = self.told(file, *words)
        self.assertEqual(self.sites(told), [("one", self.shown("old"), "chdir"), ("two", self.shown("a blog"), "--root")])
        self.assertEqual([(one["level"], one["topic"], one["fix"]) for one in told["pools"][2]["findings"]][1:],
                         [("advice", "site", "--root three=FOLDER, or --web-server FILE")])
        more = self.sites(self.told(file, *words, "--root", self.folder / "shop"))
        self.assertEqual(more, [("one", self.shown("shop"), "--root"), ("two", self.shown("a blog"), "--root"), ("three", self.shown("shop"), "--root")])

    def test_code_of_a_site(self):
        file = self.configure(shop="listen = 9123")
        told = self.told(file, "--root", self.folder / "shop", *self.web_server("nginx.conf", "http {{ }}"))
        [site] = told["pools"][0]["sites"]
        # What php_sapi_name() says is no difference here.
        self.assertEqual([(one["level"], one["topic"], one["places"][0]["file"]) for one in site["findings"]], [("breaks", "fork", "src/Fork.php")])
        self.assertIn("php_admin_value[tern.isolation] = process in its pool", site["findings"][0]["fix"])

    def test_code_that_a_pool_runs_as_php_fpm_does(self):
        self.write("shop/src/Fork.php", "<?php\nini_set('open_basedir', getenv('REMOTE_ADDR'));")
        told = self.told(self.configure(shop="listen = 9123"), "--root", self.folder / "shop", *self.web_server("nginx.conf", "http {{ }}"))
        self.assertEqual(told["pools"][0]["sites"][0]["findings"], [])

    def test_names_of_processes(self):
        """Requests that run at a time would mix their temporary files."""
        self.write("shop/src/Fork.php", "<?php\n$file = '/tmp/' . getmypid();")
        told = self.told(self.configure(shop="listen = 9123"), "--root", self.folder / "shop", *self.web_server("nginx.conf", "http {{ }}"))
        self.assertEqual([(one["level"], one["topic"]) for one in told["pools"][0]["sites"][0]["findings"]], [("differs", "process-id")])

    def test_directives(self):
        file = self.configure(one="listen = 9123\nphp_admin_value[disable_classes] = Phar\n",
                              two="listen = 9124\nphp_admin_value[tern.isolation] = process")
        told = self.told(file, *self.web_server("nginx.conf", "http {{ }}"))
        first, second = (pool["findings"] for pool in told["pools"])
        self.assertEqual(first[0]["text"], "pm.max_children = 3: 3 requests at a time, in 2 processes; pages that"
                         " compute for long hold up others of their process: php_admin_value[tern.pool_processes] says how many")
        self.assertEqual([(one["level"], one["topic"]) for one in first], [("ok", "requests"), ("problem", "directive"), ("advice", "site")])
        self.assertIn("disable_classes", first[1]["text"])
        self.assertEqual(second[0]["text"], "pm.max_children = 3: 3 requests at a time, in 3 processes with one request at a time each, as with PHP-FPM")
        self.assertEqual(told["findings"][0]["text"], "tern fpm -t accepts it")
        self.assertFalse(told["healthy"])

    def test_an_extension_that_keeps_a_request(self):
        """Then each pool has a process for each request, without a word in its configuration."""
        php = services.Packages("extensions").php("tideways_xhprof", "uploadprogress")
        told = self.told(self.configure(one="listen = 9123"), *self.web_server("nginx.conf", "http {{ }}"), php=tuple(php))
        self.assertEqual([one["text"].split()[0] for one in told["findings"] if one["topic"] == "extensions" and one["level"] == "advice"],
                         ["tideways_xhprof", "uploadprogress"])
        self.assertIn("in 3 processes with one request at a time each", told["pools"][0]["findings"][0]["text"])

    def test_a_wrong_configuration(self):
        file = self.configure(one="listen = 9123\npm = dynamic")
        told = self.told(file, *self.web_server("nginx.conf", "http {{ }}"))
        self.assertRegex(told["findings"][0]["text"], r"^tern fpm -t.*: \[pool one\] pm.min_spare_servers\(0\) must be a positive value")
        file.write_text("[one]\nunknown = 1\n")
        done = tern("doctor", "--fpm", str(file))
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"[{file}:2] unknown entry 'unknown'", done.stderr)

    def test_as_text(self):
        file = self.configure(shop="listen = 9123")
        words = [*map(str, self.web_server("nginx.conf", "http {{ }}")), "--root", self.shown("shop")]
        done = tern("doctor", "--fpm", str(file), *words)
        self.assertEqual(done.returncode, 1, done.stderr)
        for line in (f"{file}: PHP ", "ok       configuration tern fpm -t accepts it", "pool shop, at 9123", "site of pool shop, by --root",
                     "    src/Fork.php:2  pcntl_fork()"):
            self.assertIn(f"\n{line}", f"\n{done.stdout}")
        self.write("shop/src/Fork.php", "<?php\nusleep(1);")
        self.assertEqual(tern("doctor", "--fpm", str(file), *words).returncode, 0)

    def test_wrong_options(self):
        for words, told in ((("--root", "."), "--root needs --fpm"), (("--web-server", "x"), "--web-server needs --fpm"),
                            (("--fpm", "/nowhere"), 'there is no file "/nowhere"'), (("--fpm", "--app"), "without --app"),
                            (("--fpm", str(self.configure()), "--root", "/nowhere"), '--root needs a folder, "/nowhere" given'),
                            (("--fpm", str(self.configure()), "--web-server", "/nowhere"), 'there is no configuration of a web server "/nowhere"')):
            done = tern("doctor", *words)
            self.assertEqual((done.returncode, told in done.stderr), (2, True), done.stderr)
