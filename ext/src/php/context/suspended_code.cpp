#include "php/context/suspended_code.h"

#include <cstring>
#include <iterator>
#include <utility>
#include <zend_generators.h>

#include "php/context/context.h"

namespace tern::php {

namespace {

struct Row {
    zend_class_entry** type;
    const char* method;
};

constexpr Row kRows[] = {
    {&zend_ce_generator, "current"}, {&zend_ce_generator, "key"},  {&zend_ce_generator, "next"},
    {&zend_ce_generator, "rewind"},  {&zend_ce_generator, "send"}, {&zend_ce_generator, "throw"},
    {&zend_ce_generator, "valid"},   {&zend_ce_fiber, "resume"},   {&zend_ce_fiber, "start"},
    {&zend_ce_fiber, "throw"},
};

zif_handler engines[std::size(kRows)];

struct Call {
    zif_handler handler;
    zend_execute_data* frame;
    zval* result;
};

void call(void* argument) {
    const auto* one = static_cast<const Call*>(argument);
    one->handler(one->frame, one->result);
}

template <size_t kRow>
ZEND_NAMED_FUNCTION(call_in_origin) {
    Call one{engines[kRow], execute_data, return_value};
    Origin::call_in(*Z_OBJ_P(ZEND_THIS), call, &one);
}

template <size_t... kRow>
void take_over_methods(std::index_sequence<kRow...>) noexcept {
    const zif_handler own[] = {call_in_origin<kRow>...};
    for (size_t i = 0; i < std::size(kRows); ++i) {
        HashTable& methods = (*kRows[i].type)->function_table;
        auto* method = static_cast<zend_function*>(
            zend_hash_str_find_ptr(&methods, kRows[i].method, std::strlen(kRows[i].method)));
        if (method == nullptr) continue;
        engines[i] = method->internal_function.handler;
        method->internal_function.handler = own[i];
    }
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
    take_over_methods(std::make_index_sequence<std::size(kRows)>());
}

}  // namespace tern::php
