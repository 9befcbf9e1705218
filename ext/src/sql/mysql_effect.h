// What a statement of MySQL or MariaDB leaves in its session, as far as its text tells. Text that is not understood
// counts as one that leaves something.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sql/mysql_tokens.h"

namespace tern::sql {

enum class MySqlEffect : uint8_t {
    nothing,
    settings,  // only constants, which can be set again
    setting,   // what cannot
    user_variable,
    temporary_table,
    lock,
    unknown,
};

struct MySqlSetting {
    std::string name;   // in lower case: "names", "time_zone", "database", "isolation", "access"
    std::string value;  // as in a statement: "utf8mb4 COLLATE utf8mb4_bin", "'+00:00'". Of the database: its name
    bool operator==(const MySqlSetting&) const = default;
};

// Adds the settings to `into` where the effect is `settings`; otherwise `into` may have got some.
MySqlEffect effect_of_mysql(Bytes statements, MySqlMode mode, std::vector<MySqlSetting>& into);

// The settings of a session that have been changed since its login.
class MySqlSettings {
public:
    bool empty() const noexcept { return settings_.empty() && !multiple_changed_; }
    void set(const MySqlSetting& setting);
    // Null: it was not changed.
    const std::string* find(Bytes name) const noexcept;
    // Whether a query may have several statements, where that is not as at the login.
    void set_multiple(bool changed, bool multiple) noexcept {
        multiple_changed_ = changed;
        multiple_ = multiple;
    }
    bool multiple_changed() const noexcept { return multiple_changed_; }
    bool multiple() const noexcept { return multiple_; }
    // Statements that make them again, without the database. They are understood in any mode.
    const std::vector<std::string>& statements() const noexcept { return statements_; }
    // 0: empty. Others hardly ever have the same.
    uint64_t digest() const noexcept;
    size_t count() const noexcept { return settings_.size(); }

private:
    std::vector<std::string> make_statements() const;

    std::vector<MySqlSetting> settings_;  // in order of their last change
    std::vector<std::string> statements_;
    bool multiple_changed_ = false;
    bool multiple_ = false;
};

}  // namespace tern::sql
