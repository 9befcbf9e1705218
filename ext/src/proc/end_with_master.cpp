#include "proc/end_with_master.h"

#include <sys/prctl.h>
#include <unistd.h>

namespace tern::proc {

void end_with_master(pid_t master, int signal) noexcept {
    (void)prctl(PR_SET_PDEATHSIG, signal);
    if (signal != 0 && getppid() != master) _exit(1);
}

}  // namespace tern::proc
