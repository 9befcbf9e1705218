// Tern\Internal\ProgramState.
#include "php/isolation/state/program_state.h"

#include "php/engine/fiber/program_entry.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/isolation/program_state_arginfo.h"

namespace tern::php {

namespace {

struct ProgramStateObject {
    ProgramState* part;  // null before the constructor was called
    uint32_t shutdown_functions;
    zend_object std;

    static void release(ProgramStateObject& self) { delete self.part; }
};

// Null after an Error: the constructor was not called.
ProgramState* state_of(const zval* object) {
    ProgramState* part = of<ProgramStateObject>(object)->part;
    if (part == nullptr) throw_not_constructed(Z_OBJCE_P(object));
    return part;
}

HashTable* values_of_part(zend_object* object, zval** first, int* count) {
    ProgramState* part = of<ProgramStateObject>(object)->part;
    *first = part == nullptr ? nullptr : part->referred();
    *count = part == nullptr ? 0 : 1;
    return zend_std_get_properties(object);
}

}  // namespace

void register_program_state(Classes&) {
    register_class_Tern_Internal_ProgramState()->create_object = create_object<ProgramStateObject>;
    handlers<ProgramStateObject>()->get_gc = values_of_part;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Tern_Internal_ProgramState, __construct) {
    zval* on_load;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(on_load)
    ZEND_PARSE_PARAMETERS_END();
    auto* self = of<ProgramStateObject>(ZEND_THIS);
    if (self->part != nullptr) {
        zend_throw_error(nullptr, "The object is constructed already");
        RETURN_THROWS();
    }
    zval kept;
    ZVAL_COPY(&kept, on_load);
    self->part = new ProgramState(kept);
    self->shutdown_functions = count_shutdown_functions();
}

ZEND_METHOD(Tern_Internal_ProgramState, callShutdownFunctions) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (state_of(ZEND_THIS) != nullptr) call_shutdown_functions(of<ProgramStateObject>(ZEND_THIS)->shutdown_functions);
}

ZEND_METHOD(Tern_Internal_ProgramState, restoreStaticVariables) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (ProgramState* state = state_of(ZEND_THIS)) state->restore_static_variables();
}

ZEND_METHOD(Tern_Internal_ProgramState, restoreHandlers) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (ProgramState* state = state_of(ZEND_THIS)) state->restore_handlers();
}

ZEND_METHOD(Tern_Internal_ProgramState, restoreRegistrations) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (ProgramState* state = state_of(ZEND_THIS)) state->restore_registrations();
}

ZEND_METHOD(Tern_Internal_ProgramState, autoloaders) {
    ZEND_PARSE_PARAMETERS_NONE();
    if (ProgramState* state = state_of(ZEND_THIS)) RETURN_COPY(&state->autoloaders());
}

ZEND_METHOD(Tern_Internal_ProgramState, constant) {
    ZEND_PARSE_PARAMETERS_NONE();
    const ProgramState* state = state_of(ZEND_THIS);
    if (state != nullptr && state->constant() != nullptr) RETURN_STR_COPY(state->constant());
}
