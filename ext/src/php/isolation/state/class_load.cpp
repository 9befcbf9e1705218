#include "php/isolation/state/class_load.h"

#include <utility>

#include "coro/wait_queue.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/waiting.h"
#include "php/isolation/context.h"
#include "php/isolation/state/program_state.h"

namespace tern::php {

struct ClassLoad {
    const zend_string* name;  // in lower case
    const Context* context;   // that the class belongs to
    const coro::Coroutine& loader;
    ClassLoad* next;
    coro::WaitQueue waiting;
};

struct ClassWait {
    const coro::Coroutine& waiter;
    const ClassLoad& awaited;
    ClassWait* next;
};

namespace {

template <class T>
void unlink(T*& head, const T& one) noexcept {
    T** place = &head;
    while (*place != &one) place = &(*place)->next;
    *place = one.next;
}

ClassLoad* find(const Coroutines& coroutines, const zend_string* name) noexcept {
    ClassLoad* load = coroutines.class_loads.first_load;
    while (load != nullptr && (load->context != Context::running() || !zend_string_equals(load->name, name)))
        load = load->next;
    return load;
}

const ClassLoad* awaited_by(const Coroutines& coroutines, const coro::Coroutine& waiter) noexcept {
    const ClassWait* wait = coroutines.class_loads.first_wait;
    while (wait != nullptr && &wait->waiter != &waiter) wait = wait->next;
    return wait == nullptr ? nullptr : &wait->awaited;
}

// True: the load can continue only when the running coroutine does.
bool needs_running(const Coroutines& coroutines, const ClassLoad& load) noexcept {
    const ClassLoad* next = &load;
    while (next != nullptr && &next->loader != coroutines.scheduler.current())
        next = awaited_by(coroutines, next->loader);
    return next != nullptr;
}

// False: the load did not end; an exception may be pending.
bool await(Coroutines& coroutines, ClassLoad& load) {
    if (needs_running(coroutines, load) || !coroutines.may_suspend()) return false;
    ClassWait self{*coroutines.scheduler.current(), load, coroutines.class_loads.first_wait};
    coroutines.class_loads.first_wait = &self;
    zend_object* previous = previous_exception();
    set_previous_exception(nullptr);
    const coro::Wake wake = load.waiting.wait(coroutines.scheduler, coro::Wait::group, coro::Deadline::never());
    set_previous_exception(previous);
    unlink(coroutines.class_loads.first_wait, self);
    zval ignored;
    return after_wait(coroutines, wake, &ignored);
}

// A fatal error would leave `self` in the list.
zend_class_entry* load_contained(Coroutines& coroutines, Autoload load, zend_string* name, zend_string* lower_name,
                                 ClassLoad& self) {
    zend_class_entry* volatile entry = nullptr;
    volatile bool returned = false;
    zend_try {
        entry = load(name, lower_name);
        returned = true;
    }
    zend_end_try();
    if (returned) return entry;
    unlink(coroutines.class_loads.first_load, self);
    CG(unclean_shutdown) = false;  // for the others
    while (self.waiting.wake_one(coroutines.scheduler)) {}
    zend_bailout();
}

zend_class_entry* load_first(Coroutines& coroutines, Autoload load, zend_string* name, zend_string* lower_name) {
    ClassLoad self{
        lower_name, Context::running(), *coroutines.scheduler.current(), coroutines.class_loads.first_load, {}};
    coroutines.class_loads.first_load = &self;
    zend_hash_del(classes_being_loaded(), lower_name);
    const bool contained = self.context != nullptr && self.context->contains_fatal_errors();
    zend_class_entry* entry =
        contained ? load_contained(coroutines, load, name, lower_name, self) : load(name, lower_name);
    note_loaded_class(entry);
    unlink(coroutines.class_loads.first_load, self);
    if (self.waiting.empty()) [[likely]]
        return entry;
    while (self.waiting.wake_one(coroutines.scheduler)) {}
    bail_if_ended();
    return entry;
}

}  // namespace

zend_class_entry* load_class(Autoload load, zend_string* name, zend_string* lower_name) {
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr || coroutines->current() == nullptr) return load(name, lower_name);
    ClassLoad* other = find(*coroutines, lower_name);
    if (other == nullptr) [[likely]]
        return load_first(*coroutines, load, name, lower_name);
    zend_hash_del(classes_being_loaded(), lower_name);
    while (other != nullptr) {
        if (!await(*coroutines, *other)) return nullptr;
        if (void* entry = zend_hash_find_ptr(EG(class_table), lower_name)) return static_cast<zend_class_entry*>(entry);
        other = find(*coroutines, lower_name);
    }
    return load_first(*coroutines, load, name, lower_name);
}

bool loads_class(const Coroutines& coroutines) noexcept {
    const ClassLoad* load = coroutines.class_loads.first_load;
    while (load != nullptr && &load->loader != coroutines.scheduler.current()) load = load->next;
    return load != nullptr;
}

}  // namespace tern::php
