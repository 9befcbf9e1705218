// What is known of a connection of libpq: its prepared statements, whether results of one that may write are left, and
// the flight that it leads.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "php/database/flight/query_flights.h"
#include "php/database/pgsql/forwarded_calls.h"
#include "php/database/queries/query_sessions.h"
#include "sql/pgsql_access.h"

namespace tern::php {

class PgsqlFlightSession {
public:
    static constexpr size_t kMostPrepared = 1000;
    struct Prepared {
        std::string text;
        std::vector<pgsql::Oid> types;
        uint64_t settings;  // a digest of those with which it was prepared
        sql::PgsqlAccess access;
    };

    // Null: it is not known.
    const Prepared* find(const char* name) const {
        const auto found = prepared_.find(name);
        return found == prepared_.end() ? nullptr : &found->second;
    }
    void set(const char* name, Prepared prepared) {
        if (prepared_.size() >= kMostPrepared) prepared_.clear();
        prepared_.insert_or_assign(name, std::move(prepared));
    }
    void erase(const char* name) { prepared_.erase(name); }
    // Each text that is sent drops the statement without a name.
    void erase_unnamed() { prepared_.erase(std::string()); }
    void clear() noexcept { prepared_.clear(); }
    bool has_prepared() const noexcept { return !prepared_.empty(); }
    // The connection ends.
    void end() noexcept {}

    bool writes = false;  // results of a statement that may write are left to be read

    // From the sending of its query to the response. After a fatal error in a function for notices it is still there.
    struct Lead {
        Flight* flight = nullptr;  // null: it leads none
        PgConnection* connection = nullptr;
        PgNoticeProcessor notices = nullptr;  // what processes them otherwise, with this argument
        void* argument = nullptr;
        bool has_notice = false;
    };
    Lead lead;

private:
    std::unordered_map<std::string, Prepared> prepared_;
};

}  // namespace tern::php
