"""Certificates for tests, made by openssl, and clients that speak TLS."""
import pathlib
import shutil
import ssl
import subprocess
import tempfile

from harness import need
from http_client import Client


class Certificates:
    """A folder of them: name.crt, name.key. Goes with close()."""

    def __init__(self):
        self.openssl = need("openssl")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-certificates-"))

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments, **more):
        return subprocess.run([self.openssl, *map(str, arguments)], check=True, capture_output=True, cwd=self.folder,
                              **more)

    def path(self, name):
        return self.folder / name

    def issue(self, name, issuer=None, *, authority=False, rsa=False, names=()):
        """By an authority, or by itself. Other names are for subjectAltName."""
        key = ["rsa:2048"] if rsa else ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        signed = ["-CA", f"{issuer}.crt", "-CAkey", f"{issuer}.key"] if issuer else []
        extra = ["-addext", f"basicConstraints=critical,CA:{'TRUE' if authority else 'FALSE'}"]
        alternatives = ",".join(f"DNS:{one}" for one in names)
        if alternatives:
            extra += ["-addext", f"subjectAltName={alternatives}"]
        self.run("req", "-x509", "-newkey", *key, "-noenc", "-keyout", f"{name}.key", "-out", f"{name}.crt", "-subj",
                 f"/CN={name}", "-days", 2, *signed, *extra)
        return self.path(f"{name}.crt"), self.path(f"{name}.key")

    def expire(self, name, issuer):
        """The certificate of that name anew, of a time that is over."""
        self.path("index.txt").touch()
        self.path("ca.cnf").write_text("[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nunique_subject=no\nrand_serial=yes\n"
                                       "new_certs_dir=.\npolicy=any\ndefault_md=sha256\n[any]\ncommonName=supplied\n"
                                       f"[names]\nsubjectAltName=DNS:{name}\n")
        self.run("req", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-out", f"{name}.csr")
        self.run("ca", "-config", "ca.cnf", "-batch", "-notext", "-in", f"{name}.csr", "-out", f"{name}.crt", "-cert", f"{issuer}.crt",
                 "-keyfile", f"{issuer}.key", "-startdate", "20200101000000Z", "-enddate", "20200201000000Z", "-extensions", "names")
        return self.path(f"{name}.crt"), self.path(f"{name}.key")

    def encrypt(self, name, passphrase):
        self.run("pkey", "-in", f"{name}.key", "-aes256", "-passout", f"pass:{passphrase}", "-out", f"{name}.enc")
        return self.path(f"{name}.enc")


def tls_context(authority=None, *, versions=None, certificate=None, ciphers=None, protocols=("http/1.1",)):
    """Without an authority every server is trusted. `versions`: the least and the most."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_REQUIRED if authority else ssl.CERT_NONE
    if authority:
        context.load_verify_locations(authority)
    if versions:
        context.minimum_version, context.maximum_version = versions
    if certificate:
        context.load_cert_chain(*certificate)
    if ciphers:
        context.set_ciphers(ciphers)
    if protocols:
        context.set_alpn_protocols(list(protocols))
    return context


def over_tls(client, context=None, name=None, session=None):
    """The same client, from here on with TLS."""
    context = context or tls_context()
    client.socket = context.wrap_socket(client.socket, server_hostname=name, session=session,
                                        suppress_ragged_eofs=False)
    return client


def tls_client(server, context=None, index=0, **more):
    client = Client(("127.0.0.1", server.ports[index]))
    try:
        return over_tls(client, context, **more)
    except BaseException:
        client.close()
        raise


def subject_of(client):
    """Of the server's certificate, which is trusted: its common name."""
    return dict(pair for part in client.socket.getpeercert()["subject"] for pair in part)["commonName"]
