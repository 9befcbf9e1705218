// A port of datagrams (UDP, or a unix socket of that kind) in one worker. It keeps nothing between two datagrams. The
// master owns the socket: when a worker leaves, its successor receives the waiting datagrams.
#pragma once

#include <memory>

#include "net/listener.h"
#include "serve/context.h"

namespace tern::serve {

class DatagramHandler {
public:
    // `data` and `from` are valid only during the call, which may run PHP code.
    virtual void on_datagram(Bytes data, const net::Address& from) = 0;

protected:
    ~DatagramHandler() = default;
};

struct DatagramOptions {
    size_t most = 64 << 10;      // bytes; larger datagrams are dropped
    bool exclusive_wake = true;  // the socket is shared between workers
};

class DatagramPort final : public loop::EventHandler {
public:
    // All outlive the port.
    DatagramPort(Context& context, const DatagramOptions& options, const net::Listener& socket,
                 DatagramHandler& handler) noexcept;
    DatagramPort(const DatagramPort&) = delete;
    DatagramPort& operator=(const DatagramPort&) = delete;
    ~DatagramPort();

    Error open() noexcept;
    // Stops receiving.
    void leave() noexcept;

    void on_events(loop::Events events) override;

private:
    static constexpr int kBatchesPerTurn = 4;
    static constexpr size_t kBatch = 16;

    struct Batch;
    bool receive_batch() noexcept;
    void take(size_t index, size_t size, bool cut) noexcept;
    void complain(const char* what) noexcept;

    Context& context_;
    DatagramOptions options_;
    const net::Listener& socket_;
    DatagramHandler& handler_;
    std::unique_ptr<Batch> batch_;
    int64_t complained_at_ms_;
    bool watching_ = false;
};

// Sends through the socket of a port. Never waits: would_block when the kernel's buffer is full.
Error send_datagram(int socket, const net::Address& to, Bytes data) noexcept;

}  // namespace tern::serve
