"""WordPress under `tern fpm` behind each web server, as behind nginx with php-fpm: log in, upload, post, search, comment, delete."""
# Time limit: 400 s
# Only when named
import json
import re
import unittest

import front_applications
import members
import wordpress

# It makes addresses from the request, so that one site is there behind several web servers.
CONFIGURATION = "\ndefine('WP_HOME', 'http://' . ($_SERVER['HTTP_HOST'] ?? ''));\ndefine('WP_SITEURL', WP_HOME);\ndefine('DISABLE_WP_CRON', true);\n"
NONCE = re.compile(r'createNonceMiddleware\( "(\w+)" \)')
JSON = ("Content-Type", "application/json")


class WordPressTest(front_applications.ApplicationsTest):
    SITE = members.Site
    MASKS = (*wordpress.WordPress.MASKS, (r"(?:\\?/|%2F)index\.php(?=\\?/|%2F)", ""))  # where addresses are path info

    @classmethod
    def prepare(cls):
        configuration = cls.site.public / "wp-config.php"
        configuration.write_text(configuration.read_text().replace("<?php", f"<?php{CONFIGURATION}", 1))

    def choose_addresses(self, browser, name):
        """Pretty ones. Under Apache that writes .htaccess; without rules of the web server they are path info."""
        structure = ("/index.php" if name == "apache_proxypass" else "") + "/pretty/%postname%/"
        browser.get("/wp-admin/options-permalink.php")
        answer = browser.post("/wp-admin/options-permalink.php", selection="custom", permalink_structure=structure)
        self.assertIn("Permalink structure updated", browser.get(answer.headers["Location"]).text if answer.status == 302 else answer.text)
        self.assertEqual((self.site.public / ".htaccess").exists(), name.startswith("apache"))

    def visit(self, browser, name):
        (self.site.public / ".htaccess").unlink(missing_ok=True)
        yield "the form of the login", browser.get("/wp-login.php")
        yield "a wrong password", browser.post("/wp-login.php", log="owner", pwd="wrong")
        yield "the login", browser.post("/wp-login.php", log="owner", pwd=members.PASSWORD)
        self.choose_addresses(browser, name)
        yield "the dashboard", browser.get("/wp-admin/")
        yield "the editor", browser.get("/wp-admin/post-new.php")
        found = NONCE.search(browser.get("/wp-admin/post-new.php").text)
        browser.hidden = {}
        yield from self.publish(browser, [("X-WP-Nonce", found[1])])
        page = browser.get("/wp-admin/")
        yield "the end", browser.get("/wp-login.php?action=logout&_wpnonce=" + re.search(r"action=logout[^'\"]*_wpnonce=(\w+)", page.text)[1])
        yield "the dashboard behind it", browser.get("/wp-admin/")

    def publish(self, browser, fields):
        """A picture and a post with it, and how visitors find it; then both are deleted."""
        made = browser.upload("/index.php?rest_route=/wp/v2/media", "gull.png", front_applications.picture(), fields)
        yield "the upload", made
        image = json.loads(made.text)
        address = image["source_url"].split("/", 3)[3]
        self.assertEqual(browser.get(f"/{address}").body, front_applications.picture())
        text = f"<p>They cry at dawn: kiau, ünïcödé 中文.</p><img src='/{address}'>"
        body = json.dumps({"title": "Gulls of the North", "content": text, "status": "publish"})
        made = browser.ask("POST", "/index.php?rest_route=/wp/v2/posts", body, [*fields, JSON])
        yield "the post", made
        post = json.loads(made.text)
        path = "/" + post["link"].split("/", 3)[3]
        self.assertRegex(path, "^(/index.php)?/pretty/gulls-of-the-north/$")
        yield "its page", browser.get(path)
        yield "a search", browser.get("/?s=kiau")
        yield "one that finds nothing", browser.get("/?s=d%C3%A4wn")
        yield "a comment", browser.post("/wp-comments-post.php", comment="One took my fish.", comment_post_ID=post["id"], comment_parent="0")
        yield "the page with the comment", browser.get(path)
        yield "its pictures", browser.get("/wp-admin/upload.php?mode=list")
        for kind, one in (("posts", post), ("media", image)):
            yield f"the end of the {kind}", browser.ask("DELETE", f"/index.php?rest_route=/wp/v2/{kind}/{one['id']}&force=true", fields=fields)
        yield "the page that was there", browser.get(path)


if __name__ == "__main__":
    unittest.main()
