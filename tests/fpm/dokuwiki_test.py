"""DokuWiki under `tern fpm` behind each web server, as behind nginx with php-fpm: log in, upload, write, search, delete."""
# Time limit: 400 s
import html
import re
import shutil
import unittest

import front_applications
import dokuwiki
import dokuwiki_users
import users


class DokuWikiTest(front_applications.ApplicationsTest):
    SITE = dokuwiki_users.Site
    MASKS = dokuwiki.DokuWiki.MASKS

    @classmethod
    def prepare(cls):
        """Names of pages are path info."""
        with open(cls.site.public / "conf/local.php", "a", encoding="ascii") as configuration:
            configuration.write("$conf['userewrite'] = 2;\n")
        cls.data = shutil.copytree(cls.site.public / "data", cls.site.folder / "pristine")

    def visit(self, browser, name):
        shutil.rmtree(self.site.public / "data")
        shutil.copytree(self.data, self.site.public / "data")
        yield "a page", browser.get("/doku.php/gulls")
        yield "the form of the login", browser.get("/doku.php/start?do=login")
        yield "a wrong password", browser.post("/doku.php/start?do=login", u="member1", p="wrong")
        yield "the login", browser.post("/doku.php/start?do=login", u="member1", p=users.PASSWORD)
        yield from self.upload(browser)
        yield "the form of a page", self.edit(browser)
        text = "====== Terns ======\nThey cry **kirri**, ünïcödé 中文. {{birds:tern.png?100}}\n"
        yield "the page", browser.post("/doku.php/birds:tern", wikitext=text, summary="begun", **{"do[save]": "1"})
        page = browser.get("/doku.php/birds:tern")
        yield "the page as it is seen", page
        picture_of_page = re.search(r'<img src="([^"]*fetch\.php[^"]*)"', page.text)
        yield "its small picture", browser.get(html.unescape(picture_of_page[1]))
        browser.get("/lib/exe/taskrunner.php?id=birds:tern")
        yield "a search", browser.get("/doku.php/start?do=search&q=kirri")
        yield "the changes", browser.get("/doku.php/birds:tern?do=revisions")
        self.edit(browser)
        yield "the end of the page", browser.post("/doku.php/birds:tern", wikitext="", summary="gone", **{"do[save]": "1"})
        yield "the page that was there", browser.get("/doku.php/birds:tern")

    @staticmethod
    def edit(browser):
        answer = browser.get("/doku.php/birds:tern?do=edit")
        browser.hidden = users.hidden(answer.text, 'id="dw__editform"')
        return answer

    def upload(self, browser):
        browser.hidden = users.hidden(browser.get("/lib/exe/mediamanager.php?ns=birds").text, 'id="dw__upload"')
        yield "the upload", browser.upload("/lib/exe/mediamanager.php?ns=birds", "tern.png", front_applications.picture(), field="upload", mediaid="tern.png")
        self.assertEqual(browser.get("/lib/exe/fetch.php/birds:tern.png").body, front_applications.picture())


if __name__ == "__main__":
    unittest.main()
