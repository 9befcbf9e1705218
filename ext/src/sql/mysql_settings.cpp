#include <algorithm>

#include "protocol/sql/digest.h"
#include "sql/mysql_effect.h"

namespace tern::sql {

namespace {

constexpr Bytes kDatabase = "database";
constexpr Bytes kIsolation = "isolation";
constexpr Bytes kAccess = "access";

bool is_assigned(const MySqlSetting& one) noexcept {
    return one.name != kDatabase && one.name != kIsolation && one.name != kAccess;
}

}  // namespace

void MySqlSettings::set(const MySqlSetting& setting) {
    std::erase_if(settings_, [&](const MySqlSetting& one) { return one.name == setting.name; });
    settings_.push_back(setting);
    statements_ = make_statements();
}

const std::string* MySqlSettings::find(Bytes name) const noexcept {
    const auto found = std::find_if(settings_.begin(), settings_.end(), [&](auto& one) { return one.name == name; });
    return found == settings_.end() ? nullptr : &found->value;
}

std::vector<std::string> MySqlSettings::make_statements() const {
    std::vector<std::string> all;
    std::string assignments;
    for (const MySqlSetting& one : settings_) {
        if (!is_assigned(one)) continue;
        assignments += assignments.empty() ? "SET " : ", ";
        assignments += one.name == "names" ? "NAMES " + one.value : one.name + " = " + one.value;
    }
    if (!assignments.empty()) all.push_back(assignments);
    for (const Bytes name : {kIsolation, kAccess}) {
        const std::string* value = find(name);
        if (value == nullptr) continue;
        all.push_back((name == kIsolation ? "SET SESSION TRANSACTION ISOLATION LEVEL " : "SET SESSION TRANSACTION ") +
                      *value);
    }
    return all;
}

uint64_t MySqlSettings::digest() const noexcept {
    if (empty()) return 0;
    uint64_t digest = (multiple_changed_ ? 1 : 0) + (multiple_ ? 2 : 0);
    for (const MySqlSetting& one : settings_) digest = hash_of(one.value, hash_of(one.name, digest));
    return digest == 0 ? 1 : digest;
}

}  // namespace tern::sql
