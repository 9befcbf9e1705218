#include "protocol/fastcgi/script.h"

#include <cerrno>
#include <string>

#include "protocol/http/uri.h"

namespace tern::fastcgi {

namespace {

constexpr Bytes kSegmentUp = "..";

bool is_there(Bytes value) noexcept { return value.data() != nullptr; }

// A segment of the path is "..".
bool goes_up(Bytes path) noexcept {
    for (size_t at = path.find(kSegmentUp); at != Bytes::npos; at = path.find(kSegmentUp, at + 1)) {
        const size_t end = at + kSegmentUp.size();
        if ((at == 0 || path[at - 1] == '/') && (end == path.size() || path[end] == '/')) return true;
    }
    return false;
}

// Null data(): `text` does not end so, or is nothing else.
Bytes without_end(Bytes text, Bytes end) noexcept {
    if (text.size() <= end.size() || !text.ends_with(end)) return {};
    return text.substr(0, text.size() - end.size());
}

// Behind the scheme that Apache's mod_proxy_fcgi and mod_proxy_balancer write; null data(): they have not.
Bytes behind_scheme(Bytes path) noexcept {
    for (Bytes scheme : {Bytes("proxy:fcgi://"), Bytes("proxy:balancer://")}) {
        if (equals_lower(path.substr(0, scheme.size()), scheme)) return path.substr(scheme.size());
    }
    return {};
}

class Finder {
public:
    Finder(Parameters& parameters, const ScriptRules& rules, ScriptFiles& files) noexcept
        : parameters_(parameters), rules_(rules), files_(files) {}

    Script find() {
        if (rules_.fixes_path_info && is_as_it_is()) return found_;
        take_proxied();
        Bytes path = get(Variable::script_filename);
        if (!is_there(path)) path = get(Variable::path_translated);
        if (is_there(path)) rules_.fixes_path_info ? fix(path) : take(path);
        if (is_there(found_.path) && goes_up(found_.path)) found_.path = {};
        return found_;
    }

private:
    // To the first NUL, as the system reads a path: what is behind it must not decide which file may run.
    Bytes get(Variable name) const noexcept {
        const Bytes value = parameters_.find(name);
        return value.substr(0, value.find('\0'));
    }

    size_t look_for(Bytes path) { return files_.find(path, found_.error); }

    // The usual case: the name is that of a file, and no parameter changes.
    bool is_as_it_is() {
        const Bytes path = get(Variable::script_filename);
        if (!path.starts_with('/') || is_there(get(Variable::path_translated)) || is_there(get(Variable::redirect_url)))
            return false;
        if (look_for(path) != path.size() || goes_up(path)) return false;
        found_.path = path;
        found_.name = get(Variable::script_name);
        return true;
    }

    // Apache sends the address of this server before the path, and the query behind it.
    void take_proxied() {
        const Bytes given = get(Variable::script_filename);
        const Bytes address = behind_scheme(given);
        if (!is_there(address)) return;
        const size_t slash = address.find('/');
        is_of_apache_ = slash != Bytes::npos;
        Bytes path = is_of_apache_ ? address.substr(slash) : given;
        path = path.substr(0, path.find('?'));
        const bool decodes = is_of_apache_ && !rules_.keeps_encoded;
        parameters_.put(Variable::script_filename, decodes ? http::decode_percent(path) : std::string(path));
    }

    // Without cgi.fix_pathinfo.
    void take(Bytes path) {
        found_.name = get(Variable::path_info);
        if (!is_there(found_.name)) found_.name = get(Variable::script_name);
        const Bytes translated = get(Variable::path_translated);
        if (!rules_.discards_path && is_there(translated)) path = translated;
        if (look_for(path) != path.size()) found_.error = ENOENT;
        found_.path = path;
    }

    void fix(Bytes path) {
        const Bytes translated = get(Variable::path_translated);
        const Bytes redirect = get(Variable::redirect_url);
        Bytes name = get(Variable::script_name);
        // SCRIPT_FILENAME is PHP's own program then.
        if (!is_of_apache_ && is_there(translated) && is_there(redirect) && translated != path) {
            path = translated;
            name = redirect;
        }
        const size_t length = look_for(path);
        if (length == path.size()) return keep(path, name, is_there(redirect));
        if (length > 0) return divide(path, length, name);
        put_original(Variable::script_filename, {});
        set_name(name);
    }

    // The path is a file as it is.
    void keep(Bytes path, Bytes name, bool is_redirected) {
        put_original(Variable::script_filename, path);
        if (!is_of_apache_ && is_redirected) {
            put_original(Variable::path_info, {});
            put_original(Variable::path_translated, {});
        }
        set_name(name);
        found_.path = get(Variable::script_filename);
    }

    // The path is a file and a PATH_INFO behind it.
    void divide(Bytes path, size_t length, Bytes name) {
        const Bytes file = path.substr(0, length);
        const Bytes info = is_of_apache_ ? info_of_apache(path.substr(length)) : info_in(path.substr(length));
        if (is_there(info)) name = set_info(info, name);
        put_original(Variable::script_filename, file);
        translate(file, name);
        if (found_.name.empty()) set_name(name);
        found_.path = get(Variable::script_filename);
    }

    Bytes info_of_apache(Bytes rest) const noexcept {
        const Bytes given = get(Variable::path_info);
        return is_there(given) && given == rest ? Bytes() : rest;
    }

    // The end of a PATH_INFO that has the name of the script, too.
    Bytes info_in(Bytes rest) const noexcept {
        const Bytes given = get(Variable::path_info);
        return given.size() > rest.size() ? given.substr(given.size() - rest.size()) : Bytes();
    }

    // Returns the name of the script.
    Bytes set_info(Bytes info, Bytes name) {
        const Bytes given = get(Variable::path_info);
        std::string decoded;
        if (is_there(given)) {
            parameters_.put("ORIG_PATH_INFO", given);
            set_name(is_of_apache_ ? given : given.substr(0, given.size() - info.size()));
        } else if (is_there(name)) {
            if (rules_.keeps_encoded && info.find('%') != Bytes::npos) decoded = http::decode_percent(info);
            Bytes shorter = without_end(name, info);
            if (!is_there(shorter) && !decoded.empty()) shorter = without_end(name, decoded);
            if (is_there(shorter)) name = shorter;
            set_name(name);
        }
        const bool decodes = rules_.decodes_path_info && !decoded.empty();
        parameters_.put(Variable::path_info, decodes ? Bytes(decoded) : info);
        return name;
    }

    void translate(Bytes file, Bytes name) {
        Bytes base = get(Variable::document_root);
        if (is_there(base)) {
            if (base.ends_with('/')) base.remove_suffix(1);
        } else if (is_there(name) && file.find(name) != Bytes::npos) {
            base = file.substr(0, file.size() - name.size());
        } else {
            return;
        }
        const Bytes before = get(Variable::path_translated);
        if (is_there(before)) parameters_.put("ORIG_PATH_TRANSLATED", before);
        const std::string translated = std::string(base) + std::string(get(Variable::path_info));
        parameters_.put(Variable::path_translated, translated);
    }

    void set_name(Bytes name) {
        put_original(Variable::script_name, name);
        found_.name = get(Variable::script_name);
    }

    // Changes a parameter, and keeps what it was if it differs. Null data(): it is removed.
    void put_original(Variable variable, Bytes value) {
        const Bytes original = get(variable);
        const Bytes name = kVariableNames[static_cast<size_t>(variable)];
        if (is_there(original) == is_there(value) && original == value) return;
        if (is_there(original)) parameters_.put("ORIG_" + std::string(name), original);
        is_there(value) ? parameters_.put(name, value) : parameters_.remove(name);
    }

    Parameters& parameters_;
    const ScriptRules& rules_;
    ScriptFiles& files_;
    Script found_;
    bool is_of_apache_ = false;
};

}  // namespace

Script find_script(Parameters& parameters, const ScriptRules& rules, ScriptFiles& files) {
    return Finder(parameters, rules, files).find();
}

}  // namespace tern::fastcgi
