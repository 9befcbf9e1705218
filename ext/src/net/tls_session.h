// The TLS of one connection over a non-blocking socket that belongs to someone else. Never waits, never raises a
// signal; would_block stands for both directions: it goes on when the socket has news.
//
// Bytes that the other side sent are read as far as there are any: less than was asked for means that the socket had no
// more, as with recv(2), unless more() says that the end comes next.
#pragma once

#include <memory>
#include <sys/types.h>

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/result.h"
#include "net/tls_buffers.h"
#include "net/tls_facts.h"

using BIO = struct bio_st;
using SSL = struct ssl_st;

namespace tern::net {

class TlsClientContext;
class TlsContext;

class TlsSession final : BufferKeeper {
public:
    // Null when OpenSSL has no memory.
    static std::unique_ptr<TlsSession> accept(std::shared_ptr<const TlsContext> context, int fd) noexcept;
    // These two keep a record until the socket has taken all of it, so that each call of write() may have other bytes;
    // they keep no facts.
    static std::unique_ptr<TlsSession> accept_buffered(std::shared_ptr<const TlsContext> context, int fd) noexcept;
    // `host`: whom to ask for (SNI), and whose certificate it has to be where the context wants one; an address or a
    // name; empty: anybody.
    static std::unique_ptr<TlsSession> connect(std::shared_ptr<const TlsClientContext> context, int fd,
                                               const std::string& host) noexcept;
    TlsSession(const TlsSession&) = delete;
    TlsSession& operator=(const TlsSession&) = delete;
    ~TlsSession();

    // Ok: done. tls_verify_failed, tls_handshake_failed: why() says more. connection_reset: the other side went.
    Error handshake() noexcept;
    // Of the failure: a static text, or null.
    const char* why() const noexcept { return why_; }
    bool established() const noexcept { return established_; }
    // After the handshake.
    const std::shared_ptr<const TlsFacts>& facts() const noexcept { return facts_; }

    // 0: the other side sends no more: it said so, or it closed its direction.
    Result<size_t> read(char* into, size_t room) noexcept;
    bool more() const noexcept { return ended_; }
    // There is input that was taken from the socket and not read yet; whole records or not.
    bool holds_input() const noexcept;
    // It went without saying so: what came last may not be all.
    bool truncated() const noexcept { return truncated_; }

    // At most kMostRecord bytes are taken. After would_block the same bytes come again, with others behind them or not.
    Result<size_t> write(Bytes bytes) noexcept;
    static constexpr size_t kMostRecord = 16 * 1024;
    // Of a buffered session: there is something that the socket has not taken, which flush() tries again.
    bool holds_output() const noexcept { return !held_.empty(); }
    Error flush() noexcept { return send_held(); }
    // The bytes of the last write() are not counted: it gave would_block and is not made again.
    void forget_write() noexcept { taken_ = 0; }
    bool has_written() const noexcept { return taken_ > 0; }
    // By the kernel, which encrypts: see sends_files().
    Result<size_t> send_file(int file, off_t offset, size_t count) noexcept;
    bool sends_files() const noexcept { return sends_files_; }

    // PEM, kept here; empty: it has shown none.
    Bytes peer_certificate() noexcept;
    // Whether it is trusted, whatever the context insists on. tls_empty_peer_certificate, tls_verify_failed: see why().
    Error verify_peer(bool allow_self_signed) noexcept;
    // What ALPN has settled; empty: nothing.
    Bytes protocol() const noexcept;

    // Says that no more follows (close_notify), if the socket takes it.
    void close_notify() noexcept;

private:
    TlsSession(std::shared_ptr<const void> context, SSL* ssl, int fd) noexcept;

    bool attach(bool kernel) noexcept;
    void give_back_buffers() noexcept override;
    bool name_peer(const std::string& host) noexcept;
    Result<size_t> write_buffered(Bytes bytes) noexcept;
    void begin_call() noexcept;
    Error failure_of(int code) noexcept;
    Error handshake_failure_of(int code) noexcept;
    Error send_held() noexcept;
    void conclude() noexcept;

    struct Calls;  // from OpenSSL

    // Of a buffered session: a record, and what OpenSSL answers on its own to one who does not read.
    static constexpr size_t kMostHeld = 256 * 1024;
    // Handshake messages of an established connection without a byte of data between them.
    static constexpr int kMostChatter = 32;

    std::shared_ptr<const void> context_;
    BufferRing* ring_ = nullptr;  // the context's; null: buffers are given back whenever they are empty
    SSL* ssl_ = nullptr;
    std::shared_ptr<const TlsFacts> facts_;
    const char* why_ = nullptr;
    std::string peer_pem_;
    Buffer held_;       // of the handshake, or of a buffered session, on its way to the other side
    size_t taken_ = 0;  // of a program's bytes, in held_
    int fd_;
    Error io_error_ = Error::ok;  // of the last call on the socket that failed
    Error end_ = Error::ok;       // how it ended
    int chatter_ = 0;
    bool buffered_ = false;
    bool shaken_ = false;       // OpenSSL is done
    bool established_ = false;  // and the other side has been sent all of it
    bool drained_ = false;      // within one call: the socket has no more
    bool fin_ = false;          // the socket said that nothing follows
    bool ended_ = false;
    bool truncated_ = false;
    bool broken_ = false;  // OpenSSL wants no more calls
    bool sends_files_ = false;
};

}  // namespace tern::net
