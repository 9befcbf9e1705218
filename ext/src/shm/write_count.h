// How often processes have written to something that they share, such as a database: a process that has read it can see
// later that nothing has been written since. The object is made before the processes are forked and maps the same
// memory in all of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>

#include "shm/mapping.h"

namespace tern::shm {

class WriteCount {
public:
    WriteCount() = default;
    WriteCount(const WriteCount&) = delete;
    WriteCount& operator=(const WriteCount&) = delete;

    Error create() noexcept {
        const Error error = memory_.create(sizeof(std::atomic<uint64_t>));
        if (error == Error::ok) count_ = new (memory_.data()) std::atomic<uint64_t>{0};
        return error;
    }
    void increment() noexcept { count_->fetch_add(1); }
    uint64_t get() const noexcept { return count_->load(); }

private:
    Mapping memory_;
    std::atomic<uint64_t>* count_ = nullptr;  // in the mapping
};

}  // namespace tern::shm
