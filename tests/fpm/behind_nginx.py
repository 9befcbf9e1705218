"""nginx in front of php-fpm or `tern fpm`, with Debian's fastcgi.conf: for requests to the same site under both."""
import pathlib

import fpm_site
import services
import web_servers

# As fpm_site has them, but for what would differ between two sites.
PARAMETERS = fpm_site.PARAMETERS.replace("$remote_port", "7777").replace("$server_port", "80")
SERVERS = pathlib.Path(__file__).with_name("nginx.conf")


def start(fpm, add_cleanup, user=None):
    """nginx in front of this one, as a service with a port."""
    pem = services.make_certificate(fpm.folder / "pem")
    servers = SERVERS.read_text().replace("{root}", str(fpm.root)).replace("{socket}", str(fpm.socket)).replace("{parameters}", PARAMETERS)
    nginx = web_servers.start_nginx(servers, pem, pem, user=user)
    add_cleanup(nginx.close)
    return nginx
