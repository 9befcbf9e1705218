// WebSockets on a scripted kernel. The input is a script: what clients send and how it arrives, how much the kernel
// takes, what the program does with messages (answers, keeps, closes, fails), broadcasts, the clock, leaving. Then the
// kernel becomes kind and everything is finished. What was sent must be a handshake and well-formed frames that end
// with a close frame at most, every session that began must end once, and nothing may be left.
#include "../unit/http/ws/frames.h"
#include "script.h"
#include "scripted_calls.h"
#include "serve/port.h"
#include "serve/ws_upgrade.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::fuzz;

namespace {

using http::ws::Opcode;
using http::ws::test::copy_of;
using http::ws::test::frame;

int64_t now_ms = 0;
int64_t read_clock() noexcept { return now_ms * 1000; }

class NoLog final : public LogSink {
public:
    void write(LogLevel, Bytes) override {}
};

enum class Manner : unsigned { echo, compress, keep, fragment, close, reset, hang_up, ping, drop, kManners };

class World final : public RequestHandler, public WsHandler {
public:
    explicit World(ScriptReader& script);
    ~World() { port.reset(); }
    void play(ScriptReader& script) {
        for (int i = 0; i < 400 && !script.over(); ++i) step(script);
    }
    void conclude();

    void on_request(Exchange& exchange) override;
    void on_client_gone(Exchange&) override {}
    void on_drained(Exchange&) override {}
    void on_body(Exchange&) override {}
    void on_connect(int64_t) override {}
    void on_close(int64_t) override {}
    void on_message(WsSession& session, const Message& message) override;
    void on_drained(WsSession& session) override { (void)session.push(Opcode::text, Slice("drained")); }
    void on_closed(WsSession& session, uint16_t code, Bytes, bool) override {
        if (code == 0) fail("closed with no code", "");
        if (context.websockets.find(session.id()) != nullptr) fail("still found", "");
        ++ended;
    }

    Kernel kernel;

private:
    struct Kept {
        int64_t id;
        size_t size;
    };

    void step(ScriptReader& script);
    void step_of_server(unsigned choice, unsigned argument);
    void connect(ScriptReader& script);
    void send_frames(Client& client, unsigned which);
    void broadcast(unsigned argument);
    void finish_one();
    static void check(const Client& client);
    void turn(int times) {
        for (int i = 0; i < times; ++i) (void)loop.turn(0);
    }

    std::vector<std::unique_ptr<Client>> clients;
    std::vector<Kept> kept;
    Manner manner = Manner::echo;
    size_t begun = 0;
    size_t ended = 0;
    WsOptions options;
    QueueLimit limit;
    loop::Loop loop{read_clock};
    NoLog sink;
    Log log{&sink, LogLevel::none};
    WorkerCounters counters;
    alignas(64) std::array<char, 16384> memory{};
    SessionTable sessions{memory.data(), 16};
    Context context{loop, log, counters, sessions};
    ExchangePool exchanges;
    Admission admission{{}, counters, {&counters, 1}};
    net::Listener listener;
    std::unique_ptr<Port> port;
};

World::World(ScriptReader& script) {
    if (loop.open() != Error::ok) std::abort();
    context.incarnation = 1;
    const unsigned byte = script.byte();
    if (byte & 1) options.message = {200, 4};
    if (byte & 2) options.queue_bytes = 3'000, options.drained_bytes = 500;
    if (byte & 4) limit = {3'000, true};
    if (byte & 8) options.handled_messages = 2, options.handled_bytes = 300;
    if (byte & 16) options.tells_close = options.tells_ping = options.tells_pong = true;
    if (byte & 32) options.idle_timeout_ms = 50'000;
    if (byte & 64) options.wind_down_ms = 10'000;
    options.compression = true;
    options.compression_least = 8;
    if (byte & 128) options.deflate = {false, false, 10, 10};
    port = std::make_unique<Port>(context, PortOptions{}, listener, *this, admission, exchanges);
}

void World::connect(ScriptReader& script) {
    static const char* const kOffers[] = {"", "permessage-deflate; client_max_window_bits",
                                          "permessage-deflate; server_max_window_bits=9",
                                          "permessage-deflate; server_no_context_takeover; client_no_context_takeover"};
    const size_t room = script.amount();
    const unsigned offer = script.byte() % 4;
    if (clients.size() >= 6) return;
    auto client = std::make_unique<Client>();
    client->socket->room = room;
    client->socket->to_arrive =
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: " +
        std::string(kOffers[offer]) + "\r\n\r\n";
    Passport passport;
    passport.origin.remote_port = static_cast<uint16_t>(clients.size());
    passport.session_id = sessions.allocate(1, 0, passport.origin).value();
    net::Fd fd(kernel.open(client->socket));
    clients.push_back(std::move(client));
    (void)port->adopt(std::move(fd), passport, {});
}

void World::on_request(Exchange& exchange) {
    Result<WsSession*> session = upgrade(exchange, {}, *this, options);
    if (session.ok()) ++begun;
}

void World::on_message(WsSession& session, const Message& message) {
    const int64_t id = session.id();
    switch (manner) {
        case Manner::compress:
        case Manner::echo:
            (void)session.push(message.opcode, copy_of(message.payload), {.compress = manner == Manner::compress});
            break;
        case Manner::keep:
            session.begin(message.payload.size());
            kept.push_back({id, message.payload.size()});
            break;
        case Manner::fragment:
            (void)session.push(Opcode::text, Slice("fragments "), {.fin = false, .compress = true});
            if (context.websockets.find(id) == nullptr) break;
            (void)session.push(Opcode::continuation, Slice("end"));
            break;
        case Manner::close: (void)session.close(4000, "enough"); break;
        case Manner::reset: port->find(id)->reset(); break;
        case Manner::hang_up: port->find(id)->close(); break;
        case Manner::ping: (void)session.ping("there?"); break;
        default: break;
    }
}

void World::send_frames(Client& client, unsigned which) {
    static const std::string kFrames[] = {
        frame(1, "hello"),
        frame(1, "text that is long enough to be compressed, long enough to be compressed"),
        frame(2, std::string(190, 'b')),
        frame(2, std::string(20'000, 'c')),
        frame(1, "a", {.fin = false}),
        frame(0, "b", {.fin = false}),
        frame(0, "c"),
        frame(9, "ping"),
        frame(10, ""),
        frame(8, ""),
        frame(8,
              "\x03\xe8"
              "bye"),
        frame(1, std::string("\xf2\x48\xcd\xc9\xc9\x07\x00", 7), {.rsv = 4}),
        frame(1, std::string("\xf2\x00\x11\x00\x00", 5), {.rsv = 4}),
        frame(1, "\xff"),
        frame(3, ""),
        frame(8, "x"),
        frame(2, "", {.claimed = 1 << 30}),
    };
    Socket& socket = *client.socket;
    if (socket.fin_to_arrive || socket.to_arrive.size() > 200'000) return;
    socket.to_arrive += kFrames[which % std::size(kFrames)];
}

void World::broadcast(unsigned argument) {
    const bool ping = argument % 4 == 3;
    SharedFrame shared(ping ? Opcode::ping : Opcode::text, std::string(argument % 100, 's'), argument % 2 == 0, options,
                       context.websockets.codecs);
    for (int64_t id : context.websockets.ids()) {
        if (WsSession* session = context.websockets.find(id)) (void)session->push_frame(shared, limit);
    }
}

void World::finish_one() {
    if (kept.empty()) return;
    const Kept one = kept.front();
    kept.erase(kept.begin());
    WsSession* session = context.websockets.find(one.id);
    if (session == nullptr) return;
    (void)session->push(Opcode::binary, Slice("kept"));
    session = context.websockets.find(one.id);
    if (session != nullptr) session->done(one.size);
}

void World::step(ScriptReader& script) {
    const unsigned choice = script.byte() % 24;
    if (choice == 0) return connect(script);
    const unsigned argument = script.byte();
    if (choice == 1) return turn(1 + static_cast<int>(argument % 4));
    if (choice >= 14) return step_of_server(choice, argument);
    if (clients.empty()) return;
    Client& client = *clients[script.byte() % clients.size()];
    Socket& socket = *client.socket;
    switch (choice) {
        case 2:
        case 3:
        case 4: send_frames(client, argument); break;
        case 5:
            if (!socket.fin_to_arrive) socket.to_arrive += script.take(argument);
            break;
        case 6:
        case 7: kernel.arrive(socket, argument); break;
        case 8:
        case 9: kernel.arrive(socket, argument * 300); break;
        case 10: kernel.give_room(socket, argument * (argument < 64 ? 1 : 300)); break;
        case 11: socket.interruptions += static_cast<int>(argument % 4); break;
        case 12:
            socket.fin_to_arrive = true;
            kernel.arrive(socket, argument);
            break;
        default:
            client.excused = true;
            if (argument % 4 == 0) kernel.break_off(socket);
    }
}

void World::step_of_server(unsigned choice, unsigned argument) {
    switch (choice) {
        case 14:
        case 15: manner = static_cast<Manner>(argument % static_cast<unsigned>(Manner::kManners)); break;
        case 16:
        case 17: finish_one(); break;
        case 18:
        case 19: broadcast(argument); break;
        case 20:
            now_ms += static_cast<int64_t>(argument) * argument;
            turn(1);
            break;
        case 21:
            if (argument % 8 == 3) port->leave(nullptr);
            break;
        case 22:
            for (int64_t id : context.websockets.ids()) {
                if (argument % 4 == 0) break;
                WsSession* session = context.websockets.find(id);
                if (session != nullptr && id % 2 == argument % 2) (void)session->close(1000, "asked for");
            }
            break;
        default:
            if (argument % 16 != 7) break;
            for (auto& client : clients) client->excused = true;
            ended += context.websockets.count();  // they are not told
            port->give_up();
    }
}

// A handshake, then frames, of which a close frame is the last.
void World::check(const Client& client) {
    Bytes sent = client.socket->sent;
    if (client.excused || sent.find("\r\n\r\n") == Bytes::npos) return;
    if (!sent.starts_with("HTTP/1.1 101 ")) {
        if (!sent.starts_with("HTTP/1.1 4")) fail("no handshake", sent);
        return;
    }
    const size_t head_end = sent.find("\r\n\r\n");
    const Bytes head = sent.substr(0, head_end + 2);
    const bool compressed = head.find("permessage-deflate") != Bytes::npos;
    http::ws::DeflateTerms terms;
    terms.server_no_context_takeover = head.find("server_no_context_takeover") != Bytes::npos;
    std::string frames(sent.substr(head_end + 4));
    http::ws::CodecPool pool;
    http::ws::MessageReader reader(http::ws::Sender::server, {}, compressed ? &terms : nullptr, pool);
    bool closed = false;
    for (size_t at = 0; at < frames.size();) {
        const http::ws::MessageStep step = reader.feed(frames.data() + at, frames.size() - at);
        at += step.consumed;
        if (step.state == http::ws::MessageStep::State::failed) fail(step.violation.reason, frames);
        if (step.state == http::ws::MessageStep::State::more) return;
        if (closed) fail("a frame behind the close frame", frames);
        closed = step.opcode == Opcode::close;
        if (closed && http::ws::read_close(step.payload).violation) fail("a bad close frame", frames);
        reader.release();
    }
}

// From here on nothing goes wrong any more.
void World::conclude() {
    manner = Manner::drop;
    for (auto& client : clients) {
        client->socket->interruptions = 0;
        kernel.give_room(*client->socket, 1 << 30);
    }
    turn(20);
    while (!kept.empty()) finish_one();
    for (auto& client : clients) {
        client->socket->fin_to_arrive = true;
        kernel.arrive(*client->socket, SIZE_MAX);
    }
    turn(60);
    for (int i = 0; i < 4; ++i) {
        now_ms += 100'000;
        turn(3);
    }
    if (context.websockets.count() != 0) fail("a WebSocket is left", "");
    if (counters.websocket_num.get() != 0) fail("a WebSocket is counted", "");
    if (begun != ended) fail("a WebSocket has not ended once", "");
    for (auto& client : clients) check(*client);
    port.reset();
    int64_t id = 0;
    if (sessions.list(0, {&id, 1}) != 0) fail("a session is left", "");
    if (counters.connection_num.get() != 0) fail("a connection is left", "");
    if (counters.concurrency.get() != 0) fail("a request is left", "");
    if (kernel.watched() != 0) fail("a registration is left", "");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 4 || size > 4096) return 0;
    ScriptReader script(Bytes(reinterpret_cast<const char*>(data), size));
    now_ms = 1'000'000;
    auto all = std::make_unique<World>(script);
    tern::fuzz::kernel = &all->kernel;
    all->play(script);
    all->conclude();
    all.reset();
    tern::fuzz::kernel = nullptr;
    return 0;
}
