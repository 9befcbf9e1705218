#include "pool/connection_pool.h"

#include "base/clock.h"

namespace tern::pool {

const char* name_of(Closed reason) noexcept {
    switch (reason) {
        case Closed::idle: return "idle";
        case Closed::lifetime: return "lifetime";
        case Closed::elsewhere: return "needed_elsewhere";
        case Closed::lost: return "lost";
        case Closed::failed: return "failed";
        case Closed::in_the_middle: return "in_the_middle";
        case Closed::changed_user: return "changed_user";
        case Closed::fatal_error: return "fatal_error";
        case Closed::unclean: return "unclean";
        case Closed::init_connect: return "init_connect";
        case Closed::stopped: return "stopped";
        case Closed::cancelled: return "cancelled";
        case Closed::unsupported: return "unsupported";
    }
    return "lost";
}

// On the stack of its coroutine. Once it is unlinked, it has a place, with the connection in it or without.
struct ConnectionPool::Waiter : ListHook {
    using ListHook::linked;
    using ListHook::unlink;
    coro::Coroutine* coroutine = nullptr;
    const Wish* wish = nullptr;
    Connection* connection = nullptr;
};

ConnectionPool::ConnectionPool(coro::Scheduler& scheduler, shm::Places& places, const Limits& limits) noexcept
    : scheduler_(scheduler),
      all_places_(places),
      limits_(limits),
      serve_([](void* self) { static_cast<ConnectionPool*>(self)->serve(); }, this),
      look_([](void* self) { static_cast<ConnectionPool*>(self)->serve(); }, this),
      tend_([](void* self) { static_cast<ConnectionPool*>(self)->tend(); }, this) {}

Result<Connection*> ConnectionPool::try_take(const Wish& wish) noexcept {
    return waiters_.empty() ? find(wish) : Error::would_block;
}

Result<Connection*> ConnectionPool::find(const Wish& wish) noexcept {
    if (Connection* found = take_idle(wish)) return reuse(*found);
    if (take_free_place()) return static_cast<Connection*>(nullptr);
    if (!is_expected(wish.key) && take_idle_place()) return static_cast<Connection*>(nullptr);
    return Error::would_block;
}

bool ConnectionPool::is_expected(const Key& key) noexcept {
    for (Connection* one = returning_.front(); one != nullptr; one = returning_.next(*one)) {
        if (one->key() == key) return true;
    }
    return false;
}

Result<Connection*> ConnectionPool::take_now(const Wish& wish) noexcept {
    if (Connection* found = take_idle(wish)) return reuse(*found);
    if (take_free_place() || take_idle_place() || take_used_place()) return static_cast<Connection*>(nullptr);
    return Error::would_block;
}

Result<Connection*> ConnectionPool::wait(const Wish& wish, coro::Deadline until) noexcept {
    Waiter self;
    self.coroutine = scheduler_.current();
    self.wish = &wish;
    waiters_.push_back(self);
    ++waiting_;
    ++counts_.waits;
    if (recall_ != nullptr) serve_later();
    if (!look_.pending()) scheduler_.loop().start_timer(look_, kLookEveryMs);
    const coro::Wake wake = scheduler_.suspend(coro::Wait::connection, until);
    if (self.linked()) {
        self.unlink();
        --waiting_;
        if (wake == coro::Wake::timed_out) ++counts_.timeouts;
        serve_later();  // another key may be first now
        return wake == coro::Wake::timed_out ? Error::timed_out : Error::canceled_io;
    }
    if (wake == coro::Wake::resumed) return self.connection;
    // It was cancelled between its turn in the queue and its run.
    if (self.connection != nullptr) {
        put(*self.connection);
    } else {
        free_place();
    }
    return Error::canceled_io;
}

// The one that was used last is the least likely to have been closed by the server.
Connection* ConnectionPool::find_idle(const Wish& wish) noexcept {
    Connection* other = nullptr;
    for (Connection* one = idle_.back(); one != nullptr; one = idle_.previous(*one)) {
        if (one->key() != wish.key) continue;
        if (one->variant == wish.variant) return one;
        // One that is as new is changed with less effort.
        if (other == nullptr || (other->variant != 0 && one->variant == 0)) other = one;
    }
    return other;
}

Connection* ConnectionPool::take_idle(const Wish& wish) noexcept {
    while (Connection* found = find_idle(wish)) {
        if (found->is_open()) {
            found->unlink();
            --idle_count_;
            return found;
        }
        drop_idle(*found, Closed::lost);
        free_place();
    }
    return nullptr;
}

bool ConnectionPool::take_free_place() noexcept {
    if (!all_places_.try_take(static_cast<uint32_t>(places_used_))) return false;
    ++places_used_;
    tend_later();
    return true;
}

// Of the one that is idle longest.
bool ConnectionPool::take_idle_place() noexcept {
    if (idle_.empty()) return false;
    drop_idle(*idle_.front(), Closed::elsewhere);
    return true;
}

bool ConnectionPool::take_used_place() noexcept {
    return recall_ != nullptr && recall_(recaller_, nullptr) && take_free_place();
}

void ConnectionPool::free_place() noexcept {
    --places_used_;
    all_places_.give_back();
    serve_later();
}

void ConnectionPool::drop_idle(Connection& connection, Closed reason) noexcept {
    connection.unlink();
    --idle_count_;
    ++counts_.closed[static_cast<size_t>(reason)];
    connection.close();
}

void ConnectionPool::put(Connection& connection) noexcept {
    const int64_t now_ms = monotonic_ms();
    if (stopped_) return close(connection, Closed::stopped);
    if (now_ms - connection.made_ms >= limits_.lifetime_ms) return close(connection, Closed::lifetime);
    // A process without any connection comes before those who wait here, unless this is the only one.
    const bool is_needed_elsewhere =
        waiters_.empty() ? all_places_.wanted_elsewhere() : places_used_ > 1 && all_places_.starved();
    if (is_needed_elsewhere) return close(connection, Closed::elsewhere);
    connection.idle_since_ms = now_ms;
    idle_.push_back(connection);
    ++idle_count_;
    serve_later();
    tend_later();
}

void ConnectionPool::close(Connection& connection, Closed reason) noexcept {
    connection.unlink();
    connection.close();
    release_place(reason);
}

void ConnectionPool::release_place(Closed reason) noexcept {
    ++counts_.closed[static_cast<size_t>(reason)];
    free_place();
}

void ConnectionPool::serve_later() noexcept {
    if (!waiters_.empty() && !serve_.pending()) scheduler_.loop().defer(serve_);
}

// The first one is woken with what it gets, so none that comes meanwhile has it.
void ConnectionPool::serve() noexcept {
    while (Waiter* first = waiters_.front()) {
        Result<Connection*> got = find(*first->wish);
        if (!got.ok()) break;
        first->connection = got.value();
        first->unlink();
        --waiting_;
        scheduler_.wake(*first->coroutine, coro::Wake::resumed);
    }
    if (recall_ != nullptr) recall_for_waiters();
    if (!waiters_.empty() && !look_.pending()) scheduler_.loop().start_timer(look_, kLookEveryMs);
}

// One for each, besides those that come back anyway.
void ConnectionPool::recall_for_waiters() noexcept {
    Connection* returning = returning_.front();
    for (Waiter* one = waiters_.front(); one != nullptr; one = waiters_.next(*one)) {
        if (returning != nullptr) {
            returning = returning_.next(*returning);
        } else if (!recall_(recaller_, one->wish)) {
            return;
        }
    }
}

// Of a pool that recalls, those in use are looked at, too.
void ConnectionPool::tend_later() noexcept {
    const bool has_some = !idle_.empty() || (recall_ != nullptr && places_used_ > 0);
    if (has_some && !stopped_ && !tend_.pending()) scheduler_.loop().start_timer(tend_, kTendEveryMs);
}

void ConnectionPool::tend() noexcept {
    const int64_t now_ms = monotonic_ms();
    const bool looks = now_ms - looked_ms_ >= kLookAtIdleEveryMs;
    if (looks) looked_ms_ = now_ms;
    for (Connection* one = idle_.front(); one != nullptr;) {
        Connection* next = idle_.next(*one);
        tend_one(*one, now_ms, looks);
        one = next;
    }
    const bool is_wanted = recall_ != nullptr && waiters_.empty() && idle_.empty() && all_places_.wanted_elsewhere();
    if (is_wanted) (void)recall_(recaller_, nullptr);
    tend_later();
}

void ConnectionPool::tend_one(Connection& idle, int64_t now_ms, bool looks) noexcept {
    const bool is_wanted = waiters_.empty() && all_places_.wanted_elsewhere();
    const bool is_old = now_ms - idle.made_ms >= limits_.lifetime_ms;
    const bool is_idle = now_ms - idle.idle_since_ms >= limits_.idle_ms;
    const bool is_kept = idle_count_ <= limits_.kept && test_ != nullptr;
    if (is_wanted || is_old || (is_idle && !is_kept)) {
        drop_idle(idle, is_wanted ? Closed::elsewhere : is_old ? Closed::lifetime : Closed::idle);
        free_place();
    } else if (looks && !idle.is_open()) {
        drop_idle(idle, Closed::lost);
        free_place();
    } else if (is_idle) {
        idle.unlink();
        --idle_count_;
        test_(idle);
    }
}

void ConnectionPool::stop() noexcept {
    stopped_ = true;
    while (Connection* one = idle_.front()) {
        drop_idle(*one, Closed::stopped);
        free_place();
    }
}

}  // namespace tern::pool
