#!/bin/sh
# units.sh FOLDER: writes the files that are compiled into FOLDER, and prints their names. A compiler reads the headers of PHP and of
# the standard library longer than one of our sources, so each unit includes all sources of a folder below src. Those of
# request_path.list are two units of their own, with PHP and without it: they are optimised together. A unit that would not change
# stays as it is.
set -eu
cd "$(dirname "$0")"
folder=$1
new=$folder.new
rm -rf "$new"
mkdir -p "$folder" "$new"
find src/ -name '*.cpp' | LC_ALL=C sort | awk -v folder="$new" '
    FILENAME != "-" { if (/^[a-z]/) on_path[$0] = 1; next }
    {
        source = substr($0, 5)
        name = substr(source, 1, length(source) - 4)
        unit = source
        sub(/\/[^\/]*$/, "", unit)
        gsub(/\//, "_", unit)
        if (name in on_path) unit = source ~ /^php\// ? "request_path_php" : "request_path_core"
        printf "#include \"%s\"\n", source >(folder "/" unit ".cpp")
    }' request_path.list -
for unit in "$folder"/*.cpp; do
    [ -e "$new/${unit##*/}" ] || rm -f "$unit"
done
for unit in "$new"/*.cpp; do
    name=${unit##*/}
    cmp -s "$unit" "$folder/$name" || mv "$unit" "$folder/$name"
    echo "$name"
done
rm -rf "$new"
