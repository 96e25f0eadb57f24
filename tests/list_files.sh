#!/bin/sh
# Lists the files of a folder below this one that match a pattern, one a line, as "folder/name".
# For tests/meson.build, because Meson itself has no patterns. An empty list is no error.
cd "$(dirname "$0")" || exit 1
find "$1" -maxdepth 1 -name "$2" | LC_ALL=C sort
