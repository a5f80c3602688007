#!/bin/sh
# Puts bob-1940 in place for you alone: the program in ~/.local/opt, a command, an entry in the menu. Once more for a newer version.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
there=$HOME/.local/opt/bob-1940

if [ "$here" != "$there" ]; then
    mkdir -p "$HOME/.local/opt" "$HOME/.local/bin"
    rm -rf "$there.new"
    cp -R "$here" "$there.new"
    rm -rf "$there"
    mv "$there.new" "$there"
fi
ln -sf "$there/bob" "$HOME/.local/bin/bob"
exec "$there/bob" install
