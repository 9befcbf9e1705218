// What libpq exports, as far as Tern calls it itself. It is loaded with PHP's extensions, or not at all, so nothing is
// linked and no header of it is needed: its interface is stable.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace tern::php {

struct PgConnection;  // PGconn
struct PgResult;      // PGresult
struct PgCancel;      // PGcancel

// As <libpq-fe.h> numbers them.
inline constexpr int kPgConnected = 0;  // ConnStatusType
inline constexpr int kPgConnectionBad = 1;
inline constexpr int kPgIdle = 0;  // PGTransactionStatusType
inline constexpr int kPgActive = 1;
inline constexpr int kPgInTransaction = 2;
inline constexpr int kPgInFailedTransaction = 3;
inline constexpr int kPgCommandOk = 1;  // ExecStatusType
inline constexpr int kPgTuplesOk = 2;
inline constexpr int kPgBadResponse = 5;
inline constexpr int kPgFatalError = 7;
inline constexpr int kPgCopyTuples = 3;  // PG_COPYRES_ATTRS | PG_COPYRES_TUPLES
inline constexpr int kPgDefaultVerbosity = 1;
inline constexpr int kPgContextOfErrors = 1;

using PgNoticeProcessor = void (*)(void* argument, const char* message);

// PQconninfoOption
struct PgOption {
    char* keyword;
    char* environment;
    char* compiled;
    char* value;  // null: not given
    char* label;
    char* dispchar;
    int size;
};

struct Libpq {
    PgConnection* (*connect)(const char*);
    PgConnection* (*start_connect)(const char*);
    void (*finish)(PgConnection*);
    void (*reset)(PgConnection*);
    int (*status)(const PgConnection*);
    int (*transaction)(const PgConnection*);
    int (*pipeline)(const PgConnection*);  // null before PostgreSQL 14
    int (*socket)(const PgConnection*);
    char* (*error)(const PgConnection*);
    int (*set_nonblocking)(PgConnection*, int);
    int (*flush)(PgConnection*);
    int (*send)(PgConnection*, const char*);
    PgResult* (*result)(PgConnection*);
    PgResult* (*execute)(PgConnection*, const char*);
    const char* (*parameter)(const PgConnection*, const char*);
    int (*status_of)(const PgResult*);
    int (*fields)(const PgResult*);
    int (*rows)(const PgResult*);
    int (*is_null)(const PgResult*, int, int);
    int (*length)(const PgResult*, int, int);
    char* (*value)(const PgResult*, int, int);
    char* (*changed_rows)(PgResult*);
    char* (*error_field)(const PgResult*, int);
    void (*clear)(PgResult*);
    PgResult* (*copy)(const PgResult*, int);  // null before PostgreSQL 8.4
    size_t (*memory_size)(const PgResult*);   // null before PostgreSQL 12
    void* (*notification)(PgConnection*);
    void (*free)(void*);
    void (*untrace)(PgConnection*);
    void (*set_trace_flags)(PgConnection*, int);  // null before PostgreSQL 14
    int (*set_verbosity)(PgConnection*, int);
    int (*set_context)(PgConnection*, int);
    PgNoticeProcessor (*set_notices)(PgConnection*, PgNoticeProcessor, void*);
    PgCancel* (*make_cancel)(PgConnection*);
    int (*cancel)(PgCancel*, char*, int);
    void (*free_cancel)(PgCancel*);
    PgOption* (*parse)(const char*, char**);
    void (*free_options)(PgOption*);

    // Null: no extension has loaded it.
    static const Libpq* find() noexcept;
    // A null, too, is an error.
    bool is_error(const PgResult* its) const noexcept {
        const int its_status = status_of(its);
        return its_status == kPgFatalError || its_status == kPgBadResponse;
    }
    // In all strings of its statements, not only in those of E''.
    bool backslashes_escape(const PgConnection* connection) const noexcept {
        const char* conforming = parameter(connection, "standard_conforming_strings");
        return conforming != nullptr && std::strcmp(conforming, "off") == 0;
    }
};

}  // namespace tern::php
