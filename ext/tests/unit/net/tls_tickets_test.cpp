#include "net/tls_tickets.h"

#include "net/tls_rig.h"

using namespace tls_rig;

namespace {

int64_t now_s = 0;  // NOLINT: the clock of TicketKeys is a function

struct Ticket {
    unsigned char name[16];
    unsigned char iv[16];
};

struct Contexts {
    EVP_CIPHER_CTX* cipher = EVP_CIPHER_CTX_new();
    EVP_MAC* method = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
    EVP_MAC_CTX* mac = EVP_MAC_CTX_new(method);
    ~Contexts() {
        EVP_CIPHER_CTX_free(cipher);
        EVP_MAC_CTX_free(mac);
        EVP_MAC_free(method);
    }
};

Ticket seal(TicketKeys& keys) {
    Contexts contexts;
    Ticket ticket;
    REQUIRE(keys.seal(ticket.name, ticket.iv, contexts.cipher, contexts.mac) == 1);
    return ticket;
}

int open(TicketKeys& keys, const Ticket& ticket) {
    Contexts contexts;
    return keys.open(ticket.name, ticket.iv, contexts.cipher, contexts.mac);
}

// One connection; the session of `from` is offered. The client keeps its session.
std::unique_ptr<Rig> connect(std::shared_ptr<const TlsContext> context, const Client* from, int version) {
    auto rig = std::make_unique<Rig>(std::move(context), version);
    if (from != nullptr) REQUIRE(SSL_set_session(rig->client->ssl, from->session) == 1);
    REQUIRE(rig->shake() == Error::ok);
    rig->client->session = SSL_get1_session(rig->client->ssl);
    CHECK(rig->server->tls()->facts()->resumed == (SSL_session_reused(rig->client->ssl) == 1));
    return rig;
}

bool resumes(const std::shared_ptr<const TlsContext>& first, const std::shared_ptr<const TlsContext>& second,
             int version) {
    const auto giver = connect(first, nullptr, version);
    CHECK(!giver->server->tls()->facts()->resumed);
    const auto taker = connect(second, giver->client.get(), version);
    taker->client_write("ping");
    CHECK(taker->server_read() == "ping");
    return taker->server->tls()->facts()->resumed;
}

}  // namespace

TEST_CASE("tls tickets: who has the secret has the keys of the period") {
    now_s = 1'000'000;
    TicketKeys one(secret_of(1), 100, [] { return now_s; });
    TicketKeys other(secret_of(1), 100, [] { return now_s; });
    TicketKeys stranger(secret_of(2), 100, [] { return now_s; });
    const Ticket ticket = seal(one);
    CHECK(open(other, ticket) == 1);
    CHECK(open(stranger, ticket) == 0);
    CHECK(std::memcmp(seal(one).iv, ticket.iv, sizeof ticket.iv) != 0);
}

TEST_CASE("tls tickets: keys change with each period; those of the one before are taken and replaced") {
    now_s = 1'000'000;
    TicketKeys one(secret_of(1), 100, [] { return now_s; });
    TicketKeys other(secret_of(1), 100, [] { return now_s; });
    const Ticket ticket = seal(one);
    now_s += 99;
    CHECK(open(other, ticket) == 1);
    now_s += 1;
    CHECK(open(other, ticket) == 2);
    CHECK(open(one, ticket) == 2);
    CHECK(std::memcmp(seal(one).name, ticket.name, sizeof ticket.name) != 0);
    now_s += 99;
    CHECK(open(other, ticket) == 2);
    now_s += 1;
    CHECK(open(other, ticket) == 0);
    CHECK(open(one, ticket) == 0);
    now_s -= 150;  // a clock that was set back
    CHECK(open(one, ticket) == 1);
}

TEST_CASE("tls tickets: a session goes on in another process that has the secret") {
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        const auto first = context_of(plain_options(), 1);
        CHECK(resumes(first, first, version));
        CHECK(resumes(first, context_of(plain_options(), 1), version));
        CHECK(!resumes(first, context_of(plain_options(), 2), version));
    }
}

TEST_CASE("tls tickets: none are given where they are off, and none are taken") {
    TlsOptions off = plain_options();
    off.session_timeout_ms = 0;
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        CHECK(!resumes(context_of(off), context_of(off), version));
        CHECK(!resumes(context_of(plain_options()), context_of(off), version));
    }
}
