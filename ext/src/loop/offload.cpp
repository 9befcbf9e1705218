#include "loop/offload.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace tern::loop {

// The state that threads use. The lock protects all of it, except for what is set before the first thread starts.
struct Offload::Pool {
    enum class Owner : uint8_t { there, leaving, gone };

    ~Pool() {
        if (event_fd >= 0) ::close(event_fd);
    }
    bool wants_thread() noexcept;
    bool start_thread() noexcept;
    bool withdraw(Job& job) noexcept;
    void complete(Job& job) noexcept;
    bool wait_for_job(std::unique_lock<std::mutex>& guard) noexcept;
    void work_until_idle() noexcept;
    void destroy_jobs() noexcept;
    static void* thread_main(void* pool) noexcept;

    std::mutex lock;
    std::condition_variable job_arrived;
    std::condition_variable thread_left;
    List<Job> queue;
    List<Job> finished;
    size_t queued = 0;
    uint32_t threads = 0;
    uint32_t idle = 0;
    Owner owner = Owner::there;
    OffloadLimits limits;
    int event_fd = -1;  // readable while `finished` is not empty
    pid_t pid = getpid();
};

namespace {

// An abandoned thread still needs its code, so the extension must stay loaded.
void stay_loaded() noexcept {
    Dl_info self{};
    if (dladdr(reinterpret_cast<void*>(&stay_loaded), &self) == 0) return;
    (void)dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

}  // namespace

bool Offload::Pool::wants_thread() noexcept { return queued > idle && threads < limits.max_threads; }

bool Offload::Pool::start_thread() noexcept {
    pthread_t thread{};
    if (!loop::start_thread(thread, &Pool::thread_main, this)) return false;
    (void)pthread_detach(thread);
    return true;
}

bool Offload::Pool::withdraw(Job& job) noexcept {
    if (!job.queued_) return false;
    job.unlink();
    job.queued_ = false;
    --queued;
    return true;
}

void Offload::Pool::complete(Job& job) noexcept {
    const bool first = finished.empty();
    finished.push_back(job);
    if (first) (void)eventfd_write(event_fd, 1);
}

// False: it was idle for long enough, or the owner ends.
bool Offload::Pool::wait_for_job(std::unique_lock<std::mutex>& guard) noexcept {
    ++idle;
    std::cv_status status = job_arrived.wait_for(guard, std::chrono::milliseconds(limits.max_idle_ms));
    --idle;
    if (owner != Owner::there) return false;
    return status == std::cv_status::no_timeout || queued > 0 || threads <= limits.kept_threads;
}

void Offload::Pool::work_until_idle() noexcept {
    std::unique_lock guard(lock);
    while (owner == Owner::there) {
        Job* job = queue.front();
        if (job == nullptr) {
            if (!wait_for_job(guard)) break;
            continue;
        }
        (void)withdraw(*job);
        guard.unlock();
        job->work();
        guard.lock();
        if (owner == Owner::there) {
            complete(*job);
            continue;
        }
        guard.unlock();
        delete job;
        guard.lock();
    }
    --threads;
    const bool last = threads == 0 && owner == Owner::gone;
    thread_left.notify_all();
    guard.unlock();
    if (last) delete this;
}

void Offload::Pool::destroy_jobs() noexcept {
    while (Job* job = queue.pop_front()) delete job;
    while (Job* job = finished.pop_front()) delete job;
    queued = 0;
}

void* Offload::Pool::thread_main(void* pool) noexcept {
    static_cast<Pool*>(pool)->work_until_idle();
    return nullptr;
}

// --- the loop's part

Offload::~Offload() { forget(); }

// A copy in a forked child has no threads. A parent's thread may hold the copied lock, and the poller is the parent's.
void Offload::forget() noexcept {
    Pool* pool = std::exchange(pool_, nullptr);
    if (pool == nullptr || pool->pid != getpid()) return;
    loop_.unwatch(pool->event_fd, *this);
    std::unique_lock guard(pool->lock);
    pool->owner = Pool::Owner::leaving;
    pool->destroy_jobs();
    pool->job_arrived.notify_all();
    (void)pool->thread_left.wait_for(guard, std::chrono::milliseconds(kWaitMs), [pool] { return pool->threads == 0; });
    pool->owner = Pool::Owner::gone;
    const bool last = pool->threads == 0;
    guard.unlock();
    if (last) delete pool;
}

Error Offload::open() noexcept {
    if (pool_ != nullptr && pool_->pid != getpid()) forget();
    if (pool_ != nullptr) return Error::ok;
    auto* fresh = new Pool;
    fresh->limits = limits_;
    fresh->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    Error error = fresh->event_fd < 0 ? last_error() : Error::ok;
    if (error == Error::ok) error = loop_.watch(fresh->event_fd, kReadable, Trigger::level, *this);
    if (error != Error::ok) {
        delete fresh;
        return error;
    }
    stay_loaded();
    pool_ = fresh;
    return Error::ok;
}

void Offload::set_limits(const OffloadLimits& limits) noexcept {
    limits_ = limits;
    if (limits_.max_threads == 0) limits_.max_threads = 1;
    if (pool_ == nullptr) return;
    std::lock_guard guard(pool_->lock);
    pool_->limits = limits_;
}

OffloadLoad Offload::load() const noexcept {
    if (pool_ == nullptr) return {};
    std::lock_guard guard(pool_->lock);
    return {pool_->threads, pool_->threads - pool_->idle, pool_->queued};
}

Error Offload::submit(Job& job) noexcept {
    if (Error error = open(); error != Error::ok) return error;
    std::lock_guard guard(pool_->lock);
    if (pool_->queued >= kMostQueued) return Error::queue_full;
    job.queued_ = true;
    pool_->queue.push_back(job);
    ++pool_->queued;
    if (pool_->wants_thread()) {
        ++pool_->threads;
        if (!pool_->start_thread()) --pool_->threads;
    }
    if (pool_->threads == 0) {
        (void)pool_->withdraw(job);
        return Error::would_block;  // the system has no thread now
    }
    pool_->job_arrived.notify_one();
    return Error::ok;
}

bool Offload::withdraw(Job& job) noexcept {
    std::lock_guard guard(pool_->lock);
    return pool_->withdraw(job);
}

// Level-triggered, and readable until the last job is taken: a nested turn continues with the rest.
void Offload::on_events(Events) {
    for (int n = 0; n < kDonePerTurn; ++n) {
        std::unique_lock guard(pool_->lock);
        Job* job = pool_->finished.pop_front();
        if (job == nullptr || pool_->finished.empty()) {
            eventfd_t ignored = 0;
            (void)eventfd_read(pool_->event_fd, &ignored);
        }
        guard.unlock();
        if (job == nullptr) return;
        job->done();
        if (pool_ == nullptr) return;
    }
}

bool start_thread(pthread_t& thread, void* (*body)(void* argument), void* argument) noexcept {
    // A thread inherits the signal mask of its creator.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&thread, nullptr, body, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

}  // namespace tern::loop
