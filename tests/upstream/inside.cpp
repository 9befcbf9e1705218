// Runs the main script in a coroutine. It sees global variables, included files, numbers of resources and stack traces as
// ever: there is no frame below its code, and no file beside it.
#include <php.h>
#include <string_view>
#include <utility>

namespace {

zend_op_array* (*compile_file)(zend_file_handle*, int);
zend_op_array* main_code;

// The scripts that run-tests.php has beside a test prepare and clean up.
bool is_test(const zend_file_handle& file) {
    const std::string_view name(ZSTR_VAL(file.filename), ZSTR_LEN(file.filename));
    return file.primary_script && !name.ends_with(".skip.php") && !name.ends_with(".clean.php");
}

zend_op_array* compile(zend_file_handle* file, int type) {
    zend_op_array* code = compile_file(file, type);
    if (code == nullptr || !is_test(*file)) return code;
    main_code = code;
    zend_string* instead = zend_string_init(ZEND_STRL("Swoole\\Coroutine\\run('inside');"), false);
    code = zend_compile_string(instead, "inside", ZEND_COMPILE_POSITION_AFTER_OPEN_TAG);
    zend_string_release(instead);
    return code;
}

// Without a frame below it, code is at the top level. Works once: there are tests that call every function.
PHP_FUNCTION(inside) {
    ZEND_PARSE_PARAMETERS_NONE();
    zend_op_array* code = std::exchange(main_code, nullptr);
    if (code == nullptr) return;
    EG(current_execute_data) = nullptr;
    zend_execute(code, nullptr);
    EG(current_execute_data) = execute_data;
    zend_destroy_static_vars(code);
    destroy_op_array(code);
    efree_size(code, sizeof(zend_op_array));
}

ZEND_BEGIN_ARG_INFO_EX(no_arguments, 0, 0, 0)
ZEND_END_ARG_INFO()

const zend_function_entry functions[] = {PHP_FE(inside, no_arguments) PHP_FE_END};

// Not at MINIT: opcache would be asked later, and would keep what is compiled instead.
PHP_RINIT_FUNCTION(inside) {
    compile_file = std::exchange(zend_compile_file, compile);
    return SUCCESS;
}

zend_module_entry inside_module_entry = {
    STANDARD_MODULE_HEADER, "inside", functions, nullptr, nullptr,
    PHP_RINIT(inside),      nullptr,  nullptr,   "1",     STANDARD_MODULE_PROPERTIES};

}  // namespace

ZEND_GET_MODULE(inside)
