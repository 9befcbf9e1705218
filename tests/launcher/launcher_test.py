"""bin/tern: what it serves and how, its other commands, and that it can be installed."""
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import urllib.request

from harness import ROOT, free_port, need
from launcher import FrameworkTest, LauncherTest, program, script, tern
from php_program import PHP, php_version


class ServeScriptTest(LauncherTest):
    def test_three_lines_and_the_answer(self):
        self.write("app.php", script("implode(' ', $GLOBALS['argv'])"))
        server = self.run_served("app.php", "--", "--port", "a b")
        lines = server.output()[server.output().index("http://"):].splitlines()
        self.assertRegex(lines[0], rf"^http://127\.0\.0\.1:{server.port}/  {self.folder.resolve()}/app\.php$")
        self.assertRegex(lines[1], rf"^2 workers, PHP \S+, pid {server.pid}$")
        self.assertIn("hooks", lines[2])
        self.assertRegex(lines[2], "^on: opcache, JIT tracing")
        self.assertEqual(server.get().text, f"{self.folder.resolve()}/app.php --port a b")

    def test_options_go_before_what_the_script_says(self):
        self.write("app.php", script("$request->server['server_port'] . ' ' . $GLOBALS['server']->setting['worker_num']", 9501))
        port = free_port()
        server = self.run_served("app.php", "--host", "::1", "--port", str(port), "--workers", "3")
        self.assertEqual(server.port, port)
        with urllib.request.urlopen(f"http://[::1]:{port}/") as answer:
            self.assertEqual(answer.read().decode(), f"{port} 3")

    def test_settings_of_php_ini_stay(self):
        self.write("app.php", script("json_encode([ini_get('opcache.enable_cli'), ini_get('opcache.jit'), ini_get('display_errors')])"))
        server = self.run_served("app.php", php=("-d", "opcache.enable_cli=0", "-d", "opcache.jit=disable", "-d", "display_errors=stderr"))
        self.assertEqual(json.loads(server.get().text), ["0", "disable", "stderr"])
        self.assertRegex(server.output(), "(?m)^on: hooks$")

    def test_settings_may_have_any_characters(self):
        names = ("user_agent", "from", "error_prepend_string", "error_append_string", "arg_separator.output", "precision")
        self.write("app.php", script(f"json_encode(array_map(ini_get(...), {list(names)!r}))"))
        php = ("-d", "user_agent=a=b", "-dfrom=x\"y; ${z} \\", "-d", 'error_prepend_string=/a "b', "-d", 'error_append_string="a;b=c \\${d} \\""',
               "-d", "arg_separator.output=;", "-d", "precision=5")
        server = self.run_served("app.php", php=php)
        self.assertEqual(json.loads(server.get().text), ["a=b", "x\"y; ${z} \\", '/a "b', 'a;b=c ${d} "', ";", "5"])
        self.assertRegex(server.output(), "(?m)^on: opcache")

    def test_the_launchers_own_settings_may_have_any_characters(self):
        """The path of the launcher is in one of them, auto_prepend_file."""
        place = self.folder / 'a=b; "c" ${d} $e\\'
        for name in ("bin", "launcher"):
            shutil.copytree(ROOT / name, place / name)
        self.write("app.php", script("'served'"))
        server = self.run_served("app.php", launcher=place / "bin/tern")
        self.assertEqual(server.get().text, "served")

    def test_errors_are_shown_to_developers_only(self):
        self.write("app.php", script("ini_get('display_errors') . ini_get('zend.assertions')"))
        self.assertEqual(self.run_served("app.php").get().text, "0-1")
        self.assertEqual(self.run_served("app.php", "--dev").get().text, "11")
        self.assertEqual(self.run_served("app.php", "--dev", php=("-d", "display_errors=stderr")).get().text, "stderr1")

    def test_hooks_of_the_program_stay(self):
        self.write("app.php", script("Swoole\\Runtime::getHookFlags()", more="$server->set(['hook_flags' => 0]);"))
        server = self.run_served("app.php")
        self.assertEqual(server.get().text, "0")
        self.assertNotIn("hooks", server.output())

    def test_prepended_file_of_php_ini_runs_in_the_global_scope(self):
        before = self.write("before.php", "<?php $fromBefore = 'prepended';")
        self.write("app.php", script("$GLOBALS['fromBefore'] . var_export(getenv('TERN_PLAN'), true)"))
        server = self.run_served("app.php", php=("-d", f"auto_prepend_file={before}"))
        self.assertEqual(server.get().text, "prependedfalse")

    def test_without_pcntl_it_becomes_the_server_too(self):
        self.write("app.php", script("(string) $GLOBALS['server']->master_pid"))
        server = self.run_served("app.php", php=("-d", "disable_functions=pcntl_exec"))
        self.assertEqual(server.get().text, str(server.pid))

    def test_self_signed(self):
        self.write("app.php", script("$request->server['https']"))
        server = self.run_served("app.php", "--tls", "self-signed")
        done = subprocess.run([need("curl"), "-sSk", f"https://127.0.0.1:{server.port}/"], capture_output=True, text=True)
        self.assertEqual(done.stdout, "on", done.stderr)

    def test_unix_socket_has_no_port(self):
        self.write("app.php", "<?php (new Swoole\\Http\\Server(__DIR__ . '/s', 0, SWOOLE_BASE, SWOOLE_SOCK_UNIX_STREAM))->start();")
        done = tern("serve", "app.php", "--port", "9", cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("tern: the first port of the script is a unix socket", done.stderr)


class ServeFolderTest(LauncherTest):
    def test_files(self):
        self.write("public/index.html", "<!doctype html>home")
        self.write("public/a.txt", "text")
        server = self.run_served("public", "--port", "0", "--workers", "1")
        self.assertEqual(server.get("/").text, "<!doctype html>home")
        self.assertEqual(server.get("/a.txt").text, "text")
        self.assertEqual(server.get("/missing").status, 404)

    def test_tls_has_http2(self):
        self.write("index.html", "home")
        server = self.run_served("--port", "0", "--tls", "self-signed")
        done = subprocess.run([need("curl"), "-sSk", "-w", " %{http_version}", f"https://127.0.0.1:{server.port}/"],
                              capture_output=True, text=True)
        self.assertEqual(done.stdout, "home 2", done.stderr)

    def test_callable(self):
        self.write("public/index.php", "<?php " + program("callable"))
        server = self.run_served("public", "--port", "0")
        self.assertRegex(server.output(), rf"(?m)^{len(os.sched_getaffinity(0))} workers?, PHP ")
        answer = server.get("/some/path")
        self.assertEqual((answer.status, answer.text), (201, "called for /some/path"))
        self.assertEqual(server.get("/index.php").text, "called for /index.php")

    def test_a_project_with_a_public_folder(self):
        self.write("project/.env", "SECRET=1")
        self.write("project/public/index.php", "<?php return fn() => __DIR__;")
        server = self.run_served("project", "--port", "0", "--workers", "1")
        self.assertEqual(server.get("/").text, str((self.folder / "project/public").resolve()))
        self.assertRegex(server.output(), r"tern: \S+/project has its index\.php in public: serving \S+/project/public\n")
        self.write("own/index.php", "<?php return fn() => 'own';")
        self.write("own/public/index.php", "<?php return fn() => 'public';")
        self.assertEqual(self.run_served("own", "--port", "0", "--workers", "1").get("/").text, "own")

    def test_files_that_deny_and_are_not_read_are_named(self):
        self.write("index.php", "<?php echo 'here';")
        for folder in ("a/b/c", "data[1]", "old", "open", "users"):
            self.write(f"{folder}/.htaccess", "Options -Indexes" if folder == "open" else "Order allow,deny\n  deny from all\n")
        server = self.run_served(".", "--port", "0", "--workers", "1")
        self.assertIn("\nadvice: data[1]/.htaccess, old/.htaccess, users/.htaccess and 1 more: access is denied there, but .htaccess files are "
                      "not read; start the server with --htaccess\n", server.output())
        self.assertNotIn("advice: data", self.run_served(".", "--port", "0", "--workers", "1", "--htaccess").output())

    def test_an_admin_address_needs_a_token(self):
        self.write("public/index.php", "<?php return fn() => 'here';")
        done = tern("serve", str(self.folder / "public"), "--port", "0", "--admin", "127.0.0.1:0")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^tern: --admin 127\.0\.0\.1:0 is an address for everyone on the machine or the network, so it needs "
                         r"a token, and there is none: set TERN_ADMIN_TOKEN in the environment[^#]*$")
        token, port = "0123456789abcdef", free_port()
        server = self.run_served("public", "--port", "0", "--workers", "1", "--admin", f"127.0.0.1:{port}", env={"TERN_ADMIN_TOKEN": token})
        self.assertEqual(server.get("/").text, "here")
        told = tern("status", "--admin", f"127.0.0.1:{port}", env={"TERN_ADMIN_TOKEN": token})
        self.assertEqual(told.returncode, 0, told.stderr)
        refused = tern("status", "--admin", f"127.0.0.1:{port}", env={"TERN_ADMIN_TOKEN": ""})
        self.assertIn("401", refused.stderr)
        bad = tern("serve", str(self.folder / "public"), "--port", "0", "--admin", "nowhere", env={"TERN_ADMIN_TOKEN": token})
        self.assertEqual(bad.returncode, 2)
        self.assertNotIn("#0", bad.stderr)

    def test_what_is_no_front_controller_is_named(self):
        self.write("public/index.php", "<?php echo 'hello';")
        server = self.run_served("public", "--port", "0", "--app", wait=False)
        server.wait_for(r"index\.php must return a callable, .*, int returned")
        server.wait_for("Requests are answered with 503")

    def test_reload_has_the_code_of_today(self):
        """opcache does not look at a file again within what it takes for one request."""
        self.write("public/index.php", "<?php return fn() => 'old';", mtime=1_600_000_000)
        server = self.run_served("public", "--port", "0", "--workers", "1")
        self.assertEqual(server.get().text, "old")
        self.write("public/index.php", "<?php return fn() => 'new';", mtime=1_600_000_001)
        server.send_signal(signal.SIGUSR1)
        server.wait_for("the reload is finished")
        self.assertEqual(server.get().text, "new")


class FrontControllerTest(FrameworkTest):
    """With the messages and the kernel that real applications have."""

    def serve_messages(self, vendor):
        return self.serve_with([f"{vendor}/Psr7"], program("messages"), env={"TERN_TEST_ANSWER": f"{vendor}\\Psr7\\Response"})

    def test_psr15_with_nyholm(self):
        self.check_messages(self.serve_messages("Nyholm"))

    def test_psr15_with_slim(self):
        self.check_messages(self.serve_messages("Slim"))

    def test_function_of_a_psr_request(self):
        server = self.serve_with(["Nyholm/Psr7"], r"""
            return fn(Psr\Http\Message\ServerRequestInterface $request) => new Nyholm\Psr7\Response(200, [], $request->getMethod());""")
        self.assertEqual(server.get(method="PUT").text, "PUT")

    def test_without_messages_it_says_what_is_missing(self):
        self.write("public/index.php", "<?php return fn(Psr\\Http\\Message\\ServerRequestInterface $request) => 1;")
        server = self.run_served("public", "--port", "0", "--workers", "1", wait=False)
        server.wait_for(r"the application has no PSR-7 messages: `composer require nyholm/psr7`")
        server.stop(checks=False)

    def check_kernel(self, server):
        answer = server.get("/a/b?c=d", [("Cookie", "e=f"), ("X-Own", "g"), ("Content-Type", "application/x-www-form-urlencoded")],
                            "POST", b"h=i")
        self.assertEqual((answer.status, len(answer.all("Set-Cookie"))), (203, 2))
        seen = json.loads(answer.text)
        self.assertRegex(seen[1], r"^http://[^/]+/a/b\?c=d$")
        self.assertEqual([seen[0], *seen[2:]], ["POST", {"c": "d"}, {"h": "i"}, {"e": "f"}, "h=i", "g", [], "nothing"])
        form = '--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\ncontent\r\n--x--\r\n'
        seen = json.loads(server.get("/", [("Content-Type", "multipart/form-data; boundary=x")], "POST", form).text)
        self.assertEqual(seen[-2:], [{"f": ["a.txt", True, "content"]}, "/a/b"])
        self.assertEqual(server.get("/stream").text, "one two")
        self.assertIn("final class Kernel", server.get("/file").text)

    def test_symfony(self):
        self.check_kernel(self.serve_with(["Symfony/Component/HttpKernel"], program("kernel") + "return new Kernel();"))

    def test_symfony_as_its_runtime_has_it(self):
        self.check_kernel(self.serve_with(["Symfony/Component/HttpKernel"],
                                          program("kernel") + "return fn(array $context) => new Kernel();"))


class WordsTest(LauncherTest):
    def refused(self, *words, **more):
        done = tern(*words, **more)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        return done.stderr

    def test_mistakes_are_named(self):
        self.assertEqual(self.refused("serv"), 'tern: there is no command "serv"; did you mean serve?\n')
        self.assertEqual(self.refused("serve", "--prot", "1"), 'tern: there is no option "--prot"; did you mean --port?\n')
        self.assertEqual(self.refused("serve", "--port"), "tern: --port needs a value: --port NUMBER\n")
        self.assertEqual(self.refused("serve", "--port=70000"), 'tern: --port must be a number from 0 to 65535, "70000" given\n')
        self.assertEqual(self.refused("serve", "--watch=1"), 'tern: --watch takes no value, "1" given\n')
        self.assertEqual(self.refused("serve", "--host", "nowhere"), 'tern: --host must be an IP address, "nowhere" given\n')
        self.assertEqual(self.refused("serve", "--tls", "x"), 'tern: --tls must be self-signed, "x" given\n')
        self.assertEqual(self.refused("serve", "a", "b"), 'tern: "b" is one word too many\n')
        self.assertEqual(self.refused("serve", "/nowhere"), 'tern: there is no file or folder "/nowhere"\n')
        self.assertEqual(self.refused("completion"), "tern: say for which shell: bash, zsh or fish\n")

    def test_without_arguments_of_php_it_names_the_setting(self):
        done = tern("version", php=("-d", "register_argc_argv=0"))
        if php_version() >= (8, 5):  # it passes them on nevertheless
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, tern("version").stdout, ""))
            return
        self.assertEqual((done.returncode, done.stdout), (70, ""))
        self.assertEqual(done.stderr, "tern: PHP passes no arguments on with register_argc_argv=0: leave that setting out\n")

    def test_each_command_has_help(self):
        names = re.findall(r"^  (\w+)  ", tern("help").stdout, re.M)
        self.assertIn("serve", names)
        for name in names:
            with self.subTest(name):
                self.assertTrue(tern(name, "--help").stdout.startswith(f"tern {name}"))
                self.assertEqual(tern(name, "--help").stdout, tern("help", name).stdout)

    def test_version_is_the_extension_s(self):
        version = subprocess.run([ROOT / "scripts/version"], capture_output=True, text=True, check=True).stdout.strip()
        self.assertEqual(tern("version").stdout.splitlines()[0], f"tern {version}")
        tern("init", cwd=self.folder)
        self.assertIn(f"ARG TERN_VERSION={version}\n", (self.folder / "Dockerfile").read_text())

    def completed(self, *words):
        """What bash offers for the last of these words."""
        line = " ".join(words)
        code = (f'eval "$(cat)"; COMP_WORDS=({" ".join(repr(word) for word in ("tern", *words))}); COMP_CWORD={len(words)}; _tern; '
                'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run([need("bash"), "-c", code], input=tern("completion", "bash").stdout, capture_output=True,
                              text=True, cwd=self.folder)
        self.assertEqual(done.stderr, "", line)
        return done.stdout.split()

    def test_bash_completes(self):
        self.write("app.php", "")
        self.assertEqual(self.completed("ser"), ["serve"])
        self.assertEqual(self.completed("serve", "--w"), ["--workers", "--watch"])
        self.assertEqual(self.completed("serve", "--tls", ""), ["self-signed"])
        self.assertEqual(self.completed("serve", "a"), ["app.php"])
        self.assertEqual(self.completed("help", "d"), ["doctor"])
        self.assertEqual(self.completed("doctor", "--a"), ["--app", "--all"])
        self.assertEqual(self.completed("completion", "f"), ["fish"])

    def test_other_shells_read_theirs(self):
        for shell in ("zsh", "fish"):
            text = tern("completion", shell).stdout
            self.assertIn("self-signed", text)
            if shutil.which(shell):
                subprocess.run([shell, "-n"], input=text, check=True, text=True)


class InitTest(LauncherTest):
    def test_the_application_runs(self):
        done = tern("init", "My app", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        app = self.folder / "My app"
        server = self.run_served("My app/public", "--port", "0", "--workers", "1")
        self.assertIn("It works", server.get().text)
        self.assertEqual(server.get("/health").text, "ok\n")
        self.assertIn("font:", server.get("/style.css").text)
        self.assertEqual(server.get("/other").status, 404)
        self.assertEqual(json.loads((app / "composer.json").read_text())["name"], "app/my-app")
        self.assertNotIn("{{", "".join(path.read_text() for path in app.rglob("*") if path.is_file()))

    def test_nothing_is_replaced_unasked(self):
        self.write("Dockerfile", "mine")
        done = tern("init", cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("has Dockerfile already", done.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["Dockerfile"])
        self.assertEqual(tern("init", "--force", cwd=self.folder).returncode, 0)
        self.assertIn("FROM php:", (self.folder / "Dockerfile").read_text())

    def test_systemd_takes_the_unit(self):
        tern("init", cwd=self.folder)
        done = subprocess.run([need("systemd-analyze"), "verify", self.folder / "deploy/app.service"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_image_is_pinned_and_has_what_the_extension_needs(self):
        tern("init", cwd=self.folder)
        text = (self.folder / "Dockerfile").read_text()
        self.assertEqual(re.findall(r"^FROM \S+?:(\d+\.\d+\.\d+)-cli-\w+", text, re.M), [".".join(map(str, php_version()))] * 2)
        self.assertIn("\nUSER www-data\n", text)
        self.assertIn("\nHEALTHCHECK ", text)
        rows = [line.split()[1] for line in (ROOT / "ext/libraries.list").read_text().splitlines() if not line.startswith("#")]
        for package in rows:
            self.assertRegex(text, rf"\b{package}\b")


class InstallTest(LauncherTest):
    def test_it_works_from_where_it_is_installed(self):
        built = pathlib.Path(os.environ["TERN_SO"])
        done = subprocess.run([ROOT / "scripts/install", built.parent.name], env={**os.environ, "DESTDIR": str(self.folder)}, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.write("app.php", "<?php echo phpversion('tern'), ' ', getcwd();")
        link = self.folder / "tern"
        link.symlink_to(self.folder / "usr/local/bin/tern")
        bare = [word for word in PHP if not word.startswith("extension=") and word != "-d"]
        extension = next(self.folder.glob("**/tern.so"))
        done = subprocess.run([*bare, link, "serve", "app.php"], capture_output=True, text=True, cwd=self.folder,
                              env={**os.environ, "TERN_EXTENSION": str(extension)})
        self.assertRegex(done.stdout, r"^\d+\.\d+\.\d+ /")


class PagesTest(LauncherTest):
    PAGES = ("README.md", *(f"docs/{name}.md" for name in ("launcher", "operate", "reload", "logs", "deploy", "diagnose", "start")))

    def test_commands_in_pages_exist(self):
        """As far as names and numbers go."""
        check = f"""require '{ROOT}/launcher/autoload.php';
            new Tern\\Launcher\\Arguments(array_slice($argv, 2), Tern\\Launcher\\Commands::ALL[$argv[1]]);"""
        found = 0
        for page in self.PAGES:
            text = (ROOT / page).read_text()
            blocks = re.findall(r"^```(?:sh|ini)\n(.*?)^```$", text, re.M | re.S)
            lines = [line for block in blocks for line in re.findall(r"(?:^|[ /=(])tern ([a-z][^#\n)\"]*)", block)]
            for line in lines + re.findall(r"`tern ([a-z][^`]*)`", text):
                words = shlex.split(line.replace("--port N", "--port 1").replace("...", ""))
                with self.subTest(page=page, line=line):
                    done = subprocess.run([*PHP, "-r", check, "--", *words], capture_output=True, text=True)
                    self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
                found += 1
        self.assertGreater(found, 12)

    def test_front_controller_of_the_page(self):
        source = re.search(r"^```php\n(<\?php\nreturn .*?)^```$", (ROOT / "docs/launcher.md").read_text(), re.M | re.S)[1]
        self.write("public/index.php", source)
        self.assertEqual(self.run_served("public", "--port", "0").get("/you").text, "Hello, /you\n")

    def test_unit(self):
        done = subprocess.run([need("systemd-analyze"), "verify", *(ROOT / "examples/systemd").iterdir()], capture_output=True,
                              text=True)
        others = [line for line in done.stderr.splitlines() if "is not executable" not in line]
        self.assertEqual(others, [])

    def test_deployment(self):
        """Its times fit together, and the page shows what the file says."""
        try:
            import yaml
        except ImportError:
            self.skipTest("there is no yaml")
        deployment, service, _ = yaml.safe_load_all((ROOT / "examples/kubernetes/app.yaml").read_text())
        pod = deployment["spec"]["template"]["spec"]
        container = pod["containers"][0]
        port = container["ports"][0]["containerPort"]
        self.assertEqual(container["readinessProbe"]["httpGet"], {"path": "/health", "port": port})
        self.assertEqual(service["spec"]["ports"][0]["targetPort"], port)
        self.assertIn(str(port), container["args"])
        hold = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
        self.assertGreater(pod["terminationGracePeriodSeconds"], hold + 10)  # max_wait_time of a folder
        shown = yaml.safe_load(re.search(r"^```yaml\n(.*?)^```$", (ROOT / "docs/deploy.md").read_text(), re.M | re.S)[1])
        self.assertEqual(shown["terminationGracePeriodSeconds"], pod["terminationGracePeriodSeconds"])
        for name in ("readinessProbe", "livenessProbe", "lifecycle"):
            self.assertEqual(shown["containers"][0][name], container[name])
