#include "php/database/database_pool.h"

#include <ctime>

#include "base/clock.h"
#include "php/coroutine/hooks/blocking_calls.h"
#include "php/engine/fiber/fiber.h"

namespace tern::php {

namespace {

constexpr int64_t kCleanMs = 3000;
constexpr int64_t kPauseMs = 10;

void pause() noexcept {
    const timespec time{0, kPauseMs * 1'000'000};
    (void)nanosleep(&time, nullptr);
}

}  // namespace

bool may_wait_for_coroutines() noexcept {
    Coroutines* coroutines = php::coroutines();
    return coroutines != nullptr && !coroutines->bailed && coroutines->may_suspend() && !must_not_suspend();
}

DatabasePool::DatabasePool(Coroutines& coroutines, shm::Places& places, const Limits& limits) noexcept
    : coroutines_(coroutines),
      wait_ms_(limits.wait_ms),
      option_(limits.option),
      forks_(TERN_G(forks)),
      pool_(coroutines.scheduler, places, limits.connections),
      multiplexes_(limits.multiplexes),
      start_cleaning_([](void* self) { static_cast<DatabasePool*>(self)->start_cleaning(); }, this) {
    if (multiplexes_) pool_.call_to_recall(recall, this);
    if (limits.connections.kept == 0) return;
    pool_.call_to_test(
        [](pool::Connection& idle) { TERN_G(database_pool)->give_back(static_cast<DatabaseConnection&>(idle)); });
}

Result<pool::Connection*> DatabasePool::take(const Wish& wish) {
    Result<pool::Connection*> taken = pool_.try_take(wish);
    if (taken.ok() || taken.error() != Error::would_block) return taken;
    const coro::Deadline until = coro::Deadline::in(wait_ms_);
    if (may_wait_for_coroutines()) return pool_.wait(wish, until);
    taken = pool_.take_now(wish);
    if (taken.ok()) return taken;
    // What this worker has comes back only when its other coroutines run.
    while (pool_.places() == 0 && until.left_ms() > 0) {
        pause();
        taken = pool_.try_take(wish);
        if (taken.ok()) return taken;
    }
    return pool_.places() == 0 ? Error::timed_out : Error::would_deadlock;
}

// --- who uses them

void DatabasePool::begin_use(const void* user, DatabaseConnection* connection) {
    auto* use = new Use;
    use->connection = connection;
    users_.find_or_add(user, nullptr) = use;
    begin(*use);
    note_use(*use);
}

void DatabasePool::begin(Use& use) noexcept {
    use.since_ms = monotonic_ms();
    use.where.take();
    uses_.push_back(use);
    ++use_count_;
}

void DatabasePool::end_rest(Loan& loan, DatabaseConnection& connection) noexcept {
    loan.connection = &connection;
    loan.rests = false;
    begin(static_cast<Use&>(loan));
}

DatabasePool::Loan* DatabasePool::loan_of(const void* user) noexcept {
    Use** found = users_.find(user);
    return found == nullptr ? nullptr : *found;
}

DatabasePool::Loan* DatabasePool::find_loan(const void* user) noexcept {
    DatabasePool* pool = database_pool();
    return pool == nullptr ? nullptr : pool->loan_of(user);
}

void DatabasePool::refuse_reuse(const void* user, pool::Closed reason) noexcept {
    Loan* loan = find_loan(user);
    if (loan == nullptr) return;
    loan->is_reusable = false;
    loan->reason = reason;
}

bool DatabasePool::end_use(const void* user, Loan& loan) noexcept {
    Use** found = users_.find(user);
    if (found == nullptr) return false;
    Use* use = *found;
    loan = *use;
    users_.erase(user);
    if (!use->rests) --use_count_;
    for (Holder* holder : use->holders) delete holder;
    delete use;
    return true;
}

void DatabasePool::add_holder(Use& use, int64_t coroutine) {
    use.last_coroutine = coroutine;
    Fiber* self = current_fiber();
    if (self == nullptr) return;
    for (const Holder* holder : use.holders) {
        if (holder->coroutine == coroutine) return;
    }
    auto* holder = new Holder(use, coroutine);
    use.holders.push_back(holder);
    self->locals.held.push_back(*holder);
}

void DatabasePool::Holder::end(Held& self) {
    auto* holder = static_cast<Holder*>(&self);
    Use& use = holder->use;
    std::erase(use.holders, holder);
    delete holder;
    DatabasePool* pool = database_pool();
    if (pool != nullptr && use.holders.empty()) pool->end_of_holders(use);
}

// A fatal error leaves the object as it is: it may be in any state.
void DatabasePool::end_of_holders(Use& use) noexcept {
    use.last_coroutine = kNoCoroutine;
    if (use.object != nullptr && use.rests) use.object->end_request();
    if (use.object == nullptr || use.connection == nullptr || coroutines_.bailed || coroutines_.damaged) return;
    DatabaseConnection* released = use.object->release();
    if (released == nullptr) return;
    begin_rest(use);
    give_back(*released);
}

void DatabasePool::begin_rest(Loan& loan) noexcept {
    auto& use = static_cast<Use&>(loan);
    use.connection = nullptr;
    use.rests = true;
    use.unlink();
    --use_count_;
}

// The oldest one with the wanted key, or the oldest one.
DatabasePool::Use* DatabasePool::find_between_statements(const Wish* wish) noexcept {
    Use* oldest = nullptr;
    for (Use* use = uses_.front(); use != nullptr; use = uses_.next(*use)) {
        const bool is_in_request = use->object != nullptr && use->connection != nullptr && !use->holders.empty();
        if (!is_in_request || !use->object->is_between_statements()) continue;
        if (wish == nullptr || use->connection->key() == wish->key) return use;
        if (oldest == nullptr) oldest = use;
    }
    return oldest;
}

// The object gets another one with its next statement.
bool DatabasePool::recall(void* self, const Wish* wish) noexcept {
    auto& pool = *static_cast<DatabasePool*>(self);
    if (pool.coroutines_.bailed || pool.coroutines_.damaged) return false;
    Use* use = pool.find_between_statements(wish);
    if (use == nullptr) return false;
    DatabaseConnection& released = *use->object->recall();
    pool.begin_rest(*use);
    ++pool.recalled_;
    if (wish != nullptr && released.key() == wish->key) {
        pool.give_back(released);
    } else {
        pool.close(released, pool::Closed::elsewhere);
    }
    return true;
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
        smart_str_append_printf(&text, "%s %s for %.1f s", told == 0 ? ":" : ",", use->where.text,
                                static_cast<double>(now_ms - use->since_ms) / 1000);
    }
}

// --- work outside of contexts: a coroutine belongs to the context in which it is started

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
        ++pool.stopped_queries_;
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
