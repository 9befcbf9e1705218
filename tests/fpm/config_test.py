"""The configuration of `tern fpm`: what is read, refused and shown, beside PHP-FPM itself."""
import os
import pathlib
import re
import shutil
import tempfile
import unittest

import services
from server_case import TestCase
from tern_fpm import LINE, fpm, lines, pool_user

STATIC = "pm = static\npm.max_children = 5\n"
DYNAMIC = "pm = dynamic\npm.max_children = 5\n"

# What one section may say: (lines of [global], lines of the pool www). Each is read by both.
GLOBALS = ["log_level = debug", "log_level = loud", "log_limit = 100", "log_limit = 4096",
           "log_buffering = no", "log_buffering = 2", "daemonize = ${FPM_FLAG}", "daemonize = no", "daemonize = off", "process.max = 128", "process.max = -1",
           "process.max = many", "process.priority = -19", "process.priority = 21", "rlimit_files = 1024", "rlimit_core = unlimited",
           "rlimit_core = -2", "emergency_restart_threshold = 10", "emergency_restart_interval = 1m", "emergency_restart_interval = 1x",
           "emergency_restart_interval =", "process_control_timeout = 2h", "events.mechanism = epoll", "events.mechanism = kqueue",
           "systemd_interval = 0", "systemd_interval = 5", "syslog.ident = php", "syslog.facility = local3", "syslog.facility = nowhere",
           "unknown = 1", "listen = 9000", "user[a] = b", "include = /nowhere/*.conf", "include = {folder}/none.conf", "log_level",
           "pid = relative.pid", "pid = {folder}/$pool.pid", "syntax = (", "; only a comment", "# a comment of the other kind"]
POOLS = [STATIC, DYNAMIC, DYNAMIC + "pm.min_spare_servers = 1\npm.max_spare_servers = 3", "pm = ondemand\npm.max_children = 7",
         "pm = ondemand\npm.max_children = 7\npm.process_idle_timeout = 0", "pm = ondemand\npm.max_children = 7\npm.process_idle_timeout = 1m",
         "pm = often", "pm.max_children = 5", "pm = static", "pm = static\npm.max_children = 0", "pm = STATIC\npm.max_children = 5",
         DYNAMIC + "pm.min_spare_servers = 2\npm.max_spare_servers = 1", DYNAMIC + "pm.min_spare_servers = 1\npm.max_spare_servers = 6",
         DYNAMIC + "pm.min_spare_servers = 1", DYNAMIC + "pm.min_spare_servers = 1\npm.max_spare_servers = 3\npm.start_servers = 4",
         DYNAMIC + "pm.min_spare_servers = 1\npm.max_spare_servers = 3\npm.start_servers = 2\npm.max_spawn_rate = 0"]
OF_POOL = ["pm.max_requests = 500", "pm.status_path = /status", "pm.status_path = status", "pm.status_path = /", "pm.status_path = /st?",
           "pm.status_listen = 127.0.0.1:9001", "ping.path = /ping", "ping.path = /", "ping.path = ping", "ping.path = /ping\nping.response = hello",
           "ping.path = /ping\nping.response =", "ping.response = hello", "access.log = {folder}/$pool.access.log", "access.log = /nonexistent/a.log",
           'access.log = {folder}/a.log\naccess.format = "%R %t %C %d"', 'access.log = {folder}/a.log\naccess.format = "%Z"',
           'access.log = {folder}/a.log\naccess.format = "%{{mili}}d %{{kilo}}M %{{HTTP_HOST}}e %{{Content-Type}}o %{{%Y}}t"',
           'access.log = {folder}/a.log\naccess.format = "%{{years}}d"', 'access.log = {folder}/a.log\naccess.format = "%e"',
           'access.log = {folder}/a.log\naccess.format = "%{{x}}m"', "access.suppress_path[] = /ping\naccess.suppress_path[] = /health.php",
           "access.suppress_path[] = ping", "access.suppress_path[a] = /ping", "slowlog = {folder}/slow.log\nrequest_slowlog_timeout = 5s",
           "request_slowlog_timeout = 5s", "request_slowlog_trace_depth = 5", "slowlog = {folder}/s\nrequest_slowlog_trace_depth = -5",
           "slowlog = {folder}/s\nrequest_slowlog_timeout = 9\nrequest_terminate_timeout = 5", "request_terminate_timeout = 1d",
           "request_terminate_timeout_track_finished = yes", "slowlog = /nowhere/slow.log\nrequest_slowlog_timeout = 5s",
           "chroot = {folder}", "chroot = /nowhere", "chroot = {folder}\nchdir = /sub", "chdir = {folder}", "chdir = /nowhere",
           "prefix = {folder}\nchroot = $prefix/sub", "prefix = {folder}\nchdir = sub", "prefix = /nowhere", "chroot = sub/$prefix",
           "catch_workers_output = yes", "decorate_workers_output = no", "clear_env = no", "security.limit_extensions = .php .php7",
           "security.limit_extensions =", "env[A] = b\nenv[C] = $PATH", "env[A] =", "env[] = b", "env[POOL] = $pool", "php_value[memory_limit] = 32M",
           "php_flag[display_errors] = off\nphp_admin_flag[log_errors] = on", "php_flag[display_errors] = maybe",
           "php_admin_value[error_log] = /var/log/$pool.log", "php_admin_value[error_log] = relative.log\nphp_admin_value[a] = 1\nphp_admin_value[b] = 2",
           "php_admin_value[error_log] = syslog", "php_value[error_reporting] = E_ALL", "php_values[a] = b", "unknown = 1", "[other]", "user = no-such-user",
           "group = no-such-group", "listen = {folder}/socket", "listen = {folder}/socket\nlisten.owner = no-such-user",
           "listen = {folder}/socket\nlisten.group = no-such-group", "listen = {folder}/socket\nlisten.mode = 0666\nlisten.owner = root\nlisten.group = root",
           "listen =", "listen = [::1]:9000", "listen = 9000", "listen.backlog = 100", "listen.allowed_clients = 127.0.0.1,::1",
           "process.priority = -20", "process.priority = 5", "process.dumpable = yes", "rlimit_files = 100", "rlimit_core = 0", "rlimit_core = none"]


class ComparisonTest(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.php_fpm = services.same_php_fpm(services.Packages("web-servers"))

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-fpm-"))
        self.folder.chmod(0o755)
        (self.folder / "sub").mkdir()
        self.addCleanup(shutil.rmtree, self.folder, True)

    def run_with(self, text, program, words):
        (self.folder / "fpm.conf").write_text(text)
        return fpm(*words, "-y", self.folder / "fpm.conf", program=program, cwd=self.folder)

    def said(self, text, program, words):
        """The exit code, and the lines without their time."""
        done = self.run_with(text, program, words)
        # PHP 8.2 does not know the default log level here. With `log_level = debug` lines say where they were written.
        kept = [re.sub(r"pid \d+, \w+\(\), line \d+: ", "", LINE.sub(r"\1: \2", line)) for line in done.stderr.splitlines()]
        kept = [line.replace("log_level = unknown value", "log_level = NOTICE") for line in kept]
        return done.returncode, [line for line in kept if not re.search("directive is ignored: |'disable_functions' differs|^PHP |^DEBUG", line)]

    def compare(self, text, *words):
        words = words or ("-tt",)
        expected, seen = (self.said(text, program, words) for program in (self.php_fpm, None))
        self.assertEqual(seen, expected, text)
        return seen

    def text(self, of_global="", of_pool=STATIC, more=""):
        listen = "" if re.search(r"^listen ?=", more, re.M) else "listen = 127.0.0.1:9000\n"
        text = f"[global]\nerror_log = {self.folder}/log\n{of_global}\n[www]\n{pool_user()}{listen}{of_pool}\n{more}\n"
        return text

    def fill(self, text):
        return text.replace("{{", "{").replace("}}", "}").replace("{folder}", str(self.folder))

    def test_the_section_global(self):
        for one in GLOBALS:
            with self.subTest(one):
                self.compare(self.text(self.fill(one)))

    def test_process_managers(self):
        for one in POOLS:
            with self.subTest(one):
                self.compare(self.text(of_pool=one))

    def test_more_children_than_there_can_be(self):
        code, lines = self.said(self.text(of_pool="pm = ondemand\npm.max_children = 65537"), None, ("-t",))
        self.assertEqual((code, lines[0]), (78, "ERROR: [pool www] pm.max_children is 65537: 65536 is the most"))
        self.assertEqual(self.said(self.text(of_pool="pm = ondemand\npm.max_children = 65536"), None, ("-t",))[0], 0)

    def test_directives_of_pools(self):
        for one in OF_POOL:
            with self.subTest(one):
                self.compare(self.text(more=self.fill(one)))

    def test_debian_s_files(self):
        folder = next(self.php_fpm.parents[2].glob("etc/php/*/fpm"))
        pools = self.folder / "pool.d"
        shutil.copytree(folder / "pool.d", pools)
        text = (folder / "php-fpm.conf").read_text()
        text = re.sub(r"/etc/php/[\d.]+/fpm/pool.d", str(pools), text).replace("/var/log/", f"{self.folder}/").replace("/run/php/", f"{self.folder}/")
        www = next(pools.glob("*.conf"))
        www.write_text(www.read_text().replace("/run/php/", f"{self.folder}/"))
        code, said = self.compare(text)
        self.assertEqual(code, 0, said)
        self.assertIn("NOTICE: \tpm.max_children = 5", said)
        self.compare(text, "-t")

    def test_included_files(self):
        for name in ("2", "10", "1"):
            (self.folder / f"{name}.conf").write_text(f"[pool{name}]\n{pool_user()}listen = {self.folder}/{name}.sock\n{STATIC}")
        includes = f"[global]\nerror_log = {self.folder}/log\ninclude = "
        for pattern in ("[0-9]*.conf", "*.nothing", "fpm.conf"):
            with self.subTest(pattern):
                self.compare(f"{includes}{self.folder}/{pattern}\n")

    def test_an_included_file_with_an_error(self):
        """PHP-FPM counts the lines of that file for those of the other one."""
        (self.folder / "none.conf").write_text("; comment\n[x]\nunknown = 1\n")
        code, said = self.said(f"[global]\ninclude = {self.folder}/none.conf\n", None, ["-t"])
        self.assertEqual(code, 78)
        self.assertEqual(said[:2], [f"ERROR: [{self.folder}/none.conf:3] unknown entry 'unknown'",
                                    f"ERROR: Unable to include {self.folder}/none.conf from {self.folder}/fpm.conf at line 2"])

    def test_levels_of_the_log(self):
        """PHP-FPM 8.2 shows nothing then, later versions do."""
        for level, shown in (("warn", "WARNING"), ("ALERT", "ALERT")):
            code, said = self.said(self.text(f"log_level = {level}"), None, ["-tt"])
            self.assertEqual((code, said[-2]), (0, f"NOTICE: configuration file {self.folder}/fpm.conf test is successful"))
            self.assertIn(f"NOTICE: \tlog_level = {shown}", said)

    def test_access_control_lists(self):
        """PHP-FPM looks for these names only when it starts."""
        socket = f"listen = {self.folder}/socket\n"
        code, said = self.said(self.text(more=f"{socket}listen.acl_groups = no-such-group"), None, ["-t"])
        self.assertEqual((code, said[0]), (78, "ERROR: [pool www] cannot get gid for group 'no-such-group': Success (0)"))
        code, said = self.said(self.text(more=f"{socket}listen.acl_users = root\nlisten.owner = root"), None, ["-t"])
        self.assertEqual((code, said[0]), (0, "WARNING: [pool www] ACL set, listen.owner = 'root' is ignored"))

    def test_directives_without_effect(self):
        for of_global, more, line in (("process.max = 9", "", "'process.max' directive is ignored: "),
                                      ("events.mechanism = poll", "", "'events.mechanism' directive is ignored: "),
                                      ("", "php_admin_value[extension] = x", "[pool www] 'php_value[extension]' directive is ignored: ")):
            done = self.run_with(self.text(of_global, more=more), None, ["-tt"])
            self.assertTrue([text for _, text in lines(done.stderr) if text.startswith(line)], done.stderr)

    def test_settings_of_tern(self):
        for setting, reason in (("tern.isolation] = proces", "tern.isolation is 'proces': it must be context or process"),
                                ("tern.pool_processes] = many", "tern.pool_processes is 'many': it must be a number of processes, or 0 for one for each CPU")):
            code, said = self.said(self.text(more=f"php_admin_value[{setting}"), None, ["-t"])
            self.assertEqual((code, said[0]), (78, f"ERROR: [pool www] {reason}"))
        for setting in ("tern.isolation] = context", "tern.isolation] = process", "tern.pool_processes] = 3"):
            self.assertEqual(self.said(self.text(more=f"php_admin_value[{setting}"), None, ["-t"])[0], 0)

    def test_two_pools(self):
        def text(second):
            return self.text() + f"[{second}]\n{pool_user()}listen = 127.0.0.1:9001\n{STATIC}"
        self.compare(text("other"))
        self.compare(text("WWW"))
        self.compare(text("other").replace("9001", "9000"))

    def test_no_pool(self):
        self.compare(f"[global]\nerror_log = {self.folder}/log\n")

    def test_a_user_that_is_root(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give privileges away")
        for words in ((), ("-R",)):
            for users in ("", "user = root", "user = 0", "user = nobody\ngroup = root", "user = 65534\ngroup = 65534"):
                text = self.text().replace(pool_user(), f"{users}\n" if users else "")
                self.compare(text, "-tt", *words)

    def test_paths(self):
        self.compare(self.text("pid = run/fpm.pid"), "-tt", "-p", self.folder)
        self.compare(self.text(), "-tt", "-p", "/nowhere")
        self.compare(self.text(), "-tt", "-g", self.folder / "other.pid")

    def test_a_file_that_is_missing(self):
        for program in (self.php_fpm, None):
            done = fpm("-t", "-y", self.folder / "missing.conf", program=program)
            self.assertEqual(done.returncode, 78)
            self.assertEqual(lines(done.stderr)[0],
                             ("ERROR", f"failed to open configuration file '{self.folder}/missing.conf': No such file or directory (2)"))


class CommandLineTest(TestCase):
    def test_unknown_options(self):
        for words in (("--memory-limit=1G",), ("-x",), ("word",), ("-y",)):
            done = fpm(*words)
            self.assertEqual(done.returncode, 64, words)
            self.assertTrue(done.stdout.startswith("Usage: "), done.stdout)

    def test_what_it_shows(self):
        self.assertTrue(fpm("-h").stdout.startswith("Usage: "))
        self.assertRegex(fpm("-v").stdout, r"^PHP \d+\.\d+\.\d+\S* \(fpm-fcgi\)")
        self.assertIn("tern", fpm("-m").stdout)
        self.assertIn("Server API => FPM/FastCGI", fpm("-i").stdout)

    def test_the_name_of_the_program(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-fpm-"))
        self.addCleanup(shutil.rmtree, folder, True)
        link = folder / "php-fpm8.2"
        link.symlink_to(pathlib.Path(__file__).resolve().parents[2] / "bin/tern")
        self.assertRegex(fpm("-v", program=link).stdout, r"^PHP \S+ \(fpm-fcgi\)")
        self.assertTrue(fpm("--help", program=link).stdout.startswith("Usage: "))

    def test_settings(self):
        shown = fpm("-d", "memory_limit=77M", "-dprecision=9", "-i").stdout
        self.assertIn("memory_limit => 77M", shown)
        self.assertIn("precision => 9", shown)


if __name__ == "__main__":
    unittest.main()
