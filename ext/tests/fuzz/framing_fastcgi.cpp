// Records of FastCGI (open_fastcgi_protocol).
#include "framing_target.h"

namespace tern::fuzz {

void choose_framing(protocol::Framing& framing, ScriptReader&) { framing.by = protocol::Framing::By::fastcgi; }

// As FastCGI 1.0, section 3.3, describes FCGI_Record.
int64_t read_message(const protocol::Framing& framing, Bytes rest) {
    if (rest.empty()) return 0;
    if (rest[0] != 1) return kRefused;
    if (framing.most < 8) return kRefused;
    if (rest.size() < 8) return 0;
    const auto byte = [&](size_t at) { return static_cast<size_t>(static_cast<unsigned char>(rest[at])); };
    const size_t size = 8 + byte(4) * 256 + byte(5) + byte(6);
    if (size > framing.most) return kRefused;
    return size <= rest.size() ? static_cast<int64_t>(size) : 0;
}

void check_message(Bytes) {}

}  // namespace tern::fuzz
