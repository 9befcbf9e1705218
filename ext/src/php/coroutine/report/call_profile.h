// Records when each function of the program began and how long it took, in all coroutines, and writes it in the Trace
// Event Format that VizTracer and Perfetto show. For swoole_tracer_prof_begin(), with swoole.profile in php.ini.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/buffer.h"
#include "php/engine/compat/engine.h"

namespace tern::php {

class CallProfile {
public:
    static constexpr size_t kMostCalls = 1'000'000;  // further calls are counted only

    // `root` is removed from the start of the names of files.
    explicit CallProfile(Bytes root) : root_(root) {}
    CallProfile(const CallProfile&) = delete;
    CallProfile& operator=(const CallProfile&) = delete;
    ~CallProfile();

    void enter(const zend_execute_data* frame) noexcept;
    void leave(const zend_execute_data* frame) noexcept;

    // Calls that have not ended yet end now.
    void finish() noexcept;
    size_t lost() const noexcept { return lost_; }
    // JSON.
    void write(Buffer& into) const noexcept;

private:
    struct Call {
        // With a reference to each; `scope` is null for a function.
        zend_string* scope;
        zend_string* function;
        zend_string* file;
        uint32_t line;
        int64_t coroutine;
        int64_t begin_us;
        int64_t length_us;
    };
    struct Running {
        int64_t coroutine;
        int64_t begin_us;
    };
    void record(const zend_function& function, const Running& call, int64_t end_us) noexcept;
    void write_call(const Call& call, Buffer& into) const noexcept;

    const std::string root_;
    std::vector<Call> calls_;
    std::unordered_map<const zend_execute_data*, Running> running_;
    size_t lost_ = 0;
};

// While the module starts: lets the engine report calls, if swoole.profile is on.
void observe_calls();

}  // namespace tern::php
