"""Scripts of a classic site see their request as under PHP-FPM: forms, settings, backtraces. More of it: make test-sapi."""
import json
import pathlib

from http_client import request
from launcher import LauncherTest

PART = "--x\n" 'Content-Disposition: form-data; name="{}"{}\n' "\n{}\n"


class RequestsTest(LauncherTest):
    def site(self, script, **more):
        self.write("site/index.php", f"<?php {script}")
        return self.run_served("site", "--port", "0", "--workers", "1", **more)

    @staticmethod
    def send(server, *parts, fields=()):
        body = "".join(PART.format(*part) for part in parts) + "--x--\n"
        return json.loads(server.get("/", [*fields, ("Content-Type", "multipart/form-data; boundary=x")], "POST", body.encode()).text)

    def test_php_reads_forms(self):
        """PHP accepts line ends without CR, and its settings limit what a form may have."""
        server = self.site("$file = $_FILES['f']; echo json_encode([$_POST, $file['error'], $file['tmp_name'],"
                           " is_uploaded_file($file['tmp_name']), $file['error'] ? '' : file_get_contents($file['tmp_name'])]);",
                           php=("-d", "upload_max_filesize=4"))
        told = self.send(server, ("a[b]", "", "1"), ("f", '; filename="x.txt"', "text"))
        self.assertEqual([*told[:2], *told[3:]], [{"a": {"b": "1"}}, 0, True, "text"])
        self.assertFalse(pathlib.Path(told[2]).exists())
        self.assertEqual(self.send(server, ("f", '; filename="x.txt"', "too long")), [[], 1, "", False, ""])

    def test_what_php_says_of_a_form_is_of_no_file(self):
        server = self.site("echo json_encode(error_get_last());")
        told = json.loads(server.get("/", [("Content-Type", "multipart/form-data")], "POST", b"abc").text)
        self.assertEqual((told["message"], told["file"], told["line"]), ("Missing boundary in multipart/form-data POST data", "Unknown", 0))

    def test_chunked_bodies(self):
        for words in ((), ("--isolation", "process")):
            self.write("site/index.php", "<?php echo $_SERVER['CONTENT_LENGTH'], ' ', file_get_contents('php://input');")
            server = self.run_served("site", "--port", "0", "--workers", "1", *words)
            for size in (3, 100_000):
                body = b"%x\r\n%s\r\n0\r\n\r\n" % (size, b"x" * size)
                self.assertEqual(server.get("/", [("Transfer-Encoding", "chunked")], "POST", body).text, f"{size} {'x' * size}")

    def test_large_forms(self):
        """The server takes more than post_max_size: beyond it PHP runs the script without the form, and says so."""
        server = self.site("echo json_encode([strlen($_POST['a'] ?? ''), $_FILES['f']['size'] ?? null, error_get_last()['message'] ?? '']);",
                           php=("-d", "post_max_size=4M"))
        large = "x" * 3_000_000
        self.assertEqual(self.send(server, ("a", "", large)), [len(large), None, ""])
        self.assertEqual(self.send(server, ("a", "", "x"), ("f", '; filename="x.txt"', large[:1_900_000])), [1, 1_900_000, ""])
        size, file, message = self.send(server, ("a", "", large), ("b", "", large))
        self.assertEqual((size, file), (0, None))
        self.assertRegex(message, r"POST Content-Length of \d+ bytes exceeds the limit of 4194304 bytes")
        form = [("Content-Type", "application/x-www-form-urlencoded")]
        self.assertEqual(server.get("/", form, "POST", b"x" * (16 * 1024 * 1024 + 1)).status, 413)

    def test_settings_of_the_filter_are_of_the_script(self):
        script = pathlib.Path(__file__).with_name("filter.php").read_text()
        server = self.site(script.removeprefix("<?php"))
        self.write("site/in/index.php", script)
        self.write("site/in/.user.ini", f"filter.default = special_chars\nfilter.default_flags = {4 + 8}\nerror_reporting = 0\n")
        fields = [("Cookie", "c=%3Ca>"), ("X-A", "<b>")]
        raw = ["<\r>", "<\r>", "<a>", "<a>", "<b>", "<b>", "unsafe_raw", ""]
        filtered = ["&#60;&#62;", "<\r>", "&#60;a&#62;", "<a>", "&#60;b&#62;", "<b>", "special_chars", "12"]
        clients = [server.client() for _ in range(8)]
        for _ in range(5):
            for i, client in enumerate(clients):
                client.send(request(path=f"/{'in/' if i % 2 else ''}?a=%3C%0D%3E", fields=fields))
            for i, client in enumerate(clients):
                self.assertEqual(json.loads(client.response().text), [filtered if i % 2 else raw] * 2)
        for client in clients:
            client.close()

    def test_the_backtrace_ends_with_the_script(self):
        server = self.site("function f() { debug_print_backtrace(); echo (new Exception)->getTraceAsString(); } f();")
        file = (self.folder / "site/index.php").resolve()
        self.assertEqual(server.get("/").text, f"#0 {file}(1): f()\n#0 {file}(1): f()\n#1 {{main}}")

    def test_open_basedir_is_of_the_script(self):
        server = self.site("echo ini_get('open_basedir'), @file_get_contents(__DIR__ . '/../secret') ?: 'refused';")
        self.write("secret", "seen")
        folder = (self.folder / "site/narrow").resolve()
        self.write("site/narrow/index.php", "<?php echo ini_get('open_basedir'), @file_get_contents(__DIR__ . '/../../secret') ?: 'refused';")
        self.write("site/narrow/.user.ini", f"open_basedir = {folder}\n")
        for _ in range(3):
            self.assertEqual(server.get("/narrow/").text, f"{folder}refused")
            self.assertEqual(server.get("/").text, "seen")

    def test_forms_are_rewritten_for_the_script_that_asks(self):
        server = self.site("if (isset($_GET['add'])) { output_add_rewrite_var('a', $_GET['add']); } echo '<form></form>';")
        for added in ("1", "", "2", ""):
            field = f'<input type="hidden" name="a" value="{added}" />' if added else ""
            self.assertEqual(server.get(f"/?add={added}" if added else "/").text, f"<form>{field}</form>", added)

    def test_sessions_that_start_by_themselves(self):
        server = self.site("$_SESSION['n'] = ($_SESSION['n'] ?? 0) + 1; echo session_status(), ' ', $_SESSION['n'];",
                           php=("-d", "session.auto_start=1", "-d", f"session.save_path={self.folder}"))
        first = server.get("/")
        cookie = first.get("Set-Cookie").split(";")[0]
        self.assertEqual([first.text, server.get("/", [("Cookie", cookie)]).text, server.get("/").text], ["2 1", "2 2", "2 1"])

    def test_the_progress_of_an_upload_is_in_the_session(self):
        server = self.site("session_start(); echo json_encode($_SESSION);", php=(
            "-d", f"session.save_path={self.folder}", "-d", "session.use_strict_mode=0",
            "-d", "session.upload_progress.enabled=1", "-d", "session.upload_progress.cleanup=0"))
        fields = [("Cookie", "PHPSESSID=abcdefgh")]
        told = self.send(server, ("PHP_SESSION_UPLOAD_PROGRESS", "", "x"), ("f", '; filename="x.txt"', "text"), fields=fields)
        self.assertEqual((told["upload_progress_x"]["done"], told["upload_progress_x"]["files"][0]["name"]), (True, "x.txt"))

    def test_a_session_has_the_name_that_the_script_gives_it(self):
        """PHP's command line may refuse that where session.upload_progress is on."""
        server = self.site("session_name('own'); session_start(); echo session_name();", php=("-d", f"session.save_path={self.folder}"))
        answer = server.get("/")
        self.assertEqual((answer.text, answer.get("Set-Cookie").split("=")[0]), ("own", "own"))

    def test_tick_functions_are_of_the_script(self):
        server = self.site("declare(ticks=1); if (isset($_GET['add'])) { register_tick_function(function () { echo 'tick '; }); } echo 'end';")
        for _ in range(2):
            self.assertIn("tick ", server.get("/?add").text)
            self.assertEqual(server.get("/").text, "end")

    def test_phpinfo_is_a_page(self):
        self.assertRegex(self.site("phpinfo(INFO_GENERAL);").get("/").text, "^<!DOCTYPE html")
