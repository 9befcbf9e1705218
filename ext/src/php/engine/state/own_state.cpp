#include "php/engine/state/own_state.h"

#include <utility>

namespace tern::php {

OwnPart* OwnState::find(const void* key) const noexcept {
    for (const Entry& entry : parts_) {
        if (entry.key == key) return entry.part.get();
    }
    return nullptr;
}

void OwnState::add(const void* key, OwnPart* part) {
    constexpr size_t kUsual = 8;  // of a page
    if (parts_.capacity() == 0) parts_.reserve(kUsual);
    parts_.push_back({key, std::unique_ptr<OwnPart>(part)});
}

void OwnState::need(const void* key, OwnPart* (*make)()) {
    if (find(key) != nullptr) return;
    if (OwnPart* part = make()) add(key, part);
}

void OwnState::exchange() {
    for (const Entry& entry : parts_) entry.part->exchange();
}

void OwnState::exchange_backwards() {
    for (size_t i = parts_.size(); i-- > 0;) parts_[i].part->exchange();
}

void OwnState::note_end_to_parts() const noexcept {
    for (const Entry& entry : parts_) entry.part->note_end();
}

// Code that runs meanwhile may add others, which drop_parts() ends.
void OwnState::end_parts() {
    for (size_t i = parts_.size(); i-- > 0;) {
        parts_[i].ended = true;
        parts_[i].part->end();
    }
}

// Freeing one may run PHP code, which adds others.
void OwnState::drop_parts() {
    while (!parts_.empty()) {
        if (!std::exchange(parts_.back().ended, true)) {
            parts_.back().part->end();
            continue;  // there may be others now
        }
        const std::unique_ptr<OwnPart> last = std::move(parts_.back().part);
        parts_.pop_back();
        last->put_back();
    }
}

OwnState* OwnState::inherit() {
    OwnState* copy = nullptr;
    for (const Entry& entry : parts_) {
        OwnPart* part = entry.part->inherit();
        if (part == nullptr) continue;
        if (copy == nullptr) copy = new OwnState;
        copy->add(entry.key, part);
    }
    return copy;
}

namespace {

// What error_get_last() returns. The running one may be of another state than what is called.
class LastError {
public:
    LastError() noexcept
        : message_(std::exchange(PG(last_error_message), nullptr)),
          file_(std::exchange(PG(last_error_file), nullptr)),
          type_(PG(last_error_type)),
          line_(PG(last_error_lineno)) {}
    void put_back() const {
        if (PG(last_error_message) != nullptr) zend_string_release(PG(last_error_message));
        if (PG(last_error_file) != nullptr) zend_string_release(PG(last_error_file));
        PG(last_error_message) = message_;
        PG(last_error_file) = file_;
        PG(last_error_type) = type_;
        PG(last_error_lineno) = line_;
    }

private:
    zend_string* message_;
    zend_string* file_;
    int type_;
    int line_;
};

}  // namespace

void call_quietly(void (*call)(void* argument), void* argument) {
    zval handler;
    ZVAL_COPY_VALUE(&handler, &EG(user_error_handler));
    ZVAL_UNDEF(&EG(user_error_handler));
    zend_object* exception = std::exchange(EG(exception), nullptr);
    const int level = std::exchange(EG(error_reporting), 0);
    const LastError last_error;
    zend_fiber_switch_block();
    call(argument);
    zend_fiber_switch_unblock();
    last_error.put_back();
    EG(error_reporting) = level;
    if (EG(exception) != nullptr) zend_clear_exception();
    EG(exception) = exception;
    ZVAL_COPY_VALUE(&EG(user_error_handler), &handler);
}

}  // namespace tern::php
