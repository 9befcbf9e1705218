// WebSockets on a scripted kernel. The input is a script: what clients send and how it arrives, how much the kernel
// takes, what the program does with messages (answers, keeps, closes, fails), broadcasts, the clock, leaving. Then the
// kernel becomes kind and everything is finished. What was sent must be a handshake and well-formed frames that end
// with a close frame at most, every session that began must end once, and nothing may be left.
#include "scripted_calls.h"
#include "scripted_websockets.h"
#include "scripted_world.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::fuzz;

namespace {

class World final : public RequestHandler {
public:
    explicit World(ScriptReader& script);
    ~World() { port.reset(); }
    void play(ScriptReader& script) {
        for (int i = 0; i < 400 && !script.over(); ++i) step(script);
    }
    void conclude();

    void on_request(Exchange& exchange) override { (void)websockets.upgrade(exchange); }
    void on_client_gone(Exchange&) override {}
    void on_drained(Exchange&) override {}
    void on_body(Exchange&) override {}
    void on_connect(int64_t) override {}
    void on_close(int64_t) override {}

    Kernel kernel;

private:
    void step(ScriptReader& script);
    void step_of_server(unsigned choice, unsigned argument);
    void connect(ScriptReader& script);
    void send_frames(Client& client, unsigned which);
    static void check(const Client& client);
    void turn(int times) {
        for (int i = 0; i < times; ++i) (void)loop.turn(0);
    }

    std::vector<std::unique_ptr<Client>> clients;
    loop::Loop loop{read_clock};
    NoLog sink;
    Log log{&sink, LogLevel::none};
    shm::WorkerCounters counters;
    alignas(64) std::array<char, 16384> memory{};
    shm::SessionTable sessions{memory.data(), 16};
    Context context{loop, log, counters, sessions};
    WebSockets websockets{context, [this](int64_t id, bool reset) {
                              Connection* connection = port->find(id);
                              reset ? connection->abort() : connection->close();
                          }};
    ExchangePool exchanges;
    Admission admission{{}, counters, {&counters, 1}};
    net::Listener listener;
    std::unique_ptr<Port> port;
};

World::World(ScriptReader& script) {
    if (loop.open() != Error::ok) std::abort();
    context.generation = 1;
    websockets.set_options(script.byte());
    port = std::make_unique<Port>(context, PortOptions{}, listener, *this, admission, exchanges);
}

void World::connect(ScriptReader& script) {
    const size_t room = script.amount();
    const char* offer = ws_offer(script.byte());
    if (clients.size() >= 6) return;
    auto client = std::make_unique<Client>();
    client->socket->room = room;
    client->socket->to_arrive =
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: " +
        std::string(offer) + "\r\n\r\n";
    ConnectionInfo info;
    info.origin.remote_port = static_cast<uint16_t>(clients.size());
    info.session_id = sessions.allocate(1, 0, info.origin).value();
    Fd fd(kernel.open(client->socket));
    clients.push_back(std::move(client));
    (void)port->accept(std::move(fd), info, Arrival::handed_over, {});
}

void World::send_frames(Client& client, unsigned which) {
    Socket& socket = *client.socket;
    if (socket.fin_to_arrive || socket.to_arrive.size() > 200'000) return;
    socket.to_arrive += ws_frame(which);
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
        case 15: websockets.manner = static_cast<WsManner>(argument % static_cast<unsigned>(WsManner::kManners)); break;
        case 16:
        case 17: websockets.finish_one(); break;
        case 18:
        case 19: websockets.broadcast(argument); break;
        case 20:
            now_ms += static_cast<int64_t>(argument) * argument;
            turn(1);
            break;
        case 21:
            if (argument % 8 == 3) port->drain(nullptr);
            break;
        case 22: websockets.close_some(argument); break;
        default:
            if (argument % 16 != 7) break;
            for (auto& client : clients) client->excused = true;
            websockets.ended += context.websockets.count();  // they are not told
            port->terminate();
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
    check_ws_frames(std::string(sent.substr(head_end + 4)), head);
}

// From here on nothing goes wrong any more.
void World::conclude() {
    websockets.manner = WsManner::drop;
    for (auto& client : clients) {
        client->socket->interruptions = 0;
        kernel.give_room(*client->socket, 1 << 30);
    }
    turn(20);
    websockets.finish_all();
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
    if (websockets.begun != websockets.ended) fail("a WebSocket has not ended once", "");
    for (auto& client : clients) check(*client);
    port.reset();
    check_nothing_left(sessions, counters, kernel);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 4 || size > 4096) return 0;
    ScriptReader script(Bytes(reinterpret_cast<const char*>(data), size));
    return run_world<World>(script);
}
