
#include "php/engine/classes.h"
#include "php/engine/internal_function.h"
#include "php/library/class_names.h"
#include "php/library/library.h"

namespace tern::php::library {

namespace {

constexpr Bytes kModule = "swoole";

struct Row;

// Called instead of the function's own handler, which it may call.
using Replacement = void (*)(const Row& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS);

struct Row {
    const char* name;  // "class::method" for a method; in lower case
    Replacement call;
    ClassKind kind = ClassKind::plain;  // of the classes that the function is for
};

// Most names are of other classes: their first letter says so.
bool may_be_ours(Bytes name) noexcept { return !name.empty() && Bytes("\\costCOST").find(name.front()) != Bytes::npos; }

// A class of the API that is not loaded. Null: the argument does not name one.
const Source* unloaded(const zval* name) {
    if (Z_TYPE_P(name) != IS_STRING || !may_be_ours(view(Z_STR_P(name))) || is_preloading()) return nullptr;
    zend_string* lower = zend_string_tolower(Z_STR_P(name));
    Bytes text = view(lower);
    if (text.starts_with('\\')) text.remove_prefix(1);
    const Source* source = source_of(text);
    if (source != nullptr && (!is_api(*source) || loaded(text) != nullptr)) source = nullptr;
    zend_string_release(lower);
    return source;
}

void tell_existence(const Row& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    const Source* source = ZEND_NUM_ARGS() == 0 ? nullptr : unloaded(ZEND_CALL_ARG(execute_data, 1));
    if (source == nullptr) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    zend_string* name;
    bool autoload = true;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_STR(name)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(autoload)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(source->kind == row.kind);
}

// For functions that need the class itself.
void load_first(const Row&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    const Source* source = ZEND_NUM_ARGS() == 0 ? nullptr : unloaded(ZEND_CALL_ARG(execute_data, 1));
    if (source != nullptr && need(source->class_name) == nullptr) RETURN_THROWS();
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void add_unloaded(zval* list, Bytes name, Bytes lower_name) {
    if (loaded(lower_name) == nullptr) add_next_index_stringl(list, name.data(), name.size());
}

struct Listing {
    zval* names;
    ClassKind kind;
};

void list_unloaded_class(const Source& source, void* argument) {
    const auto* into = static_cast<const Listing*>(argument);
    if (source.kind != into->kind) return;
    char text[kLongestName];
    add_unloaded(into->names, declared_name(source, text), source.class_name);
    each_other_name(
        source, [](Bytes name, void* names) { add_unloaded(static_cast<zval*>(names), name, name); }, into->names);
}

void add_declared(const Row& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (Z_TYPE_P(return_value) != IS_ARRAY || is_preloading()) return;
    Listing into{return_value, row.kind};
    each_api_class(list_unloaded_class, &into);
}

bool is_of_library(const zend_class_entry* entry) noexcept {
    return entry != nullptr && entry->type == ZEND_USER_CLASS && is_library_file(entry->info.user.filename);
}

// Whether an object of reflection is about a class of the library, or about a method of one. Its property has the name.
bool reflects_library(const zval* object, Bytes property) {
    zval unused;
    const zval* name =
        zend_read_property(Z_OBJCE_P(object), Z_OBJ_P(object), property.data(), property.size(), true, &unused);
    if (Z_TYPE_P(name) != IS_STRING) return false;
    zend_string* lower = zend_string_tolower(Z_STR_P(name));
    const bool is_ours = is_of_library(loaded(view(lower)));
    zend_string_release(lower);
    return is_ours;
}

template <Bytes const& kProperty, bool kAnswer>
void tell_origin(const Row&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (!reflects_library(ZEND_THIS, kProperty)) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_BOOL(kAnswer);
}

constexpr Bytes kName = "name";
constexpr Bytes kClass = "class";

// A new object of a class of reflection; UNDEF after an exception.
void make_reflection(Bytes lower_name, Bytes name, zval* into) {
    zend_class_entry* type = loaded(lower_name);
    zval text;
    ZVAL_STRINGL(&text, name.data(), name.size());
    object_init_ex(into, type);
    zend_call_known_instance_method_with_1_params(type->constructor, Z_OBJ_P(into), nullptr, &text);
    zval_ptr_dtor(&text);
    if (EG(exception) == nullptr) return;
    zval_ptr_dtor(into);
    ZVAL_UNDEF(into);
}

void get_extension_name(const Row&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (!reflects_library(ZEND_THIS, kName)) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_STRINGL(kModule.data(), kModule.size());
}

void get_extension(const Row&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    if (!reflects_library(ZEND_THIS, kName)) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    ZEND_PARSE_PARAMETERS_NONE();
    make_reflection("reflectionextension", kModule, return_value);
}

bool is_our_extension(const zval* object) {
    zval unused;
    const zval* name =
        zend_read_property(Z_OBJCE_P(object), Z_OBJ_P(object), kName.data(), kName.size(), true, &unused);
    return Z_TYPE_P(name) == IS_STRING && view(Z_STR_P(name)) == kModule;
}

void add_name(const Source& source, void* names) {
    char text[kLongestName];
    const Bytes name = declared_name(source, text);
    add_next_index_stringl(static_cast<zval*>(names), name.data(), name.size());
    each_other_name(
        source,
        [](Bytes other, void* list) { add_next_index_stringl(static_cast<zval*>(list), other.data(), other.size()); },
        names);
}

void add_class_names(const Row&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (Z_TYPE_P(return_value) == IS_ARRAY && is_our_extension(ZEND_THIS)) each_api_class(add_name, return_value);
}

void add_class(Bytes name, void* classes) {
    zval one;
    if (EG(exception) != nullptr) return;
    make_reflection("reflectionclass", name, &one);
    if (Z_TYPE(one) != IS_UNDEF) add_assoc_zval_ex(static_cast<zval*>(classes), name.data(), name.size(), &one);
}

// Loads them all: each object needs its class.
void add_classes(const Row&, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (Z_TYPE_P(return_value) != IS_ARRAY || !is_our_extension(ZEND_THIS)) return;
    each_api_class(
        [](const Source& source, void* classes) {
            char text[kLongestName];
            add_class(declared_name(source, text), classes);
            each_other_name(source, add_class, classes);
        },
        return_value);
}

constexpr Row kRows[] = {
    {"get_declared_classes", add_declared, ClassKind::plain},
    {"get_declared_interfaces", add_declared, ClassKind::interface},
    {"get_declared_traits", add_declared, ClassKind::trait},
    {"class_exists", tell_existence, ClassKind::plain},
    {"interface_exists", tell_existence, ClassKind::interface},
    {"trait_exists", tell_existence, ClassKind::trait},
    {"enum_exists", tell_existence, ClassKind::enumeration},
    {"class_alias", load_first},
    {"class_implements", load_first},
    {"class_parents", load_first},
    {"class_uses", load_first},
    {"reflectionextension::getclasses", add_classes},
    {"reflectionextension::getclassnames", add_class_names},
    {"reflectionclass::getextension", get_extension},
    {"reflectionclass::getextensionname", get_extension_name},
    {"reflectionclass::isinternal", tell_origin<kName, true>},
    {"reflectionclass::isuserdefined", tell_origin<kName, false>},
    {"reflectionobject::getextension", get_extension},
    {"reflectionobject::getextensionname", get_extension_name},
    {"reflectionobject::isinternal", tell_origin<kName, true>},
    {"reflectionobject::isuserdefined", tell_origin<kName, false>},
    {"reflectionmethod::isinternal", tell_origin<kClass, true>},
    {"reflectionmethod::isuserdefined", tell_origin<kClass, false>},
};

void call_replacement(const Row& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    row.call(row, engines, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

using Replaced = ReplacedFunctions<kRows, call_replacement>;

}  // namespace

void take_over_class_questions() noexcept { Replaced::take_over(); }

void list_loaded_classes(INTERNAL_FUNCTION_PARAMETERS) { Replaced::engines(0)(INTERNAL_FUNCTION_PARAM_PASSTHRU); }

}  // namespace tern::php::library
