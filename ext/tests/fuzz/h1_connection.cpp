// Connections, ports and admission on a scripted kernel. The input is a script: what clients send and how it arrives,
// how much the kernel takes, how the handler answers (at once, later, in pieces, from a file, never), the clock,
// leaving and handing over. Then the kernel becomes kind and everything is finished. Answers must be well-formed and in
// order, those of connections that nothing happened to must all be there, and nothing may be left: no connection, no
// request, no session, no registration.
#include "scripted_calls.h"
#include "scripted_handler.h"
#include "scripted_world.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::fuzz;

namespace {

class World;

class Successor final : public HandoverSink {
public:
    explicit Successor(World& world) : world_(world) {}
    Error hand_over(const ConnectionInfo& info, int fd, Bytes unread) override;
    void adopt_all();
    Error outcome = Error::ok;

private:
    struct Luggage {
        ConnectionInfo info;
        int fd;
        std::string unread;
    };
    World& world_;
    std::vector<Luggage> waiting_;
};

class World {
public:
    explicit World(ScriptReader& script) : admission(limits_of(script), counters, {&counters, 1}) {
        if (loop.open() != Error::ok) std::abort();
        context.generation = 1;
        PortOptions options = options_of(script);
        port = std::make_unique<Port>(context, options, listener, handler, admission, exchanges);
        next_port = std::make_unique<Port>(context, options, listener, handler, admission, exchanges);
    }
    void play(ScriptReader& script);
    void conclude();
    Client* pick(ScriptReader& script) {
        unsigned index = script.byte();
        return clients.empty() ? nullptr : clients[index % clients.size()].get();
    }
    void excuse_all() {
        for (auto& client : clients) client->excused = true;
    }

    Handler::Clients clients;
    Kernel kernel;
    loop::Loop loop{read_clock};
    NoLog sink;
    Log log{&sink, LogLevel::none};
    shm::WorkerCounters counters;
    alignas(64) std::array<char, 16384> memory{};
    shm::SessionTable sessions{memory.data(), 16};
    Context context{loop, log, counters, sessions};
    ExchangePool exchanges;
    Handler handler{clients, [this](int64_t id) { hang_up(id); }};
    bool streams_ = false;  // bodies are handed over while they arrive
    bool rationed_;         // requests may be answered 503, or dropped while they wait
    Admission admission;
    net::Listener listener;
    Successor successor{*this};
    std::unique_ptr<Port> port;
    std::unique_ptr<Port> next_port;

private:
    AdmissionLimits limits_of(ScriptReader& script) {
        unsigned byte = script.byte();
        rationed_ = (byte & 0x33) != 0;
        streams_ = (byte & 0x40) != 0;
        return {(byte & 0x30u) >> 4, byte & 3};
    }
    void hang_up(int64_t session_id) {
        for (Port* one : {port.get(), next_port.get()}) {
            if (Connection* connection = one->find(session_id)) connection->close();
        }
    }
    PortOptions options_of(ScriptReader& script);
    void step(ScriptReader& script);
    void step_of_server(unsigned choice, ScriptReader& script);
    void connect(ScriptReader& script);
    void send_request(Client& client, unsigned which);
    void turn(int times) {
        for (int i = 0; i < times; ++i) (void)loop.turn(0);
    }
    void check_answers();
    // Grows as long as anything is going on.
    uint64_t handled() const {
        uint64_t sum = counters.total_recv_bytes.get() + counters.total_send_bytes.get() + counters.request_count.get();
        for (const auto& client : clients) sum += client->socket->sent.size();
        return sum;
    }
};

// --- handing over

Error Successor::hand_over(const ConnectionInfo& info, int fd, Bytes unread) {
    if (outcome != Error::ok) return outcome;
    waiting_.push_back({info, world_.kernel.open(world_.kernel.at(fd)), std::string(unread)});
    return Error::ok;
}

void Successor::adopt_all() {
    for (Luggage& one : waiting_) {
        if (world_.next_port->accept(Fd(one.fd), one.info, Arrival::handed_over, one.unread) != Error::ok)
            fail("not adopted", one.unread);
    }
    waiting_.clear();
}

// --- the script

PortOptions World::options_of(ScriptReader& script) {
    unsigned byte = script.byte();
    PortOptions options;
    Limits& limits = options.limits;
    if (byte & 1) limits.head = {64, 256, 8};
    if (byte & 2) limits.body_bytes = 40'000;
    if (byte & 4) limits.body_memory_bytes = 20'000;
    if (byte & 8) limits.high_watermark = 50'000, limits.low_watermark = 5'000;
    if (byte & 16) limits.parse_multipart = false;
    if (byte & 32) limits.keep_alive_timeout_ms = 0;
    if (byte & 64) limits.send_timeout_ms = 0;
    if (byte & 128) limits.upload_bytes = 100'000;
    if (streams_) options.streams = {"/c", "/d", "/e", "/f", "/g", "/m", "/n"};
    return options;
}

void World::connect(ScriptReader& script) {
    size_t room = script.amount();
    if (clients.size() >= 6) return;
    auto client = std::make_unique<Client>();
    client->socket->room = room;
    ConnectionInfo info;
    info.origin.remote_port = static_cast<uint16_t>(clients.size());
    info.session_id = sessions.allocate(1, 0, info.origin).value();
    Fd fd(kernel.open(client->socket));
    clients.push_back(std::move(client));
    Port& where = port->leaving() ? *next_port : *port;
    if (where.accept(std::move(fd), info, Arrival::handed_over, {}) != Error::ok) fail("not adopted", "");
}

void World::send_request(Client& client, unsigned which) {
    static const std::string kForm =
        "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n"
        "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"n\"\r\n\r\ndata\r\n--B--\r\n";
    static const std::string kRequests[] = {
        "GET /a HTTP/1.1\r\nHost: x\r\n\r\n",
        "HEAD /b HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST /c HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
        "POST /d HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n\r\n" + std::string(20'000, 'p'),
        "POST /e HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3\r\nabc\r\n0\r\n\r\n",
        "POST /f HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc",
        "POST /g HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: " +
            std::to_string(kForm.size()) + "\r\n\r\n" + kForm,
        "POST /h HTTP/1.1\r\nHost: x\r\nContent-Length: 17900\r\n\r\n" + std::string(17'900, 'q'),
        "POST /m HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n" + std::string(300'000, 'r'),
        "POST /n HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n13880\r\n" + std::string(80'000, 's') +
            "\r\n0\r\n\r\n",
        "GET /i HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "GET /j HTTP/1.0\r\n\r\n",
        "GET /k HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "GET /l HT TP/1.1\r\n\r\n",
    };
    constexpr unsigned kLasting = 8;  // the first ones keep the connection and are within all limits
    which %= std::size(kRequests);
    constexpr unsigned kAsksFirst = 5;  // where the answer may come before the body, and then ends the connection
    if (which >= kLasting || (which == kAsksFirst && streams_)) client.countable = false;
    if (client.socket->fin_to_arrive || client.socket->to_arrive.size() > 200'000) return;
    client.socket->to_arrive += kRequests[which];
    ++client.requests_sent;
}

void World::step(ScriptReader& script) {
    unsigned choice = script.byte() % 24;
    if (choice == 0) return connect(script);
    if (choice == 1) return turn(1 + static_cast<int>(script.byte() % 4));
    if (choice >= 14) return step_of_server(choice, script);
    Client* client = pick(script);
    unsigned argument = script.byte();
    if (client == nullptr) return;
    Socket& socket = *client->socket;
    switch (choice) {
        case 2:
        case 3: send_request(*client, argument); break;
        case 4:
            for (unsigned i = 0; i < argument / 4; ++i) send_request(*client, argument & 1);
            break;
        case 5:
            if (!socket.fin_to_arrive) socket.to_arrive += script.take(argument);
            client->countable = false;
            break;
        case 6:
        case 7: kernel.arrive(socket, argument); break;
        case 8:
        case 9: kernel.arrive(socket, argument * 300); break;
        case 10: kernel.give_room(socket, argument * (argument < 64 ? 1 : 1000)); break;
        case 11: socket.interruptions += static_cast<int>(argument % 4); break;
        case 12:
            socket.fin_to_arrive = true;
            kernel.arrive(socket, argument);
            break;
        default:
            client->excused = true;
            if (argument % 4 == 0) kernel.break_off(socket);
    }
}

void World::step_of_server(unsigned choice, ScriptReader& script) {
    unsigned argument = script.byte();
    switch (choice) {
        case 14:
        case 15: handler.manner = static_cast<Manner>(argument % static_cast<unsigned>(Manner::kManners)); break;
        case 16:
            handler.size = script.amount();
            handler.body_use = static_cast<BodyUse>(argument % static_cast<unsigned>(BodyUse::kBodyUses));
            break;
        case 17:
        case 18:
        case 19: handler.act(script); break;
        case 20:
            now_ms += static_cast<int64_t>(argument) * argument * 2;
            // Timeouts. A connection that a successor refuses has a second for its next request.
            if (now_ms > 1'015'000 || successor.outcome != Error::ok) excuse_all();
            turn(1);
            break;
        case 21:
            successor.outcome = argument % 4 == 1   ? Error::would_block
                                : argument % 4 == 2 ? Error::broken_pipe
                                                    : Error::ok;
            if (argument % 4 > 1 || argument >= 128) excuse_all();
            port->drain(argument >= 128 ? nullptr : &successor);
            break;
        case 22: successor.adopt_all(); break;
        default:
            if (argument % 16 != 7) break;
            excuse_all();
            port->terminate();
    }
}

void World::play(ScriptReader& script) {
    for (int i = 0; i < 400 && !script.over(); ++i) step(script);
}

// From here on nothing goes wrong any more.
void World::conclude() {
    successor.outcome = Error::ok;
    handler.manner = Manner::whole;
    handler.body_use = BodyUse::take;
    for (auto& client : clients) {
        client->socket->interruptions = 0;
        kernel.arrive(*client->socket, SIZE_MAX);
        kernel.give_room(*client->socket, 1 << 30);
    }
    int quiet = 0;
    for (int i = 0; i < 5000; ++i) {
        uint64_t before = handled();
        if (i % 8 == 7) now_ms += 2;  // for what is tried again
        turn(1);
        successor.adopt_all();
        for (size_t left = handler.kept.size(); left > 0; --left) {
            Exchange* exchange = handler.kept.front();
            handler.kept.erase(handler.kept.begin());
            if (exchange->responder() != nullptr) {
                if (exchange->state() == ResponseState::none) handler.respond(*exchange, 3, 200, true);
                handler.finish(*exchange);
            }
            exchange->release();
        }
        quiet = handled() == before && handler.kept.empty() ? quiet + 1 : 0;
        if (quiet > 30) break;
    }
    turn(20);
    check_answers();
    now_ms += 1'000'000;
    turn(3);
    port.reset();
    next_port.reset();
    check_nothing_left(sessions, counters, kernel);
    if (counters.close_count.get() != clients.size()) fail("closed more or less than once", "");
}

void World::check_answers() {
    for (auto& client : clients) {
        bool whole = !client->excused;
        client->transcript.check(client->socket->sent, whole);
        if (!whole || !client->countable) continue;
        bool limited = port->limits().head.head_bytes == 256 || port->limits().keep_alive_timeout_ms == 0;
        if (!limited && !rationed_ && client->requests_seen != client->requests_sent)
            fail("a request was not seen", client->socket->sent);
        if (client->socket->fin && client->socket->descriptors != 0) fail("not closed after the end", "");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 4 || size > 4096) return 0;
    ScriptReader script(Bytes(reinterpret_cast<const char*>(data), size));
    file_bytes = 5'000 + script.byte() * 1000;
    return run_world<World>(script);
}
