// The autoload functions of a context. PHP keeps one list for the process until that ends.
#pragma once

#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

class Autoloaders {
public:
    Autoloaders() = default;
    Autoloaders(const Autoloaders&) = delete;
    Autoloaders& operator=(const Autoloaders&) = delete;
    ~Autoloaders() = default;

    // As spl_autoload_register() does: a function that is there already stays where it is.
    void add(zval* callable, bool in_front);
    // False: it is not there.
    bool remove(zval* callable);
    // The functions in their order.
    void list(zval* into) const;
    // Calls one after another until the class exists. Null: none has loaded it, or an exception is pending.
    zend_class_entry* load(zend_string* name, zend_string* lower_name);
    // Frees them. Call it while the context runs.
    void clear();

private:
    struct Entry {
        zval callable;
        zend_function* function;  // with the next ones, what the callable means; null: only the call can tell
        zend_object* object;
        zend_class_entry* called_scope;
    };

    static Entry entry_of(zval* callable);
    static void call(const Entry& entry, zend_string* name);
    size_t find(const Entry& wanted) const noexcept;

    std::vector<Entry> entries_;
};

}  // namespace tern::php
