#!/usr/bin/env bash
# Makes the program for macOS, tries it, and packs it:  packaging/macos.sh
# dist/bob-1940-VERSION-macos-MACHINE.dmg. Signed where CERTIFICATE (a .p12 in base64), PASSWORD and IDENTITY are given; notarised where
# APPLE_ID, APPLE_TEAM and APPLE_PASSWORD are, too. PYTHON chooses another Python than python3.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' bob/__init__.py)
image=dist/bob-1940-$version-macos-$(uname -m).dmg

if [ -n "${CERTIFICATE:-}" ]; then
    keys=$PWD/build/signing.keychain-db
    lock=$(uuidgen)
    mkdir -p build
    echo "$CERTIFICATE" | base64 --decode > build/signing.p12
    security create-keychain -p "$lock" "$keys"
    security unlock-keychain -p "$lock" "$keys"
    security import build/signing.p12 -k "$keys" -P "${PASSWORD:-}" -T /usr/bin/codesign
    security set-key-partition-list -S apple-tool:,apple: -s -k "$lock" "$keys" > /dev/null
    security list-keychains -d user -s "$keys" login.keychain-db
    rm build/signing.p12
    export BOB_SIGN=$IDENTITY
fi

"$python" -m venv build/venv
build/venv/bin/pip install -q --disable-pip-version-check -r packaging/requirements.txt -e '.[sound,server]'
build/venv/bin/pyinstaller --noconfirm --log-level WARN --distpath build/dist --workpath build/work packaging/bob.spec

"$python" packaging/check.py build/dist/bob-1940 build/pictures
build/dist/bob-1940.app/Contents/MacOS/bob --version
codesign --verify --deep --strict build/dist/bob-1940.app

rm -rf build/image
mkdir -p build/image dist
cp -R build/dist/bob-1940.app LICENSE build/image
ln -s /Applications build/image/Applications
hdiutil create -quiet -volname bob-1940 -srcfolder build/image -format UDZO -ov "$image"

if [ -n "${CERTIFICATE:-}" ]; then
    codesign --sign "$IDENTITY" --timestamp "$image"
fi
if [ -n "${CERTIFICATE:-}" ] && [ -n "${APPLE_ID:-}" ]; then
    xcrun notarytool submit "$image" --apple-id "$APPLE_ID" --team-id "$APPLE_TEAM" --password "$APPLE_PASSWORD" --wait
    xcrun stapler staple "$image"
fi
ls -l "$image"
