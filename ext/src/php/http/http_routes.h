// The handlers of a Coroutine\Http\Server, by path.
#pragma once

#include <string>
#include <vector>

#include "php/http/program_callback.h"

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

    // For paths that begin with the pattern. Takes over the reference. Returns the former handler of the pattern, which
    // the caller must free; IS_UNDEF: none.
    zval put(Bytes pattern, const zval* callable);
    // The route with the longest pattern that the path begins with; null: none. Valid until the next put().
    const Route* find(Bytes path) const noexcept;
    const std::vector<Route>& all() const noexcept { return routes_; }

private:
    std::vector<Route> routes_;  // the longest patterns first
};

}  // namespace tern::php
