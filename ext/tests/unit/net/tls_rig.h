// TLS over a socketpair: a Stream of ours and a client that is OpenSSL itself.
#pragma once

#include <array>
#include <cstdio>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <memory>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include "net/stream.h"
#include "net/tls_context.h"
#include "net/tls_settings.h"

namespace tls_rig {

using tern::Error;
using tern::Result;
using namespace tern::net;

inline TicketSecret secret_of(unsigned char fill) {
    TicketSecret secret;
    secret.fill(fill);
    return secret;
}

inline TlsOptions plain_options() {
    static const TlsIdentity identity = make_self_signed();
    TlsOptions options;
    options.identity = identity;
    return options;
}

inline std::shared_ptr<const TlsContext> context_of(const TlsOptions& options, unsigned char secret = 1) {
    TlsContext::Loaded loaded = TlsContext::load(options, secret_of(secret));
    CAPTURE(loaded.complaint);
    REQUIRE(loaded.context != nullptr);
    return loaded.context;
}

// A file that goes when the test ends.
struct TempFile {
    explicit TempFile(const std::string& content) {
        char name[] = "/tmp/tern-tls-XXXXXX";
        const int fd = mkstemp(name);
        REQUIRE(fd >= 0);
        close(fd);
        path = name;
        write(content);
    }
    ~TempFile() { unlink(path.c_str()); }
    void write(const std::string& content) const {
        FILE* file = std::fopen(path.c_str(), "w");
        REQUIRE(file != nullptr);
        REQUIRE(std::fwrite(content.data(), 1, content.size(), file) == content.size());
        std::fclose(file);
    }
    std::string path;
};

struct Client {
    explicit Client(int fd, int version = 0) : context(SSL_CTX_new(TLS_client_method())) {
        REQUIRE(context != nullptr);
        if (version != 0) {
            SSL_CTX_set_min_proto_version(context.get(), version);
            SSL_CTX_set_max_proto_version(context.get(), version);
        }
        SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
        ssl = SSL_new(context.get());
        SSL_set_fd(ssl, fd);
        SSL_set_connect_state(ssl);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() {
        SSL_free(ssl);
        if (session != nullptr) SSL_SESSION_free(session);
    }
    std::string common_name() const {
        char name[100] = "";
        X509* certificate = SSL_get0_peer_certificate(ssl);
        REQUIRE(certificate != nullptr);
        X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, name, sizeof name);
        return name;
    }

    SslContext context;
    SSL* ssl;
    SSL_SESSION* session = nullptr;
};

struct Rig {
    explicit Rig(std::shared_ptr<const TlsContext> context, int client_version = 0) {
        std::array<int, 2> fds{};
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds.data()) == 0);
        server = std::make_unique<Stream>(tern::Fd(fds[0]), shelf);
        server->start_tls(TlsSession::accept(std::move(context), fds[0]));
        REQUIRE(server->tls() != nullptr);
        peer = tern::Fd(fds[1]);
        client = std::make_unique<Client>(fds[1], client_version);
    }
    // Ok, or how the server's side failed.
    Error shake() {
        Error error = Error::would_block;
        int code = 0;
        for (int round = 0; round < 100; ++round) {
            if (code <= 0) code = SSL_do_handshake(client->ssl);
            error = server->tls()->handshake();
            if (error != Error::would_block && (error != Error::ok || code > 0)) break;
        }
        if (error == Error::ok) client_read(0);  // tickets
        return error;
    }
    // What there is, at least `wanted` tries for more.
    std::string client_read(int wanted = 1) {
        std::string all;
        std::array<char, 20000> chunk;
        for (int tries = 0; tries <= wanted;) {
            const int count = SSL_read(client->ssl, chunk.data(), chunk.size());
            if (count <= 0) {
                ++tries;
                continue;
            }
            all.append(chunk.data(), static_cast<size_t>(count));
        }
        return all;
    }
    void client_write(const std::string& text) const {
        REQUIRE(SSL_write(client->ssl, text.data(), static_cast<int>(text.size())) == static_cast<int>(text.size()));
    }
    // Flushes and reads by turns until nothing is queued.
    std::string take_all() {
        std::string all;
        for (int round = 0; round < 100'000; ++round) {
            const Error error = server->flush();
            REQUIRE((error == Error::ok || error == Error::would_block || error == Error::output_send_yield));
            all += client_read(0);
            if (error == Error::ok) break;
        }
        return all + client_read();
    }
    Result<size_t> server_read(char* into, size_t room) { return server->read_some(into, room); }
    std::string server_read(size_t room = 18'000) {
        std::string text(room, '\0');
        const Result<size_t> got = server->read_some(text.data(), room);
        CAPTURE(describe(got.error()));
        REQUIRE(got.ok());
        text.resize(got.value());
        return text;
    }

    BufferShelf shelf;
    std::unique_ptr<Stream> server;
    tern::Fd peer;
    std::unique_ptr<Client> client;
};

}  // namespace tls_rig
