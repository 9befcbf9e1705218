// Threads beside the one that runs the loop. Signals are not theirs: all are blocked.
#pragma once

#include <pthread.h>

namespace tern::loop {

// The caller joins or detaches it. False: it could not be started.
bool start_thread(pthread_t& thread, void* (*body)(void* argument), void* argument) noexcept;

}  // namespace tern::loop
