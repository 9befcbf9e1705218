#include "php/database/flight/query_flights.h"

#include "php/database/flight/mysql_flights.h"
#include "php/database/flight/pgsql_flights.h"

namespace tern::php {

QueryFlights::QueryFlights(Coroutines& coroutines, shm::WriteCount& writes, const std::vector<std::string>& digests)
    : coroutines_(coroutines),
      writes_(writes),
      forks_(TERN_G(forks)),
      wake_([](void* self) { static_cast<QueryFlights*>(self)->wake(); }, this) {
    for (const std::string& text : digests) {
        if (text == "*") wants_all_ = true;
        for (const sql::Dialect dialect : {sql::Dialect::mysql, sql::Dialect::postgresql}) {
            read_.read(text, {dialect, dialect == sql::Dialect::mysql});
            digests_.insert(read_.hash());
        }
    }
}

bool QueryFlights::wants(Bytes text, const sql::Syntax& syntax) {
    if (wants_all_) return true;
    read_.read(text, syntax);
    return digests_.contains(read_.hash());
}

Flight* QueryFlights::find(const FlightQuery& query) noexcept {
    const uint64_t writes = writes_.get();
    for (Flight* one = flights_.front(); one != nullptr; one = flights_.next(*one)) {
        if (one->is_sent_ && one->writes_ == writes && one->is_for(query)) return one;
    }
    return nullptr;
}

Flight& QueryFlights::begin(const FlightQuery& query) {
    auto* flight = new Flight(query, writes_.get());
    flights_.push_back(*flight);
    return *flight;
}

QueryFlights::Joined QueryFlights::join(Flight& flight) {
    flight.retain();
    Flight::Waiter self;
    self.coroutine = coroutines_.scheduler.current();
    flight.waiters_.push_back(self);
    const coro::Wake wake = coroutines_.scheduler.suspend(coro::Wait::connection, coro::Deadline::never());
    self.unlink();
    if (wake == coro::Wake::resumed && flight.is_complete_) return Joined::response;
    flight.release();
    return wake == coro::Wake::resumed ? Joined::failed : Joined::cancelled;
}

void QueryFlights::end(Flight& flight, bool is_complete) noexcept {
    flight.unlink();
    flight.is_complete_ = is_complete;
    if (is_of_this_process()) {
        woken_.splice_back(flight.waiters_);
        if (!woken_.empty() && !wake_.pending()) coroutines_.loop.defer(wake_);
    }
    flight.release();
}

// At the end of the turn, so that the query that has ended is read before.
void QueryFlights::wake() noexcept {
    while (Flight::Waiter* first = woken_.pop_front()) {
        coroutines_.scheduler.wake(*first->coroutine, coro::Wake::resumed);
    }
}

QueryFlights* query_flights() noexcept {
    QueryFlights* flights = TERN_G(query_flights);
    return flights != nullptr && flights->is_of_this_process() ? flights : nullptr;
}

void take_over_flights(shm::WriteCount& writes) noexcept {
    take_over_mysql_flights(writes);
    take_over_pgsql_flights(writes);
}

void share_queries(Coroutines& coroutines, shm::WriteCount& writes, const std::vector<std::string>& digests) {
    TERN_G(query_flights) = new QueryFlights(coroutines, writes, digests);
    take_over_flights(writes);
}

}  // namespace tern::php
