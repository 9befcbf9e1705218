// Faults of ext/soap. It ends a call that has failed by a bailout: a client catches that itself, and throws the fault;
// a server has sent the fault, and the script ends. Both leave no PHP code in the middle, so they are no fatal errors.
#include "php/engine/fiber/containment.h"
#include "php/engine/internal_function.h"
#include "php/engine/registry.h"
#include "php/engine/state/soap_call.h"
#include "php/isolation/context.h"
#include "php/isolation/fatal_errors.h"

namespace tern::php {

namespace {

// What soap and libxml had allocated, at most, for a message of a usual size.
constexpr size_t kLostByFault = size_t{64} * 1024;

// Whether the method itself made the exception: no PHP code that it had called was left.
bool is_fault_of(const zend_execute_data* call) {
    zend_object* fault = EG(exception);
    if (fault == nullptr || !instanceof_function(fault->ce, zend_ce_exception)) return false;
    zval held;
    zval* trace = zend_read_property_ex(zend_ce_exception, fault, ZSTR_KNOWN(ZEND_STR_TRACE), true, &held);
    const zval* last = Z_TYPE_P(trace) != IS_ARRAY ? nullptr : zend_hash_index_find(Z_ARRVAL_P(trace), 0);
    if (last == nullptr || Z_TYPE_P(last) != IS_ARRAY) return false;
    const zval* name = zend_hash_str_find(Z_ARRVAL_P(last), ZEND_STRL("function"));
    const zval* scope = zend_hash_str_find(Z_ARRVAL_P(last), ZEND_STRL("class"));
    return name != nullptr && scope != nullptr && Z_TYPE_P(name) == IS_STRING && Z_TYPE_P(scope) == IS_STRING &&
           zend_string_equals(Z_STR_P(name), call->func->common.function_name) &&
           zend_string_equals(Z_STR_P(scope), call->func->common.scope->name);
}

void call_client(zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    const bool ended = CG(unclean_shutdown);
    const bool collects = !gc_protected();
    engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    if (ended || !CG(unclean_shutdown) || !is_fault_of(execute_data)) return;
    CG(unclean_shutdown) = false;
    if (collects) gc_protect(false);
    note_lost(kLostByFault);
}

// Elsewhere a bailout ends the worker.
void call_server(zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    const bool is_contained = Context::running() != nullptr && Context::running()->contains_fatal_errors();
    if (!is_contained || !SoapCall::is_known()) return engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
    EnginePoint here;
    here.save();
    const SoapCall::Globals globals = SoapCall::globals();
    forget_failed_frame();
    volatile bool returned = false;
    zend_try {
        engines(INTERNAL_FUNCTION_PARAM_PASSTHRU);
        returned = true;
    }
    zend_end_try();
    if (returned) return;
    const zend_execute_data* failed = failed_frame();
    if (failed != nullptr && failed != execute_data) zend_bailout();  // in code that it has called
    here.go_back();
    SoapCall::set_globals(globals);
    note_lost(kLostByFault);
    unwind_callers();
}

struct SoapRow {
    const char* name;
    void (*call)(zif_handler engines, INTERNAL_FUNCTION_PARAMETERS);
};

constexpr SoapRow kSoapRows[] = {
    {"soapclient::__call", call_client},     {"soapclient::__construct", call_client},
    {"soapclient::__soapcall", call_client}, {"soapserver::__construct", call_server},
    {"soapserver::fault", call_server},      {"soapserver::handle", call_server},
};

void call_with_own_fault(const SoapRow& row, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    row.call(engines, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

}  // namespace

void take_over_soap_faults() noexcept { ReplacedFunctions<kSoapRows, call_with_own_fault>::take_over(); }

}  // namespace tern::php
