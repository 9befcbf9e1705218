"""scripts/release: what a release consists of, and that the same commit gives the same files."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile

from harness import ROOT, need

VERSION = "9.8.7"
SOURCE = f"tern-{VERSION}.tar.gz"


def git(folder, *words):
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
    return subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def release(folder, version=VERSION, mask=0o022):
    return subprocess.run([folder / "scripts/release", version], cwd="/", capture_output=True, text=True, umask=mask)


class ReleaseTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        need("git")
        if not (ROOT / ".git").exists():
            raise unittest.SkipTest("this is no clone")
        cls.place = pathlib.Path(tempfile.mkdtemp(prefix="tern-release-"))
        cls.addClassCleanup(shutil.rmtree, cls.place, True)
        cls.one = cls.place / "one"
        git(cls.place, "clone", "-q", ROOT, "one")

    def prepared(self):
        """The clone, with a commit that has the version."""
        if (self.one / "build/releases" / VERSION).exists():
            return self.one / "build/releases" / VERSION
        done = release(self.one)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Commit them", done.stdout)
        git(self.one, "commit", "-qam", f"version {VERSION}")
        done = release(self.one)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.one / "build/releases" / VERSION

    def test_the_version_and_the_changelog_come_first(self):
        self.prepared()
        changed = git(self.one, "show", "--format=", "--name-only", "HEAD").split()
        self.assertEqual(changed, ["CHANGELOG.md", "ext/src/php/engine/version.h"])
        self.assertRegex((self.one / "CHANGELOG.md").read_text(), rf"\n## \[Unreleased\]\n\n## \[{VERSION}\] - \d{{4}}-\d\d-\d\d\n\n###")
        self.assertEqual(subprocess.run([self.one / "scripts/version"], capture_output=True, text=True).stdout, f"{VERSION}\n")

    def test_another_clone_gives_the_same_files(self):
        files = self.prepared()
        git(self.place, "clone", "-q", self.one, "another place")
        other = self.place / "another place"
        done = release(other, mask=0o077)
        self.assertEqual(done.returncode, 0, done.stderr)
        names = sorted(path.name for path in files.iterdir())
        self.assertEqual(names, ["SHA256SUMS", f"tern-{VERSION}.md", f"tern-{VERSION}.provenance.json", f"tern-{VERSION}.spdx.json", SOURCE])
        for name in names:
            self.assertEqual((files / name).read_bytes(), (other / "build/releases" / VERSION / name).read_bytes(), name)

    def test_checksums(self):
        files = self.prepared()
        done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=files, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(len(done.stdout.splitlines()), len(list(files.iterdir())) - 1)

    def test_notes_are_the_section_of_the_changelog(self):
        text = (self.prepared() / f"tern-{VERSION}.md").read_text()
        self.assertTrue(text.startswith("### "), text[:100])
        self.assertNotIn("\n## ", text)

    def test_sbom_has_what_spdx_asks_for(self):
        files = self.prepared()
        found = json.loads((files / f"tern-{VERSION}.spdx.json").read_text())
        self.assertEqual((found["spdxVersion"], found["dataLicense"], found["SPDXID"]), ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT"))
        self.assertRegex(found["creationInfo"]["created"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        names = {}
        for package in found["packages"]:
            self.assertLessEqual({"SPDXID", "name", "downloadLocation", "licenseDeclared"}, package.keys())
            self.assertRegex(package["SPDXID"], r"^SPDXRef-[A-Za-z0-9.-]+$")
            names[package["SPDXID"]] = package["name"]
        self.assertEqual(len(names), len(found["packages"]))
        for relation in found["relationships"]:
            self.assertLessEqual({relation["spdxElementId"], relation["relatedSpdxElement"]}, {*names, "SPDXRef-DOCUMENT"})
        rows = (ROOT / "ext/libraries.list").read_text().splitlines()
        self.assertLessEqual({row.split()[0] for row in rows if not row.startswith("#")}, set(names.values()))
        digest = next(package for package in found["packages"] if package["name"] == "tern")["checksums"][0]["checksumValue"]
        self.assertEqual(digest, hashlib.sha256((files / SOURCE).read_bytes()).hexdigest())

    def test_provenance_names_the_commit_and_each_file(self):
        files = self.prepared()
        found = json.loads((files / f"tern-{VERSION}.provenance.json").read_text())
        self.assertEqual((found["_type"], found["predicateType"]), ("https://in-toto.io/Statement/v1", "https://slsa.dev/provenance/v1"))
        sums = dict(reversed(line.split()) for line in (files / "SHA256SUMS").read_text().splitlines())
        subjects = {subject["name"]: subject["digest"]["sha256"] for subject in found["subject"]}
        self.assertEqual(subjects, {name: sums[name] for name in sums if not name.endswith(".json")})
        source = found["predicate"]["buildDefinition"]["resolvedDependencies"][0]
        self.assertEqual(source["digest"]["gitCommit"], git(self.one, "rev-parse", "HEAD").strip())

    def test_what_is_not_committed_is_not_released(self):
        self.prepared()
        readme = self.one / "README.md"
        text = readme.read_text()
        self.addCleanup(readme.write_text, text)
        readme.write_text("changed")
        done = release(self.one)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "release: there are changes that are not committed: README.md \n")

    def test_wrong_versions(self):
        for version in ("", "1", "v1.2.3", "1.2.3-rc1", "1.02.3"):
            done = release(self.one, version)
            self.assertEqual((done.returncode, done.stderr),
                             (2, f'release: VERSION must be three numbers as 0.2.0, "{version}" given\n'))


class PieTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-pie-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def test_composer_json_is_that_of_an_extension(self):
        found = json.loads((ROOT / "composer.json").read_text())
        extension = found["php-ext"]
        self.assertEqual((found["type"], found["require"]), ("php-ext", {"php": ">=8.2 <8.7"}))
        self.assertEqual((extension["extension-name"], extension["build-path"]), ("tern", "ext"))
        self.assertEqual((extension["support-zts"], extension["support-nts"]), (True, True))
        self.assertEqual(extension["download-url-method"], ["pre-packaged-binary", "composer-default"])

    def archive(self):
        built = self.folder / "tern.so"
        built.write_bytes(b"an extension")
        done = subprocess.run([ROOT / "scripts/releases/pie-archive", VERSION, "8.4", built, self.folder], capture_output=True,
                              text=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / done.stdout.strip()

    def test_prebuilt_archive_has_the_name_that_is_looked_for(self):
        path = self.archive()
        machine = {"aarch64": "arm64"}.get(os.uname().machine, os.uname().machine)
        self.assertEqual(path.name, f"php_tern-{VERSION}_php8.4-{machine}-linux-glibc.zip")
        with zipfile.ZipFile(path) as found:
            self.assertEqual(found.namelist(), ["tern.so"])
            self.assertEqual(found.read("tern.so"), b"an extension")

    def test_prebuilt_archive_is_the_same_again(self):
        before = self.archive().read_bytes()
        self.assertEqual(self.archive().read_bytes(), before)

    def test_the_source_archive_is_configured_where_composer_json_says(self):
        need("git")
        made = subprocess.run([ROOT / "scripts/source-archive", self.folder], capture_output=True, text=True, check=True).stdout.strip()
        subprocess.run(["tar", "-xzf", made], cwd=self.folder, check=True)
        source = pathlib.Path(made.removesuffix(".tar.gz"))
        build = source / json.loads((source / "composer.json").read_text())["php-ext"]["build-path"]
        config = os.environ["PHP_CONFIG"]
        phpize = re.sub(r"php-config(?=[^/]*$)", "phpize", config)
        for command in ([phpize], ["./configure", f"--with-php-config={config}"], ["make", "-n"]):
            done = subprocess.run(command, cwd=build, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertTrue(" -o tern.la " in done.stdout, "make would not link tern.la")
