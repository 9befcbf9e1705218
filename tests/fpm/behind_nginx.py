"""nginx in front of php-fpm or `tern fpm`, with Debian's fastcgi.conf: for requests to the same site under both."""
import pathlib

import services
import web_servers

# As Debian's fastcgi.conf, but for what would differ between two sites.
PARAMETERS = """
    fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
    fastcgi_param QUERY_STRING $query_string;
    fastcgi_param REQUEST_METHOD $request_method;
    fastcgi_param CONTENT_TYPE $content_type;
    fastcgi_param CONTENT_LENGTH $content_length;
    fastcgi_param SCRIPT_NAME $fastcgi_script_name;
    fastcgi_param REQUEST_URI $request_uri;
    fastcgi_param DOCUMENT_URI $document_uri;
    fastcgi_param DOCUMENT_ROOT $document_root;
    fastcgi_param SERVER_PROTOCOL $server_protocol;
    fastcgi_param REQUEST_SCHEME $scheme;
    fastcgi_param HTTPS $https if_not_empty;
    fastcgi_param GATEWAY_INTERFACE CGI/1.1;
    fastcgi_param SERVER_SOFTWARE nginx/$nginx_version;
    fastcgi_param REMOTE_ADDR $remote_addr;
    fastcgi_param REMOTE_PORT 7777;
    fastcgi_param SERVER_ADDR $server_addr;
    fastcgi_param SERVER_PORT 80;
    fastcgi_param SERVER_NAME $server_name;
    fastcgi_param REDIRECT_STATUS 200;
    fastcgi_param HTTP_PROXY "";
"""
SERVERS = pathlib.Path(__file__).with_name("nginx.conf")


def start(fpm, add_cleanup, user=None):
    """nginx in front of this one, as a service with a port."""
    pem = services.make_certificate(fpm.folder / "pem")
    servers = SERVERS.read_text().replace("{root}", str(fpm.root)).replace("{socket}", str(fpm.socket)).replace("{parameters}", PARAMETERS)
    nginx = web_servers.start_nginx(servers, pem, pem, user=user)
    add_cleanup(nginx.close)
    return nginx
