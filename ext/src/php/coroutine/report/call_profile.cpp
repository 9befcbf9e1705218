#include "php/coroutine/report/call_profile.h"

#include <charconv>
#include <unistd.h>
#include <zend_observer.h>

#include "base/clock.h"
#include "php/coroutine/program/process_runtime.h"
#include "php/engine/string_slice.h"
#include "serve/log/log_text.h"

namespace tern::php {

namespace {

void begin_call(zend_execute_data* frame) {
    if (TERN_G(call_profile) != nullptr) TERN_G(call_profile)->enter(frame);
}

void end_call(zend_execute_data* frame, zval*) {
    if (TERN_G(call_profile) != nullptr) TERN_G(call_profile)->leave(frame);
}

// The engine keeps the response for each function.
zend_observer_fcall_handlers handlers_of(zend_execute_data* frame) {
    const zend_function* function = frame->func;
    if (function->type != ZEND_USER_FUNCTION || function->common.function_name == nullptr) return {nullptr, nullptr};
    return {begin_call, end_call};
}

int64_t coroutine_id() noexcept {
    const coro::Coroutine* current = runtime() == nullptr ? nullptr : runtime()->current();
    return current == nullptr ? 0 : current->id();
}

void append_number(Buffer& into, int64_t number) noexcept {
    char digits[24];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    into.append({digits, static_cast<size_t>(end - digits)});
}

void append_field(Buffer& into, Bytes name, int64_t number) noexcept {
    into.append(",\"");
    into.append(name);
    into.append("\":");
    append_number(into, number);
}

// The name of an anonymous class has a NUL, and a file behind it.
Bytes shown(const zend_string* name) noexcept { return Bytes(ZSTR_VAL(name)); }

}  // namespace

CallProfile::~CallProfile() {
    for (const Call& call : calls_) {
        if (call.scope != nullptr) zend_string_release(call.scope);
        zend_string_release(call.function);
        zend_string_release(call.file);
    }
}

void CallProfile::enter(const zend_execute_data* frame) noexcept { running_[frame] = {coroutine_id(), monotonic_us()}; }

void CallProfile::leave(const zend_execute_data* frame) noexcept {
    const auto found = running_.find(frame);
    if (found == running_.end()) return;  // it began before the profile
    record(*frame->func, found->second, monotonic_us());
    running_.erase(found);
}

void CallProfile::record(const zend_function& function, const Running& call, int64_t end_us) noexcept {
    if (calls_.size() >= kMostCalls) {
        ++lost_;
        return;
    }
    zend_class_entry* scope = function.common.scope;
    calls_.push_back({scope == nullptr ? nullptr : keep_string(scope->name), keep_string(function.common.function_name),
                      keep_string(function.op_array.filename), function.op_array.line_start, call.coroutine,
                      call.begin_us, end_us - call.begin_us});
}

void CallProfile::finish() noexcept {
    const int64_t now_us = monotonic_us();
    for (const auto& [frame, call] : running_) record(*frame->func, call, now_us);
    running_.clear();
}

void CallProfile::write_call(const Call& call, Buffer& into) const noexcept {
    std::string name;
    if (call.scope != nullptr) name.append(shown(call.scope)).append("::");
    Bytes file = view(call.file);
    if (file.starts_with(root_)) file.remove_prefix(root_.size());
    name.append(shown(call.function))
        .append(" (")
        .append(file)
        .append(":")
        .append(std::to_string(call.line))
        .append(")");
    into.append(",\n{\"ph\":\"X\",\"cat\":\"FEE\",\"name\":");
    serve::append_json_text(into, name);
    append_field(into, "pid", getpid());
    append_field(into, "tid", call.coroutine);
    append_field(into, "ts", call.begin_us);
    append_field(into, "dur", call.length_us);
    into.append("}");
}

void CallProfile::write(Buffer& into) const noexcept {
    into.append("{\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"process_name\",\"args\":{\"name\":\"php\"}");
    append_field(into, "pid", getpid());
    append_field(into, "tid", 0);
    into.append("}");
    for (const Call& call : calls_) write_call(call, into);
    into.append("\n],\"displayTimeUnit\":\"ms\"");
    append_field(into, "lost", static_cast<int64_t>(lost_));
    into.append("}\n");
}

void observe_calls() {
    if (zend_ini_long(ZEND_STRL("swoole.profile"), false) != 0) zend_observer_fcall_register(handlers_of);
}

}  // namespace tern::php
