#include "coro/channel_select.h"
#include "php/coroutine/channel_object.h"
#include "php/coroutine/program/script.h"
#include "php/coroutine/system/coroutine_system.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"

ZEND_METHOD(OpenSwoole_Coroutine, select);

namespace tern::php {

namespace {

using Select = coro::ChannelSelect<zval>;

// False after an Error: there is something else in the array.
bool has_channels_only(HashTable* list, uint32_t argument) {
    zval* item;
    ZEND_HASH_FOREACH_VAL(list, item) {
        ZVAL_DEREF(item);
        if (Z_TYPE_P(item) != IS_OBJECT || !instanceof_function(Z_OBJCE_P(item), classes.coroutine_channel)) {
            zend_argument_type_error(argument, "must be an array of %s, %s given",
                                     ZSTR_VAL(classes.coroutine_channel->name), zend_zval_type_name(item));
            return false;
        }
        if (channel_of(item) == nullptr) return false;
    }
    ZEND_HASH_FOREACH_END();
    return true;
}

// A copy without references: no other code can take a channel out of it.
HashTable* without_references(HashTable* list) {
    HashTable* copy = zend_new_array(zend_hash_num_elements(list));
    zend_ulong number;
    zend_string* key;
    zval* item;
    ZEND_HASH_FOREACH_KEY_VAL(list, number, key, item) {
        ZVAL_DEREF(item);
        Z_TRY_ADDREF_P(item);
        key != nullptr ? zend_hash_add_new(copy, key, item) : zend_hash_index_add_new(copy, number, item);
    }
    ZEND_HASH_FOREACH_END();
    return copy;
}

template <void (Select::*kAdd)(ValueChannel&) noexcept>
void add_all(Select& select, HashTable* list) {
    zval* item;
    ZEND_HASH_FOREACH_VAL(list, item) { (select.*kAdd)(*of<ChannelObject>(item)->channel); }
    ZEND_HASH_FOREACH_END();
}

coro::Wake wait_for(coro::Scheduler& scheduler, HashTable* read, HashTable* write, coro::Deadline until) {
    Select select(zend_hash_num_elements(read) + zend_hash_num_elements(write));
    add_all<&Select::add_reader>(select, read);
    add_all<&Select::add_writer>(select, write);
    return select.wait(scheduler, until);
}

// Takes the channels out that would wait.
template <bool (ValueChannel::*kWaits)() const noexcept>
void keep_ready(HashTable* list) {
    zend_hash_apply(list, [](zval* item) -> int {
        return (of<ChannelObject>(item)->channel->*kWaits)() ? ZEND_HASH_APPLY_REMOVE : ZEND_HASH_APPLY_KEEP;
    });
}

void select_channels(Coroutines& coroutines, HashTable* read, HashTable* write, double timeout, zval* return_value) {
    const coro::Wake wake = wait_for(coroutines.scheduler, read, write, deadline_in(timeout));
    bail_if_ended();
    if (wake == coro::Wake::timed_out) failure(Error::coroutine_timed_out, return_value);
    if (wake == coro::Wake::canceled) (void)after_wait(coroutines, wake, return_value);
    if (wake != coro::Wake::resumed) {
        zend_array_release(read);
        zend_array_release(write);
        return;
    }
    keep_ready<&ValueChannel::pop_waits>(read);
    keep_ready<&ValueChannel::push_waits>(write);
    array_init_size(return_value, 2);
    add_assoc_array(return_value, "pull_chans", read);
    add_assoc_array(return_value, "push_chans", write);
}

}  // namespace

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(OpenSwoole_Coroutine, select) {
    HashTable* read = nullptr;
    HashTable* write = nullptr;
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(0, 3)
    Z_PARAM_OPTIONAL
    Z_PARAM_ARRAY_HT(read)
    Z_PARAM_ARRAY_HT(write)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    if (read == nullptr) read = const_cast<HashTable*>(&zend_empty_array);
    if (write == nullptr) write = const_cast<HashTable*>(&zend_empty_array);
    if (!has_channels_only(read, 1) || !has_channels_only(write, 2)) RETURN_THROWS();
    if (zend_hash_num_elements(read) + zend_hash_num_elements(write) == 0) {
        zend_argument_value_error(1, "must not be empty if there is no channel to push to");
        RETURN_THROWS();
    }
    Coroutines* coroutines = runtime_to_wait();
    if (coroutines == nullptr) RETURN_THROWS();
    select_channels(*coroutines, without_references(read), without_references(write), timeout, return_value);
}
