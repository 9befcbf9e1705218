#include "boundary/thread_call.h"

#include <unistd.h>

#include "boundary/calls.h"
#include "boundary/gate.h"

namespace tern::boundary {

FdHold::FdHold(int fd) : fd_(fd) { of_thread->files.held.hold(fd); }

FdHold::~FdHold() {
    if (fd_ < 0 || of_thread == nullptr) return;
    const HeldFds::Pending pending = of_thread->files.held.release(fd_);
    if (pending == HeldFds::Pending::nothing) return;
    // Nothing waits for it any more.
    pending == HeldFds::Pending::close ? (void)calls::close(fd_) : calls::close_file(fd_);
}

}  // namespace tern::boundary
