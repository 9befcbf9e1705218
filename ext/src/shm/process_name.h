// Names of processes that other processes may keep in shared memory: the number and the time of the start, since
// numbers are used again. Never 0, and the highest bit is free for whoever stores it. Known to processes of one PID
// namespace only; all threads of a process have its name.
#pragma once

#include <cstdint>

namespace tern::shm {

inline constexpr uint64_t kProcessNameBits = ~uint64_t{0} >> 1;

// Costs a few loads, and two system calls for the first call in a process.
uint64_t own_process_name() noexcept;

// Whether its process has ended: also when nobody has waited for it yet.
bool is_dead(uint64_t process_name) noexcept;
// One system call that may take the dead for living: those not waited for, and those whose number is used again.
bool is_surely_dead(uint64_t process_name) noexcept;

}  // namespace tern::shm
