#include <array>
#include <cerrno>
#include <sys/msg.h>
#include <sys/sem.h>
#include <utility>

#include "boundary/calls.h"
#include "boundary/gate.h"

namespace tern::boundary::calls {

namespace {

constexpr size_t kMostOperations = 16;  // PHP has three

// As flock(): the owner may be a coroutine of this process, which runs only if this one waits. Tries again and again,
// as there is no descriptor to wait for. `is_late`: errno of a try that would have had to wait.
template <class Try, class Block>
auto until_done(Boundary& boundary, int is_late, coro::Wait reason, Try once, Block block) {
    Pause pause;
    for (;;) {
        const auto result = once();
        if (result >= 0 || errno != is_late) return result;
        const Next next = wait_time(boundary, coro::Deadline::in(pause.next_ms()), reason);
        if (next == Next::block) return block();
        if (next == Next::fail) return decltype(result){-1};
    }
}

}  // namespace

int semop(int id, sembuf* operations, size_t count) {
    std::array<sembuf, kMostOperations> tries;
    bool waits = count <= tries.size() && operations != nullptr;
    for (size_t i = 0; waits && i < count; ++i) {
        waits = (operations[i].sem_flg & IPC_NOWAIT) == 0;
        tries[i] = operations[i];
        tries[i].sem_flg = static_cast<short>(tries[i].sem_flg | IPC_NOWAIT);
    }
    Boundary* boundary = waits ? gate(kFile) : nullptr;
    if (boundary == nullptr) return ::semop(id, operations, count);
    return until_done(
        *boundary, EAGAIN, coro::Wait::lock, [&] { return ::semop(id, tries.data(), count); },
        [&] { return ::semop(id, operations, count); });
}

ssize_t msgrcv(int id, void* message, size_t room, long type, int flags) {
    Boundary* boundary = (flags & IPC_NOWAIT) != 0 ? nullptr : gate(kFile);
    if (boundary == nullptr) return ::msgrcv(id, message, room, type, flags);
    return until_done(
        *boundary, ENOMSG, coro::Wait::event, [=] { return ::msgrcv(id, message, room, type, flags | IPC_NOWAIT); },
        [=] { return ::msgrcv(id, message, room, type, flags); });
}

int msgsnd(int id, const void* message, size_t bytes, int flags) {
    Boundary* boundary = (flags & IPC_NOWAIT) != 0 ? nullptr : gate(kFile);
    if (boundary == nullptr) return ::msgsnd(id, message, bytes, flags);
    return until_done(
        *boundary, EAGAIN, coro::Wait::event, [=] { return ::msgsnd(id, message, bytes, flags | IPC_NOWAIT); },
        [=] { return ::msgsnd(id, message, bytes, flags); });
}

}  // namespace tern::boundary::calls
