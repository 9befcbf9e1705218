#include "serve/datagram_port.h"

#include <sys/socket.h>

namespace tern::serve {

namespace {
constexpr int64_t kWarnEveryMs = 10'000;
}

// The receive buffers. Their memory is touched only as far as datagrams fill it.
struct DatagramPort::Batch {
    explicit Batch(size_t room_for_each) : room(room_for_each), bytes(new char[kBatch * room_for_each]) {}

    void prepare() noexcept {
        for (size_t i = 0; i < kBatch; ++i) {
            parts[i] = {bytes.get() + i * room, room};
            from[i] = net::Address();
            heads[i] = {};
            heads[i].msg_hdr.msg_name = &from[i].storage;
            heads[i].msg_hdr.msg_namelen = sizeof from[i].storage - 1;  // keeps a zero byte after a path
            heads[i].msg_hdr.msg_iov = &parts[i];
            heads[i].msg_hdr.msg_iovlen = 1;
        }
    }

    size_t room;
    std::unique_ptr<char[]> bytes;
    mmsghdr heads[kBatch];
    iovec parts[kBatch];
    net::Address from[kBatch];
};

DatagramPort::DatagramPort(Context& context, const DatagramOptions& options, const net::Listener& socket,
                           DatagramHandler& handler) noexcept
    : context_(context),
      options_(options),
      socket_(socket),
      handler_(handler),
      complained_at_ms_(context.loop.now_ms() - kWarnEveryMs) {}

DatagramPort::~DatagramPort() { leave(); }

Error DatagramPort::open() noexcept {
    batch_ = std::make_unique<Batch>(options_.most);
    const loop::Trigger trigger = options_.exclusive_wake ? loop::Trigger::exclusive : loop::Trigger::level;
    const Error error = context_.loop.watch(socket_.fd(), loop::kReadable, trigger, *this);
    watching_ = error == Error::ok;
    return error;
}

void DatagramPort::leave() noexcept {
    if (std::exchange(watching_, false)) context_.loop.unwatch(socket_.fd(), *this);
}

void DatagramPort::on_events(loop::Events) {
    for (int i = 0; i < kBatchesPerTurn && watching_ && receive_batch(); ++i) {}
}

// False: there is no datagram left for now.
bool DatagramPort::receive_batch() noexcept {
    batch_->prepare();
    const int count = ::recvmmsg(socket_.fd(), batch_->heads, kBatch, MSG_DONTWAIT, nullptr);
    if (count < 0) {
        const Error error = last_error();
        // The error of an earlier send, which a client refused, is reported here, too.
        if (error != Error::would_block && number(error) != EINTR) complain(describe(error));
        return false;
    }
    for (int i = 0; i < count; ++i) {
        const mmsghdr& head = batch_->heads[i];
        batch_->from[i].size = head.msg_hdr.msg_namelen;
        take(static_cast<size_t>(i), head.msg_len, (head.msg_hdr.msg_flags & MSG_TRUNC) != 0);
    }
    return static_cast<size_t>(count) == kBatch;
}

void DatagramPort::take(size_t index, size_t size, bool cut) noexcept {
    context_.counters.total_recv_bytes.add(size);
    if (cut) {
        context_.counters.abort_count.increment();
        return complain("a datagram is larger than package_max_length, and dropped");
    }
    context_.counters.request_count.increment();
    handler_.on_datagram({static_cast<const char*>(batch_->parts[index].iov_base), size}, batch_->from[index]);
}

void DatagramPort::complain(const char* what) noexcept {
    const int64_t now_ms = context_.loop.now_ms();
    if (now_ms - complained_at_ms_ < kWarnEveryMs) return;
    complained_at_ms_ = now_ms;
    context_.log.print(LogLevel::notice, "port %d: %s", static_cast<int>(socket_.address().port()), what);
}

Error send_datagram(int socket, const net::Address& to, Bytes data) noexcept {
    for (;;) {
        if (::sendto(socket, data.data(), data.size(), MSG_DONTWAIT | MSG_NOSIGNAL, to.raw(), to.size) >= 0) {
            return Error::ok;
        }
        if (errno != EINTR) return last_error();
    }
}

}  // namespace tern::serve
