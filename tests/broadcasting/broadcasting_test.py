"""Tern\\Pusher\\Broadcasting with the clients that browsers load (pusher-js, Laravel Echo) and the library that publishes from PHP."""
import hashlib
import hmac
import json
import os
import pathlib
import queue
import signal
import subprocess
import threading
import time
import unittest
import urllib.parse

import services
from harness import TIMEOUT_S, wait_until
from launcher import LauncherTest, tern
from php_program import PhpFile
from prepared import prepared
from server_case import TestCase
from server_process import Server
from websocket import CLOSE, WebSocket


def fetch():
    return str(prepared("pusher-clients/folder", env={"COMPOSER_ALLOW_SUPERUSER": "1"}))


def signed(server, path, query=(), method="GET", body=b"", secret=b"secret", **more):
    """One request of the HTTP API, as signed as it is told to be."""
    pairs = {"auth_key": "key", "auth_timestamp": str(int(time.time())), "auth_version": "1.0", **dict(query)}
    if body:
        pairs["body_md5"] = hashlib.md5(body).hexdigest()
    pairs.update(more)
    text = "\n".join([method, path, "&".join(f"{name}={pairs[name]}" for name in sorted(pairs))])
    pairs["auth_signature"] = hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()
    return server.get(f"{path}?{urllib.parse.urlencode(pairs)}", (), method, body)


class Clients:
    """The process of Node.js with the clients, and what they have received."""

    def __init__(self, folder):
        self.process = subprocess.Popen(["node", pathlib.Path(__file__).with_name("clients.mjs"), folder],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        self.unread = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def do(self, command, client, **more):
        self.process.stdin.write(json.dumps({"do": command, "client": client, **more}) + "\n")
        self.process.stdin.flush()

    def wait(self, client, event, channel=None):
        """The data of the first such event that was not taken before."""
        def fits(one):
            return (one["client"], one["event"]) == (client, event) and channel in (None, one["channel"])
        deadline = time.monotonic() + TIMEOUT_S
        while not any(map(fits, self.unread)):
            try:
                received = self.lines.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"{client} got no {event} of {channel}: {self.unread}") from None
            if received is None:
                raise AssertionError("Node.js has ended")
            self.unread.append(received)
        found = next(filter(fits, self.unread))
        self.unread.remove(found)
        return found["data"]

    def close(self):
        self.process.stdin.close()
        self.process.wait(TIMEOUT_S)
        self.reader.join(TIMEOUT_S)
        self.process.stdout.close()


class BroadcastingCase(TestCase):
    folder = None

    def serve(self, workers=2, application=None, own=False, **broadcasting):
        """A server, with which everything speaks from now on."""
        program = PhpFile("broadcasting/server.php", {"worker_num": workers}, library=self.folder,
                          application=application or {}, own=own, broadcasting=broadcasting)
        self.server = Server(program)
        self.addCleanup(self.server.stop)

    def api(self, *what, **more):
        return signed(self.server, *what, **more)


class RealClientsCase(BroadcastingCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = fetch()

    def setUp(self):
        self.clients = Clients(self.folder)
        self.addCleanup(self.clients.close)

    def open(self, client, user=None, command="open", key="key"):
        """A client that is connected: its socket id."""
        self.clients.do(command, client, port=self.server.port, key=key, user=user)
        return self.clients.wait(client, "connected")

    def open_at(self, worker, client, user=None, command="open"):
        """The same, of that worker."""
        for attempt in range(100):
            name = client if attempt == 0 else f"{client}.{attempt}"
            socket_id = self.open(name, user, command)
            if self.server.get(f"/worker?fd={socket_id.split('.')[1]}").text == str(worker):
                return name, socket_id
            self.clients.do("close", name)
        raise AssertionError(f"no connection comes to worker {worker}")

    def subscribe(self, client, channel):
        self.clients.do("subscribe", client, channel=channel)
        return self.clients.wait(client, "pusher:subscription_succeeded", channel)

    def publisher(self, call, *arguments, **more):
        program = PhpFile("broadcasting/publisher.php", library=self.folder, port=self.server.port, call=call,
                          arguments=arguments, **more)
        return json.loads(program.run())


class PusherJsTest(RealClientsCase):
    def test_events_reach_the_clients_of_all_workers(self):
        self.serve()
        first, socket_id = self.open_at(0, "first")
        second, _ = self.open_at(1, "second")
        for client in (first, second):
            self.subscribe(client, "news")
            self.subscribe(client, "more")
        self.assertEqual({}, self.publisher("trigger", ["news", "more"], "hello", {"text": "für alle", "n": 1.0, "none": {}}))
        for client in (first, second):
            for channel in ("news", "more"):
                self.assertEqual({"text": "für alle", "n": 1, "none": []}, self.clients.wait(client, "hello", channel))
        self.publisher("trigger", "news", "others", "x", {"socket_id": socket_id})
        self.publisher("trigger", "news", "all", "y")
        self.assertEqual("x", self.clients.wait(second, "others"))
        self.assertEqual("y", self.clients.wait(first, "all"))
        self.assertFalse([one for one in self.clients.unread if (one["client"], one["event"]) == (first, "others")])
        self.clients.do("unsubscribe", first, channel="news")
        batch = [{"channel": "more", "name": "a", "data": "1"}, {"channel": "news", "name": "b", "data": "2", "info": "subscription_count"}]
        wait_until(lambda: self.publisher("getChannelInfo", "news", {"info": "subscription_count"})["subscription_count"] == 1, "it left")
        self.assertEqual({"batch": [{}, {"subscription_count": 1}]}, self.publisher("triggerBatch", batch))
        self.assertEqual("1", self.clients.wait(second, "a"))

    def test_private_channels_and_client_events(self):
        self.serve(client_events_per_second=3)
        first, _ = self.open_at(0, "first", "1")
        second, _ = self.open_at(1, "second", "2")
        for client in (first, second):
            self.subscribe(client, "private-chat")
        self.clients.do("trigger", first, channel="private-chat", event="client-typing", data={"who": "first", "n": 2**40})
        self.assertEqual({"who": "first", "n": 2**40}, self.clients.wait(second, "client-typing"))
        for _ in range(5):
            self.clients.do("trigger", second, channel="private-chat", event="client-flood", data={})
        self.assertEqual(4301, self.clients.wait(second, "error")["code"])
        for _ in range(3):
            self.clients.wait(first, "client-flood")
        self.publisher("trigger", "private-chat", "end", 1)
        self.clients.wait(first, "end")
        self.assertNotIn("client-flood", [one["event"] for one in self.clients.unread if one["client"] == first])
        self.open("nobody")
        self.clients.do("subscribe", "nobody", channel="private-chat")
        self.assertEqual(403, self.clients.wait("nobody", "pusher:subscription_error")["status"], "of the application")
        self.clients.do("send", "nobody", event="pusher:subscribe", data={"channel": "private-chat", "auth": "key:" + "0" * 64})
        self.assertEqual(401, self.clients.wait("nobody", "pusher:subscription_error")["status"])
        self.clients.do("send", "nobody", event="client-typing", data={}, channel="private-chat")
        self.assertEqual(4300, self.clients.wait("nobody", "error")["code"])

    def test_presence(self):
        self.serve()
        one, _ = self.open_at(0, "one", "1")
        two, _ = self.open_at(1, "two", "2")
        again, _ = self.open_at(1, "again", "1")
        room = "presence-room"
        found = self.subscribe(one, room)
        self.assertEqual({"count": 1, "members": {"1": {"name": "User 1"}}, "me": {"id": "1", "info": {"name": "User 1"}}}, found)
        found = self.subscribe(two, room)
        self.assertEqual((2, "2"), (found["count"], found["me"]["id"]))
        self.assertEqual({"id": "2", "info": {"name": "User 2"}}, self.clients.wait(one, "pusher:member_added"))
        self.assertEqual(2, self.subscribe(again, room)["count"], "a second connection of a user")
        self.assertEqual(["1", "2"], self.users(room))
        found = self.publisher("getChannels", {"filter_by_prefix": "presence-", "info": "user_count"})
        self.assertEqual({room: {"user_count": 2}}, found["channels"])
        self.clients.do("close", one)
        self.clients.do("unsubscribe", two, channel=room)
        self.assertEqual("2", self.clients.wait(again, "pusher:member_removed")["id"], "and not user 1, who is there")
        self.assertEqual(2, self.subscribe(two, room)["count"])
        self.assertEqual("2", self.clients.wait(again, "pusher:member_added")["id"])
        self.clients.do("close", again)
        self.assertEqual("1", self.clients.wait(two, "pusher:member_removed")["id"])
        self.clients.do("trigger", two, channel=room, event="client-x", data=1)

    def test_presence_of_a_killed_worker(self):
        self.serve()
        stays, _ = self.open_at(0, "stays", "1")
        goes, _ = self.open_at(1, "goes", "2")
        for client in (stays, goes):
            self.subscribe(client, "presence-room")
        self.clients.wait(stays, "pusher:member_added")
        self.server.expect_crash(signal.SIGKILL)
        os.kill(int(self.server.get("/pid?worker=1").text), signal.SIGKILL)
        self.assertEqual("2", self.clients.wait(stays, "pusher:member_removed")["id"])
        self.assertEqual("2", self.clients.wait(stays, "pusher:member_added")["id"], "it connects again")

    def test_presence_after_a_reload(self):
        self.serve()
        names = [self.open_at(worker, f"client {worker}", str(worker))[0] for worker in (0, 1)]
        for name in names:
            self.subscribe(name, "presence-room")
        before = self.server.workers()
        self.server.send_signal(signal.SIGUSR1)
        self.server.wait_new_workers(before)
        for name in names:  # they connect again, one after the other or both at once
            self.clients.wait(name, "pusher:subscription_succeeded", "presence-room")
        self.assertEqual(["0", "1"], self.users("presence-room"))
        self.clients.do("close", names[0])
        wait_until(lambda: self.users("presence-room") == ["1"], "the other one has left")

    def users(self, channel):
        return sorted(user["id"] for user in self.publisher("getPresenceUsers", channel)["users"])

    def test_users_who_sign_in(self):
        self.serve()
        first, _ = self.open_at(0, "first", "1")
        second, _ = self.open_at(1, "second", "2")
        for client in (first, second):
            self.clients.do("signin", client)
        wait_until(lambda: len(self.publisher("getChannels")["channels"]) == 2, "they have signed in")
        self.publisher("sendToUser", "2", "notice", {"text": "for you"})
        self.assertEqual({"text": "for you"}, self.clients.wait(second, "user notice"))
        self.subscribe(second, "news")
        self.publisher("terminateUserConnections", "2")
        self.assertEqual(4009, self.clients.wait(second, "error")["code"])
        wait_until(lambda: "news" not in self.publisher("getChannels")["channels"], "the connection has ended")
        self.assertIn("#server-to-user-1", self.publisher("getChannels")["channels"])

    def test_cache_channels(self):
        self.serve()
        self.open("early")
        self.subscribe("early", "cache-score")
        self.clients.wait("early", "pusher:cache_miss")
        self.publisher("trigger", "cache-score", "score", {"home": 1})
        self.assertEqual({"home": 1}, self.clients.wait("early", "score"))
        self.open("late")
        self.subscribe("late", "cache-score")
        self.assertEqual({"home": 1}, self.clients.wait("late", "score"))
        found = self.publisher("getChannelInfo", "cache-score", {"info": "cache,subscription_count"})
        self.assertEqual(('{"home":1}', 2, True), (found["cache"]["data"], found["subscription_count"], found["occupied"]))

    def test_clients_that_may_not_connect(self):
        self.serve(application={"max_connections": 1, "allowed_origins": ["*.example.com"]})
        self.clients.do("open", "stranger", port=self.server.port, key="unknown", user=None)
        self.assertEqual(4001, self.clients.wait("stranger", "error")["code"])
        self.open("first")
        self.clients.do("open", "second", port=self.server.port, key="key", user=None)
        self.assertEqual(4004, self.clients.wait("second", "error")["code"])
        self.open("third", key="other-key")

    def test_the_program_publishes(self):
        self.serve()
        socket_id = self.open("client")
        self.subscribe("client", "news")
        self.assertEqual("published", self.publish(["news"], "first", 1, f"?except={socket_id}"))
        self.assertEqual("published", self.publish(["news"], "second", {"a": "b"}))
        self.assertEqual({"a": "b"}, self.clients.wait("client", "second"))
        self.assertNotIn("first", [one["event"] for one in self.clients.unread])
        self.assertIn("reserved", self.publish(["news"], "pusher:error", 1))
        self.assertIn("name", self.publish(["no spaces"], "x", 1))

    def publish(self, channels, event, data, query=""):
        body = json.dumps({"channels": channels, "event": event, "data": data})
        return self.server.get(f"/publish{query}", (), "POST", body).text


class ProtocolTest(BroadcastingCase):
    """What real clients do not do."""

    def raw(self, path="/app/key?protocol=7"):
        client = WebSocket(("127.0.0.1", self.server.port), path)
        self.addCleanup(client.close)
        return client

    def event(self, client):
        """The next event: name, data."""
        found = json.loads(client.frame().text)
        return found["event"], json.loads(found["data"])

    def say(self, client, event, data):
        client.push(json.dumps({"event": event, "data": data}))
        return self.event(client)

    def test_handshakes(self):
        self.serve(application={"enabled": False})
        for path, code in (("/app/none?protocol=7", 4001), ("/app/key?protocol=7", 4003), ("/app/other-key", 4008),
                           ("/app/other-key?protocol=x", 4006), ("/app/other-key?protocol=4", 4007), ("/app/other-key?protocol=8", 4007)):
            client = self.raw(path)
            self.assertEqual(("pusher:error", code), (lambda event: (event[0], event[1]["code"]))(self.event(client)))
            closing = client.frame()
            self.assertEqual((CLOSE, code), (closing.opcode, int.from_bytes(closing.payload[:2], "big")))
        event, data = self.event(self.raw("/app/other-key?protocol=5&client=js"))
        self.assertEqual(("pusher:connection_established", 120), (event, data["activity_timeout"]))
        self.assertRegex(data["socket_id"], r"^\d+\.\d+$")

    def test_websockets_of_the_program(self):
        self.serve(own=True, workers=1)
        own = self.raw("/own")
        self.assertEqual("own /own", own.frame().text)
        own.push("x")
        self.assertEqual("own x", own.frame().text)
        refused = self.raw("/app/none")
        self.assertEqual("pusher:error", self.event(refused)[0])
        refused.push("x")
        self.assertEqual(CLOSE, refused.frame().opcode, "and not what the program says")
        client = self.raw()
        self.assertEqual("pusher:connection_established", self.event(client)[0])
        self.assertEqual("pusher:pong", self.say(client, "pusher:ping", {})[0])
        own.close()
        self.server.wait_for("^OWN CLOSE$")

    def test_messages(self):
        self.serve(channels_per_connection=2, max_event_size=1000)
        client = self.raw()
        self.event(client)
        self.assertEqual(("pusher:pong", {}), self.say(client, "pusher:ping", {}))
        for text in ("", "x", "[]", "{}", '{"event":1}', '{"event":"unknown"}', '{"event":"pusher:subscribe"}',
                     '{"event":"pusher:subscribe","data":{"channel":1}}', '{"event":"pusher:subscribe","data":{"channel":"a b"}}',
                     '{"event":"pusher:subscribe","data":{"channel":"#other"}}', '{"event":"pusher:signin","data":{}}',
                     '{"event":"pusher:unsubscribe","data":[]}', '{"event":"client-a","channel":"private-a","data":1e999}',
                     '{"event":"client-a","data":1}', "[" * 1000, "x" * 6000):
            client.push(text)
            event, data = self.event(client)
            self.assertEqual(("pusher:error", 4300), (event, data["code"]), text[:100])
        for channel, status in (("private-a", 401), ("presence-a", 401), ("#server-to-user-", 401), ("#server-to-user-1", 401)):
            event, data = self.say(client, "pusher:subscribe", {"channel": channel, "auth": "key:"})
            self.assertEqual(("pusher:subscription_error", status), (event, data["status"]), channel)
        for channel in "ab":
            self.assertEqual(("pusher_internal:subscription_succeeded", {}), self.say(client, "pusher:subscribe", {"channel": channel}))
        self.assertEqual(403, self.say(client, "pusher:subscribe", {"channel": "c"})[1]["status"])
        self.assertEqual(4300, self.say(client, "pusher:subscribe", {"channel": "a"})[1]["code"])
        self.assertEqual(4300, self.say(client, "client-a", {})[1]["code"])

    def test_signatures_of_clients(self):
        self.serve(members_per_channel=1, max_member_size=64)
        client = self.raw()
        socket_id = self.event(client)[1]["socket_id"]

        def join(channel_data, channel="presence-a", key="key"):
            signature = hmac.new(b"secret", f"{socket_id}:{channel}:{channel_data}".encode(), hashlib.sha256).hexdigest()
            return self.say(client, "pusher:subscribe", {"channel": channel, "auth": f"{key}:{signature}", "channel_data": channel_data})[1]
        self.assertEqual(401, join('{"user_id":"1"}', key="other-key")["status"])
        self.assertEqual(400, join('{"user_id":""}')["status"])
        self.assertEqual(400, join("1")["status"])
        self.assertEqual(413, join(json.dumps({"user_id": "1", "user_info": "x" * 64}))["status"])
        self.assertEqual({"count": 1, "ids": ["1"], "hash": {"1": None}}, join('{"user_id":1}')["presence"])
        second = self.raw()
        socket_id = self.event(second)[1]["socket_id"]
        client = second
        self.assertEqual(403, join('{"user_id":"2"}')["status"], "the channel is full")
        self.assertEqual(1, join('{"user_id":"1"}')["presence"]["count"])

    def test_a_silent_client(self):
        self.serve(activity_timeout=1, pong_timeout=1)
        client = self.raw()
        self.event(client)
        self.assertEqual("pusher:ping", self.event(client)[0])
        self.assertEqual(("pusher:error", 4201), (lambda event: (event[0], event[1]["code"]))(self.event(client)))
        self.assertEqual(CLOSE, client.frame().opcode)

    def test_too_many_messages(self):
        self.serve(messages_per_second=1, channels_per_connection=1)
        client = self.raw()
        self.event(client)
        for _ in range(200):
            client.push('{"event":"pusher:ping"}')
        while (event := self.event(client))[0] == "pusher:pong":
            pass
        self.assertEqual(4100, event[1]["code"])

    def test_http_api(self):
        self.serve()
        self.assertEqual({"channels": {}}, json.loads(self.api("/apps/app/channels").text))
        event = json.dumps({"name": "e", "data": "d", "channel": "c"}).encode()
        self.assertEqual((200, "{}"), (lambda answer: (answer.status, answer.text))(self.api("/apps/app/events", (), "POST", event)))
        path = "/apps/app/channels"
        for status, answer in ((401, self.server.get(path)), (401, self.api(path, secret=b"wrong")), (401, self.api(path, auth_key="other-key")),
                               (401, self.api(path, auth_timestamp=str(int(time.time()) - 700))), (401, self.api(path, auth_timestamp="x")),
                               (401, self.api(path, auth_version="2.0")), (404, self.api("/apps/none/channels")),
                               (401, self.api("/apps/app/events", (), "POST", event, body_md5="0" * 32)),
                               (405, self.api(path, (), "POST", event)), (405, self.api("/apps/app/events")),
                               (400, self.api(path, {"info": "user_count"})), (400, self.api(f"{path}/c/users")),
                               (400, self.api(f"{path}/a%20b")),
                               (400, self.api(f"/apps/app/users/{'u' * 129}/terminate_connections", (), "POST"))):
            self.assertEqual(status, answer.status, answer.text)
        for status, body in ((400, "x"), (400, {}), (400, {"name": "e", "channel": "c"}), (400, {"name": "e", "data": {}, "channel": "c"}),
                             (400, {"name": "", "data": "", "channel": "c"}), (400, {"name": "e", "data": "", "channels": []}),
                             (400, {"name": "e", "data": "", "channels": ["a", 1]}), (400, {"name": "pusher:x", "data": "", "channel": "c"}),
                             (413, {"name": "e", "data": "x" * 10241, "channel": "c"}), (413, {"name": "e", "data": "x" * 99999, "channel": "c"}),
                             (400, {"name": "e", "data": "", "channels": ["private-encrypted-a", "b"]}),
                             (400, {"name": "e", "data": "", "channel": "c", "socket_id": "1"})):
            answer = self.api("/apps/app/events", (), "POST", json.dumps(body).encode())
            self.assertEqual(status, answer.status, answer.text)
        batch = {"batch": [{"name": "e", "data": "", "channel": "c"}] * 11}
        self.assertEqual(400, self.api("/apps/app/batch_events", (), "POST", json.dumps(batch).encode()).status)

    def test_pages_of_other_origins(self):
        self.serve(application={"allowed_origins": ["*.example.com"]})
        ours, other = ("Origin", "https://www.example.com"), ("Origin", "https://example.org")
        preflight = self.server.get("/apps/app/events", [ours], "OPTIONS")
        self.assertEqual((204, ours[1]), (preflight.status, preflight.get("Access-Control-Allow-Origin")))
        self.assertIsNone(self.server.get("/apps/app/events", [other], "OPTIONS").get("Access-Control-Allow-Origin"))
        client = WebSocket(("127.0.0.1", self.server.port), "/app/key?protocol=7", fields=[other])
        self.addCleanup(client.close)
        self.assertEqual(4009, self.event(client)[1]["code"])
        self.assertEqual(404, self.server.get("/elsewhere", [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
                                                             ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")]).status)


class ServersTest(RealClientsCase):
    def test_a_publisher_at_another_server(self):
        redis = services.redis(services.Packages())
        self.addCleanup(redis.close)
        self.serve(backplane=f"redis://127.0.0.1:{redis.port}/0")
        socket_id = self.open("first")
        self.open("second")
        for client in ("first", "second"):
            self.subscribe(client, "news")
        self.serve(backplane=f"redis://127.0.0.1:{redis.port}/0")
        self.publisher("trigger", "news", "others", 1, {"socket_id": socket_id})
        self.publisher("trigger", "news", "all", 2)
        self.assertEqual(1, self.clients.wait("second", "others"))
        self.assertEqual(2, self.clients.wait("first", "all"))
        self.assertNotIn("others", [one["event"] for one in self.clients.unread])


class ServeTest(LauncherTest):
    NAMES = ("REVERB_APP_ID", "REVERB_APP_KEY", "REVERB_APP_SECRET")

    def test_one_server_for_the_application_and_its_websockets(self):
        self.write("public/index.php", "<?php return fn ($request, $response) => 'application';")
        environment = dict(zip(self.NAMES, ("app", "key", "secret")))
        server = self.run_served("public", "--port", "0", "--workers", "2", "--broadcast", env=environment)
        server.wait_for(r"^on: .*broadcasting")
        self.assertEqual("application", server.get("/").text)
        self.assertEqual("application", server.get("/apps/other").text)
        client = WebSocket(("127.0.0.1", server.port), "/app/key?protocol=7")
        self.addCleanup(client.close)
        self.assertIn("pusher:connection_established", client.frame().text)
        client.push(json.dumps({"event": "pusher:subscribe", "data": {"channel": "news"}}))
        self.assertIn("subscription_succeeded", client.frame().text)
        body = json.dumps({"name": "hello", "channels": ["news"], "data": "1"}).encode()
        self.assertEqual(200, signed(server, "/apps/app/events", (), "POST", body).status)
        self.assertEqual({"event": "hello", "channel": "news", "data": "1"}, json.loads(client.frame().text))

    def test_what_is_missing(self):
        self.write("public/index.php", "<?php return fn ($request, $response) => 'application';")
        missing = {**dict.fromkeys(self.NAMES, ""), "REVERB_APP_ID": "app"}
        done = tern("serve", "public", "--port", "0", "--broadcast", env=missing, cwd=self.folder)
        self.assertEqual(2, done.returncode)
        self.assertIn("the environment has no REVERB_APP_KEY", done.stderr)
        done = tern("serve", "public/index.php", "--broadcast", cwd=self.folder)
        self.assertIn("--broadcast is for folders", done.stderr)


class EchoTest(RealClientsCase):
    def test_channels_of_laravel(self):
        self.serve()
        ann, ann_id = self.open_at(0, "ann", "1", "echo")
        bob, _ = self.open_at(1, "bob", "2", "echo")
        for client in (ann, bob):
            self.clients.do("listen", client, channel="orders", event="OrderShipped")
            self.clients.do("private", client, channel="order.1", event=".shipped")
            self.clients.wait(client, "subscribed", "orders")
            self.clients.wait(client, "subscribed", "order.1")
        self.publisher("trigger", ["orders"], "App\\Events\\OrderShipped", {"order": 1})
        self.publisher("trigger", ["private-order.1"], "shipped", {"order": 1}, {"socket_id": ann_id})
        for client in (ann, bob):
            self.assertEqual({"order": 1}, self.clients.wait(client, "OrderShipped"))
        self.assertEqual({"order": 1}, self.clients.wait(bob, ".shipped"))
        self.clients.do("whisper", bob, channel="order.1", data={"name": "Bob"})
        self.assertEqual({"name": "Bob"}, self.clients.wait(ann, "whisper"))
        self.assertNotIn(".shipped", [one["event"] for one in self.clients.unread if one["client"] == ann])

    def test_presence_channels_of_laravel(self):
        self.serve()
        ann, _ = self.open_at(0, "ann", "1", "echo")
        bob, _ = self.open_at(1, "bob", "2", "echo")
        self.clients.do("join", ann, channel="chat")
        self.assertEqual([{"name": "User 1"}], self.clients.wait(ann, "here"))
        self.clients.do("join", bob, channel="chat")
        self.assertEqual([{"name": "User 1"}, {"name": "User 2"}], sorted(self.clients.wait(bob, "here"), key=lambda user: user["name"]))
        self.assertEqual({"name": "User 2"}, self.clients.wait(ann, "joining"))
        self.clients.do("leave", ann, channel="chat")
        self.assertEqual({"name": "User 1"}, self.clients.wait(bob, "leaving"))
        self.open("nobody", command="echo")
        self.clients.do("private", "nobody", channel="order.1", event="x")
        self.assertEqual(403, self.clients.wait("nobody", "refused")["status"])


if __name__ == "__main__":
    unittest.main()
