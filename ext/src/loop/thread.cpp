#include "loop/thread.h"

#include <csignal>

namespace tern::loop {

bool start_thread(pthread_t& thread, void* (*body)(void* argument), void* argument) noexcept {
    // A thread inherits the signal mask of its creator.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&thread, nullptr, body, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

}  // namespace tern::loop
