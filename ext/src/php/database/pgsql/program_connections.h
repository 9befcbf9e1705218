// What a program has in place of the addresses of PGconn. PHP's extensions keep such an address in results, large
// objects and streams, too, and use it without looking whether the connection is closed. Theirs is no address of
// memory, and is never used twice, so what is left of a closed object does not reach a connection that another
// program has by now.
#pragma once

#include <cstdlib>
#include <cstring>

#include "base/address_map.h"
#include "php/database/pgsql/libpq.h"

namespace tern::php {

class ProgramConnections {
public:
    // Null: it has failed, with the error that is set.
    PgConnection* add(PgConnection* connection) {
        auto* name =
            reinterpret_cast<PgConnection*>(kTag | (++last_ << kAlignment));  // NOLINT(performance-no-int-to-ptr)
        connections_.find_or_add(name, {}) = {connection, nullptr};
        return name;
    }
    void set(const PgConnection* name, PgConnection* connection) noexcept {
        if (Entry* entry = connections_.find(name)) entry->connection = connection;
    }
    void set_error(const PgConnection* name, const char* text) noexcept {
        Entry* entry = connections_.find(name);
        if (entry == nullptr) return;
        std::free(entry->error);
        entry->error = strdup(text);
    }
    void clear_error(const PgConnection* name) noexcept {
        if (Entry* entry = connections_.find(name)) std::free(std::exchange(entry->error, nullptr));
    }
    static bool is_name(const PgConnection* connection) noexcept {
        return reinterpret_cast<uintptr_t>(connection) >> kTagShift == kTag >> kTagShift;
    }
    // Null, which libpq accepts everywhere: it was closed, it has failed, or it rests.
    PgConnection* find(const PgConnection* name) noexcept {
        const Entry* entry = connections_.find(name);
        return entry == nullptr ? nullptr : entry->connection;
    }
    // Null: none was set.
    char* error(const PgConnection* name) noexcept {
        const Entry* entry = connections_.find(name);
        return entry == nullptr ? nullptr : entry->error;
    }
    void remove(const PgConnection* name) noexcept {
        if (const Entry* entry = connections_.find(name)) std::free(entry->error);
        connections_.erase(name);
    }

private:
    struct Entry {
        PgConnection* connection = nullptr;
        char* error = nullptr;
    };
    // No address of a process looks like this.
    static constexpr int kTagShift = 48;
    static constexpr uintptr_t kTag = uintptr_t{0x7e52} << kTagShift;
    static constexpr int kAlignment = 4;

    AddressMap<Entry> connections_;
    uintptr_t last_ = 0;
};

}  // namespace tern::php
