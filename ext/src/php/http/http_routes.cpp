#include "php/http/http_routes.h"

#include <algorithm>

namespace tern::php {

HttpRoutes::~HttpRoutes() {
    for (Route& route : routes_) zval_ptr_dtor(&route.callable);
}

zval HttpRoutes::put(Bytes pattern, const zval* callable) {
    Route fresh{std::string(pattern), *callable, ProgramCallback(callable)};
    (void)fresh.callback.prepare();  // the caller has checked that it is callable
    const auto same = std::ranges::find(routes_, pattern, &Route::pattern);
    if (same != routes_.end()) {
        const zval former = same->callable;
        *same = std::move(fresh);
        return former;
    }
    const auto shorter = [pattern](const Route& one) { return one.pattern.size() < pattern.size(); };
    routes_.insert(std::ranges::find_if(routes_, shorter), std::move(fresh));
    return zval{};
}

const HttpRoutes::Route* HttpRoutes::find(Bytes path) const noexcept {
    for (const Route& route : routes_) {
        if (path.starts_with(route.pattern)) return &route;
    }
    return nullptr;
}

}  // namespace tern::php
