# Makes the program for Windows, tries it, and packs it:  packaging/windows.ps1
# dist/bob-1940-VERSION-windows.exe, by Inno Setup 6. Program and installer are signed where CERTIFICATE (a .pfx in base64) and PASSWORD are given.
$ErrorActionPreference = "Stop"
$PSNativeCommandUseErrorActionPreference = $true
Set-Location (Join-Path $PSScriptRoot "..")

$version = [regex]::Match((Get-Content -Raw bob/__init__.py), '__version__ = "(.+?)"').Groups[1].Value

function Sign([string[]] $files) {
    if (-not $env:CERTIFICATE) { return }
    $key = Join-Path ([IO.Path]::GetTempPath()) "bob-signing.pfx"
    $tool = Get-ChildItem "${env:ProgramFiles(x86)}/Windows Kits/10/bin/*/x64/signtool.exe" | Select-Object -Last 1
    try {
        [IO.File]::WriteAllBytes($key, [Convert]::FromBase64String($env:CERTIFICATE))
        & $tool sign /q /f $key /p $env:PASSWORD /fd sha256 /tr http://timestamp.digicert.com /td sha256 @files
    } finally {
        Remove-Item -Force -ErrorAction SilentlyContinue $key
    }
}

python -m venv build/venv
build/venv/Scripts/python -m pip install -q --disable-pip-version-check -r packaging/requirements.txt -e ".[sound,server]"
build/venv/Scripts/pyinstaller --noconfirm --log-level WARN --distpath build/dist --workpath build/work packaging/bob.spec

python packaging/check.py build/dist/bob-1940 build/pictures
Remove-Item build/dist/bob-1940/bob-smoke.exe
Sign @("build/dist/bob-1940/bob.exe", "build/dist/bob-1940/bob-1940.exe")

$setup = "${env:ProgramFiles(x86)}/Inno Setup 6/ISCC.exe"
if (-not (Test-Path $setup)) { choco install innosetup --yes --no-progress }
& $setup /Q "/DVersion=$version" packaging/windows.iss
$installer = "dist/bob-1940-$version-windows.exe"
Sign @($installer)

# Put in place as a user would, started, and taken away again: what is left is only what the user made.
$there = Join-Path ([IO.Path]::GetTempPath()) "bob-1940-tried"
Start-Process -Wait $installer -ArgumentList "/VERYSILENT", "/CURRENTUSER", "/DIR=$there"
& "$there/bob.exe" --version
$kind = (Get-ItemProperty "HKCU:/Software/Classes/.bob1940")."(default)"
if ($kind -ne "bob1940.game") { throw "a double click on a game opens $kind" }
Start-Process -Wait "$there/unins000.exe" -ArgumentList "/VERYSILENT"
if (Test-Path "$there/bob.exe") { throw "the program is still there" }
Get-Item $installer
