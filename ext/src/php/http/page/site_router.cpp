// Tern\Internal\Site\Router and Target, and whether a path is hidden.
#include <memory>

#include "base/clock.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/http/port_host.h"
#include "serve/files/document_root.h"
#include "php/http/page/site_router_arginfo.h"

namespace tern::php {

namespace {

using serve::Route;

struct Router {
    serve::DocumentRoot::Options options;
    bool has_front = true;
    std::shared_ptr<serve::DocumentRoot> found;

    serve::DocumentRoot& root();
};

// The ports of a worker open after its program has begun, so the one that shares its root is looked for later.
serve::DocumentRoot& Router::root() {
    if (found == nullptr && port_host() != nullptr) found = port_host()->document_root(options.path);
    if (found == nullptr) {
        found = std::make_shared<serve::DocumentRoot>(options);
        (void)found->open();  // it is tried again with each path
    }
    return *found;
}

// Those of a list of strings; null: none.
std::vector<std::string> patterns_of(HashTable* list) {
    std::vector<std::string> patterns;
    if (list == nullptr) return patterns;
    zval* pattern;
    ZEND_HASH_FOREACH_VAL(list, pattern) {
        if (Z_TYPE_P(pattern) == IS_STRING) patterns.emplace_back(view(Z_STR_P(pattern)));
    }
    ZEND_HASH_FOREACH_END();
    return patterns;
}

// The properties in the order of their declaration. The strings become those of the object.
void fill_target(zend_object* target, Route::Kind kind, zend_string* file, zend_string* name, zend_string* path_info) {
    ZVAL_LONG(OBJ_PROP_NUM(target, 0), static_cast<zend_long>(kind));
    ZVAL_STR(OBJ_PROP_NUM(target, 1), file);
    ZVAL_STR(OBJ_PROP_NUM(target, 2), name);
    ZVAL_STR(OBJ_PROP_NUM(target, 3), path_info);
}

// Mostly the name in a route is the whole path.
zend_string* name_in(const Route& route, zend_string* path) {
    if (route.name == view(path)) return zend_string_copy(path);
    return zend_string_init_fast(route.name.data(), route.name.size());
}

zend_string* file_of(Bytes root, Route::Kind kind, const zend_string* name) {
    if (kind != Route::Kind::script && kind != Route::Kind::file) return ZSTR_EMPTY_ALLOC();
    return zend_string_concat2(root.data(), root.size(), ZSTR_VAL(name), ZSTR_LEN(name));
}

}  // namespace

void register_site_router(Classes& into) {
    into.site_target = register_class_Tern_Internal_Site_Target();
    register_class_Tern_Internal_Site_Router()->create_object = create_object<Owning<Router>>;
}

}  // namespace tern::php

using namespace tern::php;
using tern::serve::Route;

ZEND_METHOD(Tern_Internal_Site_Target, __construct) {
    zend_long kind;
    zend_string* root = ZSTR_EMPTY_ALLOC();
    zend_string* name = ZSTR_EMPTY_ALLOC();
    ZEND_PARSE_PARAMETERS_START(1, 3)
    Z_PARAM_LONG(kind)
    Z_PARAM_OPTIONAL
    Z_PARAM_STR(root)
    Z_PARAM_STR(name)
    ZEND_PARSE_PARAMETERS_END();
    if (Z_TYPE_P(OBJ_PROP_NUM(Z_OBJ_P(ZEND_THIS), 0)) != IS_UNDEF) {
        zend_throw_error(nullptr, "The target is constructed already");
        RETURN_THROWS();
    }
    const auto its = static_cast<Route::Kind>(kind);
    fill_target(Z_OBJ_P(ZEND_THIS), its, file_of(view(root), its, name), zend_string_copy(name), ZSTR_EMPTY_ALLOC());
}

ZEND_METHOD(Tern_Internal_Site_Router, __construct) {
    zend_string* root;
    HashTable* hidden;
    bool follows_links = true;
    zend_long valid_s = 1;
    bool has_front = true;
    ZEND_PARSE_PARAMETERS_START(2, 5)
    Z_PARAM_PATH_STR(root)
    Z_PARAM_ARRAY_HT(hidden)
    Z_PARAM_OPTIONAL
    Z_PARAM_BOOL(follows_links)
    Z_PARAM_LONG(valid_s)
    Z_PARAM_BOOL(has_front)
    ZEND_PARSE_PARAMETERS_END();
    if (!has_no_part<Router>(ZEND_THIS)) RETURN_THROWS();
    auto* part = new Router;
    of<Owning<Router>>(ZEND_THIS)->part = part;
    part->options.path = view(root);
    part->options.follow_links = follows_links;
    part->options.cache.valid_ms = valid_s * 1000;
    part->has_front = has_front;
    part->options.hidden_names = patterns_of(hidden);
}

ZEND_METHOD(Tern_Internal_Site_Router, find) {
    zend_string* path;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_PATH_STR(path)
    ZEND_PARSE_PARAMETERS_END();
    Router* part = part_of<Router>(ZEND_THIS);
    if (part == nullptr) RETURN_THROWS();
    if (!view(path).starts_with('/') || view(path).starts_with("//")) {
        zend_argument_value_error(1, "must start with one \"/\"");
        RETURN_THROWS();
    }
    const int64_t now_ms = port_host() == nullptr ? tern::monotonic_ms() : port_host()->context.loop.now_ms();
    const Route route = part->root().route(view(path), part->has_front, now_ms);
    object_init_ex(return_value, classes.site_target);
    zend_string* name = name_in(route, path);
    zend_string* file = file_of(part->options.path, route.kind, name);
    const bool is_allowed = ZSTR_LEN(file) == 0 || php_check_open_basedir_ex(ZSTR_VAL(file), 0) == 0;
    fill_target(Z_OBJ_P(return_value), is_allowed ? route.kind : Route::Kind::missing, file, name,
                zend_string_init_fast(route.path_info.data(), route.path_info.size()));
}

ZEND_FUNCTION(Tern_Internal_is_hidden_path) {
    zend_string* path;
    HashTable* patterns = nullptr;
    ZEND_PARSE_PARAMETERS_START(1, 2)
    Z_PARAM_STR(path)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT(patterns)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(tern::serve::HiddenNames(true, patterns_of(patterns)).in_path(view(path)));
}
