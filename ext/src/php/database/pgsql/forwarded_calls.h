// The functions of libpq that PHP's extensions call with a connection. Each is replaced by one that finds the
// connection by its name in the program, or is given a connection that has none.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "boundary/elf.h"
#include "php/database/pgsql/program_connections.h"

namespace tern::php {

// Of this process.
ProgramConnections& program_connections() noexcept;

// The connection of this name, for a call that needs one: an object that rests gets one. Null: it gets none. Suspends.
PgConnection* connection_for_call(PgConnection* name);

inline PgConnection* real_connection(PgConnection* connection) noexcept {
    return ProgramConnections::is_name(connection) ? program_connections().find(connection) : connection;
}

inline PgConnection* session_connection(PgConnection* connection) {
    return ProgramConnections::is_name(connection) ? connection_for_call(connection) : connection;
}

namespace pgsql {

using Oid = unsigned;
using Texts = const char* const*;

template <size_t kSize>
struct Name {
    char text[kSize] = {};
    consteval Name(const char (&name)[kSize]) {
        for (size_t i = 0; i < kSize; ++i) text[i] = name[i];
    }
};

// A function by its name, with the parameters that follow the connection.
template <Name kName, class Signature>
struct Call;

template <Name kName, class Result, class... More>
struct Call<kName, Result(More...)> {
    static inline Result (*real)(PgConnection*, More...) = nullptr;

    static Result forward(PgConnection* connection, More... more) {
        return real(session_connection(connection), more...);
    }
    static boundary::Replacement row() noexcept {
        return {kName.text, reinterpret_cast<void*>(forward), boundary::Callers::pgsql};
    }
    static void set(void* function) noexcept { real = reinterpret_cast<Result (*)(PgConnection*, More...)>(function); }
};

template <class... Calls>
struct CallList {
    static constexpr size_t kCount = sizeof...(Calls);

    static std::array<boundary::Replacement, kCount> rows() noexcept { return {Calls::row()...}; }
    // Once the real functions are known.
    static void set(std::span<const boundary::Replacement> rows) noexcept {
        size_t next = 0;
        (Calls::set(rows[next++].real), ...);
    }
};

using ForwardedCalls = CallList<
    // Connections
    Call<"PQconnectPoll", int()>, Call<"PQdb", char*()>, Call<"PQuser", char*()>, Call<"PQpass", char*()>,
    Call<"PQhost", char*()>, Call<"PQhostaddr", char*()>, Call<"PQport", char*()>, Call<"PQtty", char*()>,
    Call<"PQoptions", char*()>, Call<"PQparameterStatus", const char*(const char*)>, Call<"PQprotocolVersion", int()>,
    Call<"PQserverVersion", int()>, Call<"PQsocket", int()>, Call<"PQbackendPID", int()>,
    Call<"PQconnectionNeedsPassword", int()>, Call<"PQconnectionUsedPassword", int()>, Call<"PQclientEncoding", int()>,
    Call<"PQservice", char*()>, Call<"PQfullProtocolVersion", int()>, Call<"PQconnectionUsedGSSAPI", int()>,
    Call<"PQconninfo", PgOption*()>, Call<"PQsslInUse", int()>, Call<"PQsslAttributeNames", const char* const*()>,
    Call<"PQsslAttribute", const char*(const char*)>, Call<"PQsetTraceFlags", void(int)>,
    Call<"PQsetnonblocking", int(int)>, Call<"PQisnonblocking", int()>, Call<"PQflush", int()>,
    // Queries
    Call<"PQdescribePrepared", PgResult*(const char*)>, Call<"PQdescribePortal", PgResult*(const char*)>,
    Call<"PQclosePortal", PgResult*(const char*)>, Call<"PQsendDescribePrepared", int(const char*)>,
    Call<"PQsendDescribePortal", int(const char*)>, Call<"PQsetSingleRowMode", int()>,
    Call<"PQsetChunkedRowsMode", int(int)>, Call<"PQisBusy", int()>, Call<"PQconsumeInput", int()>,
    Call<"PQnotifies", void*()>, Call<"PQmakeEmptyPGresult", PgResult*(int)>, Call<"PQpipelineStatus", int()>,
    Call<"PQenterPipelineMode", int()>, Call<"PQexitPipelineMode", int()>, Call<"PQpipelineSync", int()>,
    Call<"PQsendPipelineSync", int()>, Call<"PQsendFlushRequest", int()>,
    Call<"PQchangePassword", PgResult*(const char*, const char*)>,
    Call<"PQencryptPasswordConn", char*(const char*, const char*, const char*)>,
    // COPY
    Call<"PQputCopyData", int(const char*, int)>, Call<"PQputCopyEnd", int(const char*)>,
    Call<"PQgetCopyData", int(char**, int)>, Call<"PQgetline", int(char*, int)>, Call<"PQputline", int(const char*)>,
    Call<"PQgetlineAsync", int(char*, int)>, Call<"PQputnbytes", int(const char*, int)>, Call<"PQendcopy", int()>,
    // Quoting
    Call<"PQescapeStringConn", size_t(char*, const char*, size_t, int*)>,
    Call<"PQescapeLiteral", char*(const char*, size_t)>, Call<"PQescapeIdentifier", char*(const char*, size_t)>,
    Call<"PQescapeByteaConn", unsigned char*(const unsigned char*, size_t, size_t*)>,
    // Large objects
    Call<"lo_open", int(Oid, int)>, Call<"lo_close", int(int)>, Call<"lo_read", int(int, char*, size_t)>,
    Call<"lo_write", int(int, const char*, size_t)>, Call<"lo_lseek", int(int, int, int)>,
    Call<"lo_lseek64", int64_t(int, int64_t, int)>, Call<"lo_creat", Oid(int)>, Call<"lo_create", Oid(Oid)>,
    Call<"lo_tell", int(int)>, Call<"lo_tell64", int64_t(int)>, Call<"lo_truncate", int(int, size_t)>,
    Call<"lo_truncate64", int(int, int64_t)>, Call<"lo_unlink", int(Oid)>, Call<"lo_import", Oid(const char*)>,
    Call<"lo_import_with_oid", Oid(const char*, Oid)>, Call<"lo_export", int(Oid, const char*)>>;

}  // namespace pgsql
}  // namespace tern::php
