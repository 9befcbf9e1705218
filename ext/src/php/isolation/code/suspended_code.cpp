#include <utility>

#include "php/engine/internal_function.h"
#include "php/isolation/context.h"
#include "php/isolation/origin.h"

extern "C" {  // which needs the headers above
#include <zend_generators.h>
}

namespace tern::php {

namespace {

constexpr const char* kMethods[] = {
    "fiber::resume",   "fiber::start",      "fiber::throw",    "generator::current", "generator::key",
    "generator::next", "generator::rewind", "generator::send", "generator::throw",   "generator::valid",
};

struct Call {
    zif_handler handler;
    zend_execute_data* frame;
    zval* result;
};

void call(void* argument) {
    const auto* one = static_cast<const Call*>(argument);
    one->handler(one->frame, one->result);
}

void call_in_origin(const char*, zif_handler engines, INTERNAL_FUNCTION_PARAMETERS) {
    Call one{engines, execute_data, return_value};
    Origin::call_in(*Z_OBJ_P(ZEND_THIS), call, &one);
}

// What foreach calls for a generator.
zend_object_iterator* (*get_engines_iterator)(zend_class_entry* type, zval* object, int by_reference);
const zend_object_iterator_funcs* engines_iterator;
zend_object_iterator_funcs iterator;
using Valid = decltype(iterator.valid(nullptr));  // its type depends on the version

struct Step {
    zend_object_iterator* of;
    Valid valid;
    zval* current;
    zval* key;
};

template <void (*kDo)(Step& step)>
Step in_origin(zend_object_iterator* of, zval* key = nullptr) {
    Step step{of, static_cast<Valid>(FAILURE), nullptr, key};
    Origin::call_in(
        *Z_OBJ(of->data), [](void* argument) { kDo(*static_cast<Step*>(argument)); }, &step);
    return step;
}

void ask_valid(Step& step) { step.valid = engines_iterator->valid(step.of); }
void get_current(Step& step) { step.current = engines_iterator->get_current_data(step.of); }
void get_key(Step& step) { engines_iterator->get_current_key(step.of, step.key); }
void move_forward(Step& step) { engines_iterator->move_forward(step.of); }
void rewind(Step& step) { engines_iterator->rewind(step.of); }

zend_object_iterator* get_iterator(zend_class_entry* type, zval* object, int by_reference) {
    zend_object_iterator* made = get_engines_iterator(type, object, by_reference);
    if (made == nullptr || Origin::of(*Z_OBJ_P(object)) == Context::running()) return made;
    if (engines_iterator == nullptr) {
        engines_iterator = made->funcs;
        iterator = *engines_iterator;
        iterator.valid = [](zend_object_iterator* of) { return in_origin<ask_valid>(of).valid; };
        iterator.get_current_data = [](zend_object_iterator* of) { return in_origin<get_current>(of).current; };
        iterator.get_current_key = [](zend_object_iterator* of, zval* key) { (void)in_origin<get_key>(of, key); };
        iterator.move_forward = [](zend_object_iterator* of) { (void)in_origin<move_forward>(of); };
        iterator.rewind = [](zend_object_iterator* of) { (void)in_origin<rewind>(of); };
    }
    made->funcs = &iterator;
    return made;
}

}  // namespace

void take_over_suspended_code() noexcept {
    if (get_engines_iterator != nullptr) return;
    get_engines_iterator = std::exchange(zend_ce_generator->get_iterator, get_iterator);
    ReplacedFunctions<kMethods, call_in_origin>::take_over();
}

}  // namespace tern::php
