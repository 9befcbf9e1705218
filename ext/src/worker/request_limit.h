// The two reasons for a worker to end by itself: max_request, and a program that asks for a replacement process.
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

    // After this number of requests the worker asks for a successor. 0: never.
    void limit_to(int64_t requests) noexcept { left_ = requests > 0 ? requests : -1; }
    void count() noexcept {
        counters_.dispatch_count.increment();
        if (left_ > 0 && --left_ == 0) (void)ask_for_successor();
    }
    // Asks the master for a new process. When that is ready, the master stops this one.
    Error ask_for_successor() noexcept {
        return leaving_ ? Error::ok : master_.send({proc::ControlKind::recycle_me, 0});
    }
    // The worker leaves already, so it asks for no successor any more.
    void note_leaving() noexcept { leaving_ = true; }
    bool leaving() const noexcept { return leaving_; }

private:
    shm::WorkerCounters& counters_;
    proc::ControlChannel& master_;
    int64_t left_ = -1;
    bool leaving_ = false;
};

}  // namespace tern::worker
