#include "php/library/library.h"

#include <algorithm>
#include <cstdlib>
#include <zend_interfaces.h>

#include "base/check.h"
#include "php/bridge/coroutines.h"
#include "php/bridge/globals.h"
#include "php/context/context.h"
#include "php/hooks/class_load.h"
#include "php/library/constant_class.h"
#include "php/library/sources.h"

namespace tern::php::library {

zend_class_entry* loaded(Bytes lower_name) noexcept {
    return static_cast<zend_class_entry*>(
        zend_hash_str_find_ptr(EG(class_table), lower_name.data(), lower_name.size()));
}

namespace {

constexpr Bytes kShort = "co\\";
constexpr Bytes kLong = "swoole\\coroutine\\";
constexpr Bytes kSwoole = "swoole\\";
constexpr Bytes kOpenSwoole = "openswoole\\";
constexpr Bytes kConstants = "openswoole\\constant";

// Further names of classes, among them those that programs used before Swoole 5.
struct OtherName {
    Bytes other_name;
    Bytes class_name;
};

constexpr OtherName kOtherNames[] = {
    {"swoole_buffer", "swoole\\buffer"},
    {"swoole_client", "swoole\\client"},
    {"swoole_http2_request", "swoole\\http2\\request"},
    {"swoole_http2_response", "swoole\\http2\\response"},
    {"swoole_process_pool", "swoole\\process\\pool"},
    {"swoole\\process\\processmanager", "swoole\\process\\manager"},
    {"co\\coroutine\\curl\\exception", "swoole\\coroutine\\curl\\exception"},
    {"swoolelibrary", "tern\\internal\\libraryoptions"},
};

// Classes of Revolt that Tern replaces in coroutines: which driver is made, and what belongs to a fiber.
constexpr OtherName kDriverFactory = {"revolt\\eventloop\\driverfactory", "tern\\internal\\revolt\\driverfactory"};
constexpr OtherName kFiberLocal = {"revolt\\eventloop\\fiberlocal", "tern\\internal\\revolt\\fiberlocal"};
constexpr Bytes kRevolt = "revolt\\eventloop\\";
constexpr Bytes kRevoltDriver = "tern\\revolt\\driver";

const Source* find(Bytes lower_name) noexcept {
    const std::span<const Source> all = sources();
    const auto found = std::lower_bound(all.begin(), all.end(), lower_name,
                                        [](const Source& one, Bytes name) { return one.class_name < name; });
    return found == all.end() || found->class_name != lower_name ? nullptr : &*found;
}

zend_op_array* compile(const Source& source) {
    zend_string* text = zend_string_init(source.text.data(), source.text.size(), false);
    const uint32_t options = CG(compiler_options);
    CG(compiler_options) = ZEND_COMPILE_DEFAULT_FOR_EVAL;
    zend_op_array* code = zend_compile_string(text, source.file, ZEND_COMPILE_POSITION_AT_OPEN_TAG);
    CG(compiler_options) = options;
    zend_string_release(text);
    if (EG(exception) != nullptr) zend_exception_error(EG(exception), E_WARNING);
    TERN_CHECK(code != nullptr);
    return code;
}

// Compiling declares a class if it depends on no other class. Otherwise running the file does.
zend_class_entry* load(const Source& source) {
    zend_op_array* code = compile(source);
    if (loaded(source.class_name) == nullptr) {
        zval result;
        ZVAL_UNDEF(&result);
        zend_execute(code, &result);
    }
    destroy_op_array(code);
    efree_size(code, sizeof *code);
    if (EG(exception) != nullptr) return nullptr;  // from an autoloader of the program
    zend_class_entry* entry = loaded(source.class_name);
    TERN_CHECK(entry != nullptr);
    return entry;
}

// The name that begins with `with` where `class_name` begins with `from`.
void add_name(Bytes from, Bytes with, Bytes class_name, zend_class_entry* entry) {
    if (!class_name.starts_with(from)) return;
    const Bytes rest = class_name.substr(from.size());
    zend_string* name = zend_string_concat2(with.data(), with.size(), rest.data(), rest.size());
    zend_register_class_alias_ex(ZSTR_VAL(name), ZSTR_LEN(name), entry, false);
    zend_string_release(name);
}

void add_other_names(Bytes class_name, zend_class_entry* entry) {
    for (const OtherName& one : kOtherNames) {
        if (one.class_name != class_name) continue;
        if (one.other_name.starts_with(kShort) && !TERN_G(use_shortname)) continue;
        zend_register_class_alias_ex(one.other_name.data(), one.other_name.size(), entry, false);
    }
}

// Registered as soon as the class exists, as instanceof and catch do not load classes. A program's class with that name
// stays.
void add_names(Bytes class_name, zend_class_entry* entry) {
    if (TERN_G(use_shortname)) add_name(kLong, kShort, class_name, entry);
    if (TERN_G(openswoole)) add_name(kSwoole, kOpenSwoole, class_name, entry);
    add_other_names(class_name, entry);
}

zend_class_entry* load_short_name(zend_string* lower_name) {
    const Bytes rest = view(lower_name).substr(kShort.size());
    zend_string* name = zend_string_concat2(kLong.data(), kLong.size(), rest.data(), rest.size());
    zend_class_entry* entry = nullptr;
    if (find(view(name)) != nullptr) entry = zend_lookup_class(name);
    zend_string_release(name);
    return entry;
}

zend_class_entry* load_other_name(Bytes lower_name) {
    const auto* row = std::find_if(std::begin(kOtherNames), std::end(kOtherNames),
                                   [&](const OtherName& one) { return one.other_name == lower_name; });
    if (row == std::end(kOtherNames)) return nullptr;
    zend_string* name = zend_string_init(row->class_name.data(), row->class_name.size(), false);
    zend_class_entry* entry = zend_lookup_class(name);
    zend_string_release(name);
    return entry;
}

zend_class_entry* load_constants() {
    zend_string* text = constant_class();
    zend_class_entry* entry = load({kConstants, "tern:/library/OpenSwoole/Constant.php", view(text)});
    zend_string_release(text);
    return entry;
}

zend_class_entry* load_openswoole(Bytes lower_name) {
    if (!TERN_G(openswoole)) return nullptr;
    if (lower_name == kConstants) return load_constants();
    if (const Source* source = find(lower_name)) return load(*source);
    const Bytes of_swoole = lower_name.substr(kOpenSwoole.size() - kSwoole.size());
    return find(of_swoole) == nullptr ? nullptr : need(of_swoole);
}

bool runs_in_coroutine() noexcept {
    Coroutines* all = coroutines();
    return all != nullptr && all->current() != nullptr;
}

// As REVOLT_DRIVER says, if it is set.
bool program_chooses_driver() noexcept {
    const char* name = getenv("REVOLT_DRIVER");
    return name != nullptr && *name != '\0';
}

zend_class_entry* load_revolt(Bytes lower_name) {
    const OtherName* row = nullptr;
    if (lower_name == kDriverFactory.other_name && runs_in_coroutine() && !program_chooses_driver())
        row = &kDriverFactory;
    if (lower_name == kFiberLocal.other_name && (runs_in_coroutine() || loaded(kRevoltDriver) != nullptr))
        row = &kFiberLocal;
    zend_class_entry* entry = row == nullptr ? nullptr : need(row->class_name);
    if (entry != nullptr) zend_register_class_alias_ex(lower_name.data(), lower_name.size(), entry, false);
    return entry;
}

zend_class_entry* load_ours(zend_string* lower_name) {
    const Bytes name = view(lower_name);
    if (name.starts_with(kRevolt)) return load_revolt(name);
    if (name.starts_with(kOpenSwoole)) return load_openswoole(name);
    if (name.starts_with(kShort)) {
        if (!TERN_G(use_shortname)) return nullptr;
        zend_class_entry* entry = load_short_name(lower_name);
        return entry != nullptr ? entry : load_other_name(name);
    }
    if (!name.starts_with("swoole") && !name.starts_with("tern\\")) return nullptr;
    const Source* source = find(name);
    if (source == nullptr) return load_other_name(name);
    zend_class_entry* entry = load(*source);
    if (entry != nullptr) add_names(name, entry);
    return entry;
}

// While opcache preloads, it would keep the program's classes but drop ours, on which they may depend.
bool preloading() noexcept { return (CG(compiler_options) & ZEND_COMPILE_PRELOAD) != 0; }

zend_class_entry* autoload_in_context(zend_string* name, zend_string* lower_name) {
    return Context::running()->autoloaders().load(name, lower_name);
}

// Called for every class that is not declared yet.
zend_class_entry* autoload(zend_string* name, zend_string* lower_name) {
    zend_class_entry* ours = preloading() ? nullptr : load_ours(lower_name);
    if (ours != nullptr || EG(exception) != nullptr || TERN_G(former_autoload) == nullptr) return ours;
    return load_class(Context::running() == nullptr ? TERN_G(former_autoload) : autoload_in_context, name, lower_name);
}

// Room for any result of zend_parse_parameters().
struct alignas(zend_fcall_info) Parsed {
    char bytes[sizeof(zend_fcall_info)];
};

// Only called for its errors: they name the function that the program called, and respect its strict_types.
bool check_arguments(const char* types, uint32_t count) {
    Parsed into[8];
    return zend_parse_parameters(count, types, &into[0], &into[1], &into[2], &into[3], &into[4], &into[5], &into[6],
                                 &into[7]) == SUCCESS;
}

}  // namespace

zend_class_entry* need(Bytes lower_name) {
    zend_class_entry* entry = loaded(lower_name);
    if (entry != nullptr) return entry;
    zend_string* name = zend_string_init(lower_name.data(), lower_name.size(), false);
    entry = zend_lookup_class(name);
    zend_string_release(name);
    return entry;
}

bool call(Bytes class_name, Bytes method, zval* argument, zval* result, zval* second_argument) {
    zend_class_entry* entry = need(class_name);
    if (entry == nullptr) return false;
    const uint32_t count = second_argument == nullptr ? 1 : 2;
    zend_call_method(nullptr, entry, nullptr, method.data(), method.size(), result, count, argument, second_argument);
    return EG(exception) == nullptr;
}

void install() noexcept {
    TERN_G(former_autoload) = zend_autoload;
    zend_autoload = autoload;
}

// An extension that was started later has restored our function by now; if not, it must stay.
void uninstall() noexcept {
    if (zend_autoload == autoload) zend_autoload = TERN_G(former_autoload);
}

void forward(const Target& target, INTERNAL_FUNCTION_PARAMETERS) {
    const uint32_t count = ZEND_NUM_ARGS();
    if (!check_arguments(target.types, count)) RETURN_THROWS();
    zend_class_entry* entry = need(target.class_name);
    if (entry == nullptr) RETURN_THROWS();
    auto* method = static_cast<zend_function*>(
        zend_hash_str_find_ptr(&entry->function_table, target.method.data(), target.method.size()));
    TERN_CHECK(method != nullptr);
    zend_call_known_function(method, nullptr, entry, return_value, count, ZEND_CALL_ARG(execute_data, 1), nullptr);
}

}  // namespace tern::php::library
