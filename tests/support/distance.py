"""A proxy before a server that makes it far away: each byte takes some milliseconds in either direction, and so do the segments that
open a connection. It runs in a loop on a thread of its own, and counts connections."""
import asyncio
import threading


class Side(asyncio.Protocol):
    """One of the two connections. What it receives, the other one sends a while later: timers with one delay keep their order."""

    def __init__(self, distance):
        self.distance, self.other, self.transport = distance, None, None

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.distance.later(self.other.transport.write, data)

    def connection_lost(self, _):
        if self.other is not None:
            self.distance.later(self.other.transport.close)


class Front(Side):
    def connection_made(self, transport):
        super().connection_made(transport)
        transport.pause_reading()
        self.distance.begin(self)

    def connection_lost(self, error):
        self.distance.open -= 1
        super().connection_lost(error)


class Distance:
    """Listens at `port` of 127.0.0.1. `made` connections were opened, `open` of them are, and `most` were at a time."""

    def __init__(self, behind, one_way_s):
        self.behind, self.one_way_s = behind, one_way_s
        self.port = 0
        self.made = self.open = self.most = 0
        self.loop = asyncio.new_event_loop()
        self.is_ready = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        self.is_ready.wait()

    def run(self):
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(self.loop.create_server(lambda: Front(self), "127.0.0.1", 0, backlog=1024))
        self.port = server.sockets[0].getsockname()[1]
        self.is_ready.set()
        self.loop.run_forever()
        server.close()
        self.loop.close()

    def later(self, call, *words):
        self.loop.call_later(self.one_way_s, call, *words)

    def begin(self, front):
        self.made += 1
        self.open += 1
        self.most = max(self.most, self.open)
        # SYN and its response
        self.loop.call_later(2 * self.one_way_s, lambda: self.loop.create_task(self.connect(front)))

    async def connect(self, front):
        try:
            _, back = await self.loop.create_connection(lambda: Side(self), "127.0.0.1", self.behind)
        except OSError:
            front.transport.close()
            return
        front.other, back.other = back, front
        front.transport.resume_reading()

    def count(self):
        """The connections opened since the last call; `most` begins anew with those that are open."""
        made, self.made, self.most = self.made, 0, self.open
        return made

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
