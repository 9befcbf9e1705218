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
      option_(limits.option),
      forks_(TERN_G(forks)),
      pool_(coroutines.scheduler, places, limits.connections),
      start_cleaning_([](void* self) { static_cast<DatabasePool*>(self)->start_cleaning(); }, this) {}

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

void DatabasePool::append_refusal(smart_str& text, Error error) noexcept {
    if (error == Error::timed_out) {
        smart_str_append_printf(&text, "No connection of %s was free in time: ", option_);
    } else if (error == Error::would_deadlock) {
        smart_str_append_printf(&text, "No connection of %s is free, and this code cannot wait for one: ", option_);
    } else {
        smart_str_appends(&text, "The wait for a connection was cancelled: ");
    }
    append_holders(text);
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
    clean_later({this, &connection, true, pool::Closed::unclean});
}

void DatabasePool::abandon(DatabaseConnection& connection, pool::Closed reason) noexcept {
    clean_later({this, &connection, false, reason});
}

void DatabasePool::clean_later(const Returned& returned) noexcept {
    returned_.push_back(returned);
    if (!start_cleaning_.pending()) coroutines_.loop.defer(start_cleaning_);
}

// Outside of contexts: a coroutine belongs to the context in which it is started.
void DatabasePool::start_cleaning() noexcept {
    while (!returned_.empty()) {
        auto* returned = new Returned(returned_.back());
        returned_.pop_back();
        if (Fiber::spawn(coroutines_, {clean, nullptr, nullptr}, returned)) continue;
        pool_.close(*returned->connection, pool::Closed::stopped);
        delete returned;
    }
}

void DatabasePool::clean(void* argument) {
    auto* returned = static_cast<Returned*>(argument);
    const Returned self = *returned;
    delete returned;
    DatabasePool& pool = *self.pool;
    hook_coroutine(*pool.coroutines_.scheduler.current(), coro::Deadline::in(kCleanMs));
    EG(error_reporting) = 0;  // of this coroutine
    if (!self.is_reusable) {
        self.connection->stop_query();
        pool.pool_.close(*self.connection, self.reason);
    } else if (self.connection->finish_reset()) {
        pool.pool_.put(*self.connection);
    } else {
        pool.pool_.close(*self.connection, pool::Closed::unclean);
    }
}

namespace {

DatabasePool* of_this_process(DatabasePool* pool) noexcept {
    return pool != nullptr && pool->is_of_this_process() ? pool : nullptr;
}

}  // namespace

DatabasePool* database_pool() noexcept { return of_this_process(TERN_G(database_pool)); }

DatabasePool* redis_pool() noexcept { return of_this_process(TERN_G(redis_pool)); }

void share_connections(Coroutines& coroutines, shm::Places& places, const DatabasePool::Limits& limits) {
    TERN_G(database_pool) = new DatabasePool(coroutines, places, limits);
}

void share_redis_connections(Coroutines& coroutines, shm::Places& places, const DatabasePool::Limits& limits) {
    TERN_G(redis_pool) = new DatabasePool(coroutines, places, limits);
}

}  // namespace tern::php
