#!/usr/bin/env bash
# Makes the bundle for Linux, tries it, and packs it:  packaging/linux.sh
# dist/bob-1940-VERSION-linux-MACHINE.tar.gz, and an AppImage where appimagetool is installed. PYTHON chooses another Python than python3.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' bob/__init__.py)
name=bob-1940-$version-linux-$(uname -m)

"$python" -m venv build/venv
build/venv/bin/pip install -q --disable-pip-version-check -r packaging/requirements.txt -e '.[sound,server]'
build/venv/bin/pyinstaller --noconfirm --log-level ERROR --distpath build/dist --workpath build/work packaging/bob.spec
bundle=build/dist/bob-1940
strip --strip-unneeded "$bundle"/_internal/libpython3*.so* "$bundle"/_internal/python3*/lib-dynload/*.so

"$python" packaging/check.py "$bundle" build/pictures
rm "$bundle/bob-smoke"
cp LICENSE packaging/linux/install.sh packaging/linux/uninstall.sh packaging/linux/README "$bundle"

mkdir -p dist
rm -rf "build/$name"
mv "$bundle" "build/$name"
tar -C build --owner=0 --group=0 --sort=name -czf "dist/$name.tar.gz" "$name"
ls -l "dist/$name.tar.gz"

if command -v appimagetool > /dev/null; then
    app=build/bob-1940.AppDir
    rm -rf "$app"
    mkdir "$app"
    cp -r "build/$name" "$app/program"
    cp bob/badge/bob-1940.desktop bob/badge/bob-1940.svg packaging/linux/AppRun "$app"
    appimagetool "$app" "dist/bob-1940-$version-$(uname -m).AppImage"
fi
