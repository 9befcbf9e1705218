#include "serve/tls/tls_handshake.h"

#include <openssl/ssl.h>

#include "net/tls_settings.h"
#include "serve/rig.h"

using namespace tern;
using namespace tern::serve;
using namespace tern::serve::test;

namespace {

const std::string kGet = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";
const std::string kHello = std::string("\x16\x03\x01", 3);

TlsMaterial material() {
    static const TlsMaterial made = [] {
        TlsMaterial one;
        one.options.identity = net::make_self_signed();
        one.secret.fill(1);
        one.context = net::TlsContext::load(one.options, one.secret).context;
        return one;
    }();
    return made;
}

// A rig whose port speaks TLS.
struct TlsRig {
    explicit TlsRig(const TlsLimits& limits = {}, RigOptions options = {}) : rig(options) {
        gate = std::make_unique<HandshakeLimiter>(rig.context, material(), limits);
        options.port.tls = gate.get();
        rig.port =
            std::make_unique<Port>(rig.context, options.port, rig.listener, rig.handler, rig.admission, rig.exchanges);
    }
    ~TlsRig() { rig.port.reset(); }
    Rig rig;
    std::unique_ptr<HandshakeLimiter> gate;
};

// OpenSSL at the other end.
struct TlsClient {
    TlsClient(Rig& its_rig, Client its_client) : rig(its_rig), client(std::move(its_client)) {
        context = SSL_CTX_new(TLS_client_method());
        ssl = SSL_new(context);
        SSL_set_fd(ssl, client.fd());
        SSL_set_connect_state(ssl);
    }
    TlsClient(const TlsClient&) = delete;
    TlsClient& operator=(const TlsClient&) = delete;
    ~TlsClient() {
        SSL_free(ssl);
        SSL_CTX_free(context);
    }
    bool shake() {
        for (int i = 0; i < 20; ++i) {
            if (SSL_do_handshake(ssl) == 1) return true;
            rig.turn(1);
        }
        return false;
    }
    void send(const std::string& text) { REQUIRE(SSL_write(ssl, text.data(), text.size()) > 0); }
    std::string take() {
        std::string all;
        char chunk[4096];
        for (int count; (count = SSL_read(ssl, chunk, sizeof chunk)) > 0;) all.append(chunk, count);
        return all;
    }
    bool was_told_goodbye() { return (SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN) != 0; }
    Rig& rig;
    Client client;
    SSL_CTX* context = nullptr;
    SSL* ssl = nullptr;
};

}  // namespace

TEST_CASE("tls handshake: after the handshake comes HTTP") {
    TlsRig its;
    Rig& rig = its.rig;
    rig.handler.request = [](Exchange& exchange) {
        REQUIRE(exchange.tls != nullptr);
        CHECK(exchange.tls->protocol == std::string("TLSv1.3"));
        CHECK(exchange.origin.secure == 1);
        (void)answer(exchange, "hello");
    };
    TlsClient client(rig, rig.connect());
    REQUIRE(client.shake());
    client.send(kGet);
    rig.turn();
    CHECK(summary(client.take()) == "200 hello|");
    client.send(kGet + kGet);
    rig.turn();
    CHECK(rig.handler.requests == 3);
    CHECK(rig.counters.tls_handshake_count.get() == 1);
    CHECK(rig.counters.connection_num.get() == 1);
    rig.port->drain(nullptr);
    rig.pass_ms(1'001);  // it may be about to ask
    rig.turn();
    (void)client.take();
    CHECK(client.was_told_goodbye());
    CHECK(rig.counters.close_count.get() == 1);
}

TEST_CASE("tls handshake: a request that comes with the end of the handshake is not forgotten") {
    TlsRig its;
    TlsClient client(its.rig, its.rig.connect());
    // Without a turn of the server between: both arrive with one read.
    while (SSL_do_handshake(client.ssl) != 1) {
        REQUIRE(its.rig.counters.close_count.get() == 0);
        its.rig.turn(1);
    }
    client.send(kGet);
    its.rig.turn();
    CHECK(summary(client.take()) == "200 /a|");
}

TEST_CASE("tls handshake: HTTP in clear gets an answer in clear, anything else none") {
    TlsRig its;
    Rig& rig = its.rig;
    Client client = rig.connect();
    const std::string got = rig.ask(client, kGet);
    CHECK(summary(got) == "400 400 Bad Request: plain HTTP was sent to a port with TLS\n|");
    client.leave();
    rig.turn();
    CHECK(rig.counters.close_count.get() == 1);
    Client other = rig.connect();
    CHECK(rig.ask(other, "\x01\x02\x03").empty());
    CHECK(rig.counters.close_count.get() == 2);
    CHECK(rig.handler.connects + rig.handler.closes == 0);
    CHECK(rig.counters.tls_failed_count.get() == 2);
    CHECK(rig.handler.requests == 0);
    REQUIRE(rig.journal.lines.size() == 1);  // the second is told later
    rig.pass_ms(HandshakeLimiter::kLogEveryMs);
    Client third = rig.connect();
    (void)rig.ask(third, "\x01");
    REQUIRE(rig.journal.lines.size() == 2);
    CHECK(rig.journal.lines[1].find("(and 1 others before)") != std::string::npos);
}

TEST_CASE("tls handshake: what looks like a handshake and is none is refused with an alert") {
    TlsRig its;
    Client client = its.rig.connect();
    const std::string got = its.rig.ask(client, kHello + std::string("\x00\x04oops", 6));
    CHECK(got.substr(0, 1) == "\x15");
    client.leave();
    its.rig.turn();
    CHECK(its.rig.counters.close_count.get() == 1);
    CHECK(its.rig.counters.tls_failed_count.get() == 1);
}

TEST_CASE("tls handshake: a handshake that takes too long ends, and so does silence") {
    TlsRig its;
    Rig& rig = its.rig;
    Client silent = rig.connect();
    Client slow = rig.connect();
    (void)rig.ask(slow, kHello);
    rig.pass_ms(its.gate->limits().handshake_timeout_ms - 1);
    CHECK(rig.counters.close_count.get() == 0);
    rig.pass_ms(2);
    CHECK(rig.counters.close_count.get() == 2);
    CHECK(rig.counters.tls_failed_count.get() == 1);
}

TEST_CASE("tls handshake: without a backlog no connection waits for its handshake; each that ends makes room") {
    TlsLimits limits;
    limits.handshakes = 2;
    limits.backlog = 0;
    TlsRig its(limits);
    Rig& rig = its.rig;
    Client silent = rig.connect();  // does not count
    rig.turn();
    Client first = rig.connect();
    Client second = rig.connect();
    Client third = rig.connect();
    (void)rig.ask(first, kHello);
    (void)rig.ask(second, kHello);
    CHECK(rig.counters.close_count.get() == 0);
    (void)rig.ask(third, kHello);
    CHECK(rig.counters.close_count.get() == 1);
    CHECK(rig.counters.tls_refused_count.get() == 1);
    CHECK(rig.journal.lines.size() == 1);
    first.leave();
    rig.turn();
    TlsClient good(rig, rig.connect());
    CHECK(good.shake());
    TlsClient another(rig, rig.connect());
    CHECK(another.shake());
}

TEST_CASE("tls handshake: handshakes beyond the limits wait for their turn") {
    TlsLimits limits;
    limits.handshakes = 2;
    limits.backlog = 3;
    TlsRig its(limits);
    Rig& rig = its.rig;
    std::vector<std::unique_ptr<TlsClient>> clients;
    for (int i = 0; i < 6; ++i) {
        clients.push_back(std::make_unique<TlsClient>(rig, rig.connect()));
        (void)SSL_do_handshake(clients.back()->ssl);
        rig.turn();
    }
    CHECK(rig.counters.close_count.get() == 1);  // beyond the backlog
    CHECK(rig.counters.tls_refused_count.get() == 1);
    CHECK(SSL_do_handshake(clients[2]->ssl) != 1);
    for (size_t i = 0; i < 5; ++i) CHECK(clients[i]->shake());
    rig.turn();
    CHECK(rig.counters.tls_handshake_count.get() == 5);
}

TEST_CASE(
    "tls handshake: a connection that waits for its turn may leave, and waits no longer than a handshake may take") {
    TlsLimits limits;
    limits.handshakes = 1;
    TlsRig its(limits);
    Rig& rig = its.rig;
    Client slow = rig.connect();
    (void)rig.ask(slow, kHello);
    Client gone = rig.connect();
    (void)rig.ask(gone, kHello);
    gone.leave();
    rig.turn();
    CHECK(rig.counters.close_count.get() == 1);
    Client patient = rig.connect();
    (void)rig.ask(patient, kHello);
    CHECK(rig.counters.close_count.get() == 1);
    rig.pass_ms(limits.handshake_timeout_ms + 1);
    rig.turn();
    CHECK(rig.counters.close_count.get() == 3);
    CHECK(rig.counters.tls_failed_count.get() == 2);
}

TEST_CASE("tls handshake: one address has a limit of its own") {
    struct Turn final : HandshakeSlot {
        void on_turn() noexcept override { begun = true; }
        bool begun = false;
    };
    TlsLimits limits;
    limits.handshakes_per_ip = 1;
    limits.backlog = 1;
    TlsRig its(limits);
    HandshakeLimiter& gate = *its.gate;
    shm::SessionOrigin one;
    one.family = AF_INET6;
    one.ip[0] = 0x20;
    shm::SessionOrigin neighbour = one;
    neighbour.ip[15] = 1;
    shm::SessionOrigin other = one;
    other.ip[7] = 1;
    shm::SessionOrigin local;
    local.family = AF_UNIX;
    using Entry = HandshakeLimiter::Entry;
    Turn turns[6];
    CHECK(gate.enter(turns[0], one) == Entry::begin);
    CHECK(gate.enter(turns[1], neighbour) == Entry::wait);
    CHECK(gate.enter(turns[2], neighbour) == Entry::refused);
    CHECK(gate.enter(turns[3], other) == Entry::begin);
    CHECK(gate.enter(turns[4], local) == Entry::begin);
    CHECK(gate.enter(turns[5], local) == Entry::begin);
    gate.leave(turns[0]);
    CHECK_FALSE(turns[1].begun);
    its.rig.turn();
    CHECK(turns[1].begun);
    CHECK(gate.enter(turns[2], one) == Entry::wait);
    CHECK(its.rig.counters.tls_refused_count.get() == 1);
    for (Turn& turn : turns) gate.leave(turn);
    CHECK(gate.enter(turns[0], one) == Entry::begin);
    gate.leave(turns[0]);
}

TEST_CASE("tls handshake: a PROXY header comes first, in clear") {
    RigOptions options;
    options.port.proxy_protocol = true;
    TlsRig its({}, options);
    Rig& rig = its.rig;
    rig.handler.request = [](Exchange& exchange) {
        CHECK(exchange.origin.remote_port == 4000);
        CHECK(exchange.origin.server_port == 443);
        (void)answer(exchange, "ok");
    };
    // As an accepted connection: those of another worker are past it.
    std::array<int, 2> fds{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds.data()) == 0);
    ConnectionInfo info;
    info.session_id = rig.sessions.allocate(Rig::kIncarnation, 0, info.origin).value();
    REQUIRE(rig.port->accept(Fd(fds[0]), info, Arrival::accepted, {}) == Error::ok);
    Client raw(fds[1]);
    raw.send("PROXY TCP4 192.0.2.1 192.0.");
    rig.turn();
    raw.send("2.2 4000 443\r\n");
    TlsClient client(rig, std::move(raw));
    REQUIRE(client.shake());
    client.send(kGet);
    rig.turn();
    CHECK(summary(client.take()) == "200 ok|");
}

TEST_CASE("tls handshake: new files are taken, broken ones are not") {
    char name[] = "/tmp/tern-gate-XXXXXX";
    const int fd = mkstemp(name);
    REQUIRE(fd >= 0);
    ::close(fd);
    const auto put = [&](const net::TlsIdentity& identity) {
        FILE* file = std::fopen(name, "w");
        REQUIRE(file != nullptr);
        (void)std::fputs((identity.certificate_pem + identity.key_pem).c_str(), file);
        std::fclose(file);
    };
    put(net::make_self_signed());
    TlsMaterial material;
    material.options.identity.certificate_file = name;
    material.context = net::TlsContext::load(material.options, material.secret).context;
    REQUIRE(material.context != nullptr);
    Rig rig;
    HandshakeLimiter gate(rig.context, material, {});
    const auto first = gate.certificates();
    CHECK(first == material.context);
    net::TlsIdentity broken;
    broken.certificate_pem = "broken";
    put(broken);
    CHECK(gate.certificates() == first);  // not looked at yet
    for (int i = 0; i < 3; ++i) {
        rig.pass_ms(HandshakeLimiter::kLookEveryMs);
        CHECK(gate.certificates() == first);
    }
    CHECK(rig.journal.lines.size() == 1);
    put(net::make_self_signed());
    rig.pass_ms(HandshakeLimiter::kLookEveryMs);
    CHECK(gate.certificates() != first);
    CHECK(rig.journal.lines.size() == 2);
    ::unlink(name);
}

TEST_CASE("tls handshake: when the worker leaves, silent ones go on, others end with their next answer") {
    class Sink final : public HandoverSink {
    public:
        int received = 0;
        Error hand_over(const ConnectionInfo&, int, Bytes) override {
            ++received;
            return Error::session_not_exist;
        }
    } sink;
    TlsRig its;
    Rig& rig = its.rig;
    Client silent = rig.connect();
    TlsClient idle(rig, rig.connect());
    REQUIRE(idle.shake());
    TlsClient busy(rig, rig.connect());
    REQUIRE(busy.shake());
    TlsClient asking(rig, rig.connect());
    REQUIRE(asking.shake());
    rig.turn();
    rig.handler.keep_all();
    busy.send(kGet);
    rig.turn();
    rig.port->drain(&sink);
    CHECK(sink.received == 1);
    asking.send(kGet);
    rig.turn();
    for (TlsClient* client : {&busy, &asking}) {
        rig.handler.answer_next("last");
        rig.turn();
        CHECK(client->take().find("Connection: close") != std::string::npos);
    }
    rig.pass_ms(1'000);
    (void)idle.take();
    CHECK(idle.was_told_goodbye());
    CHECK(rig.port->empty() == false);  // the two wait for their clients to close
    rig.pass_ms(3'000);
    CHECK(rig.port->empty());
}
