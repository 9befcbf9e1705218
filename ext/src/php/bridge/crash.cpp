#include "php/bridge/crash.h"

#include <array>
#include <csignal>
#include <cstring>
#include <unistd.h>

#include "php/bridge/globals.h"

namespace tern::php {

namespace {

constexpr int kMostFrames = 64;
constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

// Text in fixed memory: a crashed process must not allocate.
class Report {
public:
    void add(Bytes text) noexcept {
        size_t taken = text.size() < sizeof text_ - size_ ? text.size() : sizeof text_ - size_;
        std::memcpy(text_ + size_, text.data(), taken);
        size_ += taken;
    }
    void add(uint64_t number) noexcept {
        char digits[20];
        size_t at = sizeof digits;
        do digits[--at] = static_cast<char>('0' + number % 10);
        while ((number /= 10) > 0);
        add(Bytes(digits + at, sizeof digits - at));
    }
    void flush(int fd) noexcept {
        if (::write(fd, text_, size_) >= 0) size_ = 0;
    }

private:
    char text_[1024];
    size_t size_ = 0;
};

void add_frame(Report& report, const zend_execute_data* frame, uint64_t depth) noexcept {
    const zend_function* function = frame->func;
    if (function == nullptr) return;
    report.add("#");
    report.add(depth);
    report.add(" ");
    if (ZEND_USER_CODE(function->type) && function->op_array.filename != nullptr) {
        report.add(view(function->op_array.filename));
        report.add("(");
        report.add(frame->opline == nullptr ? 0 : frame->opline->lineno);
        report.add("): ");
    }
    if (function->common.scope != nullptr) {
        report.add(view(function->common.scope->name));
        report.add("::");
    }
    report.add(function->common.function_name == nullptr ? Bytes("{main}") : view(function->common.function_name));
    report.add("\n");
}

// If reading the stack faults as well, the handler is gone already and the process ends.
void on_crash(int signal) {
    int fd = TERN_G(log_file)->fd() >= 0 ? TERN_G(log_file)->fd() : STDERR_FILENO;
    Report report;
    report.add("worker process ");
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

}  // namespace

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
        struct sigaction action {};
        action.sa_handler = on_crash;
        action.sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
        (void)sigaction(signal, &action, nullptr);
    }
}

}  // namespace tern::php
