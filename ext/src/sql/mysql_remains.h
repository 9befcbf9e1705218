// What the statements of a session of MySQL or MariaDB have left for those that follow, as far as it is known here.
// Tells whether the next statement may be sent to another session, and what has to be done there before.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sql/mysql_trace.h"

namespace tern::sql {

class MySqlRemains {
public:
    static constexpr uint64_t kNotKnown = ~uint64_t{0};

    // What the driver knows of the last statement. Its rows, if they were stored, until the next command is sent.
    struct Counts {
        uint64_t rows = kNotKnown;
        unsigned warnings = 0;
    };
    // What the session of the next statement has to have as its last ones.
    struct Wanted {
        uint64_t found_rows = 0;
        bool counts_none = false;  // ROW_COUNT() is 0
    };

    // The next command is sent. What it leaves is not known before note_response().
    void begin(const Counts& counts) noexcept;
    // It is a statement, which is executed or prepared.
    void begin_statement(MySqlTraceOfText trace) noexcept {
        sent_ = trace;
        if (trace.trace == MySqlTrace::session) is_lasting_ = true;
    }
    void begin_execution(uint64_t statement) noexcept;
    void note_prepared(uint64_t statement) { prepared_.push_back({statement, sent_}); }
    // One that was prepared ends, which leaves what was left before. True: note_end() once it is sent.
    bool begin_end(uint64_t statement, const Counts& counts) noexcept;
    void note_end() noexcept { is_between_ = true; }
    // `has_rows`: the response has a list of them, which may be empty.
    void note_response(bool succeeded, bool has_rows) noexcept;

    // Nothing is left, or what is left can be made again.
    bool can_change(const Counts& counts) const noexcept;
    // The next statement goes to another session.
    void change(const Counts& counts) noexcept;
    // A request has ended: the next one finds nothing of its former sessions.
    void end_request() noexcept { has_lost_rows_ = has_lost_write_ = false; }
    // The same, and the session is given back.
    void clear() noexcept;
    // What the session that is taken now has to have for a text that asks this. Null: that is not known any more.
    std::optional<Wanted> wanted(const MySqlQuestions& questions) const noexcept;
    // A text is sent to the session that it has already. False: it asks for what is not known any more.
    bool is_known(const MySqlQuestions& questions) const noexcept {
        return !(questions.found_rows && has_lost_rows_) && !(questions.gtid && has_lost_write_);
    }
    bool has_lost() const noexcept { return has_lost_rows_ || has_lost_write_; }
    // The session has what was wanted.
    void note_wanted() noexcept { has_lost_rows_ = false; }

private:
    static constexpr uint64_t kMostRows = 1000;  // that are made again
    struct Prepared {
        uint64_t statement;
        MySqlTraceOfText trace;
    };

    void settle(const Counts& counts) noexcept;

    MySqlTraceOfText sent_{MySqlTrace::count};
    MySqlTrace last_ = MySqlTrace::count;
    uint64_t found_rows_ = 0;
    std::vector<Prepared> prepared_;
    bool has_rows_ = false;      // of the last statement: Counts tells how many
    bool has_warnings_ = false;  // they stay until a statement uses a table
    bool has_written_ = false;
    bool is_lasting_ = false;
    bool is_between_ = false;
    bool has_lost_rows_ = false;
    bool has_lost_write_ = false;
};

}  // namespace tern::sql
