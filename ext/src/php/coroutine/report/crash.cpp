#include "php/coroutine/report/crash.h"

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

#include "base/escape.h"
#include "base/fixed_text.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/fiber/fiber_stack.h"
#include "php/engine/globals.h"

namespace tern::php {

namespace {

constexpr int kMostCrashFrames = 64;
constexpr unsigned kLeaveSeconds = 2;
constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

// What depends on the processor: where a signal interrupted this thread, and how to stop it after the next instruction.

// Returns 0 on a processor that this file does not know.
uintptr_t instruction_of(const void* signal_context) noexcept {
    [[maybe_unused]] const auto& machine = static_cast<const ucontext_t*>(signal_context)->uc_mcontext;
#if defined(__x86_64__)
    return static_cast<uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return machine.pc;
#else
    return 0;
#endif
}

// For signal handlers: from now on a SIGTRAP follows each instruction that the thread executes, until a handler does
// not return. False on a processor that this file does not know.
bool stop_after_each_instruction([[maybe_unused]] void* signal_context) noexcept {
#if defined(__x86_64__)
    constexpr greg_t kTrapFlag = 0x100;
    static_cast<ucontext_t*>(signal_context)->uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
    return true;
#else
    return false;
#endif
}

// Does not allocate, as the process has crashed.
class Report : public FixedText<1024> {
public:
    // Adds a name of the program, which may have any bytes.
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

int log_fd() noexcept { return TERN_G(log_file)->fd() >= 0 ? TERN_G(log_file)->fd() : STDERR_FILENO; }

void add_process(Report& report) noexcept {
    report.add("process ");
    report.add(static_cast<uint64_t>(getpid()));
}

// The code of one loaded object: the engine or a library.
struct CodeRange {
    uintptr_t begin;
    uintptr_t end;
    bool has(uintptr_t address) const noexcept { return address >= begin && address < end; }
};

// `end` is the address to find at first.
int find_code(dl_phdr_info* object, size_t, void* range) noexcept {
    auto* wanted = static_cast<CodeRange*>(range);
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
        const uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
        const CodeRange found{begin, begin + segment.p_memsz};
        if (!found.has(wanted->end)) continue;
        *wanted = found;
        return 1;
    }
    return 0;
}

template <class Function>
CodeRange code_of(Function* function) noexcept {
    const auto address = reinterpret_cast<uintptr_t>(function);
    CodeRange range{address, address};
    dl_iterate_phdr(find_code, &range);
    return range;
}

Bytes object_at(uintptr_t code) noexcept {
    Dl_info info{};
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    if (dladdr(reinterpret_cast<const void*>(code), &info) == 0 || info.dli_fname == nullptr) return "generated code";
    const Bytes path = info.dli_fname;
    return path.substr(path.rfind('/') + 1);
}

bool is_engine(uintptr_t code) noexcept {
    static const CodeRange engine = code_of(&zend_fiber_switch_context);
    return engine.has(code);
}

// True for the C library, and for another allocator: if they are interrupted, a heap or a lock that the end of this
// process needs may be inconsistent.
bool must_finish(uintptr_t code) noexcept {
    static const CodeRange library = code_of(&abort);
    static const CodeRange allocator = code_of(&malloc);
    return library.has(code) || allocator.has(code);
}

// The coroutine whose guard was touched, as its C stack is used up. Null: none, or the stack is that of a native Fiber.
Fiber* overflowed_coroutine(const siginfo_t* info) noexcept {
    Fiber* fiber = current_fiber();
    const FiberStack* stack = fiber == nullptr ? nullptr : fiber->running_stack();
    return stack != nullptr && stack->guards(info->si_addr) ? fiber : nullptr;
}

// The engine has one page as a guard below the stack of a native Fiber.
bool native_fiber_overflowed(const siginfo_t* info) noexcept {
    const zend_fiber_context* context = EG(current_fiber_context);
    if (context == nullptr || context == EG(main_fiber_context) || context->stack == nullptr) return false;
    const char* bottom = head_of(context)->bottom;
    const char* touched = static_cast<const char*>(info->si_addr);
    return touched < bottom && bottom - touched <= sysconf(_SC_PAGESIZE);
}

// If reading the stack also faults, the default action ends the process.
void on_crash(int signal) {
    const int fd = log_fd();
    Report report;
    add_process(report);
    report.add(" crashed with signal ");
    report.add(static_cast<uint64_t>(signal));
    report.add("; PHP stack:\n");
    report.flush(fd);
    uint64_t depth = 0;
    for (const zend_execute_data* frame = EG(current_execute_data); frame != nullptr && depth < kMostCrashFrames;
         frame = frame->prev_execute_data, ++depth) {
        add_frame(report, frame, depth);
        report.flush(fd);
    }
    (void)::raise(signal);
}

void on_any_crash(int signal, siginfo_t*, void*) { on_crash(signal); }

void log_overflow(const Fiber* fiber, Bytes where) noexcept {
    Report report;
    add_process(report);
    if (fiber == nullptr) {
        report.add(": the C stack of a native Fiber");
    } else {
        report.add(": the C stack of coroutine ");
        report.add(static_cast<uint64_t>(fiber->id()));
    }
    report.add(" is used up in ");
    report.add(where);
    report.add(fiber == nullptr ? " (fiber.stack_size in php.ini)\n" : " (option c_stack_size)\n");
    report.flush(log_fd());
}

// An interrupted library may hold a lock. If this process waits for that, the alarm ends it.
void limit_life() noexcept {
    (void)std::signal(SIGALRM, SIG_DFL);
    sigset_t alarms;
    (void)sigemptyset(&alarms);
    (void)sigaddset(&alarms, SIGALRM);
    (void)sigprocmask(SIG_UNBLOCK, &alarms, nullptr);
    (void)alarm(kLeaveSeconds);
}

using Handler = void (*)(int signal, siginfo_t* info, void* context);

void handle(int signal, Handler handler, int flags) noexcept {
    struct sigaction action {};
    action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO | flags;
    action.sa_sigaction = handler;
    (void)sigaction(signal, &action, nullptr);
}

void on_fault(int signal, siginfo_t* info, void* context);

// Until the worker is replaced, its other coroutines may use up their stacks, too.
[[noreturn]] void bail_out() noexcept {
    handle(SIGSEGV, on_fault, SA_RESETHAND);
    TERN_G(overflow).file = zend_get_executed_filename_ex();
    TERN_G(overflow).line = zend_get_executed_lineno();
    TERN_G(overflow).happened = true;
    zend_bailout();
}

// A used-up stack is a fatal error: the engine unwinds from its own code, and over libraries in the same way as from
// callbacks.
[[noreturn]] void end_overflow(const Fiber* fiber, uintptr_t code) noexcept {
    if (is_engine(code)) bail_out();
    limit_life();
    log_overflow(fiber, object_at(code));
    bail_out();
}

// Handles SIGTRAP, after each instruction of code that must finish.
void on_step(int, siginfo_t*, void* context) {
    const uintptr_t code = instruction_of(context);
    if (!must_finish(code)) end_overflow(current_fiber(), code);
}

// Handles SIGSEGV, after the default action was restored. The stack gets a part of the guard, so that the running code
// finishes, and the next PHP function that C code calls gets an Error. Where none is called, code that must finish runs
// on step by step, in another part. Then its caller reports that the stack is used up.
void on_fault(int signal, siginfo_t* info, void* context) {
    Fiber* fiber = overflowed_coroutine(info);
    if (fiber != nullptr && fiber->running_stack()->extend_for_code()) {
        end_recursion();
        return handle(SIGSEGV, on_fault, SA_RESETHAND);
    }
    if (EG(bailout) == nullptr || (fiber == nullptr && !native_fiber_overflowed(info))) return on_crash(signal);
    const uintptr_t code = instruction_of(context);
    if (!must_finish(code)) end_overflow(fiber, code);
    if (fiber != nullptr && stop_after_each_instruction(context) && fiber->running_stack()->extend()) {
        handle(SIGTRAP, on_step, 0);
        return handle(SIGSEGV, on_fault, SA_RESETHAND);
    }
    log_overflow(fiber, object_at(code));
    on_crash(signal);
}

}  // namespace

void log_crashes() noexcept {
    // The handler needs a stack of its own: the usual reason of a crash is a used-up stack.
    static char stack[64 * 1024];
    stack_t own{};
    own.ss_sp = stack;
    own.ss_size = sizeof stack;
    if (sigaltstack(&own, nullptr) < 0) return;
    for (int signal : kSignals) {
        struct sigaction former {};
        if (sigaction(signal, nullptr, &former) < 0 || former.sa_handler != SIG_DFL) continue;
        handle(signal, signal == SIGSEGV ? on_fault : on_any_crash, SA_RESETHAND);
    }
}

}  // namespace tern::php
