// A pool of php-fpm: what a request over FastCGI gets there. Rules that are the same for each request are in here once.
#pragma once

#include <string>
#include <vector>

#include "php/http/page/page.h"
#include "php/http/page/pool_files.h"
#include "php/shared/pool_children.h"

namespace tern::php {

struct PoolRules {
    fastcgi::ScriptRules script;
    std::vector<std::string> extensions;  // security.limit_extensions; empty: all files run
    bool logs;                            // messages go to the web server
    bool limits_to_end;                   // request_terminate_timeout_track_finished
};

// What notes the requests of a pool: the board, and a Monitor in PHP for what most requests do not need.
struct PoolMonitor {
    zval object;                     // undefined: there is none
    shm::Scoreboard* board;          // null: the same
    std::vector<std::string> pages;  // the paths of the pool's own pages
    bool has_log;
    bool marks;  // the master reads what the worker prints, and gets a mark at the end of each request
};

// Functions that suspend need a reference to the object that has it.
class PoolResponder {
public:
    // Of objects of ResponderOptions, Settings and Monitor in Tern\Internal\Fpm. `monitor`: null, there is none.
    PoolResponder(zval* options, zval* settings, HashTable* environment, zval* monitor);
    PoolResponder(const PoolResponder&) = delete;
    PoolResponder& operator=(const PoolResponder&) = delete;
    ~PoolResponder();

    // The request came over FastCGI. Suspends. An exception may be pending afterwards.
    void respond(zval* request, zval* response);

private:
    struct Turn;
    struct Page;

    void begin(Turn& turn) noexcept;
    void note(Turn& turn);
    bool is_own_page(Bytes name) const noexcept;
    void respond_with_own_page(Turn& turn);
    void run_noted(Turn& turn);
    void run(Turn& turn, const zval* on_end);
    void report_overdue(const Turn& turn);
    void report(const Turn& turn);
    void leave(Turn& turn, const shm::ChildFigures& figures) noexcept;
    void collect(const Turn& turn, Page& page);
    bool is_allowed(Bytes path) const noexcept;
    void find_settings(PoolFile& file, Bytes root, zval* into);
    void add_passed_on(Bytes text, zval* into);
    void parse_settings(Bytes text, zval* into);

    PoolRules rules_;
    PoolMonitor monitor_{};
    zval settings_;
    zval environment_;
    const bool keeps_settings_;  // for a second
    PoolFiles files_;
};

}  // namespace tern::php
