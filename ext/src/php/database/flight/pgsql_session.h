// What is known of a connection of libpq: its prepared statements, and whether results of one that may write are left.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

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
    void clear() noexcept { prepared_.clear(); }
    bool has_prepared() const noexcept { return !prepared_.empty(); }
    // The connection ends.
    void end() noexcept {}

    bool writes = false;  // results of a statement that may write are left to be read

private:
    std::unordered_map<std::string, Prepared> prepared_;
};

}  // namespace tern::php
