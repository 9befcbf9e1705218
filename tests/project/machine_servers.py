"""For machine_test.py: starts servers as tests do and prints what each tells of where it runs, as JSON."""
import contextlib
import json
import pathlib
import subprocess
import tempfile

import fpm_site
import services
import web_servers
from http_client import Client
from php_program import http_script
from server_process import Server

TELL = "json_encode([ini_get('user_agent'), php_ini_loaded_file(), php_ini_scanned_files(), getenv('STRAY'), getenv('HOME')])"


def ask(port, path):
    with Client(("127.0.0.1", port)) as client:
        return client.ask("GET", path, [("Connection", "close")])


def of_apache(pem):
    for name, service in (("apache", web_servers.apache(pem, pem)), ("apache with .htaccess files", web_servers.apache_site(["A"]))):
        (service.folder / "root/index.html").write_text("served")
        answer = ask(service.port, "/index.html")
        service.close()
        yield name, f"{answer.status} {answer.text}"


def of_fpm():
    scripts = pathlib.Path(tempfile.mkdtemp())
    scripts.chmod(0o755)
    (scripts / "tell.php").write_text(f"<?php echo {TELL};")
    with contextlib.ExitStack() as stack:
        nginx, _ = fpm_site.start(scripts, stack.callback)
        yield "php-fpm", json.loads(ask(nginx.port, "/tell.php").text)[:-1]


def of_tern():
    server = Server(http_script(f"$response->end($request->get ? $request->header['user-agent'] : {TELL});"))
    *told, home = json.loads(server.get("/").text)
    yield "tern", told
    yield ".my.cnf in HOME", pathlib.Path(home, ".my.cnf").exists()
    agent = subprocess.run(["curl", "-sS", server.url("/?a=1")], capture_output=True, text=True, check=True).stdout
    yield "curl", agent.split("/")[0]
    server.stop()


def of_mariadb():
    services.maria_db(services.Packages()).close()
    yield "mariadb", "started"


def main():
    pem = services.make_certificate(pathlib.Path(tempfile.mkdtemp(), "pem"))
    print(json.dumps({name: told for part in (of_apache(pem), of_fpm(), of_tern(), of_mariadb()) for name, told in part}))


if __name__ == "__main__":
    main()
