#include "worker/task_dispatcher.h"

namespace tern::worker {

// Task workers have the ids after those of the event workers.
int TaskDispatcher::choose(int64_t index) noexcept {
    const proc::SharedState& state = messenger_.state();
    const int first = static_cast<int>(state.roster().events);
    if (index >= 0) return first + static_cast<int>(index);
    uint32_t best = 0;
    int32_t least = INT32_MAX;
    for (uint32_t n = 1; n <= ledger_.task_workers(); ++n) {
        const uint32_t one = (last_chosen_ + n) % ledger_.task_workers();
        const int32_t outstanding = ledger_.outstanding(one).load(std::memory_order_relaxed);
        if (outstanding >= least || state.current_slot(first + static_cast<int>(one)) < 0) continue;
        least = outstanding;
        best = one;
        if (outstanding <= 0) break;
    }
    last_chosen_ = best;
    return first + static_cast<int>(best);
}

Error TaskDispatcher::send_to(int worker_id, int from_worker, const TaskHead& head, Bytes body,
                              OnFull on_full) noexcept {
    std::atomic<int32_t>& outstanding =
        ledger_.outstanding(static_cast<uint32_t>(worker_id) - messenger_.state().roster().events);
    outstanding.fetch_add(1, std::memory_order_relaxed);
    const Error error =
        messenger_.send_as(from_worker, 0, worker_id, {.kind = proc::MessageKind::task}, bytes_of(head), body, on_full);
    if (error != Error::ok) outstanding.fetch_sub(1, std::memory_order_relaxed);
    return error;
}

// When the chosen worker is full, a waiting sender tries all task workers. The first one that makes room wakes it.
Error TaskDispatcher::send(const TaskHead& head, int64_t index, Bytes body, OnFull on_full) noexcept {
    const int chosen = choose(index);
    const int from_worker = messenger_.worker_id();
    const Error error = send_to(chosen, from_worker, head, body, on_full);
    if (error != Error::server_pipe_buffer_full || on_full == OnFull::fail || index >= 0) return error;
    const int first = static_cast<int>(messenger_.state().roster().events);
    for (int one = first; one < first + static_cast<int>(ledger_.task_workers()); ++one) {
        if (one != chosen && send_to(one, from_worker, head, body, on_full) == Error::ok) return Error::ok;
    }
    return error;
}

}  // namespace tern::worker
