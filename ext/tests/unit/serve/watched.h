// Which sockets the process's pollers watch.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace tern::serve::test {

inline bool is_watched(int fd) {
    for (const auto& info : std::filesystem::directory_iterator("/proc/self/fdinfo")) {
        std::ifstream file(info.path());
        std::string word;
        int watched = -1;
        while (file >> word) {
            if (word == "tfd:" && file >> watched && watched == fd) return true;
        }
    }
    return false;
}

}  // namespace tern::serve::test
