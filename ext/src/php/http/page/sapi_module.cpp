#include "php/http/page/sapi_module.h"

#include <cstring>

#include "php/engine/globals.h"
#include "php/engine/registry.h"

namespace tern::php {

namespace {

constexpr uint8_t kOfSystem = PHP_INI_SYSTEM;
PHP_INI_BEGIN()
PHP_INI_ENTRY_EX("cgi.discard_path", "0", kOfSystem, nullptr, zend_ini_boolean_displayer_cb)
PHP_INI_ENTRY_EX("cgi.fix_pathinfo", "1", kOfSystem, nullptr, zend_ini_boolean_displayer_cb)
PHP_INI_ENTRY_EX("cgi.nph", "0", PHP_INI_ALL, nullptr, zend_ini_boolean_displayer_cb)
PHP_INI_ENTRY_EX("cgi.rfc2616_headers", "0", PHP_INI_ALL, nullptr, zend_ini_boolean_displayer_cb)
PHP_INI_ENTRY("fastcgi.error_header", nullptr, kOfSystem, nullptr)
PHP_INI_ENTRY_EX("fastcgi.logging", "1", kOfSystem, nullptr, zend_ini_boolean_displayer_cb)
PHP_INI_ENTRY("fpm.config", nullptr, kOfSystem, nullptr)
PHP_INI_END()

// PHP 8.5 has one more, and two less.
const zend_ini_entry_def newer_entries[] = {
    PHP_INI_ENTRY_EX("fastcgi.script_path_encoded", "1", kOfSystem, nullptr, zend_ini_boolean_displayer_cb){}};
const zend_ini_entry_def older_entries[] = {
    PHP_INI_ENTRY_EX("cgi.force_redirect", "1", kOfSystem, nullptr, zend_ini_boolean_displayer_cb)
        PHP_INI_ENTRY("cgi.redirect_status_env", nullptr, kOfSystem, nullptr){}};

void register_settings(int module_number) {
    zend_register_ini_entries(ini_entries, module_number);
    zend_register_ini_entries(PHP_VERSION_ID >= 80500 ? newer_entries : older_entries, module_number);
}

bool has_own_module() noexcept { return std::strcmp(TERN_G(sapi_name), "fpm-fcgi") == 0; }

// PHP's own interface has it.
bool is_there() noexcept { return zend_hash_str_exists(&module_registry, ZEND_STRL("cgi-fcgi")); }

zend_result start_module(INIT_FUNC_ARGS) {
    register_settings(module_number);
    return SUCCESS;
}

zend_result end_module(SHUTDOWN_FUNC_ARGS) {
    UNREGISTER_INI_ENTRIES();
    return SUCCESS;
}

void show_module(ZEND_MODULE_INFO_FUNC_ARGS) {
    php_info_print_table_start();
    php_info_print_table_row(2, "php-fpm", "active");
    php_info_print_table_end();
    DISPLAY_INI_ENTRIES();
}

zend_module_entry fpm_module = {
    STANDARD_MODULE_HEADER,  //
    "cgi-fcgi",
    nullptr,  // functions: set before it is registered
    start_module,
    end_module,
    nullptr,
    nullptr,
    show_module,
    PHP_VERSION,
    STANDARD_MODULE_PROPERTIES,
};

}  // namespace

bool start_sapi(int module_number) {
    if (TERN_G(sapi_name)[0] == '\0') return true;
    if (!has_own_module()) {
        register_settings(module_number);
        return true;
    }
    fpm_module.functions = sapi_functions();
    return is_there() || start_inner_module(fpm_module);
}

void register_sapi_functions() {
    if (TERN_G(sapi_name)[0] != '\0' && !has_own_module()) register_functions(sapi_functions());
}

}  // namespace tern::php
