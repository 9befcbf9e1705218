#include "php/coroutine/report/slow_trace.h"

#include <algorithm>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"

namespace tern::php {

namespace {

constexpr size_t kLongestTracedName = 1000;

std::string peeked(const zend_string* text, Peek& peek) {
    size_t length = 0;
    if (!peek.copy(&text->len, length)) return "?";
    std::string copy(std::min(length, kLongestTracedName), '\0');
    if (!copy.empty() && !peek.copy(static_cast<const void*>(ZSTR_VAL(text)), copy.data(), copy.size())) return "?";
    return copy;
}

// Null: it cannot be read.
const zend_function* function_of(const zend_execute_data* frame, Peek& peek) noexcept {
    zend_function* function = nullptr;
    return peek.copy(&frame->func, function) ? function : nullptr;
}

bool is_php_code(const zend_function* function, Peek& peek) noexcept {
    decltype(function->type) type{};
    return function != nullptr && peek.copy(&function->type, type) && ZEND_USER_CODE(type);
}

// The main code of the page, or of another file that the engine was called with.
bool is_top_code(const zend_execute_data* frame, Peek& peek) noexcept {
    uint32_t info = 0;
    return peek.copy(&frame->This.u1.type_info, info) && ZEND_CALL_KIND_EX(info) == ZEND_CALL_TOP_CODE;
}

std::string name_of(const zend_execute_data* frame, Peek& peek) {
    const zend_function* function = function_of(frame, peek);
    zend_string* name = nullptr;
    if (function == nullptr || !peek.copy(&function->common.function_name, name)) return "???";
    return name == nullptr ? "[INCLUDE_OR_EVAL]" : peeked(name, peek);
}

// Where the frame was called: in the next one that is PHP code.
std::string place_of_call(const zend_execute_data* frame, Peek& peek) {
    while (peek.copy(&frame->prev_execute_data, frame) && frame != nullptr) {
        const zend_function* function = function_of(frame, peek);
        if (!is_php_code(function, peek)) continue;
        const zend_string* file = nullptr;
        const zend_op* opline = nullptr;
        uint32_t line = 0;
        if (!peek.copy(&function->op_array.filename, file) || file == nullptr) break;
        if (peek.copy(&frame->opline, opline)) (void)peek.copy(&opline->lineno, line);
        return peeked(file, peek) + ":" + std::to_string(line);
    }
    return "unknown:0";
}

void add_line(std::string& text, const zend_execute_data* frame, Peek& peek) {
    char address[32];
    snprintf(address, sizeof address, "[0x%016lx] ", reinterpret_cast<unsigned long>(frame));
    text.append(address).append(name_of(frame, peek)).append("() ");
    text.append(place_of_call(frame, peek)).append("\n");
}

}  // namespace

void SlowTrace::send_to(int descriptor, uint64_t most_frames) noexcept {
    descriptor_ = descriptor;
    most_frames_ = most_frames;
}

void SlowTrace::send(const serve::RequestAccount& account, const zend_execute_data* frame, Peek& peek) noexcept {
    int64_t coroutine = 0;
    int64_t since_ns = 0;
    if (!peek.copy(&account.coroutine_id, coroutine) || !peek.copy(account.since_address(), since_ns)) return;
    std::string text = std::to_string(getpid()) + " " + std::to_string(coroutine) + " " +
                       std::to_string((read_clock_ns(CLOCK_MONOTONIC) - since_ns) / 1000) + "\n";
    for (uint64_t i = 0; i < most_frames_ && frame != nullptr && !is_top_code(frame, peek); ++i) {
        add_line(text, frame, peek);
        if (!peek.copy(&frame->prev_execute_data, frame)) break;
    }
    // A reader that is too slow or has ended must not hold the worker.
    (void)::send(descriptor_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
}

}  // namespace tern::php
