// DTLS: two sessions of ours over a pair of datagram sockets, between which the test may lose, repeat and forge
// datagrams.
#include <deque>
#include <netinet/in.h>
#include <poll.h>
#include <vector>

#include "net/dtls_cookies.h"
#include "net/tls_client_context.h"
#include "net/tls_rig.h"

using namespace tls_rig;
using tern::Buffer;
using tern::Bytes;

namespace {

Address client_address(uint16_t port = 4433) { return Address::ip(AF_INET, "192.0.2.1", port).value(); }

TlsOptions datagram_options() {
    TlsOptions options = plain_options();
    options.datagrams = true;
    options.alpn = "";
    return options;
}

// Bytes are carried by hand between the ends: a socketpair of each end, whose other side is the network.
struct Wire {
    Wire() { REQUIRE(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, fds) == 0); }
    ~Wire() {
        close(fds[0]);
        close(fds[1]);
    }
    int end() const { return fds[0]; }
    std::deque<std::string> take() const {
        std::deque<std::string> all;
        char room[20'000];
        for (ssize_t count = 0; (count = recv(fds[1], room, sizeof room, 0)) >= 0;)
            all.emplace_back(room, static_cast<size_t>(count));
        return all;
    }
    void put(Bytes datagram) const {
        REQUIRE(send(fds[1], datagram.data(), datagram.size(), 0) == static_cast<ssize_t>(datagram.size()));
    }
    int fds[2];
};

struct DtlsEnds {
    explicit DtlsEnds(const TlsOptions& theirs = datagram_options(), TlsOptions ours = {}) {
        ours.datagrams = true;
        ours.alpn = "";
        TlsClientContext::Loaded loaded = TlsClientContext::load(ours);
        REQUIRE(loaded.complaint == "");
        client = TlsSession::connect(std::move(loaded.context), client_wire.end(), "localhost");
        server = TlsSession::listen(context_of(theirs));
        REQUIRE(client != nullptr);
        REQUIRE(server != nullptr);
    }
    // Until the client's address is proven.
    void exchange_cookie() {
        for (int round = 0; round < 3 && server->listening(); ++round) {
            CHECK(client->handshake() == Error::would_block);
            for (const std::string& datagram : client_wire.take()) {
                Buffer answer;
                const auto hello = server->take_hello(datagram, client_address(), answer);
                if (hello == TlsSession::Hello::proven) server->begin(server_wire.end(), false);
                if (hello == TlsSession::Hello::answered) client_wire.put(answer.view());
            }
        }
        REQUIRE(!server->listening());
    }
    // Carries everything, except for what `loses` takes.
    template <class Loses>
    void carry(Loses loses) {
        for (const std::string& datagram : client_wire.take()) {
            if (!loses(datagram)) server_wire.put(datagram);
        }
        for (const std::string& datagram : server_wire.take()) {
            if (!loses(datagram)) client_wire.put(datagram);
        }
    }
    void carry() {
        carry([](const std::string&) { return false; });
    }
    // What the client's handshake came to.
    Error shake() {
        exchange_cookie();
        Error mine = Error::would_block;
        Error other = Error::would_block;
        for (int i = 0; i < 20 && (mine == Error::would_block || other == Error::would_block); ++i) {
            if (other == Error::would_block) other = server->handshake();
            carry();
            if (mine == Error::would_block) mine = client->handshake();
            carry();
        }
        return mine;
    }

    Wire client_wire;
    Wire server_wire;
    std::unique_ptr<TlsSession> client;
    std::unique_ptr<TlsSession> server;
};

std::string read_of(TlsSession& session, size_t room = 20'000) {
    std::string text(room, '\0');
    const Result<size_t> got = session.read(text.data(), room);
    REQUIRE(got.ok());
    text.resize(got.value());
    return text;
}

Error error_of_read(TlsSession& session) {
    char room[100];
    return session.read(room, sizeof room).error();
}

}  // namespace

TEST_CASE("dtls: a handshake after a cookie, then messages with their boundaries") {
    DtlsEnds ends;
    REQUIRE(ends.shake() == Error::ok);
    CHECK(std::string(ends.server->facts()->protocol) == "DTLSv1.2");
    CHECK(ends.server->facts()->server_name == "localhost");
    CHECK(ends.client->more());
    CHECK(ends.client->write("one").value() == 3);
    CHECK(ends.client->write(std::string(16'384, 'x')).value() == 16'384);
    CHECK(ends.client->write("three").value() == 5);
    ends.carry();
    CHECK(read_of(*ends.server) == "one");
    CHECK(read_of(*ends.server, 3) == "xxx");  // the rest is dropped, as with recv(2)
    CHECK(read_of(*ends.server) == "three");
    CHECK(error_of_read(*ends.server) == Error::would_block);
    CHECK(ends.server->write("answer").value() == 6);
    ends.carry();
    CHECK(read_of(*ends.client) == "answer");
}

TEST_CASE("dtls: a message that is too large is refused, and the session goes on") {
    DtlsEnds ends;
    REQUIRE(ends.shake() == Error::ok);
    CHECK(ends.client->write(std::string(16'385, 'x')).error() == Error{EMSGSIZE});
    CHECK(ends.client->write("small").value() == 5);
    ends.carry();
    CHECK(read_of(*ends.server) == "small");
}

TEST_CASE("dtls: data that is lost, repeated, forged or out of order") {
    DtlsEnds ends;
    REQUIRE(ends.shake() == Error::ok);
    for (const char* text : {"a", "b", "c"}) REQUIRE(ends.client->write(text).ok());
    std::deque<std::string> sent = ends.client_wire.take();
    REQUIRE(sent.size() == 3);
    ends.server_wire.put(sent[2]);
    ends.server_wire.put(sent[2]);
    std::string forged = sent[1];
    forged.back() = static_cast<char>(forged.back() ^ 1);
    ends.server_wire.put(forged);
    ends.server_wire.put("");
    ends.server_wire.put("garbage");
    ends.server_wire.put(std::string(2000, '\x16'));
    ends.server_wire.put(sent[0]);
    CHECK(read_of(*ends.server) == "c");
    CHECK(read_of(*ends.server) == "a");
    CHECK(error_of_read(*ends.server) == Error::would_block);
    REQUIRE(ends.server->write("still there").ok());
}

TEST_CASE("dtls: handshake messages from strangers do not end an established session") {
    DtlsEnds ends;
    REQUIRE(ends.shake() == Error::ok);
    std::string record = std::string("\x16\xfe\xfd\0\1\0\0\0\0\0\7\0\x20", 13) + std::string(32, 'x');
    for (int i = 0; i < 200; ++i) {
        record[10] = static_cast<char>(i);
        ends.server_wire.put(record);
        CHECK(error_of_read(*ends.server) == Error::would_block);
    }
    REQUIRE(ends.client->write("data").ok());
    ends.carry();
    CHECK(read_of(*ends.server) == "data");
}

TEST_CASE("dtls: a lost flight is sent again when it is time") {
    DtlsEnds ends;
    ends.exchange_cookie();
    CHECK(ends.client->repeats_in_ms() > 0);
    CHECK(ends.client->repeats_in_ms() <= 1000);
    CHECK(ends.server->handshake() == Error::would_block);
    REQUIRE(!ends.server_wire.take().empty());  // lost
    CHECK(ends.server->handshake() == Error::would_block);
    CHECK(ends.server_wire.take().empty());  // it is not time yet
    while (const int64_t left_ms = ends.server->repeats_in_ms()) {
        (void)poll(nullptr, 0, static_cast<int>(left_ms));
    }
    CHECK(ends.server->handshake() == Error::would_block);
    const auto again = ends.server_wire.take();
    CHECK(!again.empty());
    for (const std::string& datagram : again) ends.client_wire.put(datagram);
    Error mine = Error::would_block;
    Error other = Error::would_block;
    for (int i = 0; i < 20 && (mine != Error::ok || other != Error::ok); ++i) {
        if (mine != Error::ok) mine = ends.client->handshake();
        ends.carry();
        if (other != Error::ok) other = ends.server->handshake();
        ends.carry();
    }
    CHECK(mine == Error::ok);
    CHECK(other == Error::ok);
    CHECK(ends.client->repeats_in_ms() == -1);
}

TEST_CASE("dtls: a large certificate comes in small datagrams") {
    DtlsEnds ends;
    ends.exchange_cookie();
    CHECK(ends.server->handshake() == Error::would_block);
    for (const std::string& datagram : ends.server_wire.take()) CHECK(datagram.size() <= 1200);
}

TEST_CASE("dtls: close_notify ends a session from either side") {
    for (const bool by_client : {true, false}) {
        DtlsEnds ends;
        REQUIRE(ends.shake() == Error::ok);
        TlsSession& one = by_client ? *ends.client : *ends.server;
        TlsSession& other = by_client ? *ends.server : *ends.client;
        one.close_notify();
        ends.carry();
        CHECK(read_of(other).empty());
        CHECK(read_of(other).empty());
    }
}

TEST_CASE("dtls: a certificate that is not trusted ends the handshake") {
    TlsOptions ours;
    ours.verify_peer = true;
    DtlsEnds ends(datagram_options(), ours);
    CHECK(ends.shake() == Error::tls_verify_failed);
    CHECK(std::string(ends.client->why()).find("self") != std::string::npos);
}

TEST_CASE("dtls: versions") {
    TlsOptions theirs = datagram_options();
    theirs.ciphers = "DEFAULT@SECLEVEL=0";
    theirs.protocols = kTls11;
    TlsOptions ours;
    ours.ciphers = theirs.ciphers;
    ours.protocols = kTls10 | kTls12;
    DtlsEnds old(theirs, ours);
    REQUIRE(old.shake() == Error::ok);
    CHECK(std::string(old.server->facts()->protocol) == "DTLSv1");
    ours.protocols = kTls12;
    DtlsEnds refused(theirs, ours);
    CHECK(refused.shake() != Error::ok);
}

TEST_CASE("dtls: nothing but a ClientHello with the right cookie begins a session") {
    DtlsEnds ends;
    Buffer answer;
    using Hello = TlsSession::Hello;
    for (const std::string& garbage :
         {std::string(), std::string("x"), std::string(5000, '\x16'), std::string(100, '\0')})
        CHECK(ends.server->take_hello(garbage, client_address(), answer) == Hello::ignored);
    CHECK(answer.empty());

    CHECK(ends.client->handshake() == Error::would_block);
    const std::string first = ends.client_wire.take().at(0);
    // Any number of forged addresses, and cut or changed messages: at most a smaller answer.
    for (uint16_t port = 1; port < 500; ++port) {
        answer.clear();
        CHECK(ends.server->take_hello(first, client_address(port), answer) == Hello::answered);
        CHECK(answer.size() < first.size());
    }
    for (size_t size = 0; size < first.size(); ++size) {
        answer.clear();
        CHECK(ends.server->take_hello(Bytes(first).substr(0, size), client_address(), answer) != Hello::proven);
    }
    for (size_t at = 0; at < first.size(); ++at) {
        std::string changed = first;
        changed[at] = static_cast<char>(~changed[at]);
        answer.clear();
        CHECK(ends.server->take_hello(changed, client_address(), answer) != Hello::proven);
        CHECK(answer.size() < first.size());
    }
    answer.clear();
    REQUIRE(ends.server->take_hello(first, client_address(), answer) == Hello::answered);
    ends.client_wire.put(answer.view());
    CHECK(ends.client->handshake() == Error::would_block);
    const std::string second = ends.client_wire.take().at(0);
    answer.clear();
    CHECK(ends.server->take_hello(second, client_address(4434), answer) == Hello::answered);  // another's cookie
    CHECK(ends.server->take_hello(second, client_address(), answer) == Hello::proven);
}

TEST_CASE("dtls: a worker accepts the cookies of the others, and no other server's") {
    for (const unsigned char secret : {1, 2}) {
        const auto other = TlsSession::listen(context_of(datagram_options(), secret));
        DtlsEnds ends;
        Buffer answer;
        CHECK(ends.client->handshake() == Error::would_block);
        REQUIRE(other->take_hello(ends.client_wire.take().at(0), client_address(), answer) ==
                TlsSession::Hello::answered);
        ends.client_wire.put(answer.view());
        CHECK(ends.client->handshake() == Error::would_block);
        answer.clear();
        const auto hello = ends.server->take_hello(ends.client_wire.take().at(0), client_address(), answer);
        CHECK(hello == (secret == 1 ? TlsSession::Hello::proven : TlsSession::Hello::answered));
    }
}

TEST_CASE("dtls cookies: valid for their address and for two periods") {
    const DtlsCookies cookies(secret_of(1));
    const Address peer = client_address();
    DtlsCookies::Cookie cookie{};
    const int64_t now_s = 100 * DtlsCookies::kPeriodS;
    REQUIRE(cookies.make(peer, now_s, cookie));
    const Bytes text(reinterpret_cast<const char*>(cookie.data()), cookie.size());
    CHECK(cookies.check(peer, now_s, text));
    CHECK(cookies.check(peer, now_s + DtlsCookies::kPeriodS, text));
    CHECK(!cookies.check(peer, now_s + 2 * DtlsCookies::kPeriodS, text));
    CHECK(!cookies.check(peer, now_s - DtlsCookies::kPeriodS, text));
    CHECK(!cookies.check(client_address(1), now_s, text));
    CHECK(!cookies.check(Address::ip(AF_INET, "192.0.2.2", 4433).value(), now_s, text));
    CHECK(!cookies.check(peer, now_s, text.substr(1)));
    CHECK(!cookies.check(peer, now_s, {}));
    CHECK(!DtlsCookies(secret_of(2)).check(peer, now_s, text));
}

TEST_CASE("dtls: what the kernel does not take is queued message by message") {
    DtlsEnds ends;
    REQUIRE(ends.shake() == Error::ok);
    BufferShelf shelf;
    Stream stream(tern::Fd(dup(ends.server_wire.end())), shelf);
    stream.start_tls(std::move(ends.server));
    CHECK(stream.carries_messages());
    const std::string large(16'385, 'x');
    CHECK(stream.send_message(tern::Slice(Bytes(large))) == Error{EMSGSIZE});
    constexpr size_t kMessages = 2000;
    std::deque<std::string> texts;
    for (size_t i = 0; i < kMessages; ++i) {
        texts.push_back("message " + std::to_string(i));
        REQUIRE(stream.send_message(tern::Slice(Bytes(texts.back()))) == Error::ok);
    }
    CHECK(stream.send_message(tern::Slice(Bytes(large))) == Error{EMSGSIZE});
    CHECK(stream.queued() > 0);
    std::vector<std::string> got;
    for (size_t i = 0; i < kMessages && got.size() < kMessages; ++i) {
        for (const std::string& datagram : ends.server_wire.take()) {
            ends.client_wire.put(datagram);
            got.push_back(read_of(*ends.client));
        }
        const Error error = stream.flush();
        REQUIRE((error == Error::ok || error == Error::would_block));
    }
    REQUIRE(got.size() == kMessages);
    for (size_t i = 0; i < kMessages; ++i) CHECK(got[i] == texts[i]);
    CHECK(stream.drained());
    CHECK(stream.sent() > 0);
}

TEST_CASE("dtls: changed and cut datagrams in the middle of a handshake") {
    size_t size = 1;
    for (size_t at = 0; at < size; ++at) {
        DtlsEnds ends;
        ends.exchange_cookie();
        CHECK(ends.server->handshake() == Error::would_block);
        ends.carry();
        CHECK(ends.client->handshake() == Error::would_block);
        const std::deque<std::string> flight = ends.client_wire.take();
        REQUIRE(!flight.empty());
        size = flight[0].size();
        std::string changed = flight[0];
        changed[at] = static_cast<char>(changed[at] ^ 0x41);
        ends.server_wire.put(Bytes(flight[0]).substr(0, at));
        ends.server_wire.put(changed);
        (void)ends.server->handshake();
        ends.carry();
        (void)ends.client->handshake();
    }
}

TEST_CASE("dtls: a client that begins again ends its session by its cookie, a late ClientHello does not") {
    DtlsEnds ends;
    CHECK(ends.client->handshake() == Error::would_block);
    Buffer cookie;
    REQUIRE(ends.server->take_hello(ends.client_wire.take().at(0), client_address(), cookie) ==
            TlsSession::Hello::answered);
    ends.client_wire.put(cookie.view());
    CHECK(ends.client->handshake() == Error::would_block);
    const std::string late = ends.client_wire.take().at(0);
    ends.client_wire.put(cookie.view());
    cookie.clear();
    REQUIRE(ends.server->take_hello(late, client_address(), cookie) == TlsSession::Hello::proven);
    ends.server->begin(ends.server_wire.end(), false);
    REQUIRE(ends.shake() == Error::ok);
    ends.server_wire.put(late);
    CHECK(error_of_read(*ends.server) == Error::would_block);
    CHECK(ends.server_wire.take().empty());

    DtlsEnds again;
    CHECK(again.client->handshake() == Error::would_block);
    ends.server_wire.put(again.client_wire.take().at(0));
    CHECK(error_of_read(*ends.server) == Error::would_block);
    REQUIRE(ends.client->write("the session goes on").ok());
    const auto answers = ends.server_wire.take();
    REQUIRE(answers.size() == 1);
    again.client_wire.put(answers[0]);
    CHECK(again.client->handshake() == Error::would_block);
    ends.carry();
    CHECK(read_of(*ends.server) == "the session goes on");
    ends.server_wire.put(again.client_wire.take().at(0));
    CHECK(error_of_read(*ends.server) == Error::connection_reset);
}
