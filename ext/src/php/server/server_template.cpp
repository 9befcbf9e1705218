#include "php/server/server_template.h"

#include <csignal>
#include <string>
#include <unistd.h>

#include "base/error_page.h"
#include "php/coroutine/program/forked.h"
#include "php/coroutine/program/master_runtime.h"
#include "php/coroutine/program/turn_calls.h"
#include "php/engine/fiber/guard.h"
#include "php/engine/state/opcache.h"
#include "php/server/privileges.h"
#include "php/server/server_events.h"
#include "proc/end_with_master.h"
#include "proc/ignored_signal.h"
#include "proc/open_resources.h"

namespace tern::php {

namespace {

constexpr int kLookMs = 1000;  // how often to look whether opcache has to restart
constexpr int kNoFailure = -1;
constexpr ErrorPage kBootOnce("boot-once");

// Signals for the whole group of the server: the master handles them, and ends the template.
constexpr int kOfMaster[] = {SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGHUP, SIGQUIT};

void free_garbage(void*) {
    (void)gc_collect_cycles();
    (void)zend_mm_gc(zend_mm_get_heap());
}

}  // namespace

ServerTemplate::ServerTemplate(ServerProcess& process, Fd channel) noexcept
    : process_(process),
      server_(process.server()),
      log_(*TERN_G(log)),
      channel_(std::move(channel), process.master_pid()) {
    process.become(*this);
}

proc::WorkerIdentity ServerTemplate::run() noexcept {
    init();
    boot();
    (void)guard::run(free_garbage, nullptr);
    channel_.report(true);
    for (;;) {
        proc::TemplateChannel::Next next = channel_.next(kLookMs);
        using Kind = proc::TemplateChannel::Next::Kind;
        if (next.kind == Kind::worker) {
            for (int signal : kOfMaster) (void)std::signal(signal, SIG_DFL);
            return std::move(next.identity);
        }
        if (next.kind == Kind::reopen_logs) process_.reopen_logs();
        // The contexts that it holds keep opcache from its restart.
        if (next.kind == Kind::end || OpcacheUse::generation() != opcache_generation_) ::_exit(0);
    }
}

void ServerTemplate::init() noexcept {
    proc::end_with_master(process_.master_pid(), SIGKILL);
    for (int signal : kOfMaster) proc::ignore_signal(signal);
    TERN_G(log_file)->set_writer('*', ::getpid(), 0);
    process_.departures().reader.reset();
    process_.admin_listener().close();
    init_child();
    // Before the program runs: what it makes belongs to the user of the workers.
    if (give_up_privileges(server_.config->privileges, log_) != Error::ok) ::_exit(1);
    proc::end_with_master(process_.master_pid(), SIGKILL);  // a change of the user has cancelled it
}

void ServerTemplate::boot() noexcept {
    opcache_generation_ = OpcacheUse::generation();
    const proc::OpenResources before = proc::OpenResources::find();
    booting_ = true;
    call_program();
    booting_ = false;
    if (runtime() != nullptr || left_calls_) refuse("has started a coroutine, a timer or an event that has not ended");
    const std::string opened = proc::OpenResources::find().new_since(before);
    if (!opened.empty()) refuse(("has opened " + opened).c_str());
}

// What was thrown is logged, and each worker will meet it again.
void ServerTemplate::call_program() noexcept {
    const auto& config = *server_.config;
    MasterRuntime program({config.enable_coroutine, static_cast<size_t>(config.max_coroutine)});
    const Result<Runtime*> made = program.make();
    if (!made.ok()) ::_exit(1);
    Runtime& runtime = *made.value();
    runtime.running = true;
    int failure = kNoFailure;
    EventCall call(&server_.boot_call);
    call.exit_code = &failure;
    call.add(&server_.std);
    const int64_t id = runtime.scheduler.last_id() + 1;
    call_event(call, true);
    while (!runtime.bailed && runtime.scheduler.find(id) != nullptr) {
        if (runtime.loop.turn(-1) != Error::ok) ::_exit(1);
    }
    if (runtime.bailed || failure != kNoFailure) ::_exit(failure > 0 ? failure : 1);
    // These do not keep the runtime, which drops them.
    const TurnCalls* turns = runtime.turn_calls.get();
    left_calls_ = runtime.signals.listened_count() > 0 || (turns != nullptr && turns->has_cycle());
    end_opcache();  // its timer would keep the runtime; run() looks instead
    runtime.running = false;
}

void ServerTemplate::refuse(const char* why) noexcept {
    log_.print(LogLevel::warning,
               "the program cannot boot once for all workers: it %s while it booted. Each worker boots it. See %s", why,
               kBootOnce.url);
    channel_.report(false);
    ::_exit(0);
}

}  // namespace tern::php
