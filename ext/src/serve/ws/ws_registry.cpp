#include "serve/ws/ws_registry.h"

namespace tern::serve {

std::vector<int64_t> WsRegistry::ids() const {
    std::vector<int64_t> all;
    all.reserve(by_id_.size());
    for (const auto& [id, session] : by_id_) all.push_back(id);
    return all;
}

}  // namespace tern::serve
