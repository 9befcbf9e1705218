// The handlers of a Coroutine\Http\Server: which one is for a path.
#pragma once

#include <string>
#include <vector>

#include "php/server/program_callback.h"

namespace tern::php {

class HttpRoutes {
public:
    struct Route {
        std::string pattern;
        zval callable;  // owned
        ProgramCallback callback;
    };

    HttpRoutes() = default;
    HttpRoutes(const HttpRoutes&) = delete;
    HttpRoutes& operator=(const HttpRoutes&) = delete;
    ~HttpRoutes();

    // For paths that begin with the pattern. The reference becomes its own; a handler that the pattern had is returned
    // for the caller to free, IS_UNDEF: none.
    zval put(Bytes pattern, const zval* callable);
    // The longest pattern that the path begins with; null: none. Until the next put().
    const Route* find(Bytes path) const noexcept;
    const std::vector<Route>& all() const noexcept { return routes_; }

private:
    std::vector<Route> routes_;  // the longest patterns first
};

}  // namespace tern::php
