// Control packets of MQTT (open_mqtt_protocol).
#include "framing_target.h"

namespace tern::fuzz {

void choose_framing(protocol::Framing& framing, ScriptReader&) { framing.by = protocol::Framing::By::mqtt; }

// As MQTT 3.1.1, section 2.2.3, decodes it.
int64_t read_message(const protocol::Framing& framing, Bytes rest) {
    size_t length = 0;
    size_t multiplier = 1;
    size_t at = 1;
    for (bool more = true; more; multiplier *= 128) {
        if (at == 5) return kRefused;
        if (at >= rest.size()) return 0;
        const auto encoded = static_cast<unsigned char>(rest[at++]);
        length += encoded % 128 * multiplier;
        more = encoded >= 128;
    }
    const size_t size = at + length;
    if (size > framing.most) return kRefused;
    return size <= rest.size() ? static_cast<int64_t>(size) : 0;
}

void check_message(Bytes) {}

}  // namespace tern::fuzz
