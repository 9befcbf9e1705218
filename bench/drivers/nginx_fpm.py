"""nginx in front of php-fpm."""
import servers
from drivers.base import NOBODY, NOGROUP, OPCACHE, FileServer, as_root, said

CHILDREN = 64  # FastCGI connections are not kept: an idle one would hold one of them
NGINX = """daemon off; worker_processes auto; worker_rlimit_nofile 65536; pid {folder}/nginx.pid;
error_log {folder}/log-nginx crit;
{user}
events {{ worker_connections 20000; }}
http {{
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type text/html;
    open_file_cache max=1000 inactive=60s;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        root {root};
        index index.php;
        location / {{ try_files $uri $uri/ /index.php$is_args$args; }}
        location ~ \\.php$ {{
            fastcgi_pass unix:{folder}/fpm.socket;
            fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
            fastcgi_param SCRIPT_NAME $fastcgi_script_name; fastcgi_param REQUEST_METHOD $request_method;
            fastcgi_param REQUEST_URI $request_uri; fastcgi_param QUERY_STRING $query_string;
            fastcgi_param SERVER_PROTOCOL $server_protocol; fastcgi_param CONTENT_LENGTH $content_length;
            fastcgi_param SERVER_NAME $server_name; fastcgi_param SERVER_PORT $server_port; fastcgi_param REMOTE_ADDR $remote_addr;
        }}
    }}
}}
"""
FPM = """[global]
error_log = {folder}/log-fpm
log_level = error
[www]
{user}
listen = {folder}/fpm.socket
listen.backlog = 4096
listen.mode = 0666
pm = static
pm.max_children = {children}
clear_env = no
"""


class NginxFpm(FileServer):
    name, label = "nginx-fpm", "nginx, php-fpm"
    settings = f"pm = static with {CHILDREN} children, in tests 9 and 10 as many as connections; opcache, APCu, no logs"

    def prepare(self, world):
        super().prepare(world)
        self.fpm = self.packages.find("usr/sbin/php-fpm*")
        self.nginx = servers.nginx()

    def versions(self):
        return {"nginx": said(r"nginx/(\S+)", self.nginx, "-v")}

    def serves(self, test):
        return test.group == "frameworks" or super().serves(test)

    def commands(self, test, world, place):
        site = world.site(test.program) if test.group == "frameworks" else None
        root = site.public if site else world.programs(self.programs)
        values = {"folder": place.folder, "port": place.port, "children": test.processes(CHILDREN), "root": root}
        # An application's files are of whoever runs the suite.
        user, group = ("root", "root") if site else (NOBODY.pw_name, NOGROUP)
        users = {"nginx": f"user {user} {group};", "fpm": f"user = {user}\ngroup = {group}"}
        ini = self.write_ini(place, [*OPCACHE, *site.settings] if site else self.ini)
        for name, text in (("nginx", NGINX), ("fpm", FPM)):
            (place.folder / f"{name}.conf").write_text(text.format(**values, user=users[name] if as_root() else ""))
        allow_root = ["-R"] if site and as_root() else []
        return [([self.fpm, "-F", *allow_root, "-c", ini, "-y", place.folder / "fpm.conf"], {**self.environment, **(site.environment if site else {})}),
                ([self.nginx, "-p", place.folder, "-e", "stderr", "-c", place.folder / "nginx.conf"], {})]
