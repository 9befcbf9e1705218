#include "shm/stall_note.h"

#include <doctest/doctest.h>
#include <string>

using namespace tern;
using namespace tern::shm;

TEST_CASE("stall note: is read as it was written, until the loop turns") {
    StallNote note;
    StallNote::Text text;
    CHECK(note.read(text) == 0);
    note.write("blocked in poll()\n#0 a.php(3): usleep");
    CHECK(Bytes(text.data(), note.read(text)) == "blocked in poll()\n#0 a.php(3): usleep");
    note.write("b");
    CHECK(Bytes(text.data(), note.read(text)) == "b");
    note.clear();
    CHECK(note.read(text) == 0);
    note.write("c");
    note.reset();
    CHECK(note.read(text) == 0);
}

TEST_CASE("stall note: what does not fit is left out") {
    StallNote note;
    StallNote::Text text;
    note.write(std::string(StallNote::kBytes - 1, 'x') + "yz");
    CHECK(note.read(text) == StallNote::kBytes);
    CHECK(text.back() == 'y');
}
