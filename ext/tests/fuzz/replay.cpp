// Runs a fuzz target once for each file it is given, without libFuzzer: how `make test` replays the corpora with any
// compiler. A finding aborts, as it does under the fuzzer; the name of the file is the last line printed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

bool read_whole(const char* path, std::string& into) {
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) return false;
    char chunk[4096];
    into.clear();
    for (size_t count = 0; (count = std::fread(chunk, 1, sizeof chunk, file)) > 0;) into.append(chunk, count);
    bool complete = std::ferror(file) == 0;
    std::fclose(file);
    return complete;
}

}  // namespace

int main(int count, char** paths) {
    if (count < 2) {
        std::fprintf(stderr, "replay: no files given\n");
        return 2;
    }
    std::string input;
    for (int i = 1; i < count; ++i) {
        std::printf("%s\n", paths[i]);
        std::fflush(stdout);
        if (!read_whole(paths[i], input)) {
            std::fprintf(stderr, "replay: cannot read %s\n", paths[i]);
            return 2;
        }
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
    }
    return EXIT_SUCCESS;
}
