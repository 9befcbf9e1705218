#include <algorithm>
#include <cerrno>
#include <unistd.h>

#include "boundary/calls.h"
#include "boundary/gate.h"

namespace tern::boundary::calls {

namespace {

constexpr int64_t kMost = INT64_MAX / 2'000'000'000;  // seconds, whose nanoseconds can be added without overflow

bool valid(const timespec& time) noexcept {
    return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000;
}

int64_t ns_of(const timespec& time) noexcept {
    return std::min<int64_t>(time.tv_sec, kMost) * 1'000'000'000 + time.tv_nsec;
}

int64_t now_ns(clockid_t clock) noexcept {
    timespec now{};
    (void)clock_gettime(clock, &now);
    return ns_of(now);
}

struct Nap {
    Next next;
    int64_t left_ns;
};

Nap nap(Boundary& boundary, int64_t ns) {
    const int64_t begin = now_ns(CLOCK_MONOTONIC);
    const Next next = wait_time(boundary, coro::Deadline::in((ns + 999'999) / 1'000'000));
    if (next == Next::fail) errno = EINTR;
    return {next, std::max<int64_t>(0, begin + ns - now_ns(CLOCK_MONOTONIC))};
}

void put(timespec* into, int64_t ns) noexcept {
    if (into != nullptr) *into = {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
}

}  // namespace

unsigned sleep(unsigned seconds) {
    Boundary* boundary = seconds == 0 ? nullptr : gate(kSleep);
    if (boundary == nullptr) return ::sleep(seconds);
    const Nap done = nap(*boundary, int64_t{seconds} * 1'000'000'000);
    if (done.next == Next::block) return ::sleep(seconds);
    return done.next == Next::again ? 0 : static_cast<unsigned>((done.left_ns + 999'999'999) / 1'000'000'000);
}

int usleep(useconds_t us) {
    Boundary* boundary = us == 0 ? nullptr : gate(kSleep);
    if (boundary == nullptr) return ::usleep(us);
    const Nap done = nap(*boundary, int64_t{us} * 1000);
    if (done.next == Next::block) return ::usleep(us);
    return done.next == Next::again ? 0 : -1;
}

int nanosleep(const timespec* wanted, timespec* left) {
    Boundary* boundary = gate(kSleep);
    if (boundary == nullptr || !valid(*wanted) || ns_of(*wanted) == 0) return ::nanosleep(wanted, left);
    const Nap done = nap(*boundary, ns_of(*wanted));
    if (done.next == Next::block) return ::nanosleep(wanted, left);
    if (done.next == Next::again) return 0;
    put(left, done.left_ns);
    return -1;
}

// Returns the error instead of setting errno.
int clock_nanosleep(clockid_t clock, int flags, const timespec* wanted, timespec* left) {
    Boundary* boundary = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? gate(kSleep) : nullptr;
    if (boundary == nullptr || !valid(*wanted)) return ::clock_nanosleep(clock, flags, wanted, left);
    const bool absolute = (flags & TIMER_ABSTIME) != 0;
    const int64_t ns = absolute ? ns_of(*wanted) - now_ns(clock) : ns_of(*wanted);
    if (ns <= 0) return ::clock_nanosleep(clock, flags, wanted, left);
    const Nap done = nap(*boundary, ns);
    if (done.next == Next::block) return ::clock_nanosleep(clock, flags, wanted, left);
    if (done.next == Next::again) return 0;
    if (!absolute) put(left, done.left_ns);
    return EINTR;
}

}  // namespace tern::boundary::calls
