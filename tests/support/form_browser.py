"""One user of a site, for tests that need no graphical browser: cookies, and the hidden fields of the last form."""
import html
import http.client
import re
import urllib.parse

from harness import TIMEOUT_S

HIDDEN = re.compile(r'<input type="hidden"[^>]*? name="([^"]+)"[^>]*? value="([^"]+)"')


class FormBrowser:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
        self.cookies = {}
        self.hidden = {}

    def ask(self, method, path, body=None, fields=()):
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.connection.request(method, path, body, {**({"Cookie": cookies} if cookies else {}), **dict(fields)})
        answer = self.connection.getresponse()
        answer.body = answer.read()
        answer.text = answer.body.decode(errors="replace")
        answer.cookies = {}
        for cookie in answer.headers.get_all("Set-Cookie", []):
            pair, *attributes = cookie.split("; ")
            name, value = pair.split("=", 1)
            self.cookies[name] = value
            answer.cookies[name] = sorted(one for one in attributes if not one.lower().startswith(("expires=", "max-age=")))
        found = HIDDEN.findall(answer.text)
        if found:
            self.hidden = {html.unescape(name): html.unescape(value) for name, value in found}
        return answer

    def get(self, path, fields=()):
        return self.ask("GET", path, fields=fields)

    def post(self, path, **values):
        form = urllib.parse.urlencode({**self.hidden, **values})
        return self.ask("POST", path, form, {"Content-Type": "application/x-www-form-urlencoded"})

    def upload(self, path, name, content, fields=(), field="file", **values):
        """A form with one file in this field, whose content is text or bytes."""
        content = content.encode() if isinstance(content, str) else content
        parts = b"".join(f'--x\r\nContent-Disposition: form-data; name="{own}"\r\n\r\n{value}\r\n'.encode()
                         for own, value in {**self.hidden, **values}.items())
        file = f'--x\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode()
        return self.ask("POST", path, parts + file + content + b"\r\n--x--\r\n",
                        [*fields, ("Content-Type", "multipart/form-data; boundary=x")])

    def close(self):
        self.connection.close()


def normalized(text):
    """Without what differs between two runs."""
    text = HIDDEN.sub(lambda found: found[0].replace(found[2], "hidden"), text)
    return re.sub(r"(:\\?/\\?/127\.0\.0\.1:)\d+", r"\1port", text)
