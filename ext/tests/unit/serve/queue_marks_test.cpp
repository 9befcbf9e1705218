#include <doctest/doctest.h>

#include "serve/tcp_connection.h"

using tern::serve::QueueMarks;
using News = tern::serve::QueueMarks::News;

TEST_CASE("queue_marks: full above the high mark, low at the low one, each told once") {
    QueueMarks marks;
    CHECK(marks.note(100, 100, 10) == News::none);
    CHECK(marks.note(101, 100, 10) == News::full);
    CHECK(marks.note(200, 100, 10) == News::none);
    CHECK(marks.note(11, 100, 10) == News::none);
    CHECK(marks.note(10, 100, 10) == News::low);
    CHECK(marks.note(0, 100, 10) == News::none);
}

TEST_CASE("queue_marks: something was refused") {
    QueueMarks marks;
    CHECK(marks.note_full() == News::full);
    CHECK(marks.note_full() == News::none);
    CHECK(marks.note(10, 100, 10) == News::low);
}

TEST_CASE("queue_marks: room is told to who wanted it, once") {
    QueueMarks marks;
    CHECK_FALSE(marks.take_room(0, 50));
    marks.want_room();
    CHECK_FALSE(marks.take_room(51, 50));
    CHECK(marks.take_room(50, 50));
    CHECK_FALSE(marks.take_room(0, 50));
}
