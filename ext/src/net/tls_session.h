// The TLS of one connection over a non-blocking socket, which the caller owns. Never waits, and raises no signal.
// would_block applies to both directions: try again when the socket is ready.
//
// A read returns all available bytes: fewer than requested means that the socket has no more, as with recv(2), unless
// more() says that the end comes next.
//
// With a context for datagrams it is DTLS over a connected socket: a read returns one message, a write sends one, and
// more() is always true. Until the handshake is complete, handshake() must also be called when repeats_in_ms() is over.
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
struct Address;
struct DtlsHello;

class TlsSession final : BufferKeeper {
public:
    // Null: OpenSSL has no memory.
    static std::unique_ptr<TlsSession> accept(std::shared_ptr<const TlsContext> context, int fd) noexcept;
    // These two keep a record until the socket has taken all of it, so that each write() may pass other bytes. They
    // keep no facts.
    static std::unique_ptr<TlsSession> accept_buffered(std::shared_ptr<const TlsContext> context, int fd) noexcept;
    // `host`: the name for SNI, which the certificate must match if the context requires one. It may be an address or a
    // name; empty: no check.
    static std::unique_ptr<TlsSession> connect(std::shared_ptr<const TlsClientContext> context, int fd,
                                               const std::string& host) noexcept;
    // For DTLS: the server's side of a client that take_hello() finds.
    static std::unique_ptr<TlsSession> listen(std::shared_ptr<const TlsContext> context) noexcept;
    TlsSession(const TlsSession&) = delete;
    TlsSession& operator=(const TlsSession&) = delete;
    ~TlsSession();

    // For a session of listen(), as often as needed: one datagram that arrived on an unconnected socket. Nothing is
    // kept about a client before its address is proven.
    enum class Hello : uint8_t {
        ignored,
        answered,  // `answer` is the datagram to send back
        proven,    // the client receives at its address: call begin() with a socket that is connected to it
    };
    Hello take_hello(Bytes datagram, const Address& peer, Buffer& answer) noexcept;
    // `buffered`: as accept_buffered().
    void begin(int fd, bool buffered) noexcept {
        fd_ = fd;
        buffered_ = buffered;
    }
    bool listening() const noexcept { return fd_ < 0; }
    bool datagrams() const noexcept { return datagrams_; }
    // For DTLS: when the handshake repeats what the peer may not have received; -1: never.
    int64_t repeats_in_ms() const noexcept;

    // Ok: the handshake is complete. tls_verify_failed, tls_handshake_failed: see why(). connection_reset: the peer has
    // gone.
    Error handshake() noexcept;
    // The reason of the failure: a static text, or null.
    const char* why() const noexcept { return why_; }
    bool established() const noexcept { return established_; }
    // Set after the handshake.
    const std::shared_ptr<const TlsFacts>& facts() const noexcept { return facts_; }

    // 0: the peer sends no more, by close_notify or by closing its direction.
    Result<size_t> read(char* into, size_t room) noexcept;
    bool more() const noexcept { return ended_ || datagrams_; }
    // True: input was taken from the socket and is still unread; it may be an incomplete record.
    bool holds_input() const noexcept;
    // True: the peer ended without close_notify, so the data may be incomplete.
    bool truncated() const noexcept { return truncated_; }

    // Takes at most kMostRecord bytes. After would_block the same bytes must be passed again; more may follow them. A
    // message of DTLS is taken whole; EMSGSIZE: it is larger than kMostRecord, or than a datagram on this path.
    Result<size_t> write(Bytes bytes) noexcept;
    static constexpr size_t kMostRecord = 16 * 1024;
    // For a buffered session. True: the socket has not taken all output; flush() tries again.
    bool holds_output() const noexcept { return !held_.empty(); }
    Error flush() noexcept { return send_held(); }
    // Drops the count of the last write(), which returned would_block and is not repeated.
    void forget_write() noexcept { taken_ = 0; }
    bool has_written() const noexcept { return taken_ > 0; }
    // Sends a file with the kernel's encryption: see sends_files().
    Result<size_t> send_file(int file, off_t offset, size_t count) noexcept;
    bool sends_files() const noexcept { return sends_files_; }

    // PEM, stored here; empty: the peer has sent none.
    Bytes peer_certificate() noexcept;
    // Verifies the certificate independently of the context. tls_empty_peer_certificate, tls_verify_failed: see why().
    Error verify_peer(bool allow_self_signed) noexcept;
    // The protocol chosen by ALPN; empty: none.
    Bytes protocol() const noexcept;

    // Sends close_notify, if the socket takes it.
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
    bool attach_datagrams() noexcept;
    void forbid_fragments() const noexcept;
    Error repeat_flight() noexcept;
    Result<size_t> read_datagram(char* into, size_t room) noexcept;
    Result<size_t> write_datagram(Bytes bytes) noexcept;

    struct Calls;  // callbacks of OpenSSL
    struct DatagramCalls;

    // For a buffered session: one record, and OpenSSL's own answers to a peer that does not read.
    static constexpr size_t kMostHeld = 256 * 1024;
    // The maximal number of handshake messages in a row on an established connection.
    static constexpr int kMostChatter = 32;

    std::shared_ptr<const void> context_;
    BufferRing* ring_ = nullptr;  // of the context; null: buffers are freed whenever they are empty
    SSL* ssl_ = nullptr;
    std::shared_ptr<const TlsFacts> facts_;
    const char* why_ = nullptr;
    std::string peer_pem_;
    Buffer held_;                 // unsent output of the handshake or of a buffered session
    size_t taken_ = 0;            // bytes of the program in held_
    DtlsHello* hello_ = nullptr;  // during take_hello()
    int fd_;
    Error io_error_ = Error::ok;  // of the last failed socket call
    Error end_ = Error::ok;       // how the session ended
    int chatter_ = 0;
    bool datagrams_ = false;
    bool buffered_ = false;
    bool shaken_ = false;       // OpenSSL has finished the handshake
    bool established_ = false;  // and all of its output is sent
    bool drained_ = false;      // within one call: the socket has no more input
    bool fin_ = false;          // the socket has reported the end
    bool ended_ = false;
    bool truncated_ = false;
    bool broken_ = false;  // OpenSSL must not be called any more
    bool sends_files_ = false;
};

}  // namespace tern::net
