#include "php/library/library.h"

#include <algorithm>
#include <cstdlib>
#include <zend_attributes.h>
#include <zend_interfaces.h>

#include "base/check.h"
#include "php/engine/fiber/coroutines.h"
#include "php/engine/globals.h"
#include "php/engine/thread_gate.h"
#include "php/isolation/context.h"
#include "php/isolation/state/class_load.h"
#include "php/library/class_names.h"

namespace tern::php::library {

zend_class_entry* loaded(Bytes lower_name) noexcept {
    return static_cast<zend_class_entry*>(
        zend_hash_str_find_ptr(EG(class_table), lower_name.data(), lower_name.size()));
}

namespace {

zend_class_entry* (*former_autoload)(zend_string* name, zend_string* lower_name) = nullptr;

struct RevoltName {
    Bytes other_name;
    Bytes class_name;
};

// Classes of Revolt that Tern replaces in coroutines: which driver is made, and what belongs to a fiber.
constexpr RevoltName kDriverFactory = {"revolt\\eventloop\\driverfactory",
                                       "tern\\internal\\framework\\revolt\\driverfactory"};
constexpr RevoltName kFiberLocal = {"revolt\\eventloop\\fiberlocal", "tern\\internal\\framework\\revolt\\fiberlocal"};
constexpr Bytes kRevolt = "revolt\\eventloop\\";
constexpr Bytes kRevoltDriver = "tern\\revolt\\driver";

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

// A subclass of before 2022 has no return types. A tentative type allows that, as in classes of PHP itself: the engine
// reports a deprecation, unless the method has #[ReturnTypeWillChange]. An interface with types is satisfied all the
// same.
void make_return_types_tentative(zend_class_entry* entry) {
    void* found;
    ZEND_HASH_FOREACH_PTR(&entry->function_table, found) {
        auto* method = static_cast<zend_function*>(found);
        // Those of enumerations are the engine's own, in memory that is read only.
        if (method->type != ZEND_USER_FUNCTION || method->common.scope != entry) continue;
        if ((method->common.fn_flags & ZEND_ACC_HAS_RETURN_TYPE) == 0) continue;
        ZEND_TYPE_FULL_MASK(method->common.arg_info[-1].type) |= _ZEND_IS_TENTATIVE_BIT;
    }
    ZEND_HASH_FOREACH_END();
}

// As @not-serializable of a stub.
void apply_attributes(zend_class_entry* entry) {
    constexpr Bytes kName = "tern\\internal\\notserializable";
    if (zend_get_attribute_str(entry->attributes, kName.data(), kName.size()) == nullptr) return;
    entry->ce_flags |= ZEND_ACC_NOT_SERIALIZABLE;
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
    make_return_types_tentative(entry);
    apply_attributes(entry);
    return entry;
}

// Registered as soon as the class exists, as instanceof and catch do not load classes. A program's class with that name
// stays.
void add_other_names(const Source& source, zend_class_entry* entry) {
    each_other_name(
        source,
        [](Bytes name, void* loaded) {
            auto* of = static_cast<zend_class_entry*>(loaded);
            zend_register_class_alias_ex(name.data(), name.size(), of, false);
        },
        entry);
}

zend_class_entry* load_constants() {
    zend_string* text = constant_class();
    zend_class_entry* entry = load({kConstantClass.class_name, kConstantClass.file, view(text), kConstantClass.kind});
    zend_string_release(text);
    return entry;
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
    const RevoltName* row = nullptr;
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
    const Source* source = source_of(name);
    if (source == nullptr) return nullptr;
    if (source == &kConstantClass) return load_constants();
    if (source->class_name != name) return need(source->class_name);
    zend_class_entry* entry = load(*source);
    if (entry != nullptr) add_other_names(*source, entry);
    return entry;
}

zend_class_entry* autoload_in_context(zend_string* name, zend_string* lower_name) {
    return Context::running()->autoloaders().load(name, lower_name);
}

zend_class_entry* autoload_in_other_thread(zend_string* name, zend_string* lower_name) {
    if (source_of(view(lower_name)) != nullptr) {
        refuse_other_thread();
        return nullptr;
    }
    return former_autoload == nullptr ? nullptr : former_autoload(name, lower_name);
}

// Called for every class that is not declared yet.
zend_class_entry* autoload(zend_string* name, zend_string* lower_name) {
    if (in_other_thread()) return autoload_in_other_thread(name, lower_name);
    zend_class_entry* ours = is_preloading() ? nullptr : load_ours(lower_name);
    if (ours != nullptr || EG(exception) != nullptr || former_autoload == nullptr) return ours;
    return load_class(Context::running() == nullptr ? former_autoload : autoload_in_context, name, lower_name);
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

bool is_preloading() noexcept { return (CG(compiler_options) & ZEND_COMPILE_PRELOAD) != 0; }

void install() noexcept {
    former_autoload = zend_autoload;
    zend_autoload = autoload;
}

// An extension that was started later has restored our function by now; if not, it must stay.
void uninstall() noexcept {
    if (zend_autoload == autoload) zend_autoload = former_autoload;
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
