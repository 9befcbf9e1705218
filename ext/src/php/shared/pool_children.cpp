#include "php/shared/pool_children.h"

#include <cstring>
#include <unistd.h>
#include <utility>

#include "php/engine/registry.h"
#include "php/shared/pool_children_arginfo.h"

namespace tern::php {

namespace {

// Null after an Error.
shm::PoolChild* child_of(const zval* children, zend_long number) {
    const shm::Scoreboard* board = part_of<shm::Scoreboard>(children);
    if (board == nullptr) return nullptr;
    if (number >= 0 && number < board->most()) return &board->child(static_cast<uint32_t>(number));
    zend_argument_value_error(1, "must be the number of a child");
    return nullptr;
}

void add_text(zval* row, const char* name, Bytes text) {
    add_assoc_stringl_ex(row, name, std::strlen(name), text.data(), text.size());
}

void to_row(const shm::ChildSnapshot& child, zval* row) {
    array_init_size(row, 16);
    add_assoc_long(row, "pid", child.pid);
    add_assoc_long(row, "started", child.started_s);
    add_assoc_long(row, "requests", static_cast<zend_long>(child.requests));
    add_assoc_long(row, "stage", static_cast<zend_long>(child.stage));
    add_assoc_long(row, "accepted", child.request.accepted_ns);
    add_assoc_long(row, "used", child.used_s);
    add_assoc_long(row, "duration", child.figures.duration_us);
    add_assoc_long(row, "memory", child.figures.memory);
    add_assoc_long(row, "length", child.request.length);
    add_assoc_long(row, "coroutine", child.request.coroutine);
    add_assoc_double(row, "cpu", child.figures.cpu);
    add_text(row, "method", child.request.method);
    add_text(row, "uri", child.request.uri);
    add_text(row, "query", child.request.query);
    add_text(row, "script", child.request.script);
    add_text(row, "user", child.request.user);
}

}  // namespace

void register_pool_children(Classes&) {
    register_class_Tern_Internal_Fpm_Children()->create_object = create_object<ChildrenObject>;
}

}  // namespace tern::php

using namespace tern::php;
using tern::shm::PoolChild;
using tern::shm::Scoreboard;

ZEND_METHOD(Tern_Internal_Fpm_Children, __construct) {
    zend_long most;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(most)
    ZEND_PARSE_PARAMETERS_END();
    if (most < 1 || most > Scoreboard::kMost) {
        zend_argument_value_error(1, "must be between 1 and %u", Scoreboard::kMost);
        RETURN_THROWS();
    }
    if (!has_no_part<Scoreboard>(ZEND_THIS)) RETURN_THROWS();
    auto* board = new Scoreboard;
    if (board->create(static_cast<uint32_t>(most)) != tern::Error::ok) {
        delete board;
        zend_throw_error(nullptr, "There is no shared memory");
        RETURN_THROWS();
    }
    of<ChildrenObject>(ZEND_THIS)->part = board;
}

ZEND_METHOD(Tern_Internal_Fpm_Children, attach) {
    zend_long worker;
    zend_long workers;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(worker)
    Z_PARAM_LONG(workers)
    ZEND_PARSE_PARAMETERS_END();
    Scoreboard* board = part_of<Scoreboard>(ZEND_THIS);
    if (board == nullptr) RETURN_THROWS();
    if (workers < 1 || worker < 0 || worker >= workers) {
        zend_argument_value_error(1, "must be the number of a worker");
        RETURN_THROWS();
    }
    board->attach(static_cast<uint32_t>(worker), static_cast<uint32_t>(workers), getpid());
}

ZEND_METHOD(Tern_Internal_Fpm_Children, leave) {
    ZEND_PARSE_PARAMETERS_NONE();
    delete std::exchange(of<ChildrenObject>(ZEND_THIS)->part, nullptr);
}

ZEND_METHOD(Tern_Internal_Fpm_Children, add) {
    zend_long number;
    zend_long pid;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_LONG(number)
    Z_PARAM_LONG(pid)
    ZEND_PARSE_PARAMETERS_END();
    const PoolChild* child = child_of(ZEND_THIS, number);
    if (child == nullptr) RETURN_THROWS();
    part_of<Scoreboard>(ZEND_THIS)->add(static_cast<uint32_t>(number), static_cast<int32_t>(pid));
}

ZEND_METHOD(Tern_Internal_Fpm_Children, remove) {
    zend_long number;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(number)
    ZEND_PARSE_PARAMETERS_END();
    PoolChild* child = child_of(ZEND_THIS, number);
    if (child == nullptr) RETURN_THROWS();
    (void)child->remove();
}

ZEND_METHOD(Tern_Internal_Fpm_Children, row) {
    zend_long number;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_LONG(number)
    ZEND_PARSE_PARAMETERS_END();
    const PoolChild* child = child_of(ZEND_THIS, number);
    if (child == nullptr) RETURN_THROWS();
    tern::shm::ChildSnapshot snapshot;
    child->read(snapshot);
    if (snapshot.stage > tern::shm::ChildStage::absent) to_row(snapshot, return_value);
}

ZEND_METHOD(Tern_Internal_Fpm_Children, counts) {
    ZEND_PARSE_PARAMETERS_NONE();
    const Scoreboard* board = part_of<Scoreboard>(ZEND_THIS);
    if (board == nullptr) RETURN_THROWS();
    const tern::shm::BoardCounts counts = board->counts();
    array_init_size(return_value, 4);
    add_assoc_long(return_value, "accepted", counts.accepted);
    add_assoc_long(return_value, "active", counts.active);
    add_assoc_long(return_value, "mostActive", counts.most_active);
    add_assoc_long(return_value, "memoryPeak", counts.memory_peak);
}

ZEND_METHOD(Tern_Internal_Fpm_Children, begin) {
    zend_string* uri;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_STR(uri)
    ZEND_PARSE_PARAMETERS_END();
    Scoreboard* board = part_of<Scoreboard>(ZEND_THIS);
    if (board == nullptr) RETURN_THROWS();
    tern::shm::ChildRequest request;
    request.uri = view(uri);
    const PoolChild* child = board->begin(request);
    RETURN_LONG(child == nullptr ? -1 : static_cast<zend_long>(board->number_of(*child)));
}

ZEND_METHOD(Tern_Internal_Fpm_Children, end) {
    zend_long number;
    zend_long duration_us;
    zend_long memory;
    ZEND_PARSE_PARAMETERS_START(3, 3)
    Z_PARAM_LONG(number)
    Z_PARAM_LONG(duration_us)
    Z_PARAM_LONG(memory)
    ZEND_PARSE_PARAMETERS_END();
    Scoreboard* board = part_of<Scoreboard>(ZEND_THIS);
    if (board == nullptr) RETURN_THROWS();
    PoolChild* child = number < 0 ? nullptr : child_of(ZEND_THIS, number);
    if (number >= 0 && child == nullptr) RETURN_THROWS();
    board->end(child, {duration_us, memory, 0});
}
