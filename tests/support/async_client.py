"""An HTTP/1.1 connection of asyncio: for hundreds of clients in one process."""
import asyncio

LIMIT = 1 << 20  # of one line


class Lost(Exception):
    """A request was sent, and no complete answer came."""


class Answer:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def all(self, name):
        return [value for key, value in self.fields if key == name]

    def get(self, name):
        """The value of a field, whose name is given in lower case; empty: there is none."""
        return next(iter(self.all(name)), "")

    @property
    def text(self):
        return self.body.decode()


class Connection:
    """It is kept from one request to the next, and opened again if the server has closed it between two requests."""

    def __init__(self, port, patience_s):
        self.port, self.patience_s = port, patience_s
        self.reader = self.writer = None

    async def ask(self, method, path, fields=(), body=b""):
        try:
            return await asyncio.wait_for(self.exchange(method, path, fields, body), self.patience_s)
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
            self.close()
            raise Lost(f"{method} {path}: {type(error).__name__} {error}") from None

    async def exchange(self, method, path, fields, body):
        if self.reader is None or self.reader.at_eof() or self.reader.exception():
            self.close()
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=LIMIT)
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *(f"{name}: {value}" for name, value in fields)]
        if method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        answer = await self.answer()
        if answer.get("connection").lower() == "close":
            self.close()
        return answer

    async def answer(self):
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in head[1:-2])]
        answer = Answer(int(head[0].split()[1]), fields, b"")
        if answer.get("transfer-encoding") == "chunked":
            answer.body = await self.chunks()
        else:
            answer.body = await self.reader.readexactly(int(answer.get("content-length") or 0))
        return answer

    async def chunks(self):
        pieces = []
        while size := int(await self.reader.readline(), 16):
            pieces.append(await self.reader.readexactly(size))
            await self.reader.readexactly(2)
        await self.reader.readexactly(2)
        return b"".join(pieces)

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None
