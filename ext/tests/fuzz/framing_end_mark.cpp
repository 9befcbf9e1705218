// Messages that end with a mark (open_eof_check, open_eof_split).
#include "framing_target.h"

namespace tern::fuzz {

void choose_framing(protocol::Framing& framing, ScriptReader& script) {
    static const std::string kMarks[] = {"\n", "\r\n\r\n", "aa", "abaab", std::string(2, '\0'), std::string(64, 'a')};
    framing.by = protocol::Framing::By::end_mark;
    framing.end_mark = kMarks[script.byte() % std::size(kMarks)];
}

int64_t read_message(const protocol::Framing& framing, Bytes rest) {
    for (size_t end = framing.end_mark.size(); end <= std::min(rest.size(), framing.most); ++end) {
        if (rest.substr(0, end).ends_with(framing.end_mark)) return static_cast<int64_t>(end);
    }
    return rest.size() < framing.most ? 0 : kRefused;
}

void check_message(Bytes) {}

}  // namespace tern::fuzz
