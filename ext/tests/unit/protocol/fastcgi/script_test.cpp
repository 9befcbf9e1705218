#include "protocol/fastcgi/script.h"

#include <cerrno>
#include <doctest/doctest.h>
#include <set>

#include "protocol/fastcgi/records.h"

using namespace tern;
using namespace tern::fastcgi;
using tern::fastcgi::test::pairs;
using tern::fastcgi::test::Variables;

namespace {

// Files that exist, by their paths.
class Disk final : public ScriptFiles {
public:
    explicit Disk(std::set<std::string> files) : files_(std::move(files)) {}
    size_t find(Bytes path, int& error) override {
        std::string text(path);
        error = 0;
        if (files_.contains(text)) return text.size();
        while (!text.empty()) {
            text.resize(text.find_last_of('/') == std::string::npos ? 0 : text.find_last_of('/'));
            if (files_.contains(text)) return text.size();
        }
        error = ENOENT;
        return 0;
    }

private:
    std::set<std::string> files_;
};

struct Found {
    explicit Found(const Variables& variables, const ScriptRules& rules = {}) {
        parameters.append(pairs(variables));
        CHECK(parameters.parse());
        Disk disk({"/srv/a.php", "/srv/a b.php", "/srv/a%20b.php"});
        script = find_script(parameters, rules, disk);
    }
    // What it is now; "-": there is none.
    std::string of(Bytes name) const {
        const Bytes value = parameters.find(name);
        return value.data() == nullptr ? "-" : std::string(value);
    }

    Parameters parameters;
    Script script;
};

}  // namespace

TEST_CASE("fastcgi script: the name is that of a file") {
    const Found found(Variables{{"SCRIPT_FILENAME", "/srv/a.php"}, {"SCRIPT_NAME", "/a.php"}});
    CHECK(found.script.path == "/srv/a.php");
    CHECK(found.script.name == "/a.php");
    CHECK(found.script.error == 0);
    CHECK(found.parameters.all().size() == 2);
    const Found translated(Variables{{"PATH_TRANSLATED", "/srv/a.php"}});
    CHECK(translated.script.path == "/srv/a.php");
    CHECK(translated.of("SCRIPT_FILENAME") == "/srv/a.php");
}

TEST_CASE("fastcgi script: there is none") {
    CHECK(Found(Variables{{"SCRIPT_NAME", "/a.php"}}).script.path.data() == nullptr);
    CHECK(Found(Variables{{"SCRIPT_FILENAME", "/srv/x/../a.php"}}).script.path.data() == nullptr);
    const Found missing(Variables{{"SCRIPT_FILENAME", "/srv/none.php"}, {"SCRIPT_NAME", "/none.php"}});
    CHECK(missing.script.path.data() == nullptr);
    CHECK(missing.of("SCRIPT_FILENAME") == "-");
    CHECK(missing.of("ORIG_SCRIPT_FILENAME") == "/srv/none.php");
    CHECK(missing.script.name == "/none.php");
    ScriptRules plain;
    plain.fixes_path_info = false;
    const Found named(Variables{{"SCRIPT_FILENAME", "/srv/none.php"}}, plain);
    CHECK(named.script.path == "/srv/none.php");
    CHECK(named.script.error == ENOENT);
}

TEST_CASE("fastcgi script: a PATH_INFO behind the file") {
    const Found found(Variables{{"SCRIPT_FILENAME", "/srv/a.php/x/y"},
                                {"SCRIPT_NAME", "/a.php/x/y"},
                                {"PATH_INFO", "/a.php/x/y"},
                                {"DOCUMENT_ROOT", "/srv/"}});
    CHECK(found.script.path == "/srv/a.php");
    CHECK(found.script.name == "/a.php");
    CHECK(found.of("PATH_INFO") == "/x/y");
    CHECK(found.of("ORIG_PATH_INFO") == "/a.php/x/y");
    CHECK(found.of("SCRIPT_NAME") == "/a.php");
    CHECK(found.of("SCRIPT_FILENAME") == "/srv/a.php");
    CHECK(found.of("ORIG_SCRIPT_FILENAME") == "/srv/a.php/x/y");
    CHECK(found.of("PATH_TRANSLATED") == "/srv/x/y");
}

TEST_CASE("fastcgi script: PHP's own program is named") {
    const Found found(Variables{{"SCRIPT_FILENAME", "/usr/bin/php"},
                                {"SCRIPT_NAME", "/bin/php"},
                                {"PATH_TRANSLATED", "/srv/a.php"},
                                {"REDIRECT_URL", "/a.php"},
                                {"PATH_INFO", "/a.php"}});
    CHECK(found.script.path == "/srv/a.php");
    CHECK(found.script.name == "/a.php");
    CHECK(found.of("ORIG_SCRIPT_FILENAME") == "/usr/bin/php");
    CHECK(found.of("PATH_INFO") == "-");
    CHECK(found.of("ORIG_PATH_INFO") == "/a.php");
    CHECK(found.of("PATH_TRANSLATED") == "-");
}

TEST_CASE("fastcgi script: Apache sends an address before the path") {
    const Variables asked{{"SCRIPT_FILENAME", "proxy:fcgi://localhost:9000/srv/a.php/1%202?q"},
                          {"SCRIPT_NAME", "/a.php/1 2"}};
    const Found found(asked);
    CHECK(found.script.path == "/srv/a.php");
    CHECK(found.script.name == "/a.php");
    CHECK(found.of("PATH_INFO") == "/1%202");
    CHECK(found.of("ORIG_SCRIPT_NAME") == "/a.php/1 2");
    ScriptRules newer;
    newer.decodes_path_info = true;
    CHECK(Found(asked, newer).of("PATH_INFO") == "/1 2");
    newer.keeps_encoded = false;
    CHECK(Found(asked, newer).of("PATH_INFO") == "/1 2");
    CHECK(Found(Variables{{"SCRIPT_FILENAME", "PROXY:balancer://x/srv/a.php"}}).script.path == "/srv/a.php");
}

TEST_CASE("fastcgi script: a file whose name Apache has encoded") {
    const Variables asked{{"SCRIPT_FILENAME", "proxy:fcgi://localhost/srv/a%20b.php"}};
    CHECK(Found(asked).script.path == "/srv/a%20b.php");
    ScriptRules decodes;
    decodes.keeps_encoded = false;
    CHECK(Found(asked, decodes).script.path == "/srv/a b.php");
    CHECK(Found({{"SCRIPT_FILENAME", "/srv/a%20b.php"}}, decodes).script.path == "/srv/a%20b.php");
}

TEST_CASE("fastcgi script: without cgi.fix_pathinfo") {
    ScriptRules rules;
    rules.fixes_path_info = false;
    const Variables asked{{"SCRIPT_FILENAME", "/srv/x.php"},
                          {"PATH_TRANSLATED", "/srv/a.php"},
                          {"SCRIPT_NAME", "/x.php"},
                          {"PATH_INFO", "/p"}};
    const Found found(asked, rules);
    CHECK(found.script.path == "/srv/a.php");
    CHECK(found.script.name == "/p");
    rules.discards_path = true;
    CHECK(Found(asked, rules).script.path == "/srv/x.php");
}

TEST_CASE("fastcgi script: a name ends at its first NUL") {
    const std::string name("/srv/a.php\0.jpg", 15);
    for (const bool fixes : {true, false}) {
        ScriptRules rules;
        rules.fixes_path_info = fixes;
        const Found found(Variables{{"SCRIPT_FILENAME", name}, {"SCRIPT_NAME", "/a.php"}}, rules);
        CHECK(found.script.path == "/srv/a.php");
    }
}
