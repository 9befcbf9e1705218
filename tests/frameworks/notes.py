"""What the applications of Laravel and Symfony have in common: users with notes. Notes goes beside an ApplicationTest with user()."""
import json

from harness import wait_until

USERS = 20
ROUNDS = 5


class Notes:
    TEXT = "text"  # the field of a note in its form
    ACCOUNT = {}  # what /me tells of a user beside the name, the address and the number of visits

    def write(self, browser, text):
        browser.get("/notes")
        return browser.post("/notes", **{self.TEXT: text})

    def check_count(self, browser, text, expected):
        """After one more note a job counts them."""
        self.assertIn(self.write(browser, text).status, (200, 302))
        self.assertEqual(browser.post("/count").status, 200)
        wait_until(lambda: json.loads(browser.get("/count").text) == {"count": expected},
                   lambda: f"{expected} in {browser.get('/count').text}\n{self.server.output()}")

    def live(self, number):
        """A user who sees the own account and the own notes, while others do the same."""
        name = f"user{number}"
        browser = self.user(name)
        for count in range(1, ROUNDS + 1):
            self.assertEqual(json.loads(browser.get("/wait?ms=20").text), [name])
            self.assertEqual(json.loads(browser.get("/me").text),
                             {"name": name, "email": f"{name}@example.com", "visits": count, **self.ACCOUNT})
            self.assertEqual(self.write(browser, f"{name} {count}").status, 302)
            page = browser.get("/notes").text
            self.assertIn('<p class="message">Saved</p>', page)
            self.assertIn(f'<p class="user">{name}</p>', page)
            self.assertEqual(page.count("<li>"), count)
            self.assertEqual(page.count(f"<li>{name} "), count)


class NotesFeatures(Notes):
    ONCE = "once-*"  # files in the storage of the application that are sent once and then removed
    VISIT = None  # each feature once: yields answers

    def test_same_as_php_fpm(self):
        self.check_same_as_php_fpm(type(self).VISIT)
        self.assertEqual(list(self.place.storage.glob(self.ONCE)), [])

    def test_users_at_a_time(self):
        self.at_a_time(self.live, USERS)

    def test_exception_is_logged(self):
        self.assertEqual(self.browser().get("/throws").status, 500)
        self.assertIn("thrown on purpose", self.place.log())

    def test_printed(self):
        self.assertEqual(self.browser().get("/printed").text, "printed, returned")

    def test_exit(self):
        answer = self.browser().get("/exits")
        self.assertEqual((answer.status, answer.text), (200, "printed, and the end"))
        self.assertEqual(self.browser().get("/compute?seed=a").status, 200)

    def test_dump_and_die(self):
        answer = self.browser().get("/dump")
        self.assertEqual(answer.status, 500)
        self.assertIn("dumped", answer.text)
        self.assertEqual(self.browser().get("/compute?seed=a").status, 200)
