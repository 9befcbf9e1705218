#include "php/http/page/pool_responder.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <utility>

#include "base/clock.h"
#include "php/engine/classes.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/registry.h"
#include "php/http/page/web_parameters.h"
#include "php/http/port_host.h"
#include "php/http/request/request_owner.h"
#include "serve/connection.h"
#include "serve/origin.h"
#include "php/http/page/pool_responder_arginfo.h"

namespace tern::php {

namespace {

constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr Bytes kBasic = "basic ";
// php-fpm's mark: what comes before it in a worker's output is a whole message.
constexpr char kFlush[] = "\0fscf";

void call_method(zval* object, const char* name, uint32_t count, zval* arguments, zval* result) {
    const zend_class_entry* entry = Z_OBJCE_P(object);
    auto* function =
        static_cast<zend_function*>(zend_hash_str_find_ptr(&entry->function_table, name, std::strlen(name)));
    ZVAL_UNDEF(result);
    zend_call_known_function(function, Z_OBJ_P(object), Z_OBJCE_P(object), result, count, arguments, nullptr);
}

// Null: there is none, or it is no Basic one. The caller releases it.
zend_string* user_in(Bytes authorization) {
    if (!equals_lower(authorization.substr(0, kBasic.size()), kBasic)) return nullptr;
    authorization.remove_prefix(kBasic.size());
    const auto* encoded = reinterpret_cast<const unsigned char*>(authorization.data());
    zend_string* pair = php_base64_decode_ex(encoded, authorization.size(), true);
    const size_t end = pair == nullptr ? Bytes::npos : view(pair).find(':');
    zend_string* user = end == Bytes::npos ? nullptr : zend_string_init(ZSTR_VAL(pair), end, false);
    if (pair != nullptr) zend_string_release(pair);
    return user;
}

// The address of the web server; empty: a unix socket.
void put_client(const serve::Exchange& exchange, zval* into) {
    ZVAL_EMPTY_STRING(into);
    PortHost* host = port_host();
    const serve::Connection* connection = host == nullptr ? nullptr : host->find_connection(exchange.session_id);
    if (connection == nullptr) return;
    char text[serve::kMaxIpText];
    ZVAL_STRINGL(into, text, serve::write_ip(connection->info().origin, text));
}

}  // namespace

// One request. Trivial: a fatal error jumps over it.
struct PoolResponder::Turn {
    zval* request;
    zval* response;
    serve::Exchange* exchange;
    fastcgi::Script script;
    int64_t accepted_ns;
    shm::PoolChild* child;

    serve::FcgiFacts& facts() const noexcept { return *exchange->fastcgi; }
    Bytes parameter(fastcgi::Variable name) const noexcept { return facts().parameters.find(name); }
    int64_t duration_us() const noexcept { return (read_clock_ns(CLOCK_MONOTONIC) - accepted_ns) / 1000; }
    // For the Monitor: the response, when the request came, its parameters, and the web server's address.
    void describe(zval (&arguments)[4]) const {
        ZVAL_COPY(&arguments[0], response);
        ZVAL_LONG(&arguments[1], accepted_ns);
        parameters_to_array(facts().parameters, &arguments[2]);
        put_client(*exchange, &arguments[3]);
    }
};

namespace {

constexpr Bytes kDigest = "digest ";

// What is in both is as `into` has it.
void add_others(zval* into, zval* others) {
    if (Z_TYPE_P(others) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL_P(others)) == 0) return;
    SEPARATE_ARRAY(into);
    zend_hash_merge(Z_ARRVAL_P(into), Z_ARRVAL_P(others), zval_add_ref, false);
}

// What PHP makes of the field Authorization.
void describe_user(Bytes field, zval* into) {
    ZVAL_EMPTY_ARRAY(into);
    if (field.empty()) return;
    const bool is_known =
        equals_lower(field.substr(0, kBasic.size()), kBasic) || equals_lower(field.substr(0, kDigest.size()), kDigest);
    if (!is_known) return;
    zval function;
    zval argument;
    ZVAL_STRING(&function, "Tern\\Internal\\Site\\Authorization::of");
    ZVAL_STRINGL(&argument, field.data(), field.size());
    call_user_function(nullptr, nullptr, &function, into, 1, &argument);
    zval_ptr_dtor(&argument);
    zval_ptr_dtor(&function);
}

// Status 0: the script runs. The caller releases the message.
Refusal refusal_of(const fastcgi::Script& script, bool is_allowed) {
    const char* path = script.path.data();
    const int length = static_cast<int>(script.path.size());
    if (path == nullptr) return {kNotFound, "File not found.\n", zend_strpprintf(0, "Primary script unknown"), nullptr};
    if (!is_allowed) {
        return {kForbidden, "Access denied.\n",
                zend_strpprintf(0, "Access to the script '%.*s' has been denied (see security.limit_extensions)",
                                length, path),
                "NOTICE: "};
    }
    if (script.error == 0) return {};
    zend_string* message =
        zend_strpprintf(0, "Unable to open primary script: %.*s (%s)", length, path, std::strerror(script.error));
    if (script.error == EACCES) return {kForbidden, "Access denied.\n", message, "ERROR: "};
    return {kNotFound, "No input file specified.\n", message, "ERROR: "};
}

void drop_all(zval (&values)[4]) {
    for (zval& value : values) zval_ptr_dtor(&value);
}

}  // namespace

// Trivial: a fatal error jumps over it.
struct PoolResponder::Page {
    zend_string* file;  // null: there is none
    bool is_allowed;
    zval settings;
    zval admin_settings;
    zval more;  // of $_SERVER
};

namespace {

zval* property_of(zval* object, Bytes name, zval* slot) {
    return zend_read_property(Z_OBJCE_P(object), Z_OBJ_P(object), name.data(), name.size(), false, slot);
}

bool has_option(zval* object, Bytes name) {
    zval slot;
    return zend_is_true(property_of(object, name, &slot));
}

void read_texts(zval* object, Bytes name, std::vector<std::string>& into) {
    zval slot;
    zval* text;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(property_of(object, name, &slot)), text) {
        into.emplace_back(view(Z_STR_P(text)));
    }
    ZEND_HASH_FOREACH_END();
}

void read_rules(zval* options, PoolRules& into) {
    into.script.fixes_path_info = has_option(options, "fixesPathInfo");
    into.script.discards_path = has_option(options, "discardsPath");
    into.script.keeps_encoded = has_option(options, "keepsEncoded");
    into.script.decodes_path_info = has_option(options, "decodesPathInfo");
    read_texts(options, "extensions", into.extensions);
    into.logs = has_option(options, "logs");
    into.limits_to_end = has_option(options, "limitsToEnd");
}

void read_monitor(zval* object, PoolMonitor& into) {
    zval slot;
    ZVAL_COPY(&into.object, object);
    into.board = of<Owning<shm::Scoreboard>>(property_of(object, "children", &slot))->part;
    read_texts(object, "pages", into.pages);
    into.has_log = has_option(object, "hasLog");
    into.marks = has_option(object, "marks");
}

}  // namespace

PoolResponder::PoolResponder(zval* options, zval* settings, HashTable* environment, zval* monitor)
    : keeps_settings_(zend_ini_long(ZEND_STRL("user_ini.cache_ttl"), false) > 1) {
    ZVAL_COPY(&settings_, settings);
    ZVAL_ARR(&environment_, zend_array_dup(environment));
    read_rules(options, rules_);
    if (monitor != nullptr) read_monitor(monitor, monitor_);
}

PoolResponder::~PoolResponder() {
    zval_ptr_dtor(&monitor_.object);
    zval_ptr_dtor(&environment_);
    zval_ptr_dtor(&settings_);
}

void PoolResponder::respond(zval* request, zval* response) {
    Turn turn{request, response, of<RequestObject>(request)->exchange, {}, 0, nullptr};
    turn.exchange->retain();
    begin(turn);
    if (monitor_.board == nullptr) {
        run(turn, nullptr);
    } else {
        note(turn);
        is_own_page(turn.parameter(fastcgi::Variable::script_name)) ? respond_with_own_page(turn) : run_noted(turn);
    }
    turn.exchange->release();
}

// The head of the response is sent as the script has made it.
void PoolResponder::begin(Turn& turn) noexcept {
    serve::FcgiFacts& facts = turn.facts();
    facts.style = fastcgi::HeadStyle::as_is;
    facts.takes_log = rules_.logs;
    facts.limits_to_end = rules_.limits_to_end;
    turn.script = fastcgi::find_script(facts.parameters, rules_.script, files_);
    facts.script_name = turn.script.name;
    facts.path_info = rules_.script.fixes_path_info ? facts.parameters.find(fastcgi::Variable::path_info) : Bytes();
}

void PoolResponder::note(Turn& turn) {
    const fastcgi::Parameters& parameters = turn.facts().parameters;
    const Bytes authorization = parameters.find(fastcgi::Variable::http_authorization);
    zend_string* user = authorization.empty() ? nullptr : user_in(authorization);
    const Fiber* fiber = current_fiber();
    turn.accepted_ns = read_clock_ns(CLOCK_MONOTONIC);
    turn.child = monitor_.board->begin({
        parameters.find(fastcgi::Variable::request_method),
        parameters.find(fastcgi::Variable::script_name),
        parameters.find(fastcgi::Variable::query_string),
        parameters.find(fastcgi::Variable::script_filename),
        user == nullptr ? Bytes() : view(user),
        static_cast<int64_t>(turn.exchange->head.content_length),
        fiber == nullptr ? -1 : fiber->id(),
        turn.accepted_ns,
    });
    turn.facts().child = turn.child;
    if (user != nullptr) zend_string_release(user);
}

bool PoolResponder::is_own_page(Bytes name) const noexcept {
    for (const std::string& page : monitor_.pages) {
        if (page == name) return true;
    }
    return false;
}

void PoolResponder::respond_with_own_page(Turn& turn) {
    zval arguments[4];
    zval ignored;
    turn.describe(arguments);
    call_method(&monitor_.object, "respond", 4, arguments, &ignored);
    drop_all(arguments);
    leave(turn, {turn.duration_us(), 0, 0});
}

// The line of the access log is written before the end of the response is sent. Without a log nothing is called then,
// which saves two switches of the context.
void PoolResponder::run_noted(Turn& turn) {
    zval arguments[4];
    zval on_end;
    ZVAL_UNDEF(&on_end);
    if (monitor_.has_log) {
        turn.describe(arguments);
        call_method(&monitor_.object, "log", 4, arguments, &on_end);
        drop_all(arguments);
    }
    if (EG(exception) == nullptr) run(turn, Z_TYPE(on_end) == IS_UNDEF ? nullptr : &on_end);
    const PageFigures figures = TERN_G(page_figures);
    zval_ptr_dtor(&on_end);
    const int64_t us = std::max<int64_t>(turn.duration_us(), 1);
    const double computed = std::min(1.0, static_cast<double>(figures.computed_ms) * 1000 / static_cast<double>(us));
    if (EG(exception) == nullptr) report(turn);
    leave(turn, {us, figures.most_bytes, computed * 100});
}

void PoolResponder::report_overdue(const Turn& turn) {
    zval arguments[3];
    zval ignored;
    const zend_long number =
        turn.child == nullptr ? -1 : static_cast<zend_long>(monitor_.board->number_of(*turn.child));
    ZVAL_LONG(&arguments[0], number);
    ZVAL_LONG(&arguments[1], turn.accepted_ns);
    parameters_to_array(turn.facts().parameters, &arguments[2]);
    call_method(&monitor_.object, "reportoverdue", 3, arguments, &ignored);
    zval_ptr_dtor(&arguments[2]);
}

// Nothing of the request is left.
void PoolResponder::report(const Turn& turn) {
    if (handler_state(*turn.exchange).is_overdue) report_overdue(turn);
    if (monitor_.marks) (void)!::write(STDERR_FILENO, kFlush, sizeof kFlush);
}

void PoolResponder::leave(Turn& turn, const shm::ChildFigures& figures) noexcept {
    turn.facts().child = nullptr;
    monitor_.board->end(turn.child, figures);
}

bool PoolResponder::is_allowed(Bytes path) const noexcept {
    for (const std::string& extension : rules_.extensions) {
        if (path.size() > extension.size() && path.ends_with(extension)) return true;
    }
    return rules_.extensions.empty();
}

// The settings of .user.ini files, which are looked for once a second at most. May suspend, and `file` may be of
// another script afterwards.
void PoolResponder::find_settings(PoolFile& file, Bytes root, zval* into) {
    const int64_t now_s = wall_clock_s();
    if (file.root != nullptr && file.second == now_s && view(file.root) == root) {
        ZVAL_COPY(into, &file.settings);
        return;
    }
    zval arguments[2];
    ZVAL_STR_COPY(&arguments[0], file.path);
    ZVAL_STRINGL(&arguments[1], root.data(), root.size());
    call_method(&settings_, "offolder", 2, arguments, into);
    if (keeps_settings_ && Z_TYPE_P(into) == IS_ARRAY && file.path == Z_STR(arguments[0])) {
        if (file.root != nullptr) zend_string_release(file.root);
        zval_ptr_dtor(&file.settings);
        file.root = zend_string_copy(Z_STR(arguments[1]));
        file.second = now_s;
        ZVAL_COPY(&file.settings, into);
    }
    zval_ptr_dtor(&arguments[0]);
    zval_ptr_dtor(&arguments[1]);
}

// Of PHP_VALUE, which rarely comes.
void PoolResponder::add_passed_on(Bytes text, zval* into) {
    if (text.empty()) return;
    zval passed_on;
    parse_settings(text, &passed_on);
    add_others(into, &passed_on);
    zval_ptr_dtor(&passed_on);
}

// Of PHP_VALUE or PHP_ADMIN_VALUE.
void PoolResponder::parse_settings(Bytes text, zval* into) {
    ZVAL_EMPTY_ARRAY(into);
    if (text.empty()) return;
    zval argument;
    ZVAL_STRINGL(&argument, text.data(), text.size());
    call_method(&settings_, "ofparameter", 1, &argument, into);
    zval_ptr_dtor(&argument);
}

// The file of the script, and what the request brings for it.
void PoolResponder::collect(const Turn& turn, Page& page) {
    ZVAL_EMPTY_ARRAY(&page.settings);
    const Bytes path = turn.script.path;
    if (path.data() != nullptr) {
        PoolFile& known = files_.of(path);
        page.file = zend_string_copy(known.path);
        page.is_allowed = is_allowed(path);
        const Bytes root = turn.parameter(fastcgi::Variable::document_root);
        if (root.data() != nullptr) find_settings(known, root, &page.settings);
    }
    add_passed_on(turn.parameter(fastcgi::Variable::php_value), &page.settings);
    parse_settings(turn.parameter(fastcgi::Variable::php_admin_value), &page.admin_settings);
    describe_user(turn.parameter(fastcgi::Variable::http_authorization), &page.more);
}

// Either the file of the page, or a refusal.
void PoolResponder::run(Turn& turn, const zval* on_end) {
    Page page{};
    collect(turn, page);
    if (EG(exception) == nullptr && can_run_script(*of<RequestObject>(turn.request))) {
        const Refusal refusal = refusal_of(turn.script, page.is_allowed);
        const bool is_refused = refusal.status != 0;
        run_script({of<RequestObject>(turn.request),
                    of<ResponseObject>(turn.response),
                    is_refused ? nullptr : page.file,
                    {Z_ARRVAL(environment_), true, Z_ARRVAL(page.more)},
                    Z_ARRVAL(page.settings),
                    nullptr,
                    0,
                    Z_ARRVAL(page.admin_settings),
                    on_end,
                    is_refused ? &refusal : nullptr});
        if (refusal.message != nullptr) zend_string_release(refusal.message);
    }
    if (page.file != nullptr) zend_string_release(page.file);
    for (zval* one : {&page.settings, &page.admin_settings, &page.more}) zval_ptr_dtor(one);
}

void register_pool_responder(Classes&) {
    register_class_Tern_Internal_Fpm_Responder()->create_object = create_object<Owning<PoolResponder>>;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Tern_Internal_Fpm_Responder, begin) {
    zval* options;
    zval* settings;
    HashTable* environment;
    zval* monitor = nullptr;
    ZEND_PARSE_PARAMETERS_START(3, 4)
    Z_PARAM_OBJECT(options)
    Z_PARAM_OBJECT(settings)
    Z_PARAM_ARRAY_HT(environment)
    Z_PARAM_OPTIONAL
    Z_PARAM_OBJECT_OR_NULL(monitor)
    ZEND_PARSE_PARAMETERS_END();
    if (!has_no_part<PoolResponder>(ZEND_THIS)) RETURN_THROWS();
    of<Owning<PoolResponder>>(ZEND_THIS)->part = new PoolResponder(options, settings, environment, monitor);
}

ZEND_METHOD(Tern_Internal_Fpm_Responder, respond) {
    zval* request;
    zval* response;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_OBJECT_OF_CLASS(request, classes.http_request)
    Z_PARAM_OBJECT_OF_CLASS(response, classes.http_response)
    ZEND_PARSE_PARAMETERS_END();
    PoolResponder* responder = of<Owning<PoolResponder>>(ZEND_THIS)->part;
    if (responder == nullptr) {
        zend_throw_error(nullptr, "begin() was not called");
        RETURN_THROWS();
    }
    const tern::serve::Exchange* exchange = of<RequestObject>(request)->exchange;
    if (exchange == nullptr || exchange->fastcgi == nullptr) {
        zend_argument_value_error(1, "must be a request over FastCGI");
        RETURN_THROWS();
    }
    responder->respond(request, response);
}
