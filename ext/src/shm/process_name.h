// Names of processes, for shared memory: the process number and the start time, since numbers are reused. A name is
// never 0, and its highest bit is free for its user. Names are valid within one PID namespace; all threads of a process
// share its name.
#pragma once

#include <cstdint>

namespace tern::shm {

inline constexpr uint64_t kProcessNameBits = ~uint64_t{0} >> 1;

// Costs a few loads, and two system calls for the first call in a process.
uint64_t this_process_name() noexcept;

// True: the process has ended, even if it was not reaped yet.
bool is_dead(uint64_t process_name) noexcept;
// Costs one system call, but can miss dead processes: those that are not reaped, and those whose number is reused.
bool is_surely_dead(uint64_t process_name) noexcept;

}  // namespace tern::shm
