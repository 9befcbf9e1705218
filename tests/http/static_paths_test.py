"""Static files: hidden paths, and index files that are programs."""
from static_files import Files


class PathsTest(Files):
    def test_hidden_paths(self):
        for name in ("vendor/x.js", "js/vendor/x.js", "data/a.csv", "data/deep/a.csv", "data/index.html"):
            self.write(name, "content")
        self.start(static_hidden_names=["/vendor", "/data/*.csv", "/data/index.html"], http_autoindex=True, http_index_files=["index.html"])
        for name in ("vendor/x.js", "data/a.csv", "data/index.html"):
            self.handled(f"/{name}")
        for name in ("js/vendor/x.js", "data/deep/a.csv"):
            self.served(f"/{name}", "content")
        self.assertNotIn("vendor", self.get("/").text)
        self.assertIn("deep/", self.get("/data/").text)

    def test_an_index_that_is_a_program_is_for_the_callback(self):
        for name in ("program/index.php", "program/index.html", "page/index.html", "empty/x"):
            self.write(name, "content")
        self.start(http_index_files=["index.php", "index.html"])
        self.handled("/program/")
        self.assertEqual(self.get("/program?a=1").get("Location"), "/program/?a=1")
        self.served("/page/", "content")
        self.handled("/empty")
        self.start(http_index_files=["index.html", "index.php"])
        self.served("/program/", "content")
        self.start(http_index_files=["index.php", "index.html"], static_handler_locations=["/program"])
        self.served("/program/", "content")
