#!/bin/sh
# Takes bob-1940 away again. Your games and settings stay where they are.
set -eu
there=$HOME/.local/opt/bob-1940

"$there/bob" install --remove
if [ "$(readlink "$HOME/.local/bin/bob" || true)" = "$there/bob" ]; then
    rm "$HOME/.local/bin/bob"
fi
rm -rf "$there"
