# library.awk FILE...: the files of src/php/library as rows of a C++ table, sorted by the name of their class:
#   {R"(class in lower case)", "file as stack traces show it", R"PHP(text)PHP"sv, ClassKind::kind},
# A file declares the one class that its path names: Coroutine/WaitGroup.php is Swoole\Coroutine\WaitGroup,
# Tern/Internal/Latch.php is Tern\Internal\Latch and OpenSwoole/Util.php is OpenSwoole\Util. A file that breaks this rule
# ends the build.
#
# A file of another kind (js, css, html) becomes a class as well: Tern/Internal/Admin/Script.js is Tern\Internal\Admin\Script,
# whose constant TEXT is what the file has.
#
# A row "@method mixed hGet(string $key, mixed $member) HGET" of a trait's comment becomes a method that returns
# $this->command(['HGET', $key, $member]). Behind the command the row may have other arguments than the parameters, with what the
# trait has: pack($value), number($value), flat($key, $other_keys). With -v plain=1 the PHP is printed instead, with these methods.

BEGIN {
    argument = "([$][a-z_]+|(pack|number|flat)[(][$a-z_, ]+[)])"
    row = "^ [*] @method mixed [A-Za-z]+[(][^()]*[)] [A-Z]+( [A-Z]+)*( " argument "(, " argument ")*)?$"
}

function refuse(why) {
    print path ": " why >"/dev/stderr"
    refused = 1
    exit 1
}

# Sets class and namespace from the path of the file below src/php/library.
function name_class(   parts, last, is_rooted, i) {
    last = split(file, parts, "/")
    class = parts[last]
    sub(/\.[a-z]+$/, "", class)
    is_rooted = parts[1] == "Tern" || parts[1] == "OpenSwoole"
    namespace = is_rooted ? parts[1] : "Swoole"
    for (i = is_rooted ? 2 : 1; i < last; ++i) namespace = namespace "\\" parts[i]
}

# The method of a row, with the comment that one written by hand has.
function method_of(text_of_row,   name, parameters, words, arguments, comment, names, types, count, i) {
    name = parameters = words = text_of_row
    sub(/\(.*/, "", name)
    sub(/^[^(]*\(/, "", parameters)
    sub(/\).*/, "", parameters)
    sub(/^[^)]*\) /, "", words)
    match(words, /^[A-Z]+( [A-Z]+)*/)
    arguments = substr(words, RLENGTH + 2)
    words = substr(words, 1, RLENGTH)
    gsub(/ /, "', '", words)
    count = split(parameters, types, ", ")
    comment = count ? "\n    /**\n" : "\n    /** @return mixed */\n"
    for (i = 1; i <= count; ++i) {
        comment = comment "     * @param " types[i] "\n"
        sub(/^[^ ]* /, "", types[i])
        names = names ", " types[i]
    }
    if (count) comment = comment "     * @return mixed\n     */\n"
    if (arguments == "") arguments = substr(names, 3)
    gsub(/pack\(/, "$this->pack(", arguments)
    gsub(/number\(/, "self::number(", arguments)
    gsub(/flat\(/, "...self::flat(", arguments)
    return comment "    public function " name "(" substr(names, 3) ")\n    {\n        return $this->command(['" words "'" \
        (arguments == "" ? "" : ", " arguments) "]);\n    }\n"
}

function head_of_text() {
    return "<?php\n\ndeclare(strict_types=1);\n\nnamespace " namespace ";\n\n/** The file " file ". */\n" \
        "final class " class "\n{\n    public const TEXT = <<<'END_OF_FILE'\n"
}

function end_file() {
    if (!count) return
    if (is_text) {
        text[count] = head_of_text() text[count] "\nEND_OF_FILE;\n}\n"
        return
    }
    if (!has_namespace) refuse("lacks: namespace " namespace ";")
    if (!has_class) refuse("does not declare " class)
}

FNR == 1 {
    end_file()
    path = file = FILENAME
    sub(/^.*src\/php\/library\//, "", file)
    name_class()
    has_namespace = has_class = 0
    methods = ""
    is_text = file !~ /\.php$/
    files[++count] = file
    kinds[count] = "plain"
    names[count] = tolower(namespace "\\" class)
    if (!is_text && $0 !~ /^<\?php/) refuse("does not begin with <?php")
}
$0 == "namespace " namespace ";" { has_namespace = 1 }
/^([a-z]+ )*(class|interface|trait|enum) / {
    declared = $0
    sub(/^([a-z]+ )*(class|interface|trait|enum) /, "", declared)
    sub(/[^A-Za-z0-9_].*/, "", declared)
    if (declared == class) {
        has_class = 1
        kinds[count] = $0 ~ /^interface / ? "interface" : $0 ~ /^trait / ? "trait" : $0 ~ /^enum / ? "enumeration" : "plain"
    }
}
/^ \* @method / {
    if ($0 !~ row) refuse("has a row that is no command: " $0)
    methods = methods method_of(substr($0, 18))
}
$0 == "}" { text[count] = text[count] methods }
is_text && /^[ \t]*END_OF_FILE/ { refuse("has a line that would end it") }
index($0, ")PHP\"") { refuse("has a )PHP\" in it, which would end it") }
{ text[count] = text[count] $0 "\n" }

END {
    if (!refused) end_file()
    if (refused) exit 1
    for (i = 1; plain && i <= count; ++i) printf "%s", text[i]
    if (plain) exit
    for (i = 1; i <= count; ++i) {
        for (j = i; j > 1 && names[order[j - 1]] > names[i]; --j) order[j] = order[j - 1]
        order[j] = i
    }
    for (i = 1; i <= count; ++i) {
        at = order[i]
        print "{R\"(" names[at] ")\", TERN_LIBRARY_FOLDER \"" files[at] "\", R\"PHP(" text[at] ")PHP\"sv, ClassKind::" kinds[at] "},"
    }
}
