#include "php/runtime/preemption.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "loop/thread.h"
#include "php/bridge/coroutines.h"
#include "php/bridge/waiting.h"
#include "php/hooks/blocking_calls.h"

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
    if (is_in_the_middle() || is_in_library()) return;
    if (handles_interrupt_of_call()) return zend_atomic_bool_store(&EG(vm_interrupt), true);
    zval ignored;
    (void)after_wait(coroutines_, coroutines_.scheduler.give_way(), &ignored);
}

void* Preemption::watch(void* preemption) {
    auto* self = static_cast<Preemption*>(preemption);
    uint64_t before = 0;
    pollfd stop{self->stop_fd_, POLLIN, 0};
    while (::poll(&stop, 1, kSliceMs) == 0) {
        const uint64_t now = self->coroutines_.switches.load(std::memory_order_relaxed);
        if (now == before) {
            self->overdue_.store(now, std::memory_order_relaxed);
            zend_atomic_bool_store(&EG(vm_interrupt), true);
        }
        before = now;
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
    if (loop::start_thread(thread_, &Preemption::watch, this)) return;
    ::close(stop_fd_);
    stop_fd_ = -1;
}

bool Preemption::allow(bool allowed) noexcept {
    if (!running()) return false;
    allowed_ = allowed;
    return true;
}

}  // namespace tern::php
