#include "proc/descriptor_requests.h"

#include <cerrno>
#include <poll.h>
#include <span>

#include "base/clock.h"
#include "loop/thread.h"

namespace tern::proc {

namespace {

struct Request {
    uint32_t id = 0;
    int32_t number = -1;
};

bool wait_readable(int fd, int64_t timeout_ms) noexcept {
    pollfd watched{fd, POLLIN, 0};
    return ::poll(&watched, 1, static_cast<int>(timeout_ms)) > 0;
}

bool is_retryable(Error error) noexcept { return error == Error::would_block || error == static_cast<Error>(EINTR); }

}  // namespace

Error DescriptorRequests::create(uint32_t slots) noexcept {
    slots_.resize(slots);
    for (DescriptorLine& line : slots_) {
        if (Error error = line.open(); error != Error::ok) return error;
    }
    return Error::ok;
}

void DescriptorRequests::keep_only(uint32_t slot) noexcept {
    for (uint32_t i = 0; i < slots_.size(); ++i) {
        slots_[i].reader.reset();
        if (i != slot) slots_[i].writer.reset();
    }
}

Error DescriptorRequests::serve(uint32_t slot) noexcept {
    pthread_t thread{};
    if (!loop::start_thread(thread, answer_requests, &slots_[slot])) return last_error();
    pthread_detach(thread);
    return Error::ok;
}

void* DescriptorRequests::answer_requests(void* data) {
    auto& line = *static_cast<DescriptorLine*>(data);
    for (;;) {
        Request request;
        const ssize_t got = ::recv(line.writer.get(), &request, sizeof request, 0);
        if (got == 0 || (got < 0 && !is_retryable(last_error()))) return nullptr;  // the master has ended
        if (got < 0) {
            (void)wait_readable(line.writer.get(), -1);
            continue;
        }
        const iovec part{&request.id, sizeof request.id};
        // Without the descriptor the master learns that there is none.
        if (line.send(std::span(&part, 1), request.number) != Error::ok)
            (void)::send(line.writer.get(), &request.id, sizeof request.id, MSG_NOSIGNAL);
    }
}

Result<Fd> DescriptorRequests::request(uint32_t slot, int number, int64_t timeout_ms) noexcept {
    DescriptorLine& line = slots_[slot];
    const Request request{++last_, number};
    if (::send(line.reader.get(), &request, sizeof request, MSG_NOSIGNAL) < 0) return last_error();
    const int64_t until_ms = monotonic_ms() + timeout_ms;
    for (;;) {
        Fd file;
        uint32_t id = 0;
        iovec part{&id, sizeof id};
        const Result<size_t> got = line.receive(std::span(&part, 1), 0, file);
        if (!got.ok() && got.error() != Error::would_block) return got.error();
        // Others are replies that came too late.
        if (got.ok() && id == request.id) return file.open() ? Result<Fd>(std::move(file)) : Error::bad_descriptor;
        const int64_t left_ms = until_ms - monotonic_ms();
        if (left_ms <= 0) return Error::timed_out;
        if (!got.ok()) (void)wait_readable(line.reader.get(), left_ms);
    }
}

}  // namespace tern::proc
