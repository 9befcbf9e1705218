"""Apache with mod_php, one process a connection."""
import re
import subprocess

import tests
from drivers.base import NOBODY, NOGROUP, OPCACHE, Server, as_root

CONFIGURATION = """ServerRoot {folder}
ServerName 127.0.0.1
DefaultRuntimeDir {folder}
PidFile {folder}/pid
ErrorLog {folder}/log-apache
LogLevel crit
Listen 127.0.0.1:{port}
ListenBacklog 4096
{user}
LoadModule mpm_prefork_module {modules}/mod_mpm_prefork.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule php_module {php}
PHPIniDir {folder}
StartServers 256
MinSpareServers 256
MaxSpareServers 256
ServerLimit 256
MaxRequestWorkers 256
MaxConnectionsPerChild 0
Timeout 30
KeepAlive On
KeepAliveTimeout 5
MaxKeepAliveRequests 100
EnableSendfile On
DocumentRoot {root}
<Directory {root}>
    AllowOverride None
    Require all granted
</Directory>
<FilesMatch "\\.php$">
    SetHandler application/x-httpd-php
</FilesMatch>
"""


class Apache(Server):
    name, label, programs = "apache", "Apache, mod_php", "web"
    # Apache's own limit of processes. All are there from the start: it would double them once a second, and a run is short.
    settings = ("prefork, mod_php, opcache, APCu; MaxRequestWorkers 256, StartServers 256, MaxKeepAliveRequests 100, "
                "no logs, no .htaccess")

    def prepare(self, world):
        packages = world.web_servers()
        self.binary = packages.find("usr/sbin/apache2")
        self.php = packages.find("usr/lib/apache2/modules/libphp*.so")
        self.modules = packages.find("usr/lib/apache2/modules/mod_mpm_prefork.so").parent
        self.environment = {**packages.libraries(), "PHP_INI_SCAN_DIR": ""}
        self.ini = [*OPCACHE, *world.clients, *world.settings(packages, "apcu")]

    def versions(self):
        done = subprocess.run([self.binary, "-v"], capture_output=True, text=True, env=self.environment)
        found = re.search(r"Apache/(\S+)", done.stdout)
        return {"apache": found[1] if found else "unknown"}

    def serves(self, test):
        return test.name != "static_100kb_sendfile"

    def path(self, test):
        return f"/{tests.STATIC_FILE}" if test.group == "static" else f"/{test.program}.php"

    def commands(self, test, world, place):
        (place.folder / "php.ini").write_text("\n".join(self.ini) + "\n")
        configuration = place.folder / "apache.conf"
        configuration.write_text(CONFIGURATION.format(
            folder=place.folder, port=place.port, modules=self.modules, php=self.php, root=world.programs(self.programs),
            user=f"User {NOBODY.pw_name}\nGroup {NOGROUP}" if as_root() else ""))
        return [([self.binary, "-DFOREGROUND", "-f", configuration], self.environment)]
