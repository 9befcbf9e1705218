#include "php/isolation/code/autoloaders.h"

#include <algorithm>

namespace tern::php {

// Takes a reference.
Autoloaders::Entry Autoloaders::entry_of(zval* callable) {
    Entry entry{};
    ZVAL_COPY(&entry.callable, callable);
    zend_fcall_info_cache found;
    if (!zend_is_callable_ex(callable, nullptr, IS_CALLABLE_SUPPRESS_DEPRECATIONS, nullptr, &found, nullptr))
        return entry;
    const bool by_call_method = (found.function_handler->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) != 0;
    entry.function = by_call_method ? nullptr : found.function_handler;
    entry.object = found.object;
    entry.called_scope = found.called_scope;
    zend_release_fcall_info_cache(&found);
    return entry;
}

size_t Autoloaders::find(const Entry& wanted) const noexcept {
    const auto same = [&wanted](const Entry& one) {
        if (one.function == nullptr)
            return zend_is_identical(const_cast<zval*>(&one.callable), const_cast<zval*>(&wanted.callable));
        return one.function == wanted.function && one.object == wanted.object;
    };
    return static_cast<size_t>(std::ranges::find_if(entries_, same) - entries_.begin());
}

void Autoloaders::add(zval* callable, bool in_front) {
    Entry entry = entry_of(callable);
    if (find(entry) < entries_.size()) return zval_ptr_dtor(&entry.callable);
    entries_.insert(in_front ? entries_.begin() : entries_.end(), entry);
}

bool Autoloaders::remove(zval* callable) {
    Entry entry = entry_of(callable);
    const size_t place = find(entry);
    zval_ptr_dtor(&entry.callable);
    if (place == entries_.size()) return false;
    zval last;
    ZVAL_COPY_VALUE(&last, &entries_[place].callable);
    entries_.erase(entries_.begin() + static_cast<ptrdiff_t>(place));
    zval_ptr_dtor(&last);
    return true;
}

void Autoloaders::list(zval* into) const {
    array_init(into);
    for (const Entry& entry : entries_) {
        zval copy;
        ZVAL_COPY(&copy, &entry.callable);
        add_next_index_zval(into, &copy);
    }
}

// A function may remove itself.
void Autoloaders::call(const Entry& entry, zend_string* name) {
    zval argument;
    zval callable;
    zval ignored;
    ZVAL_STR(&argument, name);
    ZVAL_COPY(&callable, &entry.callable);
    ZVAL_UNDEF(&ignored);
    if (entry.function == nullptr) {
        call_user_function(nullptr, nullptr, &callable, &ignored, 1, &argument);
    } else {
        zend_call_known_function(entry.function, entry.object, entry.called_scope, &ignored, 1, &argument, nullptr);
    }
    zval_ptr_dtor(&ignored);
    zval_ptr_dtor(&callable);
}

// A function may add and remove functions.
zend_class_entry* Autoloaders::load(zend_string* name, zend_string* lower_name) {
    for (size_t i = 0; i < entries_.size(); ++i) {
        call(Entry(entries_[i]), name);
        if (EG(exception) != nullptr) return nullptr;
        if (void* entry = zend_hash_find_ptr(EG(class_table), lower_name)) return static_cast<zend_class_entry*>(entry);
    }
    return nullptr;
}

void Autoloaders::clear() {
    while (!entries_.empty()) {
        zval last;
        ZVAL_COPY_VALUE(&last, &entries_.back().callable);
        entries_.pop_back();
        zval_ptr_dtor(&last);
    }
}

}  // namespace tern::php
