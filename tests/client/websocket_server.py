"""A server of Python's websockets package, which prints its port and serves until its standard input ends: the path of a connection is
what happens on it."""
import asyncio
import contextlib
import sys

import websockets


async def echo(ws):
    async for message in ws:
        await ws.send(message)


async def fragments(ws):
    await ws.send(["in ", "several ", "parts"])
    await ws.send([b"\0" * 70000, b"\1" * 70000])
    await ws.wait_closed()


async def ping(ws):
    answered = await ws.ping(b"are you there")
    await answered
    await ws.send("yes")
    await ws.wait_closed()


async def close(ws):
    await ws.close(4000, "enough \u20ac")


async def report(ws):
    """What the client closes with goes to whoever asks next."""
    await ws.wait_closed()
    report.last = f"{ws.close_code} {ws.close_reason}"
    report.done.set()


async def last(ws):
    await report.done.wait()
    await ws.send(report.last)


async def serve(ws):
    path = (ws.request.path if hasattr(ws, "request") and ws.request else ws.path).strip("/")
    case = {"fragments": fragments, "ping": ping, "close": close, "report": report, "last": last}.get(path, echo)
    with contextlib.suppress(websockets.ConnectionClosed):
        await case(ws)


async def main():
    report.done = asyncio.Event()
    async with websockets.serve(serve, "127.0.0.1", 0, max_size=1 << 26, subprotocols=["chat.v2", "chat.v1"]) as server:
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
