// FastCGI connections on a scripted kernel. The input is a script: what web servers send and how it arrives, how much
// the kernel takes, how the handler answers, the clock, leaving and giving up. Then the kernel becomes kind and
// everything is finished. What was sent must be records, each request must have one end at most, a web server that did
// nothing wrong must have all its answers, and nothing may be left: no connection, no request, no session, no place, no
// registration.
#include "protocol/fastcgi/parameters.h"
#include "protocol/fastcgi/record.h"
#include "scripted_calls.h"
#include "scripted_handler.h"
#include "scripted_world.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::fuzz;
using fastcgi::RecordType;

namespace {

std::string record(RecordType type, uint16_t id, Bytes content, size_t padding = 0) {
    std::string head(fastcgi::kRecordHeadBytes, '\0');
    fastcgi::put_record_head(head.data(), type, id, content.size());
    head[6] = static_cast<char>(padding);
    return head + std::string(content) + std::string(padding, 'p');
}

std::string parameters(const std::vector<std::pair<std::string, std::string>>& all) {
    Buffer out;
    for (const auto& [name, value] : all) fastcgi::write_pair(out, name, value);
    return std::string(out.view());
}

// What is wrong with the bytes that a web server got; it counts the requests that ended.
size_t check_records(Bytes sent, bool whole) {
    fastcgi::RecordParser parser;
    size_t ends = 0;
    while (!sent.empty()) {
        const fastcgi::RecordStep step = parser.feed(sent);
        if (step.state == fastcgi::RecordStep::State::failed) fail("no record was sent", sent);
        sent.remove_prefix(step.consumed);
        if (step.state == fastcgi::RecordStep::State::more) break;
        if (step.record.type == RecordType::end_request) ends += step.ends;
    }
    if (whole && (!sent.empty() || !parser.between_records())) fail("a record was not sent whole", sent);
    return ends;
}

class World {
public:
    explicit World(ScriptReader& script) : admission({}, counters, {&counters, 1}) {
        if (loop.open() != Error::ok) std::abort();
        context.generation = 1;
        handler.most_ahead = BodyWindow::kFull + 2 * net::Block::kSize;
        port = std::make_unique<Port>(context, options_of(script), listener, handler, admission, exchanges);
    }
    void play(ScriptReader& script) {
        for (int i = 0; i < 400 && !script.over(); ++i) step(script);
    }
    void conclude();

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
    Handler handler{clients, [this](int64_t id) {
                        if (Connection* connection = port->find(id)) connection->close();
                    }};
    Admission admission;
    net::Listener listener;
    std::unique_ptr<Port> port;

private:
    static PortOptions options_of(ScriptReader& script);
    void step(ScriptReader& script);
    void step_of_server(unsigned choice, ScriptReader& script);
    void connect(ScriptReader& script);
    void send_request(Client& client, ScriptReader& script);
    void send(Client& client, const std::string& bytes) {
        Socket& socket = *client.socket;
        if (!socket.fin_to_arrive && socket.to_arrive.size() < 400'000) socket.to_arrive += bytes;
    }
    void turn(int times) {
        for (int i = 0; i < times; ++i) (void)loop.turn(0);
    }
    void excuse_all() {
        for (auto& client : clients) client->excused = true;
    }
    void finish_kept();
    void settle();
    uint64_t handled() const {
        uint64_t sum = counters.total_recv_bytes.get() + counters.total_send_bytes.get() + counters.request_count.get();
        for (const auto& client : clients) sum += client->socket->sent.size();
        return sum;
    }
};

PortOptions World::options_of(ScriptReader& script) {
    const unsigned byte = script.byte();
    PortOptions options;
    options.fastcgi = true;
    Limits& limits = options.limits;
    if (byte & 1) options.fastcgi_concurrency = 2;
    if (byte & 2) limits.body_bytes = 40'000;
    if (byte & 4) limits.body_memory_bytes = 20'000;
    if (byte & 8) limits.high_watermark = 50'000, limits.low_watermark = 5'000;
    if (byte & 16) limits.keep_alive_requests = 5;
    if (byte & 32) limits.decode_bodies = true;
    if (byte & 64) limits.head = {64, 512, 8};
    if (byte & 128) options.streams = {"/s"};
    return options;
}

void World::connect(ScriptReader& script) {
    const size_t room = script.amount();
    const bool fresh = (room & 1) != 0;
    if (clients.size() >= 5) return;
    auto client = std::make_unique<Client>();
    client->socket->room = room;
    ConnectionInfo info;
    info.origin.remote_port = static_cast<uint16_t>(clients.size());
    info.session_id = sessions.allocate(1, 0, info.origin).value();
    client->excused = port->leaving();
    Fd fd(kernel.open(client->socket));
    clients.push_back(std::move(client));
    const Arrival arrival = fresh ? Arrival::accepted : Arrival::handed_over;
    if (port->accept(std::move(fd), info, arrival, {}) != Error::ok) fail("not adopted", "");
}

void World::send_request(Client& client, ScriptReader& script) {
    const unsigned kind = script.byte();
    const auto id = static_cast<uint16_t>(1 + client.requests_sent);
    const std::string body(script.amount() * ((kind & 16) != 0 ? 10 : 1), 'b');
    std::vector<std::pair<std::string, std::string>> all = {{"REQUEST_METHOD", (kind & 1) != 0 ? "POST" : "GET"},
                                                            {"REQUEST_URI", (kind & 2) != 0 ? "/s?x" : "/a"}};
    if ((kind & 5) == 5) all.emplace_back("CONTENT_LENGTH", std::to_string(body.size()));
    if ((kind & 8) != 0) all.emplace_back("HTTP_CONTENT_ENCODING", "gzip"), client.excused = true;
    if ((kind & 32) != 0) client.countable = false;
    const char begin[8] = {0, 1, static_cast<char>((kind & 32) == 0), 0, 0, 0, 0, 0};
    std::string bytes = record(RecordType::begin_request, id, Bytes(begin, 8));
    const std::string text = parameters(all);
    const size_t cut = kind % (text.size() + 1);
    if (cut > 0) bytes += record(RecordType::parameters, id, Bytes(text).substr(0, cut), kind % 9);
    if (cut < text.size()) bytes += record(RecordType::parameters, id, Bytes(text).substr(cut));
    bytes += record(RecordType::parameters, id, {});
    if ((kind & 1) != 0) {
        for (size_t at = 0; at < body.size(); at += 50'000)
            bytes += record(RecordType::input, id, Bytes(body).substr(at, 50'000), kind % 3);
    }
    send(client, bytes + record(RecordType::input, id, {}));
    ++client.requests_sent;
}

void World::step(ScriptReader& script) {
    const unsigned choice = script.byte() % 22;
    if (choice == 0 || clients.empty()) return connect(script);
    if (choice == 1) return turn(1 + static_cast<int>(script.byte() % 4));
    if (choice >= 13) return step_of_server(choice, script);
    Client& client = *clients[script.byte() % clients.size()];
    const unsigned argument = script.byte();
    Socket& socket = *client.socket;
    switch (choice) {
        case 2:
        case 3: send_request(client, script); break;
        case 4: send(client, record(RecordType::abort_request, static_cast<uint16_t>(1 + argument % 8), {})); break;
        case 5:  // any record
            send(client, record(static_cast<RecordType>(argument % 14), static_cast<uint16_t>(script.byte() % 6),
                                script.take(argument % 40)));
            client.excused = true;
            break;
        case 6:  // any bytes
            send(client, std::string(script.take(argument)));
            client.excused = true;
            break;
        case 7:
        case 8: kernel.arrive(socket, argument * (argument < 128 ? 1 : 300)); break;
        case 9: kernel.give_room(socket, argument * (argument < 64 ? 1 : 1000)); break;
        case 10: socket.interruptions += static_cast<int>(argument % 4); break;
        case 11:
            client.excused = true;  // a web server that sends no more may have gone
            socket.fin_to_arrive = true;
            kernel.arrive(socket, argument);
            break;
        default:
            client.excused = true;
            if (argument % 4 == 0) kernel.break_off(socket);
    }
}

void World::step_of_server(unsigned choice, ScriptReader& script) {
    const unsigned argument = script.byte();
    switch (choice) {
        case 13:
        case 14: handler.manner = static_cast<Manner>(argument % static_cast<unsigned>(Manner::kManners)); break;
        case 15:
            handler.size = script.amount();
            handler.body_use = static_cast<BodyUse>(argument % static_cast<unsigned>(BodyUse::kBodyUses));
            break;
        case 16:
        case 17:
        case 18: handler.act(script); break;
        case 19:
            now_ms += static_cast<int64_t>(argument) * argument * 2;
            if (now_ms > 1'015'000) excuse_all();
            turn(1);
            break;
        case 20:
            excuse_all();
            port->drain(nullptr);
            break;
        default:
            if (argument % 16 != 7) break;
            excuse_all();
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
        exchange->note_handled();
        exchange->release();
    }
}

// Until nothing happens any more.
void World::settle() {
    int quiet = 0;
    for (int i = 0; i < 5000 && quiet < 30; ++i) {
        const uint64_t before = handled();
        turn(1);
        finish_kept();
        quiet = handled() == before && handler.kept.empty() ? quiet + 1 : 0;
    }
    turn(20);
}

// From here on nothing goes wrong any more.
void World::conclude() {
    handler.manner = Manner::whole;
    handler.body_use = BodyUse::take;
    for (auto& client : clients) {
        client->socket->interruptions = 0;
        kernel.arrive(*client->socket, SIZE_MAX);
        kernel.give_room(*client->socket, 1 << 30);
    }
    settle();
    for (auto& client : clients) {  // a request that the handler never answers keeps its place until its client leaves
        if (client->excused) kernel.break_off(*client->socket);
    }
    settle();
    const bool limited = port->limits().head.head_bytes == 512 || port->limits().keep_alive_requests > 0;
    for (auto& client : clients) {
        const bool whole = !client->excused && client->countable && !limited;
        const size_t ends = check_records(client->socket->sent, whole);
        if (whole && ends != client->requests_sent) fail("a request was not answered", client->socket->sent);
        if (!client->excused && ends > client->requests_sent) fail("more answers than requests", client->socket->sent);
    }
    now_ms += 1'000'000;
    turn(3);
    port.reset();
    check_nothing_left(sessions, counters, kernel);
    if (exchanges.in_use() != 0) fail("an exchange is left", "");
    if (counters.close_count.get() != clients.size()) fail("closed more or less than once", "");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 4 || size > 4096) return 0;
    ScriptReader script(Bytes(reinterpret_cast<const char*>(data), size));
    file_bytes = 5'000 + script.byte() * 1000;
    return run_world<World>(script);
}
