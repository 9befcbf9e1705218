#include "php/bridge/crash.h"

#include <array>
#include <csignal>
#include <cstddef>
#include <link.h>
#include <unistd.h>
#include <utility>

#include "base/escape.h"
#include "base/fixed_text.h"
#include "php/bridge/fiber_stack.h"
#include "php/bridge/globals.h"
#include "php/bridge/machine.h"

namespace tern::php {

namespace {

constexpr int kMostFrames = 64;
constexpr ptrdiff_t kGuardReach = 4096;  // below a stack
constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

// A crashed process must not allocate.
class Report : public FixedText<1024> {
public:
    // A name of the program's, which may have any byte.
    void add_name(Bytes name) noexcept {
        escape_lines(name, [this](Bytes piece) { add(piece); });
    }
    void flush(int fd) noexcept {
        if (::write(fd, view().data(), view().size()) >= 0) clear();
    }
};

void add_frame(Report& report, const zend_execute_data* frame, uint64_t depth) noexcept {
    const zend_function* function = frame->func;
    if (function == nullptr) return;
    report.add("#");
    report.add(depth);
    report.add(" ");
    if (ZEND_USER_CODE(function->type) && function->op_array.filename != nullptr) {
        report.add_name(view(function->op_array.filename));
        report.add("(");
        report.add(frame->opline == nullptr ? 0 : frame->opline->lineno);
        report.add("): ");
    }
    if (function->common.scope != nullptr) {
        report.add_name(view(function->common.scope->name));
        report.add("::");
    }
    report.add_name(function->common.function_name == nullptr ? Bytes("{main}") : view(function->common.function_name));
    report.add("\n");
}

// Where the engine's code is: it unwinds from there as from any fatal error. Elsewhere (malloc) it would leave a lock
// or a list half done.
struct CodeRange {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    bool has(uintptr_t address) const noexcept { return address >= begin && address < end; }
};

CodeRange engine_code() noexcept {
    CodeRange range;
    dl_iterate_phdr(
        [](dl_phdr_info* object, size_t, void* into) {
            const auto engine = reinterpret_cast<uintptr_t>(&zend_fiber_switch_context);
            for (int i = 0; i < object->dlpi_phnum; ++i) {
                const ElfW(Phdr)& segment = object->dlpi_phdr[i];
                if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
                const uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
                const CodeRange found{begin, begin + segment.p_memsz};
                if (!found.has(engine)) continue;
                *static_cast<CodeRange*>(into) = found;
                return 1;
            }
            return 0;
        },
        &range);
    return range;
}

// The C stack of a fiber, ours or a native one, is used up: its guard was touched.
bool overflowed(const siginfo_t* info) noexcept {
    const zend_fiber_context* context = EG(current_fiber_context);
    if (context == nullptr || context == EG(main_fiber_context) || context->stack == nullptr) return false;
    const char* bottom = head_of(context)->bottom;
    const char* touched = static_cast<const char*>(info->si_addr);
    return touched < bottom && bottom - touched <= kGuardReach;
}

// If reading the stack faults as well, the handler is gone already and the process ends.
void on_crash(int signal) {
    int fd = TERN_G(log_file)->fd() >= 0 ? TERN_G(log_file)->fd() : STDERR_FILENO;
    Report report;
    report.add("process ");
    report.add(static_cast<uint64_t>(getpid()));
    report.add(" crashed with signal ");
    report.add(static_cast<uint64_t>(signal));
    report.add("; PHP stack:\n");
    report.flush(fd);
    uint64_t depth = 0;
    for (const zend_execute_data* frame = EG(current_execute_data); frame != nullptr && depth < kMostFrames;
         frame = frame->prev_execute_data, ++depth) {
        add_frame(report, frame, depth);
        report.flush(fd);
    }
    (void)::raise(signal);
}

// SIGSEGV, with the default action back in place.
void on_fault(int signal, siginfo_t* info, void* context) {
    static const CodeRange engine = engine_code();
    if (EG(bailout) == nullptr || !overflowed(info) || !engine.has(instruction_of(context))) return on_crash(signal);
    TERN_G(overflow).file = zend_get_executed_filename_ex();
    TERN_G(overflow).line = zend_get_executed_lineno();
    TERN_G(overflow).happened = true;
    zend_bailout();
}

void handle(int signal) noexcept {
    struct sigaction action {};
    action.sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
    if (signal == SIGSEGV) {
        action.sa_sigaction = on_fault;
        action.sa_flags |= SA_SIGINFO;
    } else {
        action.sa_handler = on_crash;
    }
    (void)sigaction(signal, &action, nullptr);
}

}  // namespace

void report_overflow() noexcept {
    Overflow& overflow = TERN_G(overflow);
    if (!std::exchange(overflow.happened, false)) return;
    zend_try {
        zend_string* file = overflow.file == nullptr ? ZSTR_EMPTY_ALLOC() : overflow.file;
        zend_error_at(E_ERROR | E_DONT_BAIL, file, overflow.line,
                      "The C stack of a coroutine is used up: infinite recursion? (option c_stack_size)");
    }
    zend_end_try();
}

void log_crashes() noexcept {
    // The handler needs a stack of its own: the usual crash is that there is none left.
    static char stack[64 * 1024];
    stack_t own{};
    own.ss_sp = stack;
    own.ss_size = sizeof stack;
    if (sigaltstack(&own, nullptr) < 0) return;
    for (int signal : kSignals) {
        struct sigaction former {};
        if (sigaction(signal, nullptr, &former) < 0 || former.sa_handler != SIG_DFL) continue;
        handle(signal);
    }
}

}  // namespace tern::php
