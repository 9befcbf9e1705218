#include "php/database/database_pool.h"

#include <ctime>

#include "base/clock.h"
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/engine/fiber/fiber.h"

namespace tern::php {

namespace {

constexpr int64_t kCleanMs = 3000;
constexpr int64_t kPauseMs = 10;

bool may_wait_here() noexcept {
    Coroutines* coroutines = php::coroutines();
    return coroutines != nullptr && !coroutines->bailed && coroutines->may_suspend() && !must_not_suspend();
}

void pause() noexcept {
    const timespec time{0, kPauseMs * 1'000'000};
    (void)nanosleep(&time, nullptr);
}

}  // namespace

DatabasePool::DatabasePool(Coroutines& coroutines, shm::Places& places, const Limits& limits) noexcept
    : coroutines_(coroutines),
      wait_ms_(limits.wait_ms),
      forks_(TERN_G(forks)),
      pool_(coroutines.scheduler, places, limits.connections),
      clean_later_([](void* self) { static_cast<DatabasePool*>(self)->start_cleaning(); }, this) {}

Result<pool::Connection*> DatabasePool::take(const pool::Key& key) {
    Result<pool::Connection*> taken = pool_.try_take(key);
    if (taken.ok() || taken.error() != Error::would_block) return taken;
    const coro::Deadline until = coro::Deadline::in(wait_ms_);
    if (may_wait_here()) return pool_.wait(key, until);
    taken = pool_.take_now(key);
    if (taken.ok()) return taken;
    // What this worker has comes back only when its other coroutines run.
    while (pool_.places() == 0 && until.left_ms() > 0) {
        pause();
        taken = pool_.try_take(key);
        if (taken.ok()) return taken;
    }
    return pool_.places() == 0 ? Error::timed_out : Error::would_deadlock;
}

void DatabasePool::begin_use(const void* user, DatabaseConnection* connection) {
    auto* use = new Use;
    use->loan.connection = connection;
    const coro::Coroutine* self = coroutines_.scheduler.current();
    use->coroutine = self == nullptr ? 0 : self->id();
    use->since_ms = monotonic_ms();
    (void)snprintf(use->where, sizeof use->where, "%s:%u", zend_get_executed_filename(), zend_get_executed_lineno());
    users_.find_or_add(user, nullptr) = use;
    uses_.push_back(*use);
    ++use_count_;
}

DatabasePool::Loan* DatabasePool::loan_of(const void* user) noexcept {
    Use** found = users_.find(user);
    return found == nullptr ? nullptr : &(*found)->loan;
}

bool DatabasePool::end_use(const void* user, Loan& loan) noexcept {
    Use** found = users_.find(user);
    if (found == nullptr) return false;
    Use* use = *found;
    loan = use->loan;
    users_.erase(user);
    delete use;
    --use_count_;
    return true;
}

size_t DatabasePool::pinned() noexcept {
    size_t count = 0;
    for (Use* use = uses_.front(); use != nullptr; use = uses_.next(*use)) {
        if (coroutines_.scheduler.find(use->coroutine) == nullptr) ++count;
    }
    return count;
}

void DatabasePool::append_holders(smart_str& text) noexcept {
    smart_str_append_printf(&text, "this worker has %zu", use_count_);
    const int64_t now_ms = monotonic_ms();
    size_t told = 0;
    for (Use* use = uses_.front(); use != nullptr && told < kHoldersTold; use = uses_.next(*use), ++told) {
        smart_str_append_printf(&text, "%s %s for %.1f s", told == 0 ? ":" : ",", use->where,
                                static_cast<double>(now_ms - use->since_ms) / 1000);
    }
}

// What it holds at the server ends now. The rest needs a response.
void DatabasePool::give_back(DatabaseConnection& connection) noexcept {
    if (!connection.begin_reset()) return pool_.close(connection, pool::Closed::lost);
    pool_.expect(connection);
    unclean_.push_back(&connection);
    if (!clean_later_.pending()) coroutines_.loop.defer(clean_later_);
}

// Outside of contexts: a coroutine belongs to the context in which it is started.
void DatabasePool::start_cleaning() noexcept {
    while (!unclean_.empty()) {
        DatabaseConnection* connection = unclean_.back();
        unclean_.pop_back();
        if (!Fiber::spawn(coroutines_, {clean, nullptr, nullptr}, connection)) {
            pool_.close(*connection, pool::Closed::stopped);
        }
    }
}

void DatabasePool::clean(void* argument) {
    auto& connection = *static_cast<DatabaseConnection*>(argument);
    DatabasePool& pool = *TERN_G(database_pool);
    hook_coroutine(*pool.coroutines_.scheduler.current(), coro::Deadline::in(kCleanMs));
    EG(error_reporting) = 0;  // of this coroutine
    if (connection.finish_reset()) {
        pool.pool_.put(connection);
    } else {
        pool.pool_.close(connection, pool::Closed::unclean);
    }
}

DatabasePool* database_pool() noexcept {
    DatabasePool* pool = TERN_G(database_pool);
    return pool != nullptr && pool->is_of_this_process() ? pool : nullptr;
}

void share_connections(Coroutines& coroutines, shm::Places& places, const DatabasePool::Limits& limits) {
    TERN_G(database_pool) = new DatabasePool(coroutines, places, limits);
}

}  // namespace tern::php
