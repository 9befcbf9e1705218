// What ends a worker from within: max_request, and a program that asks for a new process in its place.
#pragma once

#include "proc/control_channel.h"
#include "shm/worker_counters.h"

namespace tern::worker {

class RequestLimit {
public:
    // Both outlive it.
    RequestLimit(shm::WorkerCounters& counters, proc::ControlChannel& master) noexcept
        : counters_(counters), master_(master) {}
    RequestLimit(const RequestLimit&) = delete;
    RequestLimit& operator=(const RequestLimit&) = delete;

    // After so many requests a successor is asked for. 0: never.
    void limit_to(int64_t requests) noexcept { left_ = requests > 0 ? requests : -1; }
    void count() noexcept {
        counters_.dispatch_count.increment();
        if (left_ > 0 && --left_ == 0) (void)ask_for_successor();
    }
    // The master starts a new process, and tells this one to leave when that is ready.
    Error ask_for_successor() noexcept {
        return leaving_ ? Error::ok : master_.send({proc::ControlKind::recycle_me, 0});
    }
    // It leaves already: there is nothing to ask for any more.
    void note_leaving() noexcept { leaving_ = true; }
    bool leaving() const noexcept { return leaving_; }

private:
    shm::WorkerCounters& counters_;
    proc::ControlChannel& master_;
    int64_t left_ = -1;
    bool leaving_ = false;
};

}  // namespace tern::worker
