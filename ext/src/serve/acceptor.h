// Accepts the connections of one listening socket in one worker and gives each a session. Pauses while there is no room
// for more.
#pragma once

#include "net/listener.h"
#include "serve/context.h"
#include "serve/fcgi/places.h"
#include "serve/port_options.h"

namespace tern::serve {

class Acceptor final : public loop::EventHandler {
public:
    // Takes the connections that stay in this worker.
    class Receiver {
    public:
        virtual Error accept(Fd fd, const ConnectionInfo& info, Arrival arrival, Bytes unread) noexcept = 0;

    protected:
        ~Receiver() = default;
    };

    // All outlive it.
    Acceptor(Context& context, const PortOptions& options, const net::Listener& listener, Receiver& receiver) noexcept;
    Acceptor(const Acceptor&) = delete;
    Acceptor& operator=(const Acceptor&) = delete;

    Error open() noexcept;
    // Accepts no more than there is room for; on_place() follows when there is room again.
    void limit_by(const Places& places) noexcept { places_ = &places; }
    // Stops for good.
    void stop() noexcept;
    // The whole server ends: takes the connections that wait, which would be reset otherwise, and makes the system
    // refuse others. A socket of a service manager stays as it is: connections wait there for the next server.
    void refuse_more() noexcept;
    // Resumes after a pause: a place or a descriptor may be free now.
    void on_connection_closed() noexcept;
    // With one_by_one: accepts one more connection.
    void accept_next() noexcept { resume(); }
    void on_place() noexcept {
        if (std::exchange(waits_for_place_, false)) resume();
    }
    // With one_by_one, after stop(): the system may have woken this process for a connection, and no other one. It is
    // closed without the byte, so the client connects once more.
    void turn_away() noexcept;

    void on_events(loop::Events events) override;

private:
    static constexpr int kAcceptsPerTurn = 32;
    static constexpr uint64_t kTurnsOfQueue = 8;

    Error watch() noexcept;
    int accepts_now() noexcept;
    bool accept_one() noexcept;
    bool is_allowed(const net::Accepted& accepted) noexcept;
    bool has_place() const noexcept { return places_ == nullptr || places_->has_room(); }
    void welcome(net::Accepted& accepted) noexcept;
    void single_out(int fd) noexcept;
    void pause(const char* why) noexcept;
    void resume() noexcept;

    Context& context_;
    const PortOptions& options_;
    const net::Listener& listener_;
    Receiver& receiver_;
    const Places* places_ = nullptr;
    loop::Timer accept_again_;
    int64_t complained_at_ms_;
    uint64_t last_turn_ = UINT64_MAX;  // of the loop, in which connections waited; there was none
    uint64_t turns_in_a_row_ = 0;      // in which they did
    bool watching_ = false;
    bool waits_for_place_ = false;
};

}  // namespace tern::serve
