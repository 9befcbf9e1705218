#include "php/database/pgsql/libpq.h"

#include <dlfcn.h>

namespace tern::php {

namespace {

template <class Function>
bool find_function(Function& into, const char* name) noexcept {
    into = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
    return into != nullptr;
}

bool find_connecting(Libpq& into) noexcept {
    return find_function(into.connect, "PQconnectdb") && find_function(into.start_connect, "PQconnectStart") &&
           find_function(into.finish, "PQfinish") && find_function(into.reset, "PQreset") &&
           find_function(into.status, "PQstatus") && find_function(into.transaction, "PQtransactionStatus") &&
           find_function(into.socket, "PQsocket") && find_function(into.error, "PQerrorMessage") &&
           find_function(into.parse, "PQconninfoParse") && find_function(into.free_options, "PQconninfoFree");
}

bool find_querying(Libpq& into) noexcept {
    return find_function(into.set_nonblocking, "PQsetnonblocking") && find_function(into.flush, "PQflush") &&
           find_function(into.send, "PQsendQuery") && find_function(into.result, "PQgetResult") &&
           find_function(into.execute, "PQexec") && find_function(into.status_of, "PQresultStatus") &&
           find_function(into.fields, "PQnfields") && find_function(into.rows, "PQntuples") &&
           find_function(into.is_null, "PQgetisnull") && find_function(into.length, "PQgetlength") &&
           find_function(into.value, "PQgetvalue") && find_function(into.changed_rows, "PQcmdTuples") &&
           find_function(into.error_field, "PQresultErrorField") &&
           find_function(into.parameter, "PQparameterStatus") && find_function(into.clear, "PQclear") &&
           find_function(into.notification, "PQnotifies") && find_function(into.free, "PQfreemem");
}

bool find_settings(Libpq& into) noexcept {
    (void)find_function(into.pipeline, "PQpipelineStatus");
    (void)find_function(into.set_trace_flags, "PQsetTraceFlags");
    (void)find_function(into.copy, "PQcopyResult");
    (void)find_function(into.memory_size, "PQresultMemorySize");
    return find_function(into.untrace, "PQuntrace") && find_function(into.set_verbosity, "PQsetErrorVerbosity") &&
           find_function(into.set_context, "PQsetErrorContextVisibility") &&
           find_function(into.set_notices, "PQsetNoticeProcessor") && find_function(into.make_cancel, "PQgetCancel") &&
           find_function(into.cancel, "PQcancel") && find_function(into.free_cancel, "PQfreeCancel");
}

}  // namespace

const Libpq* Libpq::find() noexcept {
    static Libpq libpq{};
    static const bool is_there = find_connecting(libpq) && find_querying(libpq) && find_settings(libpq);
    return is_there ? &libpq : nullptr;
}

}  // namespace tern::php
