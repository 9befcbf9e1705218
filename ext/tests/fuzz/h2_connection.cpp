// HTTP/2 connections on a scripted kernel. The input is a script: what clients send, well-formed by nghttp2 or any
// bytes, and how it arrives, how much the kernel takes, how the handler answers, WebSockets on streams (RFC 8441), the
// clock, leaving and giving up. Then the kernel becomes kind and everything is finished. A client that did nothing
// wrong must have found nothing wrong and have all its answers, and nothing may be left: no connection, no request, no
// session, no WebSocket, no registration.
#include "h2_client.h"
#include "scripted_calls.h"
#include "scripted_handler.h"
#include "scripted_websockets.h"
#include "scripted_world.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::fuzz;

namespace {

struct Peer {
    explicit Peer(unsigned how) : session((how & 1) != 0 ? 100 : 65535, (how & 2) == 0) {}
    H2Client session;
    size_t heard = 0;  // of what the server sent
};

class World {
public:
    explicit World(ScriptReader& script) : admission(limits_of(script), counters, {&counters, 1}) {
        if (loop.open() != Error::ok) std::abort();
        context.generation = 1;
        handler.most_ahead = BodyWindow::kLow + http::h2::SessionOptions{}.stream_window_bytes;
        handler.upgrades = [this](Exchange& exchange) {
            return takes_tunnels_ && (websockets.upgrade(exchange) || exchange.responder() == nullptr);
        };
        port = std::make_unique<Port>(context, options_of(script), listener, handler, admission, exchanges);
    }
    void play(ScriptReader& script) {
        for (int i = 0; i < 300 && !script.over(); ++i) step(script);
    }
    void conclude();

    Handler::Clients clients;
    std::vector<std::unique_ptr<Peer>> peers;  // of the same index
    Kernel kernel;
    loop::Loop loop{read_clock};
    NoLog sink;
    Log log{&sink, LogLevel::none};
    shm::WorkerCounters counters;
    alignas(64) std::array<char, 16384> memory{};
    shm::SessionTable sessions{memory.data(), 16};
    Context context{loop, log, counters, sessions};
    WebSockets websockets{context, [this](int64_t id, bool) {
                              WsSession* session = context.websockets.find(id);
                              if (session != nullptr) session->close_at_once(1011, "cut");
                          }};
    ExchangePool exchanges;
    Handler handler{clients, [this](int64_t id) {
                        if (Connection* connection = port->find(id)) connection->close();
                    }};
    bool takes_tunnels_ = true;
    bool rationed_;  // a request may wait for one that is never answered
    Admission admission;
    net::Listener listener;
    std::unique_ptr<Port> port;

private:
    AdmissionLimits limits_of(ScriptReader& script) {
        const unsigned byte = script.byte();
        rationed_ = (byte & 0x33) != 0;
        return {(byte & 0x30u) >> 4, byte & 3};
    }
    static PortOptions options_of(ScriptReader& script);
    void step(ScriptReader& script);
    void step_of_server(unsigned choice, ScriptReader& script);
    void step_of_websockets(unsigned choice, ScriptReader& script);
    void ask_for_websocket(size_t index, ScriptReader& script);
    void send_frames(size_t index, ScriptReader& script);
    void connect(ScriptReader& script);
    void ask(size_t index, ScriptReader& script);
    void speak(size_t index);
    void reset(size_t index, int32_t stream);
    void listen(size_t index);
    void turn(int times) {
        for (int i = 0; i < times; ++i) (void)loop.turn(0);
    }
    void excuse_all() {
        for (auto& client : clients) client->excused = true;
    }
    void finish_kept();
    bool quiet() const;
    void check();
};

PortOptions World::options_of(ScriptReader& script) {
    const unsigned byte = script.byte();
    PortOptions options;
    options.http2 = true;
    options.http2_session.extended_connect = true;
    Limits& limits = options.limits;
    if (byte & 1) options.http2_session.concurrent_streams = 2;
    if (byte & 2) limits.body_bytes = 40'000;
    if (byte & 4) limits.body_memory_bytes = 20'000;
    if (byte & 8) limits.high_watermark = 50'000, limits.low_watermark = 5'000;
    if (byte & 16) limits.keep_alive_requests = 5;
    if (byte & 32) limits.decode_bodies = true;
    if (byte & 64) limits.send_timeout_ms = 0;
    if (byte & 128) options.streams = {"/s"};
    return options;
}

void World::connect(ScriptReader& script) {
    const unsigned how = script.byte();
    const size_t room = script.amount();
    if (clients.size() >= 4) return;
    ConnectionInfo info;
    info.origin.remote_port = static_cast<uint16_t>(clients.size());
    const Result<int64_t> id = sessions.allocate(1, 0, info.origin);
    if (!id.ok()) return;  // WebSockets on streams have sessions, too: a server that is full closes what it accepts
    info.session_id = id.value();
    auto client = std::make_unique<Client>();
    client->socket->room = room;
    client->excused = port->leaving();
    Fd fd(kernel.open(client->socket));
    clients.push_back(std::move(client));
    peers.push_back(std::make_unique<Peer>(how));
    if (port->accept(std::move(fd), info, Arrival::handed_over, {}) != Error::ok) fail("not adopted", "");
}

void World::ask(size_t index, ScriptReader& script) {
    const unsigned kind = script.byte();
    std::vector<std::pair<std::string, std::string>> fields = {
        {":method", kind & 1 ? "POST" : (kind & 2 ? "HEAD" : "GET")},
        {":scheme", "http"},
        {":authority", "x"},
        {":path", kind & 4 ? "/s" : "/a"}};
    if (kind & 8) fields.push_back({"priority", kind & 16 ? "u=1, i" : "u=6"});
    if (kind & 32) fields.push_back({"cookie", "a=b"}), fields.push_back({"cookie", "c=d"});
    const std::string body(script.amount() * ((kind & 16) != 0 ? 10 : 1), 'b');
    if (kind & 1) {
        if (kind & 64) fields.push_back({"expect", "100-continue"});
        if (kind & 2) fields.push_back({"content-length", std::to_string(body.size())});
        if ((kind & 0xe0) == 0xe0) fields.push_back({"content-encoding", "gzip"}), clients[index]->excused = true;
    }
    const bool whole = (kind & 0x80) == 0 || (kind & 2) != 0;
    if (peers[index]->session.streams.size() < 60)
        peers[index]->session.request(fields, kind & 1 ? &body : nullptr, whole);
}

void World::ask_for_websocket(size_t index, ScriptReader& script) {
    const unsigned kind = script.byte();
    std::vector<std::pair<std::string, std::string>> fields = {{":method", "CONNECT"},
                                                               {":protocol", kind & 4 ? "connect-udp" : "websocket"},
                                                               {":scheme", "http"},
                                                               {":authority", "x"},
                                                               {":path", kind & 8 ? "/s" : "/ws"}};
    if ((kind & 0x30) != 0x30) fields.push_back({"sec-websocket-version", kind & 0x40 ? "12" : "13"});
    if (ws_offer(kind)[0] != '\0') fields.push_back({"sec-websocket-extensions", ws_offer(kind)});
    const std::string early = (kind & 0x80) != 0 ? ws_frame(kind >> 2) : "";
    if (peers[index]->session.streams.size() < 60) peers[index]->session.request(fields, &early, false, true);
}

// On the stream of that number, or on the first one that is a WebSocket.
void World::send_frames(size_t index, ScriptReader& script) {
    const auto stream = static_cast<int32_t>(2 * (script.byte() % 16) + 1);
    const unsigned which = script.byte();
    auto& streams = peers[index]->session.streams;
    auto found = streams.find(stream);
    if (found == streams.end() || !found->second.tunnel) {
        found = std::find_if(streams.begin(), streams.end(), [](const auto& one) { return one.second.tunnel; });
    }
    if (found == streams.end() || found->second.whole || found->second.body.size() > 100'000) return;
    const bool any = which >= 0xf0;
    peers[index]->session.go_on(found->first, any ? std::string(script.take(which & 0x0f)) : ws_frame(which), false);
}

void World::speak(size_t index) {
    Socket& socket = *clients[index]->socket;
    if (!socket.fin_to_arrive && socket.to_arrive.size() < 400'000) socket.to_arrive += peers[index]->session.out();
}

// A stream is reset only behind its HEADERS. nghttp2 withdraws HEADERS that have not left when their stream is reset,
// and sends RST_STREAM for that idle stream when it is reset once more: a server is right to close the connection then.
void World::reset(size_t index, int32_t stream) {
    auto& streams = peers[index]->session.streams;
    const auto found = streams.find(stream);
    if (found == streams.end()) return;
    if (!found->second.begun) speak(index);
    if (found->second.begun) peers[index]->session.reset(stream);
}

void World::listen(size_t index) {
    Peer& peer = *peers[index];
    const std::string& sent = clients[index]->socket->sent;
    const bool fine = peer.session.in(Bytes(sent).substr(peer.heard));
    peer.heard = sent.size();
    if (!fine && !clients[index]->excused) fail("the client complains", sent);
}

void World::step(ScriptReader& script) {
    const unsigned choice = script.byte() % 26;
    if (choice == 0 || clients.empty()) return connect(script);
    if (choice == 1) return turn(1 + static_cast<int>(script.byte() % 4));
    if (choice >= 18) return step_of_server(choice, script);
    const size_t index = script.byte() % clients.size();
    Client& client = *clients[index];
    Peer& peer = *peers[index];
    const unsigned argument = script.byte();
    const auto stream = static_cast<int32_t>(2 * (argument % 16) + 1);
    switch (choice) {
        case 2:
        case 3:
        case 4: ask(index, script); break;
        case 5:
        case 6: speak(index); break;
        case 7: listen(index); break;
        case 8:
            if (peer.session.streams.count(stream) != 0) {
                peer.session.go_on(stream, std::string(script.amount(), 'm'), (argument & 0x80) != 0);
            }
            break;
        case 9: reset(index, stream); break;
        case 10: peer.session.open_windows(stream, script.amount() + 1); break;
        case 11:
            for (unsigned i = 0; i < argument; ++i) peer.session.ping();
            if (argument > 100) client.excused = true;
            break;
        case 12:  // any bytes
            speak(index);
            client.socket->to_arrive += script.take(argument % 64);
            client.excused = true;
            break;
        case 13: {  // any frame
            speak(index);
            std::string frame = {0, 0, static_cast<char>(argument % 40), static_cast<char>(script.byte() % 18)};
            frame += {static_cast<char>(script.byte()), 0, 0, 0, static_cast<char>(script.byte() % 16)};
            client.socket->to_arrive += frame + std::string(script.take(argument % 40));
            client.excused = true;
            break;
        }
        case 14:
        case 15: kernel.arrive(*client.socket, argument * (argument < 64 ? 1 : 300)); break;
        case 16: kernel.give_room(*client.socket, argument * (argument < 64 ? 1 : 1000)); break;
        default:
            client.excused = true;
            if (argument % 4 == 0) kernel.break_off(*client.socket);
            if (argument % 4 == 1) {
                client.socket->fin_to_arrive = true;
                kernel.arrive(*client.socket, argument);
            }
    }
}

void World::step_of_websockets(unsigned choice, ScriptReader& script) {
    const unsigned argument = script.byte();
    const size_t index = argument % clients.size();
    switch (choice) {
        case 0:
        case 1: ask_for_websocket(index, script); break;
        case 2:
        case 3:
        case 4: send_frames(index, script); break;
        case 5: websockets.manner = static_cast<WsManner>(argument % static_cast<unsigned>(WsManner::kManners)); break;
        case 6: websockets.finish_one(); break;
        case 7: websockets.broadcast(argument); break;
        case 8: websockets.close_some(argument); break;
        case 9: takes_tunnels_ = argument % 4 != 0; break;
        default:
            if (websockets.begun == 0) websockets.set_options(argument);
    }
}

void World::step_of_server(unsigned choice, ScriptReader& script) {
    const unsigned argument = script.byte();
    if (choice >= 24 && argument % 16 > 7) return step_of_websockets(argument % 8 + (choice == 25 ? 4 : 0), script);
    switch (choice) {
        case 18:
        case 19: handler.manner = static_cast<Manner>(argument % static_cast<unsigned>(Manner::kManners)); break;
        case 20:
            handler.size = script.amount();
            handler.body_use = static_cast<BodyUse>(argument % static_cast<unsigned>(BodyUse::kBodyUses));
            break;
        case 21:
        case 22: handler.act(script); break;
        case 23:
            now_ms += static_cast<int64_t>(argument) * argument * 2;
            if (now_ms > 1'015'000) excuse_all();  // timeouts
            turn(1);
            break;
        case 24:
            if (argument % 16 == 3) port->drain(nullptr);
            if (argument % 16 == 3) excuse_all();
            break;
        default:
            if (argument % 16 != 7) break;
            excuse_all();
            websockets.ended += context.websockets.count();  // they are not told
            port->terminate();
    }
}

void World::finish_kept() {
    for (size_t left = handler.kept.size(); left > 0; --left) {
        Exchange* exchange = handler.kept.front();
        handler.kept.erase(handler.kept.begin());
        if (exchange->responder() != nullptr) {
            if (exchange->state() == ResponseState::none) handler.respond(*exchange, 3, 200, true);
            handler.finish(*exchange);
        }
        exchange->release();
    }
}

bool World::quiet() const {
    for (const auto& peer : peers) {
        for (const auto& [id, stream] : peer->session.streams) {
            if (!stream.closed) return false;
        }
    }
    return handler.kept.empty();
}

// From here on nothing goes wrong any more.
void World::conclude() {
    handler.manner = Manner::whole;
    handler.body_use = BodyUse::take;
    websockets.manner = WsManner::drop;
    for (int i = 0; i < 150 && !quiet(); ++i) {
        for (size_t index = 0; index < clients.size(); ++index) {
            Socket& socket = *clients[index]->socket;
            socket.interruptions = 0;
            for (auto& [id, stream] : peers[index]->session.streams) {
                if (i == 0 && !stream.whole) peers[index]->session.go_on(id, "", true);
                if (!stream.closed) peers[index]->session.open_windows(id, 100'000);
            }
            speak(index);
            kernel.arrive(socket, SIZE_MAX);
            kernel.give_room(socket, 1 << 20);
        }
        turn(2);
        finish_kept();
        websockets.finish_all();
        for (size_t index = 0; index < clients.size(); ++index) listen(index);
    }
    check();
    now_ms += 1'000'000;
    turn(3);
    websockets.ended += context.websockets.count();  // of clients that only do nothing: they are not told
    port.reset();
    if (context.websockets.count() != 0) fail("a WebSocket is left", "");
    if (counters.websocket_num.get() != 0) fail("a WebSocket is counted", "");
    if (websockets.begun != websockets.ended) fail("a WebSocket has not ended once", "");
    check_nothing_left(sessions, counters, kernel);
    if (counters.close_count.get() != clients.size()) fail("closed more or less than once", "");
}

void World::check() {
    if (rationed_) return;
    for (size_t index = 0; index < clients.size(); ++index) {
        if (clients[index]->excused || peers[index]->session.ends()) continue;
        for (const auto& [id, stream] : peers[index]->session.streams) {
            if (!stream.closed) fail("a request was not answered", std::to_string(id));
            if (stream.tunnel && stream.status == "200") check_ws_frames(stream.heard, stream.extensions);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 4 || size > 2048) return 0;
    ScriptReader script(Bytes(reinterpret_cast<const char*>(data), size));
    file_bytes = 5'000 + script.byte() * 1000;
    return run_world<World>(script);
}
