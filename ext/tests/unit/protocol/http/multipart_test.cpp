#include "protocol/http/multipart.h"

#include <doctest/doctest.h>

#include "multipart_outcome.h"

using namespace tern;
using namespace tern::http;

namespace {

std::string multipart_outcome(Bytes input, const MultipartLimits& limits = {}) {
    return test::same_in_pieces(input.size(), [&](const std::vector<size_t>& cuts) {
        return test::parse_multipart("xYz", input, cuts, limits);
    });
}

struct MultipartRow {
    Bytes what;
    Bytes input;
    Bytes outcome;
};

void check(const MultipartRow& row) {
    INFO(row.what);
    CHECK(multipart_outcome(row.input) == row.outcome);
}

#define NAMED(name) "Content-Disposition: form-data; name=\"" name "\"\r\n"
#define PART(fields, body) "--xYz\r\n" fields "\r\n" body "\r\n"
#define END "--xYz--\r\n"

}  // namespace

TEST_CASE("multipart: parts and their bodies") {
    const MultipartRow rows[] = {
        {"one", PART(NAMED("a"), "1") END, "part [a]--=1|done"},
        {"no CRLF at the end", PART(NAMED("a"), "1") "--xYz--", "part [a]--=1|done"},
        {"two", PART(NAMED("a"), "1") PART(NAMED("b"), "2") END, "part [a]--=1|part [b]--=2|done"},
        {"empty body", PART(NAMED("a"), "") END, "part [a]--=|done"},
        {"no body, no CRLF of its own", "--xYz\r\n" NAMED("a") "\r\n" END, "part [a]--=|done"},
        {"no part", END, "done"},
        {"preamble and epilogue", "pre\r\namble\r\n" PART(NAMED("a"), "1") END "epi\r\n--xYz\r\n", "part [a]--=1|done"},
        {"preamble like a delimiter", "--xY\r\n\r\r\n--xYz--", "done"},
        {"padding", "--xYz \t\r\n" NAMED("a") "\r\n1\r\n--xYz--  ", "part [a]--=1|done"},
        {"CRs in the body", PART(NAMED("a"), "\r\r\n\r\n\r-\n--xYz\r\n-\r") END,
         "part [a]--=\r\r\n\r\n\r-\n--xYz\r\n-\r|done"},
        {"nearly a delimiter", PART(NAMED("a"), "\r\n--xY\r\n--xyz\r\n--x") END,
         "part [a]--=\r\n--xY\r\n--xyz\r\n--x|done"},
        {"nearly a delimiter at once", PART(NAMED("a"), "--xY") END, "part [a]--=--xY|done"},
        {"bytes", PART(NAMED("a"), "\x01\xff\x7f\n") END, "part [a]--=\x01\xff\x7f\n|done"},
        {"no head", PART("", "1") END, "part ---=1|done"},
    };
    for (const MultipartRow& row : rows) check(row);
    const std::string body(100'000, '\r');
    const std::string input = "--xYz\r\n" NAMED("a") "\r\n" + body + "\r\n" END;
    CHECK(test::parse_multipart("xYz", input, {50'000}, {}) == "part [a]--=" + body + "|done");
}

TEST_CASE("multipart: heads of parts") {
    const MultipartRow rows[] = {
        {"file",
         PART("Content-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\nContent-Type: text/plain; "
              "charset=x\r\n",
              "1") END,
         "part [f][a.txt][text/plain; charset=x]=1|done"},
        {"case and white space",
         PART("content-DISPOSITION:form-data;NAME = a ; FileName= b c\r\ncontent-type:\tx/y \r\n", "1") END,
         "part [a][b c][x/y]=1|done"},
        {"empty file name", PART("Content-Disposition: form-data; name=a; filename=\"\"\r\n", "") END,
         "part [a][]-=|done"},
        {"escapes",
         PART("Content-Disposition: form-data; name=\"a\\\"b\\\\c\"; filename=\"C:\\dir\\x;y.txt\"\r\n", "") END,
         "part [a\"b\\c][C:\\dir\\x;y.txt]-=|done"},
        {"percent stays", PART(NAMED("a%22%0D%0A"), "") END, "part [a%22%0D%0A]--=|done"},
        {"raw UTF-8", PART(NAMED("\xc3\xa4"), "") END, "part [\xc3\xa4]--=|done"},
        {"filename*", PART("Content-Disposition: form-data; name=a; filename*=UTF-8''%e2%82%AC%20x.txt\r\n", "") END,
         "part [a][\xe2\x82\xac x.txt]-=|done"},
        {"filename* wins", PART("Content-Disposition: form-data; name=a; filename*=utf-8'en'b; filename=c\r\n", "") END,
         "part [a][b]-=|done"},
        {"filename* wins, other order",
         PART("Content-Disposition: form-data; name=a; filename=c; filename*=utf-8''b\r\n", "") END,
         "part [a][b]-=|done"},
        {"filename* in another charset",
         PART("Content-Disposition: form-data; name=a; filename*=iso-8859-1''b; filename=c\r\n", "") END,
         "part [a][c]-=|done"},
        {"filename* cut off",
         PART("Content-Disposition: form-data; name=a; filename*=utf-8''%e; filename=c\r\n", "") END,
         "part [a][c]-=|done"},
        {"filename* with NUL", PART("Content-Disposition: form-data; name=a; filename*=utf-8''b%00\r\n", "") END,
         "part [a]--=|done"},
        {"filename* without language", PART("Content-Disposition: form-data; name=a; filename*=utf-8'b\r\n", "") END,
         "part [a]--=|done"},
        {"other fields", PART("X: y\r\n" NAMED("a") "Content-Transfer-Encoding: binary\r\n", "") END,
         "part [a]--=|done"},
        {"unknown parameters", PART("Content-Disposition: form-data;; x=y; name=a;\r\n", "") END, "part [a]--=|done"},
    };
    for (const MultipartRow& row : rows) check(row);
}

TEST_CASE("multipart: refused") {
    const MultipartRow rows[] = {
        {"nothing", "", "failed 400 no closing delimiter"},
        {"no delimiter", "abc", "failed 400 no closing delimiter"},
        {"open part", PART(NAMED("a"), "1"), "part [a]--=1failed 400 no closing delimiter"},
        {"cut delimiter", PART(NAMED("a"), "1") "--xY", "part [a]--=1failed 400 no closing delimiter"},
        {"delimiter without end", PART(NAMED("a"), "1") "--xYz", "part [a]--=1|failed 400 no closing delimiter"},
        {"one dash", PART(NAMED("a"), "1") "--xYz-", "part [a]--=1|failed 400 no closing delimiter"},
        {"dash and more", PART(NAMED("a"), "1") "--xYz-x", "part [a]--=1|failed 400 delimiter runs on"},
        {"longer boundary", PART(NAMED("a"), "1") "--xYzz\r\n", "part [a]--=1|failed 400 delimiter runs on"},
        {"LF behind delimiter", "--xYz\n", "failed 400 delimiter runs on"},
        {"CR behind delimiter", "--xYz\rx", "failed 400 bare CR behind a delimiter"},
        {"text in padding", "--xYz x", "failed 400 delimiter runs on"},
        {"bare LF", "--xYz\r\nA: b\n", "failed 400 bare LF in the head of a part"},
        {"CR inside", PART("A: b\rc\r\n", ""), "failed 400 control character in a field of a part"},
        {"folded", PART(NAMED("a") " x\r\n", ""), "failed 400 folded field line in a part"},
        {"no colon", PART("A\r\n", ""), "failed 400 invalid field name in a part"},
        {"space before colon", PART("A : b\r\n", ""), "failed 400 invalid field name in a part"},
        {"two dispositions", PART(NAMED("a") NAMED("b"), ""), "failed 400 more than one Content-Disposition in a part"},
        {"two types", PART("Content-Type: a/b\r\nContent-Type: a/b\r\n", ""),
         "failed 400 more than one Content-Type in a part"},
        {"two names", PART("Content-Disposition: form-data; name=a; name=b\r\n", ""),
         "failed 400 parameter given twice in a Content-Disposition"},
        {"open quote", PART("Content-Disposition: form-data; name=\"a\r\n", ""),
         "failed 400 malformed Content-Disposition"},
        {"text behind quote", PART("Content-Disposition: form-data; name=\"a\"b\r\n", ""),
         "failed 400 malformed Content-Disposition"},
        {"parameter behind quote", PART("Content-Disposition: form-data; name=\"a\" b=c\r\n", ""),
         "failed 400 malformed Content-Disposition"},
        {"no equals", PART("Content-Disposition: form-data; name\r\n", ""), "failed 400 malformed Content-Disposition"},
    };
    for (const MultipartRow& row : rows) check(row);
}

TEST_CASE("multipart: limits") {
    const Bytes two = PART(NAMED("abcd"), "1") PART(NAMED("b"), "2") END;
    CHECK(multipart_outcome(two, {.parts = 2}).ends_with("done"));
    CHECK(multipart_outcome(two, {.parts = 1}) == "part [abcd]--=1|failed 413 too many parts");
    CHECK(multipart_outcome(two, {.name_bytes = 4}).ends_with("done"));
    CHECK(multipart_outcome(two, {.name_bytes = 3}) == "failed 413 name of a part too long");
    const uint32_t head = sizeof(NAMED("abcd") "\r\n") - 1;
    CHECK(multipart_outcome(two, {.part_head_bytes = head}).ends_with("done"));
    CHECK(multipart_outcome(two, {.part_head_bytes = head - 1}) == "failed 413 head of a part too large");
    const Bytes file = PART("Content-Disposition: form-data; filename=abcd\r\n", "") END;
    CHECK(multipart_outcome(file, {.name_bytes = 4}).ends_with("done"));
    CHECK(multipart_outcome(file, {.name_bytes = 3}) == "failed 413 file name of a part too long");
}

TEST_CASE("multipart: the boundary of a Content-Type") {
    const std::string longest(70, 'b');
    const std::pair<std::string, std::string> rows[] = {
        {"multipart/form-data; boundary=abc", "[abc]"},
        {"Multipart/Form-Data;Boundary=\"a b:c\" ; charset=utf-8", "[a b:c]"},
        {"multipart/form-data; charset=x; boundary=----WebKitFormBoundaryAB12", "[----WebKitFormBoundaryAB12]"},
        {"multipart/mixed; boundary=" + longest, "[" + longest + "]"},
        {"multipart/form-data; boundary=" + longest + "b", "-"},
        {"multipart/form-data; boundary=", "-"},
        {"multipart/form-data; boundary=\"\"", "-"},
        {"multipart/form-data; boundary=\"a ", "-"},
        {"multipart/form-data; boundary=\"a \"", "-"},
        {"multipart/form-data; boundary=a@b", "-"},
        {"multipart/form-data; boundary=a\\b", "-"},
        {"multipart/form-data; boundary=a; boundary=b", "-"},
        {"multipart/form-data", "-"},
        {"text/plain; boundary=abc", "-"},
        {"", "-"},
    };
    for (const auto& row : rows) {
        const auto& type = row.first;
        const auto& boundary = row.second;
        INFO(type);
        CHECK(test::quoted(multipart_boundary(type)) == boundary);
    }
}

TEST_CASE("multipart: the longest boundary") {
    const std::string longest(70, 'b');
    const std::string input = "--" + longest + "\r\n\r\n\r\n--" + longest.substr(1) + "\r\n--" + longest + "--";
    CHECK(test::parse_multipart(longest, input, {3, 80, 81, 150}, {}) ==
          "part ---=\r\n--" + longest.substr(1) + "|done");
}
