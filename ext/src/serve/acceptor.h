// Accepts the connections of one listening socket in one worker and gives each a session. Pauses while there is no room
// for more.
#pragma once

#include "net/listener.h"
#include "serve/context.h"
#include "serve/port_options.h"

namespace tern::serve {

class Acceptor final : public loop::EventHandler {
public:
    // Takes the connections that stay in this worker.
    class Receiver {
    public:
        virtual void greet(Fd fd, const ConnectionInfo& info) noexcept = 0;

    protected:
        ~Receiver() = default;
    };

    // All outlive it.
    Acceptor(Context& context, const PortOptions& options, const net::Listener& listener, Receiver& receiver) noexcept;
    Acceptor(const Acceptor&) = delete;
    Acceptor& operator=(const Acceptor&) = delete;

    Error open() noexcept { return watch(); }
    // Stops for good.
    void stop() noexcept;
    // Resumes after a pause: a place or a descriptor may be free now.
    void on_connection_closed() noexcept;

    void on_events(loop::Events events) override;

private:
    static constexpr int kAcceptsPerTurn = 32;

    Error watch() noexcept;
    bool accept_one() noexcept;
    void welcome(net::Accepted& accepted) noexcept;
    void pause(const char* why) noexcept;
    void resume() noexcept;

    Context& context_;
    const PortOptions& options_;
    const net::Listener& listener_;
    Receiver& receiver_;
    loop::Timer accept_again_;
    int64_t complained_at_ms_;
    bool watching_ = false;
};

}  // namespace tern::serve
