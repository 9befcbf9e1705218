#include "php/coroutine/report/blocking_report.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tern::php {

namespace {

constexpr uint64_t kMostReportedFrames = 32;
constexpr size_t kLongestFrame = 200;

void add_name(BlockingText& text, const zend_string* name, Peek& peek) noexcept {
    char letters[kLongestFrame];
    size_t length = 0;
    if (!peek.copy(&name->len, length)) return text.add("?");
    length = std::min(length, sizeof letters);
    if (!peek.copy(static_cast<const void*>(ZSTR_VAL(name)), letters, length)) return text.add("?");
    text.add(Bytes(letters, length));
}

// For PHP code. Its line was noted at its last call, or before.
void add_place(BlockingText& text, const zend_execute_data* frame, const zend_op_array* code, Peek& peek) noexcept {
    const zend_string* file = nullptr;
    const zend_op* opline = nullptr;
    uint32_t line = 0;
    if (!peek.copy(&code->filename, file) || file == nullptr) return;
    if (peek.copy(&frame->opline, opline)) (void)peek.copy(&opline->lineno, line);
    add_name(text, file, peek);
    text.add("(");
    text.add(line);
    text.add("): ");
}

void add_function(BlockingText& text, const zend_function* function, const zend_string* name, Peek& peek) noexcept {
    zend_class_entry* scope = nullptr;
    zend_string* of_scope = nullptr;
    if (peek.copy(&function->common.scope, scope) && scope != nullptr && peek.copy(&scope->name, of_scope)) {
        add_name(text, of_scope, peek);
        text.add("::");
    }
    if (name == nullptr) return text.add("{main}");
    add_name(text, name, peek);
}

// True: this code executes include_once or require_once.
bool includes_once(const zend_execute_data* frame, Peek& peek) noexcept {
    const zend_op* opline = nullptr;
    decltype(opline->opcode) opcode = 0;
    uint32_t kind = 0;
    if (!peek.copy(&frame->opline, opline) || !peek.copy(&opline->opcode, opcode)) return false;
    if (opcode != ZEND_INCLUDE_OR_EVAL || !peek.copy(&opline->extended_value, kind)) return false;
    return kind == ZEND_INCLUDE_ONCE || kind == ZEND_REQUIRE_ONCE;
}

// True: the frame includes a file once. Frames that the engine makes have no name.
bool add_frame(BlockingText& text, const zend_execute_data* frame, uint64_t depth, Peek& peek) noexcept {
    zend_function* function = nullptr;
    decltype(function->type) type{};
    zend_string* name = nullptr;
    if (!peek.copy(&frame->func, function) || !peek.copy(&function->type, type)) return false;
    const bool in_php = ZEND_USER_CODE(type);
    if (!peek.copy(&function->common.function_name, name) || (name == nullptr && !in_php)) return false;
    text.add("\n#");
    text.add(depth);
    text.add(" ");
    if (in_php) add_place(text, frame, &function->op_array, peek);
    add_function(text, function, name, peek);
    return in_php && includes_once(frame, peek);
}

Bytes advice(const Blocking& blocking, bool includes) noexcept {
    if (blocking.call.groups == 0) return {};
    if (!blocking.in_coroutine) return ", outside of coroutines, where every call blocks";
    if ((blocking.call.groups & blocking.switched_on) == 0) {
        return "; it would suspend only its coroutine with hook_flags => SWOOLE_HOOK_ALL";
    }
    return includes ? Bytes(" because a file is being included once, which no other coroutine may see half done")
                    : Bytes();
}

}  // namespace

bool write_stack(BlockingText& text, const zend_execute_data* frame, Peek& peek) noexcept {
    bool includes = false;
    for (uint64_t depth = 0; depth < kMostReportedFrames && frame != nullptr; ++depth) {
        includes = add_frame(text, frame, depth, peek) || includes;
        if (!peek.copy(&frame->prev_execute_data, frame)) break;
    }
    return includes;
}

void write_blocking(BlockingText& text, const Blocking& blocking, const zend_execute_data* frame, Peek& peek) noexcept {
    BlockingText stack;
    const bool includes = write_stack(stack, frame, peek);
    text.add("nothing else runs here for ");
    text.add(static_cast<uint64_t>(blocking.for_ms));
    text.add(blocking.computes ? " ms: the code computes" : " ms: blocked");
    if (blocking.call.name != nullptr) {
        text.add(" in ");
        text.add(blocking.call.name);
        text.add("()");
    }
    text.add(advice(blocking, includes));
    text.add(stack.view());
}

Peek::Peek() noexcept {
    if (pipe2(ends_, O_CLOEXEC | O_NONBLOCK) != 0) ends_[0] = ends_[1] = -1;
}

Peek::~Peek() {
    if (ends_[0] < 0) return;
    ::close(ends_[0]);
    ::close(ends_[1]);
}

// A plain write() would make sanitizers read the memory.
bool Peek::copy(const void* from, void* into, size_t bytes) noexcept {
    if (from == nullptr || ends_[0] < 0) return false;
    const long written = syscall(SYS_write, ends_[1], from, bytes);
    if (written <= 0) return false;
    return ::read(ends_[0], into, static_cast<size_t>(written)) == static_cast<ssize_t>(bytes);
}

}  // namespace tern::php
