// Duplicates of descriptors that the master requests from a worker, in each slot. A thread of the worker sends them, so
// that the master gets them while the PHP code of the worker blocks. The thread uses only what it gets: the master
// checks before and after the request that the number stands for what it needs.
#pragma once

#include <cstdint>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "proc/descriptor_line.h"

namespace tern::proc {

class DescriptorRequests {
public:
    // For the master, before it forks.
    Error create(uint32_t slots) noexcept;
    void close() noexcept { slots_.clear(); }
    // For a forked process: it keeps only its own end.
    void keep_only(uint32_t slot) noexcept;

    // In a worker: starts the thread, which ends with the process.
    Error serve(uint32_t slot) noexcept;

    // In the master: the descriptor `number` of the process in that slot. timed_out: no thread has answered within
    // `timeout_ms`. bad_descriptor: there is no such descriptor.
    Result<Fd> request(uint32_t slot, int number, int64_t timeout_ms) noexcept;

private:
    static void* answer_requests(void* line);

    std::vector<DescriptorLine> slots_;  // the master has the reader; requests go the other way
    uint32_t last_ = 0;                  // the number of the last request
};

}  // namespace tern::proc
