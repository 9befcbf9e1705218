// A fuzz target of one way to frame messages (protocol/framing.h). A stream is read three times: by a reader of the
// target's own, in one piece; by the scanner, in pieces; by a connection on a scripted kernel that holds messages,
// pauses, and goes to another port. All must find the same messages, and refuse the same stream. Included once.
#pragma once

#include "base/slice.h"
#include "framing_plan.h"
#include "scripted_calls.h"
#include "serve/port.h"
#include "serve/tcp_connection.h"

namespace tern::fuzz {

class NoLog final : public LogSink {
public:
    void write(LogLevel, Bytes) override {}
};

class NoRequests final : public serve::RequestHandler {
public:
    void on_request(serve::Exchange&) override { std::abort(); }
    void on_client_gone(serve::Exchange&) override { std::abort(); }
    void on_drained(serve::Exchange&) override { std::abort(); }
    void on_body(serve::Exchange&) override { std::abort(); }
    void on_connect(int64_t) override {}
    void on_close(int64_t) override {}
};

inline int64_t still_clock() noexcept { return 1'000'000'000; }

// One connection, which may change from one port to another.
class Line final : public serve::PacketHandler, public serve::HandoverSink {
public:
    explicit Line(const Plan& plan) : plan_(plan) {
        tern::fuzz::kernel = &kernel_;
        if (loop_.open() != Error::ok) std::abort();
        context_.generation = 1;
        packet_options_.handler = this;
        packet_options_.framing = plan.framing;
        serve::PortOptions options;
        options.packets = &packet_options_;
        for (auto& port : ports_) {
            port = std::make_unique<serve::Port>(context_, options, listener_, handler_, admission_, exchanges_);
        }
        info_.session_id = sessions_.allocate(1, 0, info_.origin).value();
        socket_->room = 1 << 30;
        adopt(*ports_[0], Fd(kernel_.open(socket_)), {});
    }
    ~Line() {
        for (auto& port : ports_) port.reset();
        tern::fuzz::kernel = nullptr;
    }
    void play(const Expected& expected) {
        Bytes rest = plan_.stream;
        for (size_t number = 0; !rest.empty(); ++number) {
            if (plan_.leaves() && number == plan_.leave_at) ports_[0]->drain(this);
            const size_t size = std::min(rest.size(), plan_.piece(number));
            socket_->to_arrive += rest.substr(0, size);
            rest.remove_prefix(size);
            kernel_.arrive(*socket_, SIZE_MAX);
            turn();
        }
        // A message at a time, where each is held.
        for (size_t before = SIZE_MAX; before != sizes_.size();) {
            before = sizes_.size();
            turn();
            turn();
        }
        check(expected);
        end();
    }

    void on_packet(serve::TcpConnection& connection, Bytes packet) override {
        sizes_.push_back(packet.size());
        packets_ += packet;
        if (plan_.echoes() && connection.send(copy_of(packet)) != Error::ok) fail_because("not sent");
        if (plan_.holds()) connection.hold();
        if (plan_.pauses()) connection.pause();
    }
    void on_queue_full(int64_t) override {}
    void on_queue_low(int64_t) override {}
    void on_room(int64_t) override {}
    Error hand_over(const serve::ConnectionInfo&, int fd, Bytes unread) override {
        travelling_ = Fd(kernel_.open(kernel_.at(fd)));
        unread_ = unread;
        return Error::ok;
    }
    // Nothing that waits to be sent is sent any more.
    void reset() {
        reset_ = true;
        connection()->abort();
    }
    serve::TcpConnection* connection() const {
        for (const auto& port : ports_) {
            if (serve::Connection* found = port->find(info_.session_id)) return serve::as_tcp(found);
        }
        return nullptr;
    }

private:
    void adopt(serve::Port& port, Fd fd, Bytes unread) {
        if (port.accept(std::move(fd), info_, serve::Arrival::handed_over, unread) != Error::ok)
            fail_because("not adopted");
    }
    void turn();
    void check(const Expected& expected) const;
    void end();

    const Plan& plan_;
    Kernel kernel_;
    loop::Loop loop_{still_clock};
    NoLog sink_;
    Log log_{&sink_, LogLevel::none};
    shm::WorkerCounters counters_;
    alignas(64) std::array<char, 4096> memory_{};
    shm::SessionTable sessions_{memory_.data(), 2};
    serve::Context context_{loop_, log_, counters_, sessions_};
    serve::ExchangePool exchanges_;
    NoRequests handler_;
    serve::Admission admission_{{0, 0}, counters_, {&counters_, 1}};
    net::Listener listener_;
    serve::PacketOptions packet_options_;
    std::unique_ptr<serve::Port> ports_[2];
    serve::ConnectionInfo info_;
    std::shared_ptr<Socket> socket_ = std::make_shared<Socket>();
    Fd travelling_;
    std::string unread_;
    std::vector<size_t> sizes_;
    std::string packets_;
    bool reset_ = false;
};

inline void Line::turn() {
    (void)loop_.turn(0);
    if (travelling_.open()) {
        adopt(*ports_[1], std::move(travelling_), std::exchange(unread_, {}));
        (void)loop_.turn(0);
    }
    if (serve::TcpConnection* open = connection()) {
        open->release();
        open->resume();
    }
}

inline void Line::check(const Expected& expected) const {
    if (packets_ != Bytes(plan_.stream).substr(0, expected.consumed)) fail_because("other bytes");
    if (plan_.framing.by != protocol::Framing::By::nothing && sizes_ != expected.sizes) fail_because("other messages");
    if (plan_.echoes() && !reset_ && socket_->sent != packets_) fail_because("an answer is missing");
    const serve::TcpConnection* open = connection();
    if (expected.refused != (open == nullptr)) fail_because(open == nullptr ? "closed" : "not refused");
    if (open == nullptr) return;
    if (open->unread() != Bytes(plan_.stream).substr(expected.consumed)) fail_because("another rest");
}

// Its client ends it, when it is not over yet.
inline void Line::end() {
    socket_->fin_to_arrive = true;
    kernel_.arrive(*socket_, 0);
    for (int i = 0; i < 4; ++i) turn();
    if (socket_->descriptors != 0 || kernel_.watched() != 0) fail_because("a socket is left");
    int64_t id = 0;
    if (sessions_.list(0, {&id, 1}) != 0) fail_because("a session is left");
    if (counters_.connection_num.get() != 0) fail_because("a connection is left");
    if (counters_.close_count.get() != 1) fail_because("closed more or less than once");
}

// The one that plays.
inline Line* line = nullptr;

}  // namespace tern::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace tern::fuzz;
    if (size < Plan::kSmallestInput || size > Plan::kLargestInput) return 0;
    const Plan plan(tern::Bytes(reinterpret_cast<const char*>(data), size));
    const Expected expected(plan);
    if (plan.framing.by != tern::protocol::Framing::By::nothing) check_scanner(plan, expected);
    Line playing(plan);
    line = &playing;
    playing.play(expected);
    line = nullptr;
    return 0;
}
