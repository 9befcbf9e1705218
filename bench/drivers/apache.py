"""Apache with mod_php, one process a connection."""
from drivers.base import NOBODY, NOGROUP, FileServer, as_root, said

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
StartServers {processes}
MinSpareServers {processes}
MaxSpareServers {processes}
ServerLimit {processes}
MaxRequestWorkers {processes}
MaxConnectionsPerChild 0
Timeout 30
KeepAlive On
KeepAliveTimeout 5
MaxKeepAliveRequests 100
EnableSendfile On
DocumentRoot {root}
<Directory />
    AllowOverride None
</Directory>
<Directory {root}>
    Require all granted
</Directory>
<FilesMatch "\\.php$">
    SetHandler application/x-httpd-php
</FilesMatch>
"""


PROCESSES = 256  # Apache's own limit


class Apache(FileServer):
    name, label = "apache", "Apache, mod_php"
    # All are there from the start: it would double them once a second, and a run is short.
    settings = (f"prefork, mod_php, opcache, APCu; MaxRequestWorkers {PROCESSES}, in tests 9 and 10 as many as connections; "
                "all of them started before, MaxKeepAliveRequests 100, no logs, no .htaccess")

    def prepare(self, world):
        super().prepare(world)
        self.binary = self.packages.find("usr/sbin/apache2")
        self.php = self.packages.find("usr/lib/apache2/modules/libphp*.so")
        self.modules = self.packages.find("usr/lib/apache2/modules/mod_mpm_prefork.so").parent

    def versions(self):
        return {"apache": said(r"Apache/(\S+)", self.binary, "-v", environment=self.environment)}

    def commands(self, test, world, place):
        self.write_ini(place, self.ini)
        configuration = place.folder / "apache.conf"
        configuration.write_text(CONFIGURATION.format(
            folder=place.folder, port=place.port, processes=test.processes(PROCESSES), modules=self.modules, php=self.php, root=world.programs(self.programs),
            user=f"User {NOBODY.pw_name}\nGroup {NOGROUP}" if as_root() else ""))
        return [([self.binary, "-DFOREGROUND", "-f", configuration], self.environment)]
