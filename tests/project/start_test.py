"""What docs/start.md, the pages of docs/migrate and those of docs/errors tell to do works as they tell."""
import os
import re
import subprocess

from harness import ROOT
from launcher import FrameworkTest, tern
from php_program import PHP, opcache
from programs import Program

CONTEXTS = [*opcache(), "-d", "opcache.file_update_protection=0"]


def blocks(name, language="php"):
    """The blocks of code of a page, without the indentation that lists give them."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", (ROOT / "docs" / name).read_text(), re.M | re.S)
    return [re.sub(rf"(?m)^{indentation}", "", text) for indentation, text in found]


class ScriptsTest(Program):
    def test_first_server(self):
        server = self.start(blocks("start.md")[0])
        said = re.search(r"\$ curl 'http://127.0.0.1:9501(\S+)'\n(.*)\n", blocks("start.md", "console")[1])
        self.assertEqual(server.get(said[1]).text, said[2] + "\n")

    def test_program_for_swoole(self):
        self.assertRegex(self.start(blocks("migrate/swoole.md")[0]).get("/").text, r"^served by 6\.\S+ on Tern \d\S+\n$")

    def test_program_in_a_coroutine(self):
        source = blocks("errors/outside-of-coroutines.md")[0]
        done = subprocess.run(PHP, input=source, capture_output=True, text=True)
        self.assertEqual(done.stdout + done.stderr, "from a coroutine\n")


class FoldersTest(FrameworkTest):
    def test_starter_application(self):
        words = re.search(r"`tern (init \S+)`, then `tern (serve \S+) --dev`", (ROOT / "docs/start.md").read_text())
        self.assertEqual(tern(*words[1].split(), cwd=self.folder).returncode, 0)
        server = self.serve_folder(words[2].split()[1])
        self.assertEqual(server.get("/").status, 200)

    def test_worker_of_roadrunner(self):
        self.write_autoload(["Nyholm/Psr7"])
        self.write("public/index.php", blocks("migrate/roadrunner.md")[0])
        self.assertEqual(self.serve_folder("public", php=self.options()).get("/a/b").text, "You asked for /a/b")

    def test_worker_of_frankenphp(self):
        self.write("public/index.php", blocks("migrate/frankenphp.md")[0])
        self.assertEqual(self.serve_folder("public").get("/?name=%3Cb%3E").text, "Hello, &lt;b&gt;")

    def test_script_of_php_fpm(self):
        self.write("site/hello.php", blocks("migrate/php-fpm.md")[0])
        self.assertEqual(self.serve_folder("site", php=CONTEXTS).get("/hello.php").text, "Hello, world, from /hello.php\n")

    def test_options_that_pages_name(self):
        """Each option of tern serve that a page of these names exists."""
        known = set(re.findall(r"--[a-z-]+", tern("serve", "--help").stdout))
        for page in [ROOT / "docs/start.md", *(ROOT / "docs/migrate").glob("*.md"), *(ROOT / "docs/errors").glob("*.md")]:
            for line in re.findall(r"tern serve[^`\n]*", page.read_text()):
                self.assertEqual(set(re.findall(r"--[a-z-]+", line)) - known, set(), f"{page.name}: {line}")

    def serve_folder(self, folder, php=()):
        return self.run_served(os.path.join(self.folder, folder), "--port", "0", php=php)
