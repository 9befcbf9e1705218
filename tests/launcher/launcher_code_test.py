"""tern doctor --app: what in the code of an application behaves differently, with file and line."""
import json
import os
import pathlib
import re
import subprocess

import launcher
from harness import ROOT
from launcher import LauncherTest, extensions
from php_program import need_php

SAMPLES = pathlib.Path(__file__).with_name("code")
LEVELS = ("breaks", "differs", "note")
MARK = re.compile(r"  // ((?:note: )?[a-z]+(?:-[a-z]+)*(?:, [a-z-]+)*)$")


def tern(*words, **more):
    return launcher.tern(*words, php=extensions("tokenizer"), **more)


def marked(folder):
    """What the samples say of themselves at the end of lines: (file, line, topic), once for each place."""
    rows = []
    for path in sorted(folder.rglob("*.p*")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = MARK.search(line)
            rows += [(str(path.relative_to(folder)), number, topic) for topic in found[1].split(", ")] if found else []
    return sorted(rows)


def named(told):
    """The same of what was found. A guarded use of what breaks or differs is "note: topic"."""
    return sorted((place["file"], place["line"], ("note: " if "The code asks first" in one["text"] else "") + one["topic"])
                  for one in told["findings"] for place in one["places"])


class CodeTest(LauncherTest):
    maxDiff = None

    def read(self, *words):
        return self.doctor("--app", *words, php=extensions("tokenizer"))

    def topics(self, *words):
        return [(one["level"], one["topic"], one["package"], one["count"]) for one in self.read(*words)["findings"]]

    def test_scripts(self):
        told = self.read(SAMPLES / "scripts")
        self.assertEqual(named(told), marked(SAMPLES / "scripts"))
        self.assertEqual((told["application"], told["files"], told["healthy"], told["unread"]), ("classic", 5, False, []))
        self.assertEqual(sorted(told["findings"], key=lambda one: LEVELS.index(one["level"])), told["findings"])
        for one in told["findings"]:
            self.assertEqual(one["count"], len(one["places"]))
            self.assertRegex(one["text"] + one["fix"], r"\..*\.$")

    def test_an_application_that_stays_in_memory(self):
        told = self.read(SAMPLES / "application")
        self.assertEqual(named(told), marked(SAMPLES / "application"))
        self.assertEqual((told["application"], told["files"], told["healthy"]), ("application", 2, False))
        state = next(one for one in told["findings"] if one["topic"] == "static-state")
        self.assertEqual([one["code"] for one in state["places"]], ["static $user", "static $users", "static $visits", "static $shop"])

    def searched_state(self):
        code = "foreach (Tern\\Internal\\state_rows() as $row) { echo $row['searched'] ? \"$row[key]\\n\" : ''; }"
        return subprocess.run([*need_php(), "-r", code], capture_output=True, text=True, check=True).stdout.split()

    def test_every_topic_has_a_sample_and_is_documented(self):
        rules = (ROOT / "launcher/Doctor/Code/Rules.php").read_text()
        topics = set(re.findall(r"^ {8}\['([a-z-]+)', '", rules, re.M)) | set(self.searched_state())
        samples = {topic for folder in SAMPLES.iterdir() for _, _, topic in marked(folder)}
        self.assertEqual(topics, {topic for topic in samples if not topic.startswith("note")})
        levels = {one["topic"]: one["level"] for folder in SAMPLES.iterdir() for one in self.read(folder)["findings"]
                  if "The code asks first" not in one["text"]}
        page = (ROOT / "docs/doctor.md").read_text()
        self.assertEqual(levels, dict(re.findall(r"^\| `([a-z][a-z-]+)` \| (\w+) \|", page, re.M)))

    def test_nothing_found(self):
        self.write("page.php", "<?php echo date('Y');")
        told = self.read(self.folder)
        self.assertEqual((told["findings"], told["healthy"], told["files"]), ([], True, 1))

    def test_which_folders_make_an_application(self):
        for front, kind in (("return new Kernel();", "application"), ("require __DIR__ . '/../vendor/autoload_runtime.php';", "application"),
                            ("if (true) { return; } echo 1;", "classic"), ("if (true) { return new Kernel(); } echo 1;", "classic"),
                            ("return true;", "classic"), ("$f = function () { return 1; }; echo $f();", "classic")):
            with self.subTest(front):
                self.write("public/index.php", f"<?php {front}")
                for folder in (self.folder, self.folder / "public"):
                    self.assertEqual(self.read(folder)["application"], kind)
        self.write("index.php", "<?php require 'public/index.php';")
        self.assertEqual(self.read(self.folder)["application"], "classic")
        self.write("empty/a.txt", "")
        told = self.read(self.folder / "empty")
        self.assertEqual((told["application"], told["files"]), ("files", 0))

    def test_php_workers(self):
        """A classic site can have a process for each script that runs; an application cannot."""
        for front, has_workers in (("echo 1;", True), ("return fn($request) => 1;", False)):
            self.write("index.php", f"<?php {front}")
            self.write("a.php", "<?php pcntl_fork(); uopz_set_return('a', 1); textdomain(0);")
            told = {one["topic"]: one for one in self.read(self.folder)["findings"]}
            self.assertEqual({topic: "--isolation process" in one["fix"] for topic, one in told.items()},
                             {"fork": has_workers, "extension": False, "textdomain": False})
            self.assertIn("all pages run in PHP workers" if has_workers else "each worker handles one request at a time", told["extension"]["text"])

    def test_packages(self):
        self.write("index.php", "<?php sleep(1);")
        self.write("vendor/acme/jobs/src/Job.php", "<?php dl('a');\npcntl_fork();\npcntl_fork();")
        self.write("vendor/acme/jobs/tests/JobTest.php", "<?php pcntl_exec('a');")
        self.write("vendor/acme/quiet/a.php", "<?php textdomain(0);")
        self.write("vendor/acme/quiet/php99.php", "<?php if (")
        self.write("vendor/composer/ClassLoader.php", "<?php dl('a');")
        self.assertEqual(self.topics(self.folder), [("note", "sleep", None, 1), ("breaks", "fork", "acme/jobs", 2)])
        told = self.read(self.folder)
        self.assertEqual((told["healthy"], told["unread"]), (True, []))
        told = self.read("--vendor", self.folder)
        self.assertEqual([one["file"] for one in told["unread"]], ["vendor/acme/quiet/php99.php"])
        self.assertEqual([(one["topic"], one["package"]) for one in told["findings"]],
                         [("fork", None), ("dl", None), ("textdomain", None), ("sleep", None)])
        self.assertFalse(told["healthy"])
        text = tern("doctor", "--app", self.folder).stdout
        self.assertIn("\n    acme/jobs: fork 2 (vendor/acme/jobs/src/Job.php:2)\n", text)
        self.assertIn("3 packages", text)

    def test_functions_of_the_application_replace_those_of_php(self):
        self.write("a.php", "<?php namespace Shop; sem_get(1); textdomain(0);")
        self.write("vendor/acme/a/functions.php", "<?php namespace Shop; function sem_get() {}")
        self.write("vendor/acme/b/functions.php", "<?php function apache_note() {}")
        self.write("b.php", "<?php namespace Other; apache_note('a');")
        self.assertEqual(self.topics(self.folder), [("differs", "textdomain", None, 1)])

    def test_text(self):
        self.write("a.php", "<?php\n" + "textdomain(0);\n" * 7 + "usleep(1); usleep(1);")
        done = tern("doctor", "--app", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?m)^differs +textdomain +7: .*\n +instead: Name.*\n    a\.php:2  textdomain\(\)\n(.*\n){4}    and 2 more: --all$")
        self.assertTrue(done.stdout.endswith("\nplaces: breaks 0, differs 7, note 1\n"), done.stdout)
        self.assertIn("    a.php:8  textdomain()\n", tern("doctor", "--app", "--all", self.folder).stdout)

    def test_exit_status(self):
        path = self.write("a.php", "<?php textdomain(0);")
        self.assertEqual(tern("doctor", "--app", self.folder).returncode, 0)
        self.assertEqual(tern("doctor", "--app", "--strict", self.folder).returncode, 1)
        path.write_text("<?php pcntl_exec('a');")
        self.assertEqual(tern("doctor", "--app", self.folder).returncode, 1)

    def test_wrong_options(self):
        for words, why in ((("--app", self.folder / "none"), '--app needs a folder that can be read, "'), (("--app", __file__), "--app needs a folder"),
                           (("--app", "--port", "80"), "--port goes without --app"), (("--all",), "--all needs --app or --fpm"),
                           (("--vendor",), "--vendor needs --app or --fpm"), (("--app", ".", "--", "a"), "--app runs nothing")):
            with self.subTest(words):
                done = tern("doctor", *words)
                self.assertEqual(done.returncode, 2)
                self.assertIn(f"tern: {why}", done.stderr)

    def test_what_cannot_be_read(self):
        self.write("broken.php", "<?php\ntextdomain(0);\nif (")
        self.write("comment.php", "<?php textdomain(0); /* no end")
        self.write("large.php", "<?php chdir('/');" + " " * (2 << 20))
        self.write("tool", "#!/usr/bin/env php\n<?php pcntl_fork();")
        self.write("tool.php", "#!/usr/bin/env php\n<?php pcntl_fork();")
        self.write("node_modules/a.php", "<?php pcntl_fork();")
        self.write(".hidden/a.php", "<?php pcntl_fork();")
        (self.folder / "gone.php").symlink_to("none.php")
        (self.folder / "loop").symlink_to(".")
        (self.folder / "elsewhere").symlink_to("/usr")
        os.mkfifo(self.folder / "pipe.php")
        told = self.read(self.folder)
        self.assertEqual(named(told), [("broken.php", 2, "textdomain"), ("comment.php", 1, "textdomain")])
        why = {one["file"]: one["why"] for one in told["unread"]}
        self.assertEqual(set(why), {"broken.php", "large.php", "gone.php", "elsewhere", "pipe.php"} | ({"comment.php"} & set(why)))
        self.assertRegex(why["broken.php"], r"does not compile it: .* on line 3$")
        self.assertEqual(why["large.php"], "larger than 2 MB")
        self.assertEqual(why["elsewhere"], "a link to a folder elsewhere: /usr")
        text = tern("doctor", "--app", self.folder).stdout
        self.assertIn("1 programs for the command line (#!) are left out", text)

    def test_code_that_takes_much_memory(self):
        self.write("a.php", "<?php " + "f(" * 250_000)
        self.write("b.php", "<?php textdomain(0);")
        told = self.doctor("--app", self.folder, php=(*extensions("tokenizer"), "-d", "memory_limit=64M"))
        self.assertEqual(named(told), [("b.php", 1, "textdomain")])

    def test_names_of_files_do_not_act_on_the_terminal(self):
        self.write("a\x1b[31m.php", "<?php textdomain(0);")
        self.assertIn("    a?[31m.php:1  textdomain()\n", tern("doctor", "--app", self.folder).stdout)

    def test_unreadable_folders(self):
        self.write("closed/a.php", "<?php textdomain(0);")
        self.write("b.php", "<?php textdomain(0);").chmod(0)
        (self.folder / "closed").chmod(0)
        self.addCleanup((self.folder / "closed").chmod, 0o700)
        self.folder.chmod(0o755)
        told = json.loads(self.as_nobody("doctor", "--app", "--json", self.folder))
        self.assertEqual({one["file"]: one["why"] for one in told["unread"]}, {"closed": "the folder cannot be read", "b.php": "it cannot be read"})

    def as_nobody(self, *words):
        """As a user that may not read everything: root may."""
        change = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        done = subprocess.run(launcher.command(*words, php=extensions("tokenizer")), capture_output=True, text=True, **change)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_without_the_tokenizer(self):
        if not extensions("tokenizer"):
            self.skipTest("it is a part of this PHP")
        done = launcher.tern("doctor", "--app", self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("tern: --app needs the extension tokenizer of PHP", done.stderr)
