"""An unchanged Laravel application as its manual says for production: with config:cache, route:cache, event:cache and view:cache, where
routes are closures, too. Many users at a time."""
# Time limit: 200 s
import html
import json
import os
import re

from laravel_test import LaravelTest, WORLD

USERS = 30
ROUNDS = 2


def setUpModule():
    WORLD.make()


def tearDownModule():
    WORLD.close()


class Component:
    """A Livewire component of a page, as livewire.js knows it."""

    def __init__(self, browser, path):
        self.browser = browser
        page = browser.get(path).text
        self.snapshot = html.unescape(re.search(r'wire:snapshot="([^"]+)"', page)[1])
        self.token = re.search(r'data-csrf="([^"]+)"', page)[1]
        self.uri = re.sub("^https?://[^/]+", "", html.unescape(re.search(r'data-update-uri="([^"]+)"', page)[1]))

    def call(self, method, *arguments, **updates):
        """What the server makes of it: the state of the component, and its effects."""
        calls = [{"path": "", "method": method, "params": arguments}]
        body = {"_token": self.token, "components": [{"snapshot": self.snapshot, "updates": updates, "calls": calls}]}
        answer = self.browser.ask("POST", self.uri, json.dumps(body), {"Content-Type": "application/json", "X-Livewire": ""})
        assert answer.status == 200, (answer.status, answer.text[:300])
        found = json.loads(answer.text)["components"][0]
        self.snapshot = found["snapshot"]
        return json.loads(self.snapshot)["data"], found["effects"]


class ProductionTest(LaravelTest):
    NAME = "production"
    WORDS = ("--concurrency", "10")
    ENVIRONMENT = {"SESSION_DRIVER": "file"}

    @classmethod
    def make_place(cls, name):
        place = super().make_place(name)
        place.optimize(cls.ENVIRONMENT)
        cls.set_times(place)
        return place

    @staticmethod
    def set_times(place):
        for folder in ("cache", "framework/views"):
            for path in (place.storage / folder).iterdir():
                os.utime(path, (1e9, 1e9))

    def test_all_caches_are_used(self):
        for name in ("config", "routes", "events"):
            self.assertTrue((self.place.storage / f"cache/{name}.php").exists(), name)
        self.assertIn("SerializableClosure", (self.place.storage / "cache/routes.php").read_text())

    def test_closures_of_cached_routes(self):
        def ask(number):
            browser = self.browser()
            for count in range(ROUNDS):
                answer = browser.get(f"/closure/{number}-{count}")
                self.assertEqual((answer.status, answer.text), (200, f"closure, {number}-{count}"))
        self.at_a_time(ask, USERS)

    def test_users_at_a_time(self):
        self.at_a_time(self.live, USERS)
        self.assertNotIn("ERROR", self.place.log())

    def live(self, number):
        name = f"user{number}"
        browser = self.user(name)
        component = Component(browser, "/counter")
        total = 0
        for count in range(1, ROUNDS + 1):
            self.assertEqual(json.loads(browser.get("/me").text)["name"], name)
            self.assertEqual(json.loads(browser.get("/wait?ms=5").text), [name])
            self.check_form(browser, name, count)
            self.assertEqual(json.loads(browser.get("/reads").text), [name])
            self.assertEqual(json.loads(browser.get("/greet").text), [f"Hello {name}", name])
            total += number + count
            self.check_component(component, name, number + count, total)
        self.assertEqual(browser.post("/logout").status, 302)
        self.assertEqual(browser.get("/me").status, 302)

    def check_form(self, browser, name, count):
        browser.get("/notes")
        self.assertEqual(browser.post("/notes", text="x" * 300).status, 302)
        self.assertIn("must not be greater than 200", browser.get("/notes").text)
        self.assertEqual(browser.post("/notes", text=f"{name} {count}").status, 302)
        page = browser.get("/notes").text
        self.assertNotIn("must not be greater", page)
        self.assertEqual(page.count(f"<li>{name} "), count)
        self.assertEqual(page.count("<li>"), count)

    def check_component(self, component, name, amount, total):
        data, effects = component.call("add", amount)
        self.assertEqual((data["count"], data["owner"]), (total, name))
        self.assertIn(f'<p class="count">{name} {name} {total}</p>', effects["html"])
        data, effects = component.call("save", text="y" * 30)
        self.assertIn('class="error"', effects["html"])
        data, effects = component.call("save", text=f"{name} {total}")
        self.assertIn(f'<p class="saved">{name} {total}</p>', effects["html"])
        self.assertEqual([event["params"] for event in effects["dispatches"]], [{"by": name}])


class FreshProductionTest(ProductionTest):
    """The cached files are newer than the server."""
    NAME = "fresh"

    @staticmethod
    def set_times(place):
        """As they were made, right before."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.place.optimize(cls.ENVIRONMENT)
