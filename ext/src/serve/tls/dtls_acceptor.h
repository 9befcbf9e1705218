// Accepts the DTLS sessions of one UDP port in one worker. The workers share the port's socket. Whichever receives a
// ClientHello answers it with a cookie and keeps nothing. A client that returns the cookie has proven its address: it
// gets a session, and a socket that is connected to it, so that the kernel passes all its datagrams to the same worker.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "net/datagram_socket.h"
#include "net/listener.h"
#include "net/stream.h"
#include "serve/context.h"
#include "serve/port_options.h"

namespace tern::serve {

class DtlsAcceptor final : public loop::EventHandler {
public:
    // Takes sessions whose handshake begins.
    class Receiver {
    public:
        virtual void accept(net::Stream stream, const ConnectionInfo& info) noexcept = 0;

    protected:
        ~Receiver() = default;
    };

    // All outlive it.
    DtlsAcceptor(Context& context, const PortOptions& options, const net::Listener& listener,
                 Receiver& receiver) noexcept;
    DtlsAcceptor(const DtlsAcceptor&) = delete;
    DtlsAcceptor& operator=(const DtlsAcceptor&) = delete;

    Error open() noexcept;
    // Stops for good.
    void stop() noexcept;

    void on_events(loop::Events events) override;

private:
    // A datagram that a session's socket received before it was connected.
    struct Misdirected {
        std::string bytes;
        net::Address from;
        net::Address to;
    };

    bool receive_one() noexcept;
    void take(const net::Datagram& datagram) noexcept;
    void welcome(const net::Datagram& datagram) noexcept;
    bool has_room(const shm::SessionOrigin& origin) noexcept;
    void collect_misdirected(int fd, const net::Datagram& first) noexcept;
    void complain(const char* why) noexcept;

    static constexpr int kDatagramsPerTurn = 128;
    static constexpr size_t kRoom = 4096;  // larger datagrams are no ClientHello
    static constexpr int kMostMisdirected = 256;

    Context& context_;
    const PortOptions& options_;
    const net::Listener& listener_;
    Receiver& receiver_;
    std::unique_ptr<char[]> room_;
    std::unique_ptr<net::TlsSession> session_;             // for the next client; null: not made yet
    std::shared_ptr<const net::TlsContext> certificates_;  // of this session
    std::vector<Misdirected> misdirected_;
    int64_t complained_at_ms_;
    bool watching_ = false;
};

}  // namespace tern::serve
