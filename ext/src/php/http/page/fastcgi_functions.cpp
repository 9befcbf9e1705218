// Functions by which the library runs pages over FastCGI.
#include <array>
#include <bit>
#include <cerrno>
#include <fcntl.h>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "php/engine/classes.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/registry.h"
#include "php/http/page/page.h"
#include "php/http/page/web_request.h"
#include "php/http/port_host.h"
#include "php/http/request/request_body.h"
#include "php/http/request/request_owner.h"
#include "php/isolation/state/module_images.h"
#include "php/shared/table_object.h"
#include "serve/connection.h"
#include "serve/origin.h"
#include "php/http/page/fastcgi_functions_arginfo.h"

namespace tern::php {

namespace {

// Null: it did not come over FastCGI.
serve::FcgiFacts* fastcgi_of(zval* request) noexcept {
    const RequestObject& object = *of<RequestObject>(request);
    return object.exchange == nullptr ? nullptr : object.exchange->fastcgi.get();
}

// Files that this process may read. A change of that changes st_ctime, too, which has steps of some milliseconds: so a
// file is noted when its last change is seconds ago.
class ReadableFiles {
public:
    bool has(const struct stat& status) noexcept { return place(status) == File(status); }
    void add(const struct stat& status) noexcept {
        if (status.st_ctim.tv_sec + 1 < wall_clock_s()) place(status) = File(status);
    }

private:
    struct File {
        File() = default;
        explicit File(const struct stat& status) noexcept
            : device(status.st_dev),
              number(status.st_ino),
              changed_s(status.st_ctim.tv_sec),
              changed_ns(status.st_ctim.tv_nsec) {}
        bool operator==(const File&) const = default;

        dev_t device = 0;
        ino_t number = 0;
        time_t changed_s = 0;
        long changed_ns = 0;
    };
    static constexpr size_t kPlaces = 64;

    File& place(const struct stat& status) noexcept { return files_[status.st_ino % kPlaces]; }

    std::array<File, kPlaces> files_;
};

ReadableFiles readable_files;

// Why a file cannot be opened; 0: it can.
int error_of(const char* path, const struct stat& status) noexcept {
    if (!S_ISREG(status.st_mode)) return EISDIR;
    if (readable_files.has(status)) return 0;
    if (::access(path, R_OK) != 0) return errno;
    readable_files.add(status);
    return 0;
}

// The names of parameters, which are the same in each request: a web server sends them in the same order.
class ParameterNames {
public:
    // The name of the parameter at this position; null: it is a number, and belongs in an array as such.
    zend_string* at(size_t position, Bytes name) {
        if (position >= names_.size()) return nullptr;
        zend_string*& known = names_[position];
        if (known != nullptr && view(known) == name) return known;
        zend_ulong ignored;
        if (ZEND_HANDLE_NUMERIC_STR(name.data(), name.size(), ignored)) return nullptr;
        if (known != nullptr) zend_string_release(known);
        known = zend_string_init(name.data(), name.size(), true);
        zend_string_hash_val(known);
        return known;
    }

private:
    std::array<zend_string*, 64> names_{};
};

ParameterNames parameter_names;

// The columns of the rows of Tern\Internal\Fpm\Scoreboard.
enum ChildColumn : uint32_t {
    kPid,
    kStarted,
    kRequests,
    kStage,
    kAccepted,
    kUsed,
    kDuration,
    kMemory,
    kLength,
    kCoroutine,
    kCpu,
    kMethod,
    kUri,
    kQuery,
    kScript,
    kUser,
    kChildColumns,
};

// Null after an Error.
shm::Table* table_of_children(zval* rows) {
    TableState* state = usable_table(rows);
    if (state == nullptr) return nullptr;
    if (state->column_count() == kChildColumns) return state->table();
    zend_argument_value_error(1, "must have the columns of a scoreboard");
    return nullptr;
}

shm::Change number(ChildColumn column, int64_t value) noexcept { return {column, static_cast<uint64_t>(value), {}}; }

shm::Change text(ChildColumn column, Bytes value, const shm::Table& table) noexcept {
    return {column, 0, value.substr(0, table.layout().columns()[column].size)};
}

Bytes variable_in(const HashTable* variables, Bytes name) noexcept {
    const zval* value = zend_hash_str_find(variables, name.data(), name.size());
    return value != nullptr && Z_TYPE_P(value) == IS_STRING ? view(Z_STR_P(value)) : Bytes();
}

std::string key_of(zend_long child) { return std::to_string(child); }

bool is_file(const char* path, struct stat& status) noexcept {
    return ::stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool exists(const zend_string* path, struct stat& status) noexcept {
    return !view(path).ends_with('/') && ::stat(ZSTR_VAL(path), &status) == 0;
}

// The longest part of `path` before a slash that is a file; 0: there is none. Changes the text meanwhile.
size_t length_of_file(char* path, size_t length, struct stat& status) noexcept {
    while (length > 0) {
        while (length > 0 && path[length - 1] != '/') --length;
        if (length == 0) return 0;
        const char slash = std::exchange(path[--length], '\0');
        const bool is_found = is_file(path, status);
        path[length] = slash;
        if (is_found) return length;
    }
    return 0;
}

void apply_to_process(zend_ini_entry& entry, zend_string* value, bool is_admin, zval* return_value) {
    zend_string* kept = zend_string_init(ZSTR_VAL(value), ZSTR_LEN(value), true);
    const bool fits = entry.on_modify == nullptr || entry.on_modify(&entry, kept, entry.mh_arg1, entry.mh_arg2,
                                                                    entry.mh_arg3, PHP_INI_STAGE_ACTIVATE) == SUCCESS;
    if (!fits) {
        zend_string_free(kept);
        RETURN_FALSE;
    }
    entry.value = kept;  // as long as the process: others may still point into the one before
    if (ModuleImages* images = ModuleImages::all()) images->change_setting(entry);
    if (is_admin) entry.modifiable = PHP_INI_SYSTEM;
    RETURN_TRUE;
}

// What both functions that answer over FastCGI are given.
struct PageArguments {
    zval* request;
    zval* response;
    ServerVariables server{};
    HashTable* settings;
    HashTable* admin_settings;
    bool logs;
    zend_fcall_info on_end{};
    zend_fcall_info_cache ignored;
};

// Either a file or a refusal. False: an exception is pending.
bool run_over_fastcgi(const PageArguments& given, zend_string* file, const Refusal* refusal) {
    RequestObject& request = *of<RequestObject>(given.request);
    if (request.exchange == nullptr || request.exchange->fastcgi == nullptr) {
        zend_argument_value_error(1, "must be a request over FastCGI");
        return false;
    }
    if (!can_run_script(request)) return false;
    request.exchange->fastcgi->takes_log = given.logs;
    const zval* on_end = ZEND_FCI_INITIALIZED(given.on_end) ? &given.on_end.function_name : nullptr;
    run_script({&request, of<ResponseObject>(given.response), file, given.server, given.settings, nullptr, 0,
                given.admin_settings, on_end, refusal});
    return true;
}

}  // namespace

void register_fastcgi_functions() { register_functions(fastcgi_functions_entries); }

}  // namespace tern::php

using namespace tern::php;

ZEND_FUNCTION(Tern_Internal_fastcgi_parameters) {
    zval* request;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    ZEND_PARSE_PARAMETERS_END();
    const tern::serve::FcgiFacts* facts = fastcgi_of(request);
    if (facts == nullptr) RETURN_NULL();
    const auto& all = facts->parameters.all();
    array_init_size(return_value, static_cast<uint32_t>(all.size()));
    for (const tern::fastcgi::Pair& pair : all) {
        zval value;
        ZVAL_STRINGL_FAST(&value, pair.value.data(), pair.value.size());
        if (zend_string* name = parameter_names.at(static_cast<size_t>(&pair - all.data()), pair.name)) {
            zend_hash_update(Z_ARRVAL_P(return_value), name, &value);
        } else {
            zend_symtable_str_update(Z_ARRVAL_P(return_value), pair.name.data(), pair.name.size(), &value);
        }
    }
}

ZEND_FUNCTION(Tern_Internal_fastcgi_client) {
    zval* request;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    ZEND_PARSE_PARAMETERS_END();
    PortHost* host = port_host();
    if (fastcgi_of(request) == nullptr || host == nullptr) RETURN_EMPTY_STRING();
    const int64_t id = of<RequestObject>(request)->exchange->session_id;
    const tern::serve::Connection* connection = host->find_connection(id);
    if (connection == nullptr) RETURN_EMPTY_STRING();
    char text[tern::serve::kMaxIpText];
    RETURN_STRINGL(text, tern::serve::write_ip(connection->info().origin, text));
}

ZEND_FUNCTION(Tern_Internal_fastcgi_as_is) {
    zval* request;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    ZEND_PARSE_PARAMETERS_END();
    if (tern::serve::FcgiFacts* facts = fastcgi_of(request)) facts->style = tern::fastcgi::HeadStyle::as_is;
}

ZEND_FUNCTION(Tern_Internal_fastcgi_limit_to_end) {
    zval* request;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    ZEND_PARSE_PARAMETERS_END();
    if (tern::serve::FcgiFacts* facts = fastcgi_of(request)) facts->limits_to_end = true;
}

ZEND_FUNCTION(Tern_Internal_serve_fastcgi_script) {
    PageArguments given;
    zend_string* file;
    ZEND_PARSE_PARAMETERS_START(10, 11)
    Z_PARAM_OBJECT_OF_CLASS(given.request, classes.http_request)
    Z_PARAM_OBJECT_OF_CLASS(given.response, classes.http_response)
    Z_PARAM_PATH_STR(file)
    Z_PARAM_ARRAY_HT(given.server.environment)
    Z_PARAM_ARRAY_HT(given.server.parameters)
    Z_PARAM_STR(given.server.self)
    Z_PARAM_ARRAY_HT(given.server.more)
    Z_PARAM_ARRAY_HT(given.settings)
    Z_PARAM_ARRAY_HT(given.admin_settings)
    Z_PARAM_BOOL(given.logs)
    Z_PARAM_OPTIONAL
    Z_PARAM_FUNC_OR_NULL(given.on_end, given.ignored)
    ZEND_PARSE_PARAMETERS_END();
    if (!run_over_fastcgi(given, file, nullptr)) RETURN_THROWS();
    const tern::serve::Exchange* exchange = of<RequestObject>(given.request)->exchange;
    RETURN_BOOL(exchange == nullptr || !handler_state(*exchange).is_overdue);
}

ZEND_FUNCTION(Tern_Internal_refuse_fastcgi_request) {
    PageArguments given;
    zend_long status;
    zend_string* text;
    zend_string* message;
    ZEND_PARSE_PARAMETERS_START(12, 13)
    Z_PARAM_OBJECT_OF_CLASS(given.request, classes.http_request)
    Z_PARAM_OBJECT_OF_CLASS(given.response, classes.http_response)
    Z_PARAM_LONG(status)
    Z_PARAM_STR(text)
    Z_PARAM_STR(message)
    Z_PARAM_ARRAY_HT(given.server.environment)
    Z_PARAM_ARRAY_HT(given.server.parameters)
    Z_PARAM_STR(given.server.self)
    Z_PARAM_ARRAY_HT(given.server.more)
    Z_PARAM_ARRAY_HT(given.settings)
    Z_PARAM_ARRAY_HT(given.admin_settings)
    Z_PARAM_BOOL(given.logs)
    Z_PARAM_OPTIONAL
    Z_PARAM_FUNC_OR_NULL(given.on_end, given.ignored)
    ZEND_PARSE_PARAMETERS_END();
    const Refusal refusal{static_cast<int>(status), text, message};
    if (!run_over_fastcgi(given, nullptr, &refusal)) RETURN_THROWS();
}

ZEND_FUNCTION(Tern_Internal_find_fastcgi_script) {
    zend_string* path;
    zval* error;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_PATH_STR(path)
    Z_PARAM_ZVAL(error)
    ZEND_PARSE_PARAMETERS_END();
    struct stat status;
    zend_string* found = exists(path, status) ? zend_string_copy(path) : nullptr;
    if (found == nullptr) {
        zend_string* copy = zend_string_init(ZSTR_VAL(path), ZSTR_LEN(path), false);
        const size_t length = length_of_file(ZSTR_VAL(copy), ZSTR_LEN(copy), status);
        if (length > 0) found = zend_string_init(ZSTR_VAL(path), length, false);
        zend_string_release(copy);
    }
    ZEND_TRY_ASSIGN_REF_LONG(error, found == nullptr ? ENOENT : error_of(ZSTR_VAL(found), status));
    if (found == nullptr) RETURN_NULL();
    RETURN_STR(found);
}

ZEND_FUNCTION(Tern_Internal_note_child) {
    zval* rows;
    zend_long child;
    zend_long stage;
    HashTable* variables;
    zend_string* user;
    ZEND_PARSE_PARAMETERS_START(5, 5)
    Z_PARAM_OBJECT_OF_CLASS(rows, classes.table)
    Z_PARAM_LONG(child)
    Z_PARAM_LONG(stage)
    Z_PARAM_ARRAY_HT(variables)
    Z_PARAM_STR(user)
    ZEND_PARSE_PARAMETERS_END();
    tern::shm::Table* table = table_of_children(rows);
    if (table == nullptr) RETURN_THROWS();
    const std::string key = key_of(child);
    if (!table->exists(key)) RETURN_LONG(0);
    const int64_t now_ns = tern::read_clock_ns(CLOCK_MONOTONIC);
    const Fiber* fiber = current_fiber();
    const tern::Bytes length = variable_in(variables, "CONTENT_LENGTH");
    const tern::shm::Change changes[] = {
        number(kStage, stage),
        number(kAccepted, now_ns),
        number(kLength, length.empty() ? 0 : ZEND_STRTOL(length.data(), nullptr, 10)),
        number(kCoroutine, fiber == nullptr ? -1 : fiber->id()),
        text(kMethod, variable_in(variables, "REQUEST_METHOD"), *table),
        text(kUri, variable_in(variables, "SCRIPT_NAME"), *table),
        text(kQuery, variable_in(variables, "QUERY_STRING"), *table),
        text(kScript, variable_in(variables, "SCRIPT_FILENAME"), *table),
        text(kUser, view(user), *table),
    };
    (void)table->add(key, kRequests, int64_t{1});
    (void)table->set(key, changes, std::size(changes));
    RETURN_LONG(now_ns);
}

ZEND_FUNCTION(Tern_Internal_note_idle_child) {
    zval* rows;
    zend_long child;
    zend_long stage;
    zend_long duration_us;
    double cpu;
    zend_long memory;
    ZEND_PARSE_PARAMETERS_START(6, 6)
    Z_PARAM_OBJECT_OF_CLASS(rows, classes.table)
    Z_PARAM_LONG(child)
    Z_PARAM_LONG(stage)
    Z_PARAM_LONG(duration_us)
    Z_PARAM_DOUBLE(cpu)
    Z_PARAM_LONG(memory)
    ZEND_PARSE_PARAMETERS_END();
    tern::shm::Table* table = table_of_children(rows);
    if (table == nullptr) RETURN_THROWS();
    const tern::shm::Change changes[] = {number(kStage, stage), number(kUsed, tern::wall_clock_s()),
                                         number(kDuration, duration_us), number(kMemory, memory),
                                         number(kCpu, std::bit_cast<int64_t>(cpu))};
    (void)table->set(key_of(child), changes, duration_us < 0 ? 2 : std::size(changes));
}

ZEND_FUNCTION(Tern_Internal_change_process_setting) {
    zend_string* name;
    zend_string* value;
    bool is_admin;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_STR(name)
    Z_PARAM_STR(value)
    Z_PARAM_BOOL(is_admin)
    ZEND_PARSE_PARAMETERS_END();
    auto* entry = static_cast<zend_ini_entry*>(zend_hash_find_ptr(EG(ini_directives), name));
    if (entry == nullptr) RETURN_FALSE;
    if (tern::is_text(view(name), "disable_functions")) zend_disable_functions(ZSTR_VAL(value));
    apply_to_process(*entry, value, is_admin, return_value);
}
