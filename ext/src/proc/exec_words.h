// Words and variables as execve() takes them.
#pragma once

#include <string>
#include <vector>

namespace tern::proc {

// With a null pointer at the end. They point into `words`.
inline std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> all;
    all.reserve(words.size() + 1);
    for (std::string& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace tern::proc
