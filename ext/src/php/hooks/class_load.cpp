#include "php/hooks/class_load.h"

#include <utility>

#include "coro/wait_queue.h"
#include "php/bridge/uncaught.h"
#include "php/bridge/waiting.h"

namespace tern::php {

struct ClassLoad {
    const zend_string* name;  // in lower case
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

ClassLoad* find(const Runtime& all, const zend_string* name) noexcept {
    ClassLoad* load = all.class_loads;
    while (load != nullptr && !zend_string_equals(load->name, name)) load = load->next;
    return load;
}

const ClassLoad* awaited_by(const Runtime& all, const coro::Coroutine& waiter) noexcept {
    const ClassWait* wait = all.class_waits;
    while (wait != nullptr && &wait->waiter != &waiter) wait = wait->next;
    return wait == nullptr ? nullptr : &wait->awaited;
}

// Whether this load goes on only when the running coroutine does.
bool needs_running(const Runtime& all, const ClassLoad& load) noexcept {
    const ClassLoad* next = &load;
    while (next != nullptr && &next->loader != all.scheduler.current()) next = awaited_by(all, next->loader);
    return next != nullptr;
}

// False: it did not come to an end; an exception may be pending.
bool await(Runtime& all, ClassLoad& load) {
    if (needs_running(all, load) || !all.may_suspend()) return false;
    ClassWait self{*all.scheduler.current(), load, all.class_waits};
    all.class_waits = &self;
    zend_object* previous = std::exchange(EG(prev_exception), nullptr);
    const coro::Wake wake = load.waiting.wait(all.scheduler, coro::Wait::group, coro::Deadline::never());
    EG(prev_exception) = previous;
    unlink(all.class_waits, self);
    zval ignored;
    return after_wait(all, wake, &ignored);
}

zend_class_entry* load_first(Runtime& all, Autoload load, zend_string* name, zend_string* lower_name) {
    ClassLoad self{lower_name, *all.scheduler.current(), all.class_loads, {}};
    all.class_loads = &self;
    zend_hash_del(EG(in_autoload), lower_name);
    zend_class_entry* entry = load(name, lower_name);
    unlink(all.class_loads, self);
    if (self.waiting.empty()) [[likely]]
        return entry;
    while (self.waiting.wake_one(all.scheduler)) {}
    bail_if_given_up();
    return entry;
}

}  // namespace

zend_class_entry* load_class(Autoload load, zend_string* name, zend_string* lower_name) {
    Runtime* all = runtime();
    if (all == nullptr || all->current() == nullptr) return load(name, lower_name);
    ClassLoad* other = find(*all, lower_name);
    if (other == nullptr) [[likely]]
        return load_first(*all, load, name, lower_name);
    zend_hash_del(EG(in_autoload), lower_name);
    while (other != nullptr) {
        if (!await(*all, *other)) return nullptr;
        if (void* entry = zend_hash_find_ptr(EG(class_table), lower_name)) return static_cast<zend_class_entry*>(entry);
        other = find(*all, lower_name);
    }
    return load_first(*all, load, name, lower_name);
}

bool loads_class(const Runtime& all) noexcept {
    const ClassLoad* load = all.class_loads;
    while (load != nullptr && &load->loader != all.scheduler.current()) load = load->next;
    return load != nullptr;
}

}  // namespace tern::php
