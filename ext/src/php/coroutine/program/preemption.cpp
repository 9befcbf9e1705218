#include "php/coroutine/program/preemption.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "loop/offload.h"
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/fiber/waiting.h"
#include "php/engine/fiber/watch_thread.h"

namespace tern::php {

namespace {

// Code of the library must not be interrupted between two suspensions: it was written to be atomic there.
bool is_in_library() noexcept {
    const zend_execute_data* frame = EG(current_execute_data);
    while (frame != nullptr && (frame->func == nullptr || !ZEND_USER_CODE(frame->func->type)))
        frame = frame->prev_execute_data;
    return frame != nullptr && view(frame->func->op_array.filename).starts_with("tern:");
}

}  // namespace

bool Preemption::due() const noexcept {
    return allowed_ && overdue_.load(std::memory_order_relaxed) == coroutines_.switches.load(std::memory_order_relaxed);
}

void Preemption::answer() {
    if (!due() || EG(exception) != nullptr || !coroutines_.may_suspend()) return;
    if (must_not_suspend() || is_in_library()) return;
    if (handles_interrupt_of_call()) return zend_atomic_bool_store(&EG(vm_interrupt), true);
    zval ignored;
    (void)after_wait(coroutines_, coroutines_.scheduler.end_slice(), &ignored);
}

void* Preemption::watch(void* preemption) {
    auto* self = static_cast<Preemption*>(preemption);
    uint64_t before = 0;
    int64_t due_ms = monotonic_ms() + kSliceMs;
    int64_t pause_ms = kCheckMs;
    pollfd stop{self->stop_fd_, POLLIN, 0};
    while (::poll(&stop, 1, static_cast<int>(pause_ms)) == 0) {
        const uint64_t now = self->coroutines_.switches.load(std::memory_order_relaxed);
        const int64_t now_ms = monotonic_ms();
        pause_ms = kCheckMs;
        if (now != before) {
            before = now;
            due_ms = now_ms + kSliceMs;
        } else if (now_ms >= due_ms) {
            self->overdue_.store(now, std::memory_order_relaxed);
            zend_atomic_bool_store(&EG(vm_interrupt), true);
            pause_ms = kSliceMs / 2;  // the process may be idle
        } else {
            pause_ms = due_ms - now_ms;
        }
    }
    return nullptr;
}

void Preemption::run(bool wanted) noexcept {
    if (wanted == running()) return;
    if (!wanted) {
        (void)eventfd_write(stop_fd_, 1);
        pthread_join(thread_, nullptr);
        ::close(stop_fd_);
        stop_fd_ = -1;
        return;
    }
    stop_fd_ = eventfd(0, EFD_CLOEXEC);
    if (stop_fd_ < 0) return;
    if (loop::start_thread(thread_, watch_thread<&Preemption::watch>(), this)) return;
    ::close(stop_fd_);
    stop_fd_ = -1;
}

bool Preemption::allow(bool allowed) noexcept {
    if (!running()) return false;
    allowed_ = allowed;
    return true;
}

}  // namespace tern::php
