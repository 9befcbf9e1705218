"""Python's websockets package (10 or later) as a client of an echo server: websocket_python.py URL CASE. Runs with the
Python that has it, prints what it saw as JSON.
"""
import asyncio
import hashlib
import json
import sys

import websockets
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory as Deflate

NOISE = hashlib.shake_256(b"noise").digest(3_000_000)


def connect(url, **more):
    return websockets.connect(url, max_size=1 << 26, ping_interval=None, **more)


def extensions(ws):
    """Version 14 keeps them elsewhere."""
    return ws.extensions if hasattr(ws, "extensions") else ws.protocol.extensions


async def echoed(ws, message):
    await ws.send(message)
    return await ws.recv() == message


async def sizes(url):
    async with connect(url) as ws:
        return [[one.name for one in extensions(ws)],
                [await echoed(ws, "\u20ac" * size) for size in (0, 1, 41, 42, 125, 126, 65535, 65536, 1_000_000)],
                [await echoed(ws, NOISE[:size]) for size in (0, 1, 125, 126, 65535, 65536, 3_000_000)]]


async def fragments(url):
    async with connect(url) as ws:
        answers = []
        for pieces in (["a", "", "b"], [NOISE[:100_000], NOISE[:1], NOISE[:200_000]], ["x" * 1000] * 300):
            await ws.send(pieces)
            answers.append(await ws.recv() == pieces[0][:0].join(pieces))
        return answers


async def windows(url):
    """Every set of parameters: which ones were agreed on in other words than asked for, and whether all came back."""
    data = NOISE[:20_000].hex() * 2
    wrong = []
    for server in (None, *range(9, 16)):
        for client in (None, True, *range(9, 16)):
            for flags in ((False, False), (True, False), (False, True), (True, True)):
                offer = Deflate(*flags, server, client)
                async with connect(url, extensions=[offer], compression=None) as ws:
                    if len(extensions(ws)) != 1 or not await echoed(ws, data) or not await echoed(ws, data + "!"):
                        wrong.append([server, client, flags])
    return wrong


async def many(url):
    async def one(number):
        async with connect(url) as ws:
            for at in range(20):
                await ws.send(f"{number} {at} " + "x" * number * 100)
            return [await ws.recv() == f"{number} {at} " + "x" * number * 100 for at in range(20)]
    return all(map(all, await asyncio.gather(*(one(number) for number in range(100)))))


async def pings(url):
    async with connect(url) as ws:
        waiting = [await ws.ping(b"%d" % at) for at in range(100)]
        await asyncio.gather(*waiting)
        return len(waiting)


async def closing(url):
    found = []
    ws = await connect(url)
    await ws.close(4000, "ours")
    found.append([ws.close_code, ws.close_reason])
    for command in ("close 4001 theirs \u20ac", "close 1000 "):
        async with connect(url) as ws:
            await ws.send(command)
            await ws.wait_closed()
            found.append([ws.close_code, ws.close_reason])
    return found


async def too_big(url):
    """Without a limit of its own on what it sends."""
    async with connect(url, compression=None) as ws:
        try:
            await ws.send(NOISE * 2)
            await ws.wait_closed()
        except websockets.ConnectionClosed:
            pass  # while it was sending
        return ws.close_code


async def subprotocol(url):
    async with connect(url, subprotocols=["soap", "chat.v1"]) as ws:
        return [ws.subprotocol, await echoed(ws, "x")]


print(json.dumps(asyncio.run(globals()[sys.argv[2]](sys.argv[1]))))
