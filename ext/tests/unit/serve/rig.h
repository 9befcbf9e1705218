// A port with real sockets, a clock that the test moves, and a handler that the test scripts. Everything is counted:
// when a rig goes, no connection, request or exchange may be left.
#pragma once

#include <array>
#include <cstdlib>
#include <doctest/doctest.h>
#include <functional>
#include <memory>
#include <string>
#include <sys/socket.h>
#include <vector>

#include "serve/client.h"
#include "serve/port.h"

namespace tern::serve::test {

// Keeps what is logged.
class Journal final : public LogSink {
public:
    void write(LogLevel, Bytes message) override { lines.emplace_back(message); }
    std::vector<std::string> lines;
};

inline Error answer(Exchange& exchange, Bytes text, int status = 200) {
    http::ResponseHead head;
    head.status = status;
    return exchange.responder()->respond(exchange, head, Slice(text));
}

class Script final : public RequestHandler {
public:
    ~Script() { forget_all(); }

    // Answers with the path unless told otherwise.
    std::function<void(Exchange&)> request = [](Exchange& exchange) { (void)answer(exchange, exchange.head.path); };
    std::function<void(Exchange&)> gone = [](Exchange&) {};
    std::function<void(Exchange&)> drained = [](Exchange&) {};
    std::function<void(Exchange&)> over = [](Exchange&) {};
    std::function<void(Exchange&)> body = [](Exchange&) {};
    std::function<void(int64_t)> connected = [](int64_t) {};
    std::function<void(int64_t)> closed = [](int64_t) {};

    int requests = 0;
    int gone_count = 0;
    int drained_count = 0;
    int connects = 0;
    int closes = 0;
    std::vector<Exchange*> kept;

    void keep(Exchange& exchange) {
        exchange.retain();
        kept.push_back(&exchange);
    }
    void keep_all() {
        request = [this](Exchange& exchange) { keep(exchange); };
    }
    // Answers the oldest kept one and lets go of it.
    void answer_next(Bytes text) {
        Exchange* exchange = take_next();
        if (exchange->responder() != nullptr) (void)answer(*exchange, text);
        exchange->release();
    }
    Exchange* take_next() {
        TERN_CHECK(!kept.empty());
        Exchange* exchange = kept.front();
        kept.erase(kept.begin());
        return exchange;
    }
    void forget_all() {
        for (Exchange* exchange : kept) exchange->release();
        kept.clear();
    }

    void on_request(Exchange& exchange) override {
        ++requests;
        request(exchange);
    }
    void on_client_gone(Exchange& exchange) override {
        ++gone_count;
        gone(exchange);
    }
    void on_drained(Exchange& exchange) override {
        ++drained_count;
        drained(exchange);
    }
    void on_over(Exchange& exchange) override { over(exchange); }
    void on_body(Exchange& exchange) override { body(exchange); }
    void on_connect(int64_t session_id) override {
        ++connects;
        connected(session_id);
    }
    void on_close(int64_t session_id) override {
        ++closes;
        closed(session_id);
    }
};

struct RigOptions {
    PortOptions port{};
    AdmissionLimits admission{};
    int send_buffer = 0;
};

class Rig {
public:
    explicit Rig(const RigOptions& options = {})
        : admission(options.admission, counters, std::span<const shm::WorkerCounters>(&counters, 1)),
          options_(options) {
        context.generation = kIncarnation;
        REQUIRE(loop.open() == Error::ok);
        net::ListenOptions listen;
        listener = std::move(net::Listener::open(net::Address::ip(AF_INET, "127.0.0.1", 0).value(), listen).value());
        port = std::make_unique<Port>(context, options.port, listener, handler, admission, exchanges);
    }
    ~Rig() {
        port.reset();
        handler.forget_all();
        CHECK(counters.connection_num.get() == 0);
        CHECK(counters.concurrency.get() == 0);
        CHECK(counters.waiting_num.get() == 0);
        CHECK(context.input.bytes() == 0);
        for (const shm::Counter& connections : counters.protocol_num) CHECK(connections.get() == 0);
        int64_t id = 0;
        CHECK(sessions.list(0, std::span<int64_t>(&id, 1)) == handed_over);
    }

    // A connection over a socket pair, from another worker.
    Client connect(Bytes unread = {}) { return take({}, Arrival::handed_over, unread); }
    // A new one, whose client has sent these bytes already.
    Client arrive(Bytes sent) { return take(sent, Arrival::accepted, {}); }
    // A few turns: what is ready happens, and what follows from it.
    void turn(int times = 4) {
        for (int i = 0; i < times; ++i) REQUIRE(loop.turn(0) == Error::ok);
    }
    void pass_ms(int64_t time_ms) {
        now_ms += time_ms;
        turn();
    }
    // What comes back for these bytes.
    std::string ask(Client& client, Bytes bytes) {
        client.send(bytes);
        turn();
        return client.take();
    }

    static constexpr uint32_t kIncarnation = 5;
    static inline int64_t now_ms = 1'000'000;
    static int64_t clock() noexcept { return now_ms * 1000; }

    loop::Loop loop{clock};
    Journal journal;
    Log log{&journal, LogLevel::debug};
    shm::WorkerCounters counters;
    std::unique_ptr<void, void (*)(void*)> memory{zeroed(), std::free};
    shm::SessionTable sessions{memory.get(), kSessions};
    Context context{loop, log, counters, sessions};
    ExchangePool exchanges;
    Script handler;
    Admission admission;
    net::Listener listener;
    std::unique_ptr<Port> port;
    int64_t last_session = 0;
    size_t handed_over = 0;

private:
    Client take(Bytes sent, Arrival arrival, Bytes unread) {
        std::array<int, 2> fds{};
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds.data()) == 0);
        if (options_.send_buffer > 0) {
            REQUIRE(setsockopt(fds[0], SOL_SOCKET, SO_SNDBUF, &options_.send_buffer, sizeof(int)) == 0);
        }
        Client client(fds[1]);
        client.send(sent);
        ConnectionInfo info;
        info.session_id = sessions.allocate(kIncarnation, 0, info.origin).value();
        last_session = info.session_id;
        CHECK(port->accept(Fd(fds[0]), info, arrival, unread) == Error::ok);
        return client;
    }

    static constexpr uint32_t kSessions = 64;
    static void* zeroed() {
        size_t bytes = (shm::SessionTable::bytes_for(kSessions) + 63) / 64 * 64;
        void* place = std::aligned_alloc(64, bytes);
        std::memset(place, 0, bytes);
        return place;
    }
    RigOptions options_;
};

}  // namespace tern::serve::test
