"""`tern serve` of classic sites with rules: .htaccess files, and Tern's own file."""
import json
import os
import re
import signal

from harness import wait_until
from launcher import LauncherTest, tern

WORDPRESS = """
<IfModule mod_rewrite.c>
RewriteEngine On
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteBase /
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /index.php [L]
</IfModule>
"""
SHOW = ("<?php echo json_encode([basename(__FILE__), array_intersect_key($_SERVER, array_flip(['REQUEST_URI', 'SCRIPT_NAME', 'PATH_INFO', "
        "'QUERY_STRING', 'REDIRECT_STATUS', 'REDIRECT_URL', 'SEEN', 'REMOTE_ADDR'])), ini_get('precision')]);")


class RulesTest(LauncherTest):
    def serve(self, *words, **more):
        return self.run_served("site", "--classic", "--port", "0", "--workers", "2", *words, **more)

    def shown(self, answer):
        return json.loads(answer.text)


class HtaccessTest(RulesTest):
    def test_clean_urls(self):
        self.write("site/.htaccess", WORDPRESS)
        self.write("site/index.php", SHOW)
        self.write("site/other.php", SHOW)
        self.write("site/a.txt", "text")
        server = self.serve("--htaccess")
        name, variables, _ = self.shown(server.get("/2024/05/hello?a=b"))
        self.assertEqual((name, variables["REQUEST_URI"], variables["SCRIPT_NAME"], variables["QUERY_STRING"]),
                         ("index.php", "/2024/05/hello?a=b", "/index.php", "a=b"))
        self.assertEqual((variables["REDIRECT_URL"], variables["REDIRECT_STATUS"]), ("/2024/05/hello", "200"))
        self.assertEqual(self.shown(server.get("/"))[0], "index.php")
        name, variables, _ = self.shown(server.get("/other.php/path?x"))
        self.assertEqual((name, variables["PATH_INFO"], variables["QUERY_STRING"]), ("other.php", "/path", "x"))
        self.assertEqual(server.get("/a.txt").text, "text")
        self.assertEqual(server.get("/.htaccess").status, 404)

    def test_without_a_rule_nothing_answers_what_does_not_exist(self):
        self.write("site/.htaccess", "Header set X-A b\n")
        self.write("site/index.php", SHOW)
        self.assertEqual(self.serve("--htaccess").get("/none").status, 404)

    def test_what_is_denied_is_neither_run_nor_sent(self):
        self.write("site/index.php", "<?php file_put_contents(__DIR__ . '/ran', '');")
        self.write("site/in/.htaccess", "Require all denied\n")
        self.write("site/in/a.php", "<?php file_put_contents(__DIR__ . '/ran', '');")
        self.write("site/in/a.txt", "secret")
        self.write("site/off/.htaccess", "php_flag engine off\n")
        self.write("site/off/a.php", "<?php file_put_contents(__DIR__ . '/ran', '');")
        self.write("site/index/.htaccess", "DirectoryIndex start.html\n")
        self.write("site/index/index.html", "not asked for")
        server = self.serve("--htaccess")
        for path in ("/in/a.php", "/in/a.txt", "/in/a.php/x", "/in/", "/in/none", "/%69n/a.txt", "/off/a.php", "/index/"):
            self.assertEqual(server.get(path).status, 403, path)
        self.assertEqual(list(self.folder.glob("**/ran")), [])

    def test_pages_are_denied_in_development_too(self):
        self.write("site/index.php", "<?php echo 'page';")
        self.write("site/in/.htaccess", "Require all denied\n")
        self.write("site/in/a.html", "secret")
        self.assertEqual(self.serve("--htaccess", "--dev").get("/in/a.html").status, 403)

    def test_handlers_make_scripts(self):
        self.write("site/.htaccess", "AddHandler application/x-httpd-php .html\n")
        self.write("site/in/.htaccess", "RemoveHandler .html .php\n")
        self.write("site/off/.htaccess", "php_flag engine off\n")
        for name in ("a.html", "in/a.html", "in/a.php", "off/a.html", "off/a.php"):
            self.write(f"site/{name}", "<?php echo 1 + 1;")
        server = self.serve("--htaccess")
        self.assertEqual((server.get("/a.html").status, server.get("/a.html").text), (200, "2"))
        self.assertEqual(server.get("/in/a.html").text, "<?php echo 1 + 1;")
        for path in ("/in/a.php", "/off/a.html", "/off/a.php"):
            self.assertEqual(server.get(path).status, 403, path)

    def test_headers_and_cookies_of_rules(self):
        self.write("site/.htaccess", "Header set X-A 1\nHeader append X-List end\nHeader unset X-Gone\nHeader always set X-Always 1\n"
                   "Header edit Set-Cookie ^(.*)$ \"$1; SameSite=Lax\"\nExpiresActive On\nExpiresByType text/html \"access plus 1 hour\"\n"
                   "ExpiresByType text/css \"access plus 1 day\"\nRedirect 301 /old /new\n")
        for name, more in (("end", ""), ("flush", "echo 'x'; while (ob_get_level()) ob_end_flush(); flush();"), ("exit", "exit('x');"),
                           ("throw", "throw new Exception('x');")):
            self.write(f"site/{name}.php", f"<?php header('X-List: begin'); header('X-Gone: 1'); setcookie('a', 'b'); setcookie('c', 'd'); {more}")
        self.write("site/a.css", "style")
        server = self.serve("--htaccess")
        for name, status in (("end", 200), ("flush", 200), ("exit", 200), ("throw", 500)):
            answer = server.get(f"/{name}.php")
            self.assertEqual((answer.status, answer.get("X-A"), answer.get("X-List"), answer.get("X-Gone"), answer.get("X-Always")),
                             (status, "1", "begin, end", None, "1"), name)
            self.assertEqual(answer.all("Set-Cookie"), ["a=b; SameSite=Lax", "c=d; SameSite=Lax"], name)
            self.assertEqual(answer.get("Cache-Control"), "max-age=3600" if status == 200 else None, name)
        answer = server.get("/a.css")
        self.assertEqual((answer.get("X-A"), answer.get("Cache-Control"), answer.text), ("1", "max-age=86400", "style"))
        answer = server.get("/old?x=y")
        self.assertEqual((answer.status, answer.get("Location"), answer.get("X-A"), answer.get("X-Always")),
                         (301, "http://test.example/new?x=y", None, "1"))
        answer = server.get("/none")
        self.assertEqual((answer.status, answer.get("X-A"), answer.get("X-Always")), (404, None, "1"))

    def test_error_pages(self):
        self.write("site/.htaccess", "ErrorDocument 404 /error.php\nErrorDocument 403 /denied.html\n")
        self.write("site/text/.htaccess", "ErrorDocument 404 \"no such page\"\n")
        self.write("site/away/.htaccess", "ErrorDocument 404 http://other.example/\n")
        self.write("site/error.php", SHOW)
        self.write("site/denied.html", "denied")
        self.write("site/in/.htaccess", "Require all denied\n")
        self.write("site/index.php", "")
        server = self.serve("--htaccess")
        answer = server.get("/none?a=b", [("If-None-Match", "*")], "POST", b"x")
        name, variables, _ = self.shown(answer)
        self.assertEqual((answer.status, name, variables["REDIRECT_STATUS"], variables["REDIRECT_URL"], variables["REQUEST_URI"]),
                         (404, "error.php", "404", "/none", "/none?a=b"))
        answer = server.get("/in/a", [("Range", "bytes=0-0")])
        self.assertEqual((answer.status, answer.text), (403, "denied"))
        self.assertEqual((server.get("/text/none").status, server.get("/text/none").text), (404, "no such page"))
        self.assertEqual((server.get("/away/none").status, server.get("/away/none").get("Location")), (302, "http://other.example/"))
        self.assertEqual(server.get("/%zz").status, 400)

    def test_settings_and_variables(self):
        self.write("site/.htaccess", "php_value precision 5\nphp_value memory_consumption 1\nSetEnv SEEN yes\nSetEnv REMOTE_ADDR 1.2.3.4\n")
        self.write("site/index.php", SHOW)
        self.write("site/in/.htaccess", "php_value precision 7\n")
        self.write("site/in/index.php", SHOW)
        server = self.serve("--htaccess")
        _, variables, precision = self.shown(server.get("/"))
        self.assertEqual((variables["SEEN"], variables["REMOTE_ADDR"], precision), ("yes", "127.0.0.1", "5"))
        self.assertEqual(self.shown(server.get("/in/"))[2], "7")

    def test_warnings_are_logged_once(self):
        path = self.write("site/.htaccess", "\nNoSuchDirective on\n")
        self.write("site/index.php", "<?php echo getmypid();")
        server = self.serve("--htaccess")
        seen = {server.get("/").text for _ in range(50)}
        self.assertLessEqual(len(seen), 2)
        self.assertEqual(server.output().count(f"{path.resolve()}:2: NoSuchDirective"), 1, server.output())

    def test_conditions_and_ranges_of_files(self):
        self.write("site/.htaccess", "Header set X-A 1\nAddDefaultCharset utf-8\n")
        self.write("site/a.txt", "0123456789", mtime=1_000_000_000)
        self.write("site/empty.txt", "")
        server = self.serve("--htaccess")
        answer = server.get("/a.txt")
        tag = answer.get("ETag")
        self.assertEqual((answer.status, answer.text, answer.get("Content-Type"), answer.get("Last-Modified"), answer.get("Accept-Ranges")),
                         (200, "0123456789", "text/plain; charset=utf-8", "Sun, 09 Sep 2001 01:46:40 GMT", "bytes"))
        for fields, expected in (
                ([("If-None-Match", tag)], (304, "", None)),
                ([("If-None-Match", "*")], (304, "", None)),
                ([("If-None-Match", '"x"'), ("If-Modified-Since", "Sun, 09 Sep 2001 01:46:40 GMT")], (200, "0123456789", None)),
                ([("If-Modified-Since", "Sun, 09 Sep 2001 01:46:40 GMT")], (304, "", None)),
                ([("If-Match", '"x"')], (412, "", None)),
                ([("If-Unmodified-Since", "Sun, 09 Sep 2001 01:46:39 GMT")], (412, "", None)),
                ([("Range", "bytes=2-4")], (206, "234", "bytes 2-4/10")),
                ([("Range", "bytes=-3")], (206, "789", "bytes 7-9/10")),
                ([("Range", "bytes=10-")], (416, "", "bytes */10")),
                ([("Range", "bytes=2-4"), ("If-Range", tag)], (206, "234", "bytes 2-4/10")),
                ([("Range", "bytes=2-4"), ("If-Range", '"x"')], (200, "0123456789", None))):
            answer = server.get("/a.txt", fields)
            self.assertEqual((answer.status, answer.text, answer.get("Content-Range")), expected, fields)
            self.assertEqual(answer.get("X-A"), "1", fields)
        answer = server.get("/a.txt", [("Range", "bytes=0-1,5-6")])
        self.assertRegex(answer.get("Content-Type"), "^multipart/byteranges; boundary=")
        self.assertEqual((answer.status, answer.text.count("Content-Type: text/plain; charset=utf-8\r\n"), answer.get("X-A")), (206, 2, "1"))
        before, after = 1_000_000_000_100_000_000, 1_000_000_000_200_000_000  # two changes in a second
        os.utime(self.folder / "site/a.txt", ns=(before, before))
        tag = server.get("/a.txt").get("ETag")
        os.utime(self.folder / "site/a.txt", ns=(after, after))
        self.assertNotEqual(server.get("/a.txt").get("ETag"), tag)
        self.assertEqual((server.get("/empty.txt").status, server.get("/empty.txt").text), (200, ""))
        answer = server.get("/a.txt", method="HEAD")
        self.assertEqual((answer.status, answer.get("Content-Length"), answer.get("X-A")), (200, "10", "1"))
        answer = server.get("/a.txt", method="POST", body=b"x")
        self.assertEqual((answer.status, answer.get("Allow")), (405, "GET, HEAD"))


class OwnFileTest(RulesTest):
    def test_a_watched_file_of_rules_outside_of_the_site(self):
        rules = self.write("etc/site.rules", "redirect 302 /old /one\n")
        self.write("etc/other.php", "")
        self.write("site/index.php", "<?php echo 'page';")
        for more in ((), ("--poll",)):
            server = self.serve("--rules", "etc/site.rules", "--watch", *more)
            for word in ("two", "six"):
                server.next_build(lambda: self.replace("etc/site.rules", f"redirect 302 /old /{word}\n"), "reloaded")
                self.assertEqual(server.get("/old").get("Location"), f"http://test.example/{word}")
            self.write("etc/site.rules", "no-such-directive\n")
            server.wait_for(rf"{re.escape(str(rules.resolve()))}:1: .*no-such-directive.*; the server continues with the code from before")
            self.assertEqual(server.get("/old").get("Location"), "http://test.example/six")
            server.next_build(lambda: self.write("etc/site.rules", "redirect 302 /old /one\n"), "reloaded")
            self.assertEqual(server.get("/old").get("Location"), "http://test.example/one")

    def refused(self, *words):
        done = tern("serve", "site", "--classic", *words, cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        return done.stderr.removeprefix("tern: ").strip()

    def test_rules(self):
        self.write("site.rules", "redirect 301 /old /new\ndeny ^/private/\nrewrite ^/blog/(.*)$ /index.php?p=$1\n"
                   "header /assets/ Cache-Control \"public, max-age=60\"\nerror 404 /404.php\ntry $path $path/ =404\n")
        self.write("site/index.php", SHOW)
        self.write("site/404.php", SHOW)
        self.write("site/private/a.php", "<?php echo 'secret';")
        self.write("site/assets/app.css", "style")
        server = self.serve("--rules", "site.rules")
        answer = server.get("/old")
        self.assertEqual((answer.status, answer.get("Location")), (301, "http://test.example/new"))
        self.assertEqual(server.get("/private/a.php").status, 403)
        name, variables, _ = self.shown(server.get("/blog/hello?page=2"))
        self.assertEqual((name, variables["QUERY_STRING"]), ("index.php", "p=hello&page=2"))
        answer = server.get("/assets/app.css")
        self.assertEqual((answer.text, answer.get("Cache-Control")), ("style", "public, max-age=60"))
        answer = server.get("/none")
        self.assertEqual((answer.status, self.shown(answer)[0]), (404, "404.php"))

    def test_without_try_the_front_controller_answers(self):
        self.write("site.rules", "redirect 301 /old /new\n")
        self.write("site/index.php", SHOW)
        self.assertEqual(self.shown(self.serve("--rules", "site.rules").get("/users/7"))[0], "index.php")

    def test_a_mistake_after_the_start(self):
        rules = self.write("site.rules", "redirect 301 /old /new\n").resolve()
        self.write("site/index.php", "<?php echo 'page';")
        self.write("site/a.txt", "text")
        server = self.run_served("site", "--classic", "--port", "0", "--workers", "1", "--rules", "site.rules")
        self.assertEqual(server.get("/").text, "page")
        since = server.mark()
        rules.write_text("denny /\n")
        server.send_signal(signal.SIGUSR1)
        server.wait_for(re.escape(f"{rules}:1: denny"), since=since)
        wait_until(lambda: (server.get("/").status, server.get("/a.txt").status) == (503, 503), "the mistake")
        rules.write_text("deny /a.txt\n")
        server.send_signal(signal.SIGUSR1)
        wait_until(lambda: (server.get("/").status, server.get("/a.txt").status) == (200, 403), "the new rules")

    def test_mistakes_end_the_start(self):
        self.write("site/index.php", "")
        rules = self.write("site.rules", "\nredirect 200 /a /b\n").resolve()
        self.assertEqual(self.refused("--rules", "site.rules"),
                         f"{rules}:2: redirect: the status must be 301, 302, 303, 307, 308, 200 given")
        self.assertEqual(self.refused("--rules", "none"), '--rules must be a file, "none" given')
        self.assertEqual(self.refused("--rules", "site.rules", "--htaccess"), "--rules goes without --htaccess")
