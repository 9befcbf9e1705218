#include "sql/mysql_remains.h"

#include <algorithm>

namespace tern::sql {

void MySqlRemains::begin(const Counts& counts) noexcept {
    settle(counts);
    sent_ = {MySqlTrace::count};
    last_ = MySqlTrace::count;
    is_between_ = false;
}

void MySqlRemains::begin_execution(uint64_t statement) noexcept {
    const auto found = std::ranges::find(prepared_, statement, &Prepared::statement);
    begin_statement(found == prepared_.end() ? MySqlTraceOfText{} : found->trace);
}

bool MySqlRemains::begin_end(uint64_t statement, const Counts& counts) noexcept {
    settle(counts);
    is_between_ = false;
    std::erase_if(prepared_, [&](const Prepared& one) { return one.statement == statement; });
    return last_ == MySqlTrace::rows || last_ == MySqlTrace::nothing;
}

// The driver knows the number of rows until the next command.
void MySqlRemains::settle(const Counts& counts) noexcept {
    if (counts.warnings != 0) has_warnings_ = true;
    if (!has_rows_) return;
    has_rows_ = false;
    found_rows_ = last_ == MySqlTrace::rows ? counts.rows : kNotKnown;
}

void MySqlRemains::note_response(bool succeeded, bool has_rows) noexcept {
    last_ = succeeded ? sent_.trace : MySqlTrace::count;
    has_rows_ = succeeded && has_rows;
    if (has_rows_) has_lost_rows_ = false;
    if (succeeded && !has_rows && sent_.found_rows == MySqlFoundRows::unknown) found_rows_ = kNotKnown;
    if (!succeeded || sent_.ends_warnings) has_warnings_ = !succeeded;
    if (last_ == MySqlTrace::write) {
        has_written_ = true;
        has_lost_write_ = false;
    }
    // Another statement than its first word has told.
    if (succeeded && last_ == MySqlTrace::rows && !has_rows) is_lasting_ = true;
    is_between_ = last_ == MySqlTrace::rows || last_ == MySqlTrace::nothing;
}

bool MySqlRemains::can_change(const Counts& counts) const noexcept {
    if (!is_between_ || is_lasting_ || has_warnings_ || counts.warnings != 0) return false;
    return (has_rows_ ? counts.rows : found_rows_) <= kMostRows;
}

void MySqlRemains::change(const Counts& counts) noexcept {
    settle(counts);
    is_between_ = false;
    has_lost_rows_ = true;
    if (has_written_) has_lost_write_ = true;
    has_written_ = false;
}

void MySqlRemains::clear() noexcept {
    prepared_.clear();
    last_ = MySqlTrace::count;
    found_rows_ = 0;
    has_rows_ = has_warnings_ = has_written_ = is_lasting_ = is_between_ = has_lost_rows_ = has_lost_write_ = false;
}

std::optional<MySqlRemains::Wanted> MySqlRemains::wanted(const MySqlQuestions& questions) const noexcept {
    if (questions.gtid && has_lost_write_) return std::nullopt;
    return Wanted{found_rows_, last_ == MySqlTrace::nothing};
}

}  // namespace tern::sql
