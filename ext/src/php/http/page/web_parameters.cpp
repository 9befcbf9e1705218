#include "php/http/page/web_parameters.h"

#include <algorithm>
#include <array>

namespace tern::php {

namespace {

using Pairs = std::vector<fastcgi::Pair>;

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

void add_parameter(HashTable& into, size_t position, const fastcgi::Pair& pair) {
    zval value;
    ZVAL_STRINGL_FAST(&value, pair.value.data(), pair.value.size());
    if (zend_string* name = parameter_names.at(position, pair.name)) {
        zend_hash_update(&into, name, &value);
    } else {
        zend_symtable_str_update(&into, pair.name.data(), pair.name.size(), &value);
    }
}

// A name may come more than once: it has the place of the first one, and the value of the last one.
bool came_before(const Pairs& all, size_t position) noexcept {
    const auto is_same = [&](const fastcgi::Pair& pair) { return pair.name == all[position].name; };
    return std::any_of(all.begin(), all.begin() + static_cast<ptrdiff_t>(position), is_same);
}

bool is_numeric_name(Bytes name) noexcept {
    zend_ulong ignored;
    return ZEND_HANDLE_NUMERIC_STR(name.data(), name.size(), ignored);
}

constexpr size_t kFew = 128;

// Comparing each name with all before it would take long.
void add_many_backwards(const Pairs& all, HashTable& into) {
    zval found;
    array_init_size(&found, static_cast<uint32_t>(all.size()));
    for (const fastcgi::Pair& pair : all) {
        zval value;
        if (is_numeric_name(pair.name)) continue;
        ZVAL_STRINGL_FAST(&value, pair.value.data(), pair.value.size());
        zend_hash_str_update(Z_ARRVAL(found), pair.name.data(), pair.name.size(), &value);
    }
    zend_string* name;
    zval* value;
    ZEND_HASH_REVERSE_FOREACH_STR_KEY_VAL(Z_ARRVAL(found), name, value) {
        Z_TRY_ADDREF_P(value);
        zend_hash_update(&into, name, value);
    }
    ZEND_HASH_FOREACH_END();
    zval_ptr_dtor(&found);
}

}  // namespace

void parameters_to_array(const fastcgi::Parameters& parameters, zval* into) {
    const Pairs& all = parameters.all();
    array_init_size(into, static_cast<uint32_t>(all.size()));
    for (size_t i = 0; i < all.size(); ++i) add_parameter(*Z_ARRVAL_P(into), i, all[i]);
}

void add_parameters_backwards(const fastcgi::Parameters& parameters, HashTable& into) {
    const Pairs& all = parameters.all();
    if (all.size() > kFew) return add_many_backwards(all, into);
    for (size_t i = all.size(); i-- > 0;) {
        if (is_numeric_name(all[i].name) || came_before(all, i)) continue;
        add_parameter(into, i, {all[i].name, parameters.find(all[i].name)});
    }
}

}  // namespace tern::php
