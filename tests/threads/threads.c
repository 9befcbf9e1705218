// An extension that runs PHP in a second thread of the process, as programs that have PHP in them do.
#include <pthread.h>

#include <SAPI.h>
#include <main/php_main.h>
#include <php.h>

ZEND_TSRMLS_CACHE_DEFINE()

static pthread_t thread;
static char* code;

static void* run(void* unused) {
    (void)ts_resource(0);
    ZEND_TSRMLS_CACHE_UPDATE();
    if (php_request_startup() == SUCCESS) {
        zend_first_try {
            zend_eval_string_ex(code, NULL, "second thread", true);
        }
        zend_end_try();
        php_request_shutdown(NULL);
    }
    ts_free_thread();
    return unused;
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arguments_of_start, 0, 1, IS_VOID, 0)
ZEND_ARG_TYPE_INFO(0, code, IS_STRING, 0)
ZEND_END_ARG_INFO()
static PHP_FUNCTION(start_thread) {
    char* text;
    size_t length;
    if (zend_parse_parameters(ZEND_NUM_ARGS(), "s", &text, &length) == FAILURE) RETURN_THROWS();
    code = strdup(text);
    if (pthread_create(&thread, NULL, run, NULL) != 0) zend_throw_error(NULL, "no thread");
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arguments_of_join, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()
static PHP_FUNCTION(join_thread) {
    if (zend_parse_parameters_none() == FAILURE) RETURN_THROWS();
    pthread_join(thread, NULL);
    free(code);
}

static const zend_function_entry functions[] = {
    PHP_FE(start_thread, arguments_of_start)
    PHP_FE(join_thread, arguments_of_join)
    PHP_FE_END
};

ZEND_BEGIN_MODULE_GLOBALS(threads)
int unused;
ZEND_END_MODULE_GLOBALS(threads)
ZEND_DECLARE_MODULE_GLOBALS(threads)

static PHP_GINIT_FUNCTION(threads) {
    ZEND_TSRMLS_CACHE_UPDATE();
}

zend_module_entry threads_module_entry = {
    STANDARD_MODULE_HEADER, "threads", functions, NULL, NULL, NULL, NULL, NULL, "1",
    PHP_MODULE_GLOBALS(threads), PHP_GINIT(threads), NULL, NULL, STANDARD_MODULE_PROPERTIES_EX,
};

ZEND_GET_MODULE(threads)
