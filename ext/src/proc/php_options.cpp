#include "proc/php_options.h"

#include <algorithm>
#include <climits>
#include <string_view>
#include <unistd.h>

#include "proc/upgrade.h"

namespace tern::proc {

namespace {

constexpr std::string_view kKept = "cdenz";
constexpr std::string_view kWithValue = "cdzfrBRFESt";

struct LongOption {
    std::string_view name;
    bool has_value;
    bool is_kept;
};

constexpr LongOption kLongOptions[] = {
    {"php-ini", true, true},        {"define", true, true},         {"no-php-ini", false, true},
    {"zend-extension", true, true}, {"profile-info", false, true},  {"file", true, false},
    {"run", true, false},           {"process-begin", true, false}, {"process-code", true, false},
    {"process-file", true, false},  {"process-end", true, false},   {"server", true, false},
    {"docroot", true, false},
};

class Reader {
public:
    explicit Reader(std::span<const std::string> words) noexcept : words_(words) {}

    std::vector<std::string> read() {
        for (at_ = 1; at_ < words_.size(); ++at_) {
            const std::string_view word = words_[at_];
            if (word.size() < 2 || word[0] != '-' || word == "--") break;
            word[1] == '-' ? read_long(word.substr(2)) : read_short(word.substr(1));
        }
        return std::move(kept_);
    }

private:
    std::string_view value() noexcept { return at_ + 1 < words_.size() ? words_[++at_] : std::string_view(); }

    void read_long(std::string_view text) {
        const size_t equals = text.find('=');
        const auto* row = std::ranges::find(kLongOptions, text.substr(0, equals), &LongOption::name);
        if (row == std::end(kLongOptions)) return;
        const bool apart = row->has_value && equals == std::string_view::npos;
        if (row->is_kept) kept_.push_back("--" + std::string(text));
        const std::string_view next = apart ? value() : std::string_view();
        if (row->is_kept && apart) kept_.emplace_back(next);
    }

    // Options without a value may share a word.
    void read_short(std::string_view letters) {
        for (size_t i = 0; i < letters.size(); ++i) {
            const char letter = letters[i];
            const bool has_value = kWithValue.find(letter) != std::string_view::npos;
            const bool is_kept = kKept.find(letter) != std::string_view::npos;
            if (is_kept) kept_.push_back(std::string("-") + letter);
            if (!has_value) continue;
            const std::string_view rest = i + 1 < letters.size() ? letters.substr(i + 1) : value();
            if (is_kept) kept_.emplace_back(rest);
            return;
        }
    }

    std::span<const std::string> words_;
    size_t at_ = 1;
    std::vector<std::string> kept_;
};

PhpOptions& own_options() noexcept {
    static PhpOptions options;
    return options;
}

}  // namespace

std::vector<std::string> find_php_options(std::span<const std::string> command) { return Reader(command).read(); }

const PhpOptions& php_options() noexcept { return own_options(); }

void note_program(const char* script) noexcept { own_options().program = script; }

void read_php_options() noexcept {
    const StartCommand& command = start_command();
    own_options().words = find_php_options(command.words);
    own_options().folder = command.folder;
}

}  // namespace tern::proc
