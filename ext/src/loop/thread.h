// Starts threads besides the one of the loop. They block all signals.
#pragma once

#include <pthread.h>

namespace tern::loop {

// The caller joins or detaches the thread. False: it could not be started.
bool start_thread(pthread_t& thread, void* (*body)(void* argument), void* argument) noexcept;

}  // namespace tern::loop
