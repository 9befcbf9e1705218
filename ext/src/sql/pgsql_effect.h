// What a statement of PostgreSQL leaves in its session, as far as its text tells. Text that is not understood counts as
// one that leaves something.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace tern::sql {

enum class PgsqlEffect : uint8_t {
    nothing,
    settings,  // one with a constant, which can be set again
    setting,   // what cannot
    temporary_table,
    lock,
    listen,
    prepared_statement,
    cursor,  // that outlives its transaction
    unknown,
};

struct PgsqlSetting {
    std::string name;       // in lower case: "timezone"
    std::string statement;  // "SET timezone TO 'UTC'"
    bool operator==(const PgsqlSetting&) const = default;
};

// `backslashes`: see Syntax. `into` has the setting where the effect is `settings`.
PgsqlEffect effect_of_pgsql(Bytes statements, bool backslashes, std::optional<PgsqlSetting>& into);
// As SET client_encoding does it. Without a value: it cannot be set again.
std::optional<PgsqlSetting> pgsql_encoding_setting(Bytes encoding);

// The settings of a session that have been changed since its login.
class PgsqlSettings {
public:
    bool empty() const noexcept { return settings_.empty(); }
    size_t count() const noexcept { return settings_.size(); }
    void set(const PgsqlSetting& setting);
    void clear() noexcept { settings_.clear(); }
    // Makes them again: "SET a TO 1; SET b TO 2".
    std::string statement() const;
    // 0: empty. Others hardly ever have the same.
    uint64_t digest() const noexcept;

private:
    std::vector<PgsqlSetting> settings_;  // in order of their last change
};

}  // namespace tern::sql
