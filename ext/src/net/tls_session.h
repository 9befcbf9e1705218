// The TLS of one connection, server side, over a non-blocking socket that belongs to someone else. Never waits, never
// raises a signal; would_block stands for both directions: it goes on when the socket has news.
//
// Bytes that the client sent are read as far as there are any: less than was asked for means that the socket had no
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

class TlsContext;

class TlsSession final : BufferKeeper {
public:
    // Null when OpenSSL has no memory.
    static std::unique_ptr<TlsSession> accept(std::shared_ptr<const TlsContext> context, int fd) noexcept;
    TlsSession(const TlsSession&) = delete;
    TlsSession& operator=(const TlsSession&) = delete;
    ~TlsSession();

    // Ok: done. tls_verify_failed, tls_handshake_failed: why() says more. connection_reset: the client went.
    Error handshake() noexcept;
    // Of the failure: a static text, or null.
    const char* why() const noexcept { return why_; }
    // After the handshake.
    const std::shared_ptr<const TlsFacts>& facts() const noexcept { return facts_; }

    // 0: the client sends no more: it said so, or it closed its direction.
    Result<size_t> read(char* into, size_t room) noexcept;
    bool more() const noexcept { return ended_; }
    // There is input that was taken from the socket and not read yet; whole records or not.
    bool holds_input() const noexcept;
    // It went without saying so: what came last may not be all.
    bool truncated() const noexcept { return truncated_; }

    // At most kMostRecord bytes are taken. After would_block the same bytes come again, with others behind them or not.
    Result<size_t> write(Bytes bytes) noexcept;
    static constexpr size_t kMostRecord = 16 * 1024;
    // By the kernel, which encrypts: see sends_files().
    Result<size_t> send_file(int file, off_t offset, size_t count) noexcept;
    bool sends_files() const noexcept { return sends_files_; }

    // Says that no more follows (close_notify), if the socket takes it.
    void close_notify() noexcept;

private:
    TlsSession(std::shared_ptr<const TlsContext> context, int fd) noexcept;

    bool attach(bool kernel) noexcept;
    void give_back_buffers() noexcept override;
    void begin_call() noexcept;
    Error failure_of(int code) noexcept;
    Error handshake_failure_of(int code) noexcept;
    Error send_held() noexcept;
    void conclude() noexcept;

    struct Calls;  // from OpenSSL

    // Handshake messages of an established connection without a byte of data between them.
    static constexpr int kMostChatter = 32;

    std::shared_ptr<const TlsContext> context_;
    SSL* ssl_ = nullptr;
    std::shared_ptr<const TlsFacts> facts_;
    const char* why_ = nullptr;
    Buffer held_;  // of the handshake, on its way to the client
    int fd_;
    Error io_error_ = Error::ok;  // of the last call on the socket that failed
    Error end_ = Error::ok;       // how it ended
    int chatter_ = 0;
    bool shaken_ = false;       // OpenSSL is done
    bool established_ = false;  // and the client has been sent all of it
    bool drained_ = false;      // within one call: the socket has no more
    bool fin_ = false;          // the socket said that nothing follows
    bool ended_ = false;
    bool truncated_ = false;
    bool broken_ = false;  // OpenSSL wants no more calls
    bool sends_files_ = false;
};

}  // namespace tern::net
