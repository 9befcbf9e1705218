#include "net/tls_certificates.h"
#include "net/tls_client_context.h"
#include "net/tls_rig.h"
#include "net/tls_session.h"
#include "net/tls_settings.h"

using namespace tls_rig;
using tls_certificates::issue;
using tls_certificates::Issued;

namespace {

// Two sessions of ours over a socketpair.
struct TlsEnds {
    explicit TlsEnds(const TlsOptions& ours, const TlsOptions& theirs, const std::string& host = "example.org") {
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds) == 0);
        TlsClientContext::Loaded loaded = TlsClientContext::load(ours);
        REQUIRE(loaded.complaint == "");
        client = TlsSession::connect(std::move(loaded.context), fds[0], host);
        server = TlsSession::accept_buffered(context_of(theirs), fds[1]);
        REQUIRE(client != nullptr);
        REQUIRE(server != nullptr);
    }
    ~TlsEnds() {
        close(fds[0]);
        close(fds[1]);
    }
    // What the client's handshake came to.
    Error shake() {
        Error mine = Error::would_block;
        Error other = Error::would_block;
        for (int i = 0; i < 100 && mine == Error::would_block; ++i) {
            mine = client->handshake();
            if (other == Error::would_block) other = server->handshake();
        }
        return mine;
    }

    int fds[2];
    std::unique_ptr<TlsSession> client;
    std::unique_ptr<TlsSession> server;
};

TlsOptions shows(const Issued& one) {
    TlsOptions options;
    options.identity.certificate_pem = one.certificate;
    options.identity.key_pem = one.key;
    return options;
}

TlsOptions trusting(const TempFile& authority) {
    TlsOptions options;
    options.verify_peer = true;
    options.ca_file = authority.path;
    options.alpn = "";
    return options;
}

}  // namespace

TEST_CASE("tls client: a certificate that is not trusted is told from one that is") {
    const Issued authority = issue("authority", nullptr, "", true);
    const Issued self = issue("self");
    const TempFile file(authority.certificate);
    TlsEnds ends(trusting(file), shows(self), "");
    CHECK(ends.shake() == Error::tls_verify_failed);
    CHECK(std::string(ends.client->why()).find("self") != std::string::npos);
    TlsEnds good(trusting(file), shows(issue("example.org", &authority)), "");
    CHECK(good.shake() == Error::ok);
    CHECK(good.client->verify_peer(false) == Error::ok);
    CHECK(good.client->peer_certificate().starts_with("-----BEGIN CERTIFICATE-----"));
    CHECK(good.server->verify_peer(false) == Error::tls_empty_peer_certificate);
}

TEST_CASE("tls client: after a write that was given up another one has other bytes") {
    TlsOptions anybody;
    anybody.alpn = "";
    TlsEnds ends(anybody, plain_options(), "localhost");
    REQUIRE(ends.shake() == Error::ok);
    const std::string large(TlsSession::kMostRecord, 'x');
    size_t counted = 0;
    Result<size_t> sent = ends.client->write(large);
    for (; sent.ok(); sent = ends.client->write(large)) counted += sent.value();
    CHECK(sent.error() == Error::would_block);
    CHECK(ends.client->holds_output());
    CHECK(ends.client->has_written());
    ends.client->forget_write();
    CHECK(ends.client->write("y").error() == Error::would_block);
    std::string got;
    char room[4096];
    bool written = false;
    while (!written || got.back() != 'y') {
        const Result<size_t> read = ends.server->read(room, sizeof room);
        if (read.ok()) got.append(room, read.value());
        if (!written) written = ends.client->write("y").ok();
    }
    // The record that was not counted has arrived as well.
    CHECK(got.size() == counted + large.size() + 1);
}

TEST_CASE("tls client: what ALPN has settled") {
    TlsOptions ours;
    ours.alpn = "other,http/1.1";
    TlsEnds ends(ours, plain_options(), "localhost");
    REQUIRE(ends.shake() == Error::ok);
    CHECK(ends.client->protocol() == "http/1.1");
    CHECK(ends.server->protocol() == "http/1.1");
    CHECK(alpn_of("h2,http/1.1") == "\x02h2\x08http/1.1");
    for (const char* wrong : {"", ",", "a,", ",a", "a,,b"}) CHECK(alpn_of(wrong) == "");
}

TEST_CASE("tls client: complaints name the option") {
    TlsOptions options;
    options.ca_file = "/nowhere";
    CHECK(TlsClientContext::load(options).complaint == "ssl_cafile /nowhere: No such file or directory");
    options.ca_file = "";
    options.ciphers = "NOTHING";
    CHECK(TlsClientContext::load(options).complaint.starts_with("ssl_ciphers NOTHING: "));
}
