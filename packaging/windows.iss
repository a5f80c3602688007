; The installer for Windows, by Inno Setup 6:  ISCC /DVersion=1.0.0 packaging\windows.iss
; For one user without asking for rights, or for all who use the machine. It takes away only what it brought: games and settings stay.

#ifndef Version
  #error Version is not given: /DVersion=...
#endif

[Setup]
AppId={{6A0F3C3B-6D6B-4B58-9A5B-1940B0B19400}
AppName=bob-1940
AppVersion={#Version}
AppVerName=bob-1940 {#Version}
DefaultDirName={autopf}\bob-1940
DefaultGroupName=bob-1940
DisableProgramGroupPage=yes
DisableDirPage=auto
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
ChangesAssociations=yes
CloseApplications=yes
LicenseFile=..\LICENSE
OutputDir=..\dist
OutputBaseFilename=bob-1940-{#Version}-windows
UninstallDisplayIcon={app}\bob-1940.exe
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ShowLanguageDialog=auto

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"

[CustomMessages]
en.GameKind=bob-1940 game
fr.GameKind=partie de bob-1940
en.Associate=Open games (.bob1940) by a double click
fr.Associate=Ouvrir les parties (.bob1940) d'un double clic

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "associate"; Description: "{cm:Associate}"

[InstallDelete]
; What an older version brought goes before the newer one comes; the folder holds nothing of the user's.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\build\dist\bob-1940\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion
Source: "..\LICENSE"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{autoprograms}\bob-1940"; Filename: "{app}\bob-1940.exe"
Name: "{autodesktop}\bob-1940"; Filename: "{app}\bob-1940.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.bob1940"; ValueType: string; ValueData: "bob1940.game"; Flags: uninsdeletevalue; Tasks: associate
Root: HKA; Subkey: "Software\Classes\bob1940.game"; ValueType: string; ValueData: "{cm:GameKind}"; Flags: uninsdeletekey; Tasks: associate
Root: HKA; Subkey: "Software\Classes\bob1940.game\DefaultIcon"; ValueType: string; ValueData: "{app}\bob-1940.exe,0"; Tasks: associate
Root: HKA; Subkey: "Software\Classes\bob1940.game\shell\open\command"; ValueType: string; ValueData: """{app}\bob-1940.exe"" ""%1"""; Tasks: associate

[Run]
Filename: "{app}\bob-1940.exe"; Description: "{cm:LaunchProgram,bob-1940}"; Flags: nowait postinstall skipifsilent
