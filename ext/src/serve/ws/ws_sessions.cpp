#include "serve/ws/ws_sessions.h"

namespace tern::serve {

std::vector<int64_t> WsSessions::ids() const {
    std::vector<int64_t> all;
    all.reserve(by_id_.size());
    for (const auto& [id, session] : by_id_) all.push_back(id);
    return all;
}

}  // namespace tern::serve
