// Connections of the program's own protocol on a scripted kernel. The input is a script: how packets are framed, what
// clients send and how it arrives, how much the kernel takes, what is done with a packet (echo, close, pause, hold),
// the clock, leaving and handing over. Then the kernel becomes kind. Packets are those that the whole stream has, in
// order; what was sent arrives in order; and nothing may be left: no connection, no session, no registration.
#include "serve/tcp_connection.h"

#include "base/slice.h"
#include "script.h"
#include "scripted_calls.h"
#include "scripted_world.h"
#include "serve/port.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::fuzz;

namespace {

// There are no requests.
class NoRequests final : public RequestHandler {
public:
    void on_request(Exchange&) override { std::abort(); }
    void on_client_gone(Exchange&) override { std::abort(); }
    void on_drained(Exchange&) override { std::abort(); }
    void on_body(Exchange&) override { std::abort(); }
    void on_connect(int64_t) override {}
    void on_close(int64_t) override { ++closes; }
    size_t closes = 0;
};

struct Talker {
    std::shared_ptr<Socket> socket = std::make_shared<Socket>();
    int64_t session_id = 0;
    std::string stream;    // all that its client sends
    std::string packets;   // all that was handed over
    std::string answered;  // all that send() took
    size_t count = 0;
    bool excused = false;  // it may end before all has arrived
};

enum class Manner { echo, twice, keep_quiet, pause, hold, close, reset, large, kManners };

class World final : public PacketHandler, public HandoverSink {
public:
    explicit World(ScriptReader& script) {
        if (loop.open() != Error::ok) std::abort();
        context.generation = 1;
        packet_options.handler = this;
        set_framing(script.byte());
        const unsigned limits = script.byte();
        if (limits & 1) packet_options.framing.most = 300;
        if (limits & 2) packet_options.most_queued = 50'000;
        if (limits & 4) packet_options.idle_timeout_ms = 5'000;
        PortOptions options;
        options.packets = &packet_options;
        if (limits & 8) options.limits.high_watermark = 20'000, options.limits.low_watermark = 1'000;
        port = std::make_unique<Port>(context, options, listener, handler, admission, exchanges);
        next_port = std::make_unique<Port>(context, options, listener, handler, admission, exchanges);
    }
    void play(ScriptReader& script) {
        for (int i = 0; i < 400 && !script.over(); ++i) step(script);
    }
    void conclude();

    void on_packet(TcpConnection& connection, Bytes packet) override;
    void on_queue_full(int64_t) override {}
    void on_queue_low(int64_t) override {}
    void on_room(int64_t) override {}
    Error hand_over(const ConnectionInfo& info, int fd, Bytes unread) override;

private:
    void set_framing(unsigned way);
    void connect(ScriptReader& script);
    void step(ScriptReader& script);
    void step_of_server(unsigned choice, ScriptReader& script);
    void adopt_all();
    void wake_all();
    void check(Talker& talker) const;
    void send(TcpConnection& connection, Talker& talker, Bytes bytes);
    Talker& talker_of(int64_t session_id);
    void turn(int times) {
        for (int i = 0; i < times; ++i) (void)loop.turn(0);
    }

    // Grows as long as anything is going on.
    uint64_t moved() const {
        return counters.total_recv_bytes.get() + counters.total_send_bytes.get() + counters.request_count.get();
    }

    struct Luggage {
        ConnectionInfo info;
        int fd;
        std::string unread;
    };

public:
    Kernel kernel;

private:
    loop::Loop loop{read_clock};
    NoLog sink;
    Log log{&sink, LogLevel::none};
    shm::WorkerCounters counters;
    alignas(64) std::array<char, 16384> memory{};
    shm::SessionTable sessions{memory.data(), 16};
    Context context{loop, log, counters, sessions};
    ExchangePool exchanges;
    NoRequests handler;
    Admission admission{{0, 0}, counters, {&counters, 1}};
    net::Listener listener;
    PacketOptions packet_options;
    std::vector<std::unique_ptr<Talker>> talkers;
    std::vector<Luggage> waiting;
    Manner manner = Manner::echo;
    Error outcome = Error::ok;
    std::unique_ptr<Port> port;
    std::unique_ptr<Port> next_port;
};

[[noreturn]] void fail_because(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::abort();
}

int64_t measure(void*, Bytes head) {
    const auto first = static_cast<unsigned char>(head[0]);
    return first == 0xff ? -1 : first;  // 0: never enough
}

void World::set_framing(unsigned way) {
    protocol::Framing& framing = packet_options.framing;
    framing.by = static_cast<protocol::Framing::By>(way % 6);
    constexpr const char kLetters[] = "cCsSnvlLNVqQJP";
    framing.field = protocol::LengthField::from_letter(kLetters[way / 6 % 14]).value();
    framing.offset = way & 3;
    framing.body_offset = (way & 16) != 0 ? framing.offset + framing.field.width : 0;
    framing.end_mark = (way & 32) != 0 ? "\n" : "\r\n\r\n";
    framing.measure = measure;
    framing.most = 100'000;
}

Talker& World::talker_of(int64_t session_id) {
    for (auto& one : talkers) {
        if (one->session_id == session_id) return *one;
    }
    fail_because("a packet of nobody");
}

void World::send(TcpConnection& connection, Talker& talker, Bytes bytes) {
    if (connection.send(copy_of(bytes)) == Error::ok) talker.answered += bytes;
}

void World::on_packet(TcpConnection& connection, Bytes packet) {
    Talker& talker = talker_of(connection.info().session_id);
    talker.packets += packet;
    ++talker.count;
    switch (manner) {
        case Manner::twice: send(connection, talker, packet); [[fallthrough]];
        case Manner::echo: return send(connection, talker, packet);
        case Manner::large: return send(connection, talker, std::string(40'000, 'l'));
        case Manner::pause: return connection.pause();
        case Manner::hold: return connection.hold();
        case Manner::close: talker.excused = true; return connection.close();
        case Manner::reset: talker.excused = true; return connection.abort();
        default: return;
    }
}

Error World::hand_over(const ConnectionInfo& info, int fd, Bytes unread) {
    if (outcome != Error::ok) return outcome;
    waiting.push_back({info, kernel.open(kernel.at(fd)), std::string(unread)});
    return Error::ok;
}

void World::adopt_all() {
    for (Luggage& one : std::exchange(waiting, {})) {
        if (next_port->accept(Fd(one.fd), one.info, Arrival::handed_over, one.unread) != Error::ok)
            fail_because("not adopted");
    }
}

void World::wake_all() {
    for (auto& one : talkers) {
        for (Port* where : {port.get(), next_port.get()}) {
            Connection* connection = where->find(one->session_id);
            if (connection == nullptr) continue;
            as_tcp(connection)->release();
            as_tcp(connection)->resume();
        }
    }
}

void World::connect(ScriptReader& script) {
    const size_t room = script.amount();
    if (talkers.size() >= 6) return;
    auto talker = std::make_unique<Talker>();
    talker->socket->room = room;
    ConnectionInfo info;
    info.session_id = talker->session_id = sessions.allocate(1, 0, info.origin).value();
    Fd fd(kernel.open(talker->socket));
    talkers.push_back(std::move(talker));
    Port& where = port->leaving() ? *next_port : *port;
    if (where.accept(std::move(fd), info, Arrival::handed_over, {}) != Error::ok) fail_because("not adopted");
}

void World::step(ScriptReader& script) {
    const unsigned choice = script.byte() % 20;
    if (choice == 0) return connect(script);
    if (choice == 1) return turn(1 + static_cast<int>(script.byte() % 4));
    if (choice >= 12) return step_of_server(choice, script);
    const unsigned argument = script.byte();
    if (talkers.empty()) return;
    Talker& talker = *talkers[argument % talkers.size()];
    Socket& socket = *talker.socket;
    switch (choice) {
        case 2:
        case 3:
        case 4:
        case 5: {
            std::string bytes(script.take(script.byte()));
            if (choice == 5) bytes.append(script.amount(), 'x');
            if (socket.fin_to_arrive || talker.stream.size() > 400'000) break;
            talker.stream += bytes;
            socket.to_arrive += bytes;
            break;
        }
        case 6:
        case 7: kernel.arrive(socket, script.byte()); break;
        case 8: kernel.arrive(socket, script.amount()); break;
        case 9: kernel.give_room(socket, script.amount()); break;
        case 10: socket.interruptions += static_cast<int>(argument % 4); break;
        default:
            if (argument % 2 != 0) {
                socket.fin_to_arrive = true;
                kernel.arrive(socket, argument);
            } else if (argument % 8 == 0) {
                talker.excused = true;
                kernel.break_off(socket);
            }
    }
}

void World::step_of_server(unsigned choice, ScriptReader& script) {
    const unsigned argument = script.byte();
    switch (choice) {
        case 12:
        case 13: manner = static_cast<Manner>(argument % static_cast<unsigned>(Manner::kManners)); break;
        case 14: wake_all(); break;
        case 15:
            now_ms += static_cast<int64_t>(argument) * argument;
            for (auto& one : talkers) one->excused |= now_ms > 1'004'000;  // timeouts
            turn(1);
            break;
        case 16:
            outcome = argument % 4 == 1 ? Error::would_block : argument % 4 == 2 ? Error::broken_pipe : Error::ok;
            for (auto& one : talkers) one->excused |= argument % 4 > 1 || argument >= 128;
            port->drain(argument >= 128 ? nullptr : this);
            break;
        case 17: adopt_all(); break;
        case 18:
            for (auto& one : talkers) {
                if (Connection* connection = port->find(one->session_id)) as_tcp(connection)->protect(argument & 1);
            }
            break;
        default:
            if (argument % 16 != 7) break;
            for (auto& one : talkers) one->excused = true;
            port->terminate();
    }
}

// What the stream has when it is looked at in one piece.
void World::check(Talker& talker) const {
    if (!talker.stream.starts_with(talker.packets)) fail_because("what was handed over is not what was sent");
    const std::string& sent = talker.socket->sent;
    if (!talker.answered.starts_with(sent)) fail_because("what was sent is not what was answered");
    if (talker.excused) return;
    if (sent != talker.answered) fail_because("an answer is missing");
    if (talker.socket->fin && talker.socket->descriptors != 0) fail_because("not closed after the end");
    protocol::FrameScanner scanner;
    Bytes rest = talker.stream;
    size_t count = 0;
    if (packet_options.framing.by == protocol::Framing::By::nothing) {
        if (talker.packets != talker.stream) fail_because("bytes are missing");
        return;
    }
    while (!rest.empty()) {
        const protocol::FramingStep step = scanner.step(packet_options.framing, rest);
        if (step.state != protocol::FramingStep::State::done) break;
        scanner.restart();
        rest.remove_prefix(step.size);
        ++count;
    }
    if (count != talker.count || talker.packets.size() != talker.stream.size() - rest.size()) {
        fail_because("other packets than the whole stream has");
    }
}

// From here on nothing goes wrong any more.
void World::conclude() {
    outcome = Error::ok;
    if (manner != Manner::twice) manner = Manner::echo;
    for (auto& one : talkers) {
        one->socket->interruptions = 0;
        kernel.arrive(*one->socket, SIZE_MAX);
        kernel.give_room(*one->socket, 1 << 30);
    }
    for (int quiet = 0, i = 0; i < 2000 && quiet < 30; ++i) {
        const uint64_t before = moved();
        if (i % 8 == 7) now_ms += 2;  // for what is tried again
        turn(1);
        adopt_all();
        wake_all();
        quiet = moved() == before ? quiet + 1 : 0;
    }
    for (auto& one : talkers) check(*one);
    now_ms += 1'000'000;
    turn(3);
    port.reset();
    next_port.reset();
    check_nothing_left(sessions, counters, kernel);
    if (counters.close_count.get() != talkers.size()) fail_because("closed more or less than once");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 4 || size > 4096) return 0;
    ScriptReader script(Bytes(reinterpret_cast<const char*>(data), size));
    return run_world<World>(script);
}
