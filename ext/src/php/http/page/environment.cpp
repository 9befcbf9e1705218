// The environment of the process as PHP variables, for $_ENV of scripts.
#include "base/environment.h"

#include <cstring>
#include <php_variables.h>
#include <unistd.h>
#include <vector>

#include "php/engine/compat/engine.h"
#include "php/engine/memory.h"
#include "php/engine/registry.h"
#include "php/http/page/web_request.h"

namespace tern::php {

namespace {

void (*engines_import)(zval* into) = nullptr;

class Environment {
public:
    bool is_made() const noexcept { return variables_ != nullptr; }
    bool is_current() const noexcept {
        if (environment() == nullptr) return false;
        size_t count = 0;
        while (count < texts_.size() && environment()[count] == texts_[count]) ++count;
        return count == texts_.size();
    }
    void copy(zval* into) const { ZVAL_ARR(into, zend_array_dup(variables_)); }

    void make(const zend_array& from) {
        for (char** one = environment(); one != nullptr && *one != nullptr; ++one) texts_.push_back(*one);
        texts_.push_back(nullptr);
        variables_ = static_cast<zend_array*>(pemalloc(sizeof *variables_, true));
        zend_hash_init(variables_, zend_hash_num_elements(&from), nullptr, nullptr, true);
        zend_ulong number;
        zend_string* name;
        const zval* value;
        ZEND_HASH_FOREACH_KEY_VAL(const_cast<zend_array*>(&from), number, name, value) {
            zval text;
            ZVAL_INTERNED_STR(&text, make_permanent(view(Z_STR_P(value))));
            if (name == nullptr) {
                zend_hash_index_add_new(variables_, number, &text);
            } else {
                zend_hash_add_new(variables_, make_permanent(view(name)), &text);
            }
        }
        ZEND_HASH_FOREACH_END();
    }

private:
    std::vector<const char*> texts_;  // null is the last one
    zend_array* variables_ = nullptr;
};

// Over FastCGI what the web server has sent belongs to it, too, the last one first.
void add_parameters(zval* into) {
    WebRequest* request = WebRequest::running();
    const serve::Exchange* exchange = request == nullptr ? nullptr : request->of_server();
    if (exchange == nullptr || exchange->fastcgi == nullptr) return;
    const auto& all = exchange->fastcgi->parameters.all();
    for (size_t i = all.size(); i-- > 0;) {
        char* value = request->variable(all[i].name);
        if (value == nullptr) continue;
        char* name = estrndup(all[i].name.data(), all[i].name.size());
        php_register_variable_safe(name, value, std::strlen(value), into);
        efree(name);
    }
}

void import_process(zval* into) {
    static Environment environment;  // as it is before a script changes it
    const bool is_of_script = WebRequest::running() != nullptr && zend_hash_num_elements(Z_ARRVAL_P(into)) == 0;
    if (is_of_script && environment.is_made() && environment.is_current()) {
        zend_array_destroy(Z_ARR_P(into));
        environment.copy(into);
        return;
    }
    engines_import(into);
    if (is_of_script && !environment.is_made()) environment.make(*Z_ARRVAL_P(into));
}

// Over FastCGI: as php-fpm does when a page has its $_SERVER already.
bool copy_server_variables(zval* into) {
    const WebRequest* request = WebRequest::running();
    const serve::Exchange* exchange = request == nullptr ? nullptr : request->of_server();
    const zval* server = &PG(http_globals)[TRACK_VARS_SERVER];
    if (exchange == nullptr || exchange->fastcgi == nullptr || Z_TYPE_P(server) != IS_ARRAY) return false;
    if (Z_ARR_P(server) == Z_ARR_P(into) || zend_hash_num_elements(Z_ARRVAL_P(server)) == 0) return false;
    zend_array_destroy(Z_ARR_P(into));
    ZVAL_ARR(into, zend_array_dup(Z_ARR_P(server)));
    return true;
}

// For getenv().
void load(zval* into) {
    import_process(into);
    add_parameters(into);
}

// For $_ENV.
void import(zval* into) {
    if (!copy_server_variables(into)) load(into);
}

}  // namespace

void take_over_environment() noexcept {
    if (engines_import != nullptr) return;
    engines_import = php_import_environment_variables;
    php_import_environment_variables = import;
    php_load_environment_variables = load;
}

}  // namespace tern::php
