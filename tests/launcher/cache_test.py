"""The cache of a server: one for all its workers and pages, `tern cache`."""
from launcher import LauncherTest, tern

COUNT = "<?php echo json_encode([getmypid(), Tern\\Cache::shared()->increment('visits')]);"
NONE = "<?php try { Tern\\Cache::shared(); } catch (Error $error) { echo $error->getMessage(); }"


class CacheTest(LauncherTest):
    def serve(self, page, *words, php=()):
        self.write("site/index.php", page)
        self.admin = f"unix:{self.folder}/admin"
        return self.run_served("site", "--port", "0", "--admin", self.admin, *words, php=php)

    def check_counts(self, server):
        clients = [server.client() for _ in range(8)]
        counts = []
        for client in clients:
            counts.append(int(client.ask().text.split(",")[1].rstrip("]")))
            client.close()
        self.assertEqual(counts, list(range(1, 9)))

    def test_command(self):
        server = self.serve(COUNT, "--workers", "2")
        self.check_counts(server)
        told = tern("cache", "--admin", self.admin)
        self.assertRegex(told.stdout, r"(?m)^size +6\d{7}\n(.*\n)*entries +1$", told.stderr)
        told = tern("cache", "clear", "--admin", self.admin)
        self.assertEqual(told.stdout, f"the cache of {self.admin} is empty\n", told.stderr)
        self.check_counts(server)
        self.assertIn('"empty" given', tern("cache", "empty", "--admin", self.admin).stderr)

    def test_php_workers(self):
        self.check_counts(self.serve(COUNT, "--isolation", "process", "--workers", "2-4"))

    def test_no_cache(self):
        server = self.serve(NONE, php=("-d", "tern.cache_size=0"))
        self.assertEqual(server.get("/").text, "The server has no cache: tern.cache_size is 0")
        self.assertIn("responds with 404: the server has no cache", tern("cache", "--admin", self.admin).stderr)
