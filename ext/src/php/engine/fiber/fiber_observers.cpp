#include <cstring>
#include <zend_observer.h>

#include "php/engine/fiber/fiber.h"

namespace tern::php {

namespace {

void* kept_kind = nullptr;

// Runs last, after all observers have seen the status DEAD. The engine would unmap the stacks, which are reused.
void on_switch(zend_fiber_context* from, zend_fiber_context*) {
    if (from->status == ZEND_FIBER_STATUS_DEAD && from->kind == kept_kind) from->status = ZEND_FIBER_STATUS_INIT;
}

bool has_line(const zend_execute_data* frame) noexcept {
    while (frame != nullptr && (frame->func == nullptr || !ZEND_USER_CODE(frame->func->type))) {
        frame = frame->prev_execute_data;
    }
    return frame != nullptr;
}

}  // namespace

bool fibers_are_observed() noexcept {
    return zend_execute_ex != execute_ex || zend_execute_internal != nullptr || ZEND_OBSERVER_ENABLED;
}

void keep_dead_fibers(void* kind) noexcept {
    if (kept_kind != nullptr) return;
    kept_kind = kind;
    zend_observer_fiber_switch_register(on_switch);
}

void announce_end(zend_fiber_context& kept) noexcept {
    kept.status = ZEND_FIBER_STATUS_DEAD;
    zend_observer_fiber_destroy_notify(&kept);
    kept.status = ZEND_FIBER_STATUS_INIT;
}

void announce(zend_fiber_context& kept) noexcept {
    std::memset(kept.reserved, 0, sizeof kept.reserved);
    zend_observer_fiber_init_notify(&kept);
}

StartingPoint::StartingPoint() noexcept : frame_(EG(current_execute_data)), nowhere_{}, function_{}, line_{} {
    if (has_line(frame_)) return;
    function_.type = ZEND_USER_FUNCTION;
    function_.op_array.filename = ZSTR_KNOWN(ZEND_STR_UNKNOWN);
    nowhere_.func = &function_;
    nowhere_.opline = &line_;
    nowhere_.prev_execute_data = frame_;
    EG(current_execute_data) = &nowhere_;
}

}  // namespace tern::php
