#include "net/tls_session.h"

#include "net/stream_content.h"
#include "net/tls_rig.h"

using stream_content::pattern;
using tern::Fd;
using namespace tls_rig;

namespace {

constexpr int kVersions[] = {TLS1_2_VERSION, TLS1_3_VERSION};

// Everything that waits at `from` goes to `to`, in pieces of `size` bytes; false: there was nothing.
bool carry(int from, int to, size_t size) {
    char bytes[4096];
    const ssize_t count = recv(from, bytes, std::min(size, sizeof bytes), 0);
    if (count <= 0) return false;
    REQUIRE(send(to, bytes, static_cast<size_t>(count), 0) == count);
    return true;
}

}  // namespace

TEST_CASE("tls session: a handshake tells what it settled") {
    for (const int version : kVersions) {
        Rig rig(context_of(plain_options()), version);
        SSL_set_tlsext_host_name(rig.client->ssl, "localhost");
        REQUIRE(rig.shake() == Error::ok);
        const TlsFacts& facts = *rig.server->tls()->facts();
        CHECK(std::string(facts.protocol) == (version == TLS1_3_VERSION ? "TLSv1.3" : "TLSv1.2"));
        CHECK(std::string(facts.cipher) == SSL_get_cipher_name(rig.client->ssl));
        CHECK(facts.server_name == "localhost");
        CHECK(facts.client_verify == "NONE");
        CHECK(!facts.resumed);
        CHECK(!facts.http2);
        CHECK(rig.server->tls()->handshake() == Error::ok);
    }
}

TEST_CASE("tls session: bytes go both ways, small and large") {
    for (const int version : kVersions) {
        Rig rig(context_of(plain_options()), version);
        REQUIRE(rig.shake() == Error::ok);
        char room[4];
        CHECK(rig.server_read(room, sizeof room).error() == Error::would_block);
        rig.client_write("hello");
        CHECK(rig.server_read() == "hello");
        rig.server->tail().append("answer");
        CHECK(rig.take_all() == "answer");
        CHECK(rig.server->sent() == 6);
        const std::string large = pattern(200'000, 1);
        rig.server->tail().append(large);
        CHECK(rig.take_all() == large);
    }
}

TEST_CASE("tls session: a read that fills its room leaves the rest for the next, a short one has taken all") {
    Rig rig(context_of(plain_options()));
    REQUIRE(rig.shake() == Error::ok);
    rig.client_write("0123456789");
    rig.client_write("abc");
    CHECK(rig.server_read(4) == "0123");
    CHECK(rig.server_read(4) == "4567");
    CHECK(rig.server_read(100) == "89abc");  // of two records
    CHECK(!rig.server->has_more());
    char room[4];
    CHECK(rig.server_read(room, sizeof room).error() == Error::would_block);
}

TEST_CASE("tls session: records that arrive byte by byte") {
    for (const int version : kVersions) {
        std::array<int, 2> wire{};
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, wire.data()) == 0);
        const Fd far(wire[0]);
        const Fd near(wire[1]);
        Rig rig(context_of(plain_options()), version);
        SSL_set_fd(rig.client->ssl, far.get());
        int code = 0;
        Error error = Error::would_block;
        for (int turn = 0; turn < 100'000 && (code <= 0 || error != Error::ok); ++turn) {
            if (code <= 0) code = SSL_do_handshake(rig.client->ssl);
            (void)carry(near.get(), rig.peer.get(), 1);
            if (error != Error::ok) error = rig.server->tls()->handshake();
            REQUIRE((error == Error::ok || error == Error::would_block));
            (void)carry(rig.peer.get(), near.get(), 1);
        }
        REQUIRE(error == Error::ok);
        while (carry(rig.peer.get(), near.get(), 1)) (void)rig.client_read(0);
        const std::string text = pattern(600, 2);
        rig.client_write(text);
        std::string got;
        char room[64];
        while (carry(near.get(), rig.peer.get(), 1)) {
            const Result<size_t> count = rig.server->read_some(room, sizeof room);
            if (count.ok()) got.append(room, count.value());
            REQUIRE((count.ok() || count.error() == Error::would_block));
            CHECK(!rig.server->has_more());
        }
        while (got.size() < text.size()) got += rig.server_read(64);
        CHECK(got == text);
    }
}

TEST_CASE("tls session: a client that takes the handshake slowly gets it all") {
    for (const int version : kVersions) {
        Rig rig(context_of(plain_options()), version);
        REQUIRE(SSL_do_handshake(rig.client->ssl) < 0);
        const int small = 1;
        REQUIRE(setsockopt(rig.server->fd(), SOL_SOCKET, SO_SNDBUF, &small, sizeof small) == 0);
        const std::string filler(100'000, 'x');
        const ssize_t filled = send(rig.server->fd(), filler.data(), filler.size(), 0);
        REQUIRE(filled > 0);
        CHECK(rig.server->tls()->handshake() == Error::would_block);
        CHECK(rig.server->tls()->handshake() == Error::would_block);
        std::string taken(static_cast<size_t>(filled), '\0');
        REQUIRE(recv(rig.peer.get(), taken.data(), taken.size(), MSG_WAITALL) == filled);
        CHECK(rig.shake() == Error::ok);
        rig.client_write("hello");
        CHECK(rig.server_read() == "hello");
    }
}

TEST_CASE("tls session: a client that says it sends no more still gets its answer") {
    for (const int version : kVersions) {
        Rig rig(context_of(plain_options()), version);
        REQUIRE(rig.shake() == Error::ok);
        rig.client_write("request");
        REQUIRE(SSL_shutdown(rig.client->ssl) == 0);  // sent, the other side's has not come
        CHECK(rig.server_read() == "request");
        // The kernel has no more news, and yet there is some.
        CHECK(rig.server->has_more());
        CHECK(rig.server_read().empty());
        CHECK(rig.server_read().empty());
        CHECK(!rig.server->tls()->truncated());
        rig.server->tail().append("answer");
        CHECK(rig.take_all() == "answer");
        rig.server->announce_end();
        (void)rig.client_read();
        CHECK((SSL_get_shutdown(rig.client->ssl) & SSL_RECEIVED_SHUTDOWN) != 0);
    }
}

TEST_CASE("tls session: a client that goes without a word is told from one that says so") {
    for (const int version : kVersions) {
        Rig rig(context_of(plain_options()), version);
        REQUIRE(rig.shake() == Error::ok);
        rig.client_write("half of it");
        REQUIRE(shutdown(rig.peer.get(), SHUT_WR) == 0);
        CHECK(rig.server_read() == "half of it");
        CHECK(rig.server_read().empty());
        CHECK(rig.server->tls()->truncated());
    }
}

TEST_CASE("tls session: writing to a client that is gone is an error, not a signal") {
    Rig rig(context_of(plain_options()));
    REQUIRE(rig.shake() == Error::ok);
    rig.peer.reset();
    rig.server->tail().append("x");
    CHECK(rig.server->flush() == Error::broken_pipe);
    CHECK(rig.server->flush() == Error::broken_pipe);
    rig.server->announce_end();
}

TEST_CASE("tls session: garbage ends the connection, before the handshake and after it") {
    Rig early(context_of(plain_options()));
    REQUIRE(send(early.peer.get(), "GET / HTTP/1.1\r\n\r\n", 18, 0) == 18);
    CHECK(early.server->tls()->handshake() == Error::tls_handshake_failed);
    CHECK(std::string(early.server->tls()->why()) == "http request");
    CHECK(early.server->tls()->handshake() == Error::tls_handshake_failed);
    Rig late(context_of(plain_options()));
    REQUIRE(late.shake() == Error::ok);
    REQUIRE(send(late.peer.get(), "\x17\x03\x03\x00\x20 this is no record, nor could it be", 39, 0) == 39);
    char room[100];
    CHECK(late.server_read(room, sizeof room).error() == Error::tls_bad_protocol);
    CHECK(late.server_read(room, sizeof room).error() == Error::tls_bad_protocol);
    late.server->tail().append("x");
    CHECK(late.server->flush() == Error::broken_pipe);
    Rig gone(context_of(plain_options()));
    REQUIRE(SSL_do_handshake(gone.client->ssl) < 0);
    gone.peer.reset();
    CHECK(gone.server->tls()->handshake() != Error::ok);
}

TEST_CASE("tls session: renegotiation is refused") {
    Rig rig(context_of(plain_options()), TLS1_2_VERSION);
    REQUIRE(rig.shake() == Error::ok);
    REQUIRE(SSL_renegotiate(rig.client->ssl) == 1);
    (void)SSL_do_handshake(rig.client->ssl);
    char room[100];
    CHECK(rig.server_read(room, sizeof room).error() == Error::would_block);
    CHECK(SSL_do_handshake(rig.client->ssl) <= 0);
    CHECK(rig.server->tls()->facts()->protocol == std::string("TLSv1.2"));
}

TEST_CASE("tls session: key updates without data between them end the connection") {
    Rig rig(context_of(plain_options()), TLS1_3_VERSION);
    REQUIRE(rig.shake() == Error::ok);
    char room[100];
    const auto update = [&] {
        REQUIRE(SSL_key_update(rig.client->ssl, SSL_KEY_UPDATE_REQUESTED) == 1);
        REQUIRE(SSL_do_handshake(rig.client->ssl) == 1);
        const Result<size_t> got = rig.server_read(room, sizeof room);
        (void)rig.client_read(0);
        return got.error();
    };
    for (int i = 0; i < 200; ++i) {
        REQUIRE(update() == Error::would_block);
        if (i % 20 != 19) continue;
        rig.client_write("x");
        REQUIRE(rig.server_read() == "x");
    }
    rig.server->tail().append("still here");
    CHECK(rig.take_all() == "still here");
    Error last = Error::would_block;
    for (int i = 0; i < 40 && last == Error::would_block; ++i) last = update();
    CHECK(last == Error::tls_bad_protocol);
}

TEST_CASE("tls session: the library's errors of others do not count") {
    Rig rig(context_of(plain_options()));
    REQUIRE(rig.shake() == Error::ok);
    ERR_raise(ERR_LIB_SSL, SSL_R_BAD_LENGTH);
    char room[4];
    CHECK(rig.server_read(room, sizeof room).error() == Error::would_block);
    CHECK(ERR_peek_error() == 0);
    ERR_raise(ERR_LIB_SSL, SSL_R_BAD_LENGTH);
    rig.server->tail().append("x");
    CHECK(rig.take_all() == "x");
    ERR_clear_error();
}
