#!/bin/sh
# install.sh: builds Tern from this folder and installs it. It says what it will do, and does that only with --yes, or after
# a yes at a terminal.
#
#   ./install.sh            what it would do; asks before it does that
#   ./install.sh --yes      does it without asking
#   ./install.sh --dry-run  only says it
#
# PHP_CONFIG=/path/to/php-config chooses another PHP, PREFIX=/opt/tern another place for the command tern, JOBS=4 the number
# of parallel compilations.
set -eu
cd "$(dirname "$0")"

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

# The libraries, by what ext/config.m4 looks for and by Debian's names.
missing_packages() {
    missing=""
    command -v g++ >/dev/null || missing="$missing g++"
    command -v make >/dev/null || missing="$missing make"
    command -v pkg-config >/dev/null || missing="$missing pkg-config"
    command -v "${PHP_CONFIG:-php-config}" >/dev/null || missing="$missing php-cli php-dev"
    while read -r module package _; do
        case $module in "" | "#"*) continue ;; esac
        pkg-config --exists "$module" 2>/dev/null && continue
        case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
    done <ext/libraries.list
    missing=${missing# }
}

choose_sudo() {
    sudo=""
    [ "$(id -u)" -eq 0 ] && return
    command -v sudo >/dev/null || fail "installing needs root, and there is no sudo: run it as root"
    sudo=sudo
}

say_plan() {
    echo "Tern will be built here, in ext/, and installed:"
    step=1
    if [ -n "$missing" ]; then
        if command -v apt-get >/dev/null; then
            echo "  $step. ${sudo:+sudo }apt-get install $missing"
        else
            fail "these are missing (the names are Debian's): $missing"
        fi
        step=$((step + 1))
    fi
    echo "  $step. phpize, configure and make in ext/: some minutes, and at most 2 GB of memory"
    echo "  $((step + 1)). ${sudo:+as root: }tern.so into PHP's extension folder"
    echo "  $((step + 2)). ${sudo:+as root: }the command tern into $prefix/bin, its classes into $prefix/share/tern"
    echo "No file of PHP's settings is changed: tern loads the extension by itself."
}

ask() {
    [ "$answer" = yes ] && return
    [ -t 0 ] || fail "nothing was done: there is no terminal to ask at; --yes does it without asking"
    printf 'Do that? [y/N] '
    read -r reply
    case $reply in y | Y | yes) ;; *) echo "Nothing was done." && exit 1 ;; esac
}

install_packages() {
    [ -n "$missing" ] || return 0
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q update
    # shellcheck disable=SC2086 # words
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends $missing
}

# One PHP has Debian's names with its version: php-config8.4 and phpize8.4.
choose_php() {
    config=$(command -v "${PHP_CONFIG:-php-config}") || fail "there is no ${PHP_CONFIG:-php-config}"
    phpize=$(dirname "$config")/$(basename "$config" | sed 's/php-config/phpize/')
    [ -x "$phpize" ] || fail "there is no $phpize beside $config"
    case $("$config" --version) in
        8.[2-6].*) ;;
        *) fail "$config is of PHP $("$config" --version); Tern needs PHP 8.2 to 8.6" ;;
    esac
}

build() {
    (cd ext && "$phpize" && ./configure --with-php-config="$config" && make -j"${JOBS:-$(nproc)}") >install.log 2>&1 ||
        { tail -n 20 install.log; fail "the build failed; install.log has all of it"; }
}

install_files() {
    $sudo make -s -C ext install INSTALL_ROOT="${DESTDIR:-}" >/dev/null
    $sudo mkdir -p "$target/bin" "$target/share/tern"
    $sudo rm -rf "$target/share/tern/launcher"
    $sudo cp -r launcher "$target/share/tern/"
    $sudo chmod -R u=rwX,go=rX "$target/share/tern/launcher"
    $sudo install -m 755 bin/tern "$target/bin/tern"
}

answer=""
for word in "$@"; do
    case $word in
        --yes | -y) answer=yes ;;
        --dry-run) answer=dry ;;
        --help | -h) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' install.sh && exit ;;
        *) fail "$word is unknown; there are --yes, --dry-run and --help" ;;
    esac
done
prefix=${PREFIX:-/usr/local}
target=${DESTDIR:-}$prefix
missing_packages
choose_sudo
say_plan
[ "$answer" != dry ] || exit 0
ask
install_packages
choose_php
echo "Building; install.log has what the compiler says."
build
install_files
echo "Done. Try it: $prefix/bin/tern serve examples/hello.php"
