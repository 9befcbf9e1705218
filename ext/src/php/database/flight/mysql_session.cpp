#include "php/database/flight/mysql_session.h"

#include <cstring>

#include "php/database/mysql/connection.h"
#include "sql/mysql_trace.h"

namespace tern::php {

QuerySessions<MySqlFlightSession>& mysql_flight_sessions() noexcept {
    static QuerySessions<MySqlFlightSession> sessions;
    return sessions;
}

void MySqlFlightSession::replace_receive(MYSQLND_PFC& codec, Receive by) noexcept {
    codec_ = &codec;
    receive_ = std::exchange(codec.data->m.receive, by);
}

// --- the first one

void MySqlFlightSession::lead(MYSQLND_PFC& codec, Flight& flight) noexcept {
    leads_ = &flight;
    stores_ = false;
    replace_receive(codec, record);
}

enum_func_status MySqlFlightSession::record(MYSQLND_PFC* codec, MYSQLND_VIO* transport, zend_uchar* buffer, size_t size,
                                            MYSQLND_STATS* stats, MYSQLND_ERROR_INFO* error) {
    MySqlFlightSession* session = mysql_flight_sessions().find(codec);
    const enum_func_status status = session->receive_(codec, transport, buffer, size, stats, error);
    session = mysql_flight_sessions().find(codec);  // after the wait it may have ended
    if (session == nullptr || !session->leads()) return status;
    if (status != PASS || !session->leads_->add({reinterpret_cast<const char*>(buffer), size}))
        session->end_lead(false);
    return status;
}

void MySqlFlightSession::expect_store() noexcept {
    if (!check_.pending()) coroutines()->loop.defer(check_);
}

void MySqlFlightSession::check() noexcept {
    if (leads() && !stores_) end_lead(false);
}

void MySqlFlightSession::end_lead(bool is_complete, uint64_t rows) noexcept {
    leads_->set_rows(rows);
    codec_->data->m.receive = receive_;
    check_.withdraw();
    TERN_G(query_flights)->end(*std::exchange(leads_, nullptr), is_complete);
}

// --- the others

void MySqlFlightSession::copy(MYSQLND_PFC& codec, Flight& flight) {
    copies_ = &flight;
    position_ = 0;
    untold_ = flight.text();
    outcome_is_untold_ = true;
    replace_receive(codec, read_copy);
}

enum_func_status MySqlFlightSession::read_copy(MYSQLND_PFC* codec, MYSQLND_VIO*, zend_uchar* buffer, size_t size,
                                               MYSQLND_STATS*, MYSQLND_ERROR_INFO*) {
    MySqlFlightSession& session = *mysql_flight_sessions().find(codec);
    const Bytes rest = session.copies_->response().substr(session.position_);
    TERN_CHECK(size <= rest.size());
    std::memcpy(buffer, rest.data(), size);
    session.position_ += size;
    if (size == rest.size()) session.end_copy();
    return PASS;
}

void MySqlFlightSession::end_copy() noexcept {
    codec_->data->m.receive = receive_;
    std::exchange(copies_, nullptr)->release();
}

// --- what the server does not know

void MySqlFlightSession::note_rows() { untold_ = statement_with_rows(copies_->rows()); }

bool MySqlFlightSession::asks_about_untold(Bytes statement, sql::MySqlMode mode) noexcept {
    if (untold_.empty()) return false;
    const sql::MySqlQuestions questions = sql::questions_of_mysql(statement);
    if (questions.found_rows || (questions.last && outcome_is_untold_)) return true;
    outcome_is_untold_ = false;
    switch (sql::trace_of_mysql(statement, mode).found_rows) {
        case sql::MySqlFoundRows::kept: break;
        case sql::MySqlFoundRows::replaced: untold_.clear(); break;
        case sql::MySqlFoundRows::unknown: return true;
    }
    return false;
}

void MySqlFlightSession::end() {
    if (leads()) end_lead(false);
    if (copies_ != nullptr) end_copy();
}

}  // namespace tern::php
