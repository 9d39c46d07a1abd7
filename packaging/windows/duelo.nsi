; SPDX-License-Identifier: Apache-2.0
; The installer for Windows. packaging/package.sh calls: makensis -DVERSION= -DSTAGE= -DLISTS= -DOUT=
;   STAGE  what is installed; LISTS  a folder with remove.nsh, which deletes just that
;
;   Duelo-setup.exe              for this user, without an administrator
;   Duelo-setup.exe /ALLUSERS    for everybody, into Program Files; needs one
;   Duelo-setup.exe /S [/D=DIR]  asks nothing (lab images); /D comes last and takes no quotes
Unicode true
Target amd64-unicode
RequestExecutionLevel user
ManifestDPIAware true
ManifestLongPathAware true
SetCompressor /SOLID lzma
SetDateSave off
Name "Duelo"
OutFile "${OUT}"
InstallDir ""

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include x64.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Duelo"
!define TYPE "Duelo.Results"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Duelo"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Duelo setup"
VIAddVersionKey LegalCopyright "The Duelo authors; GPL-3.0-or-later and Apache-2.0"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"

!insertmacro MUI_PAGE_LICENSE "${STAGE}\share\doc\duelo\copyright"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "Spanish"
!insertmacro MUI_LANGUAGE "English"
LangString TYPE_NAME ${LANG_SPANISH} "Medidas de Duelo"
LangString TYPE_NAME ${LANG_ENGLISH} "Duelo measurements"
LangString NEEDS_64 ${LANG_SPANISH} "Duelo necesita un Windows de 64 bits."
LangString NEEDS_64 ${LANG_ENGLISH} "Duelo needs a 64-bit Windows."
LangString RUNNING ${LANG_SPANISH} "Duelo está abierto. Ciérrelo y pulse Reintentar."
LangString RUNNING ${LANG_ENGLISH} "Duelo is open. Close it and click Retry."
LangString NO_WRITE ${LANG_SPANISH} "En $INSTDIR no se puede escribir. Elija otra carpeta, o pida a quien administra este PC que lo instale con /ALLUSERS."
LangString NO_WRITE ${LANG_ENGLISH} "$INSTDIR cannot be written to. Choose another folder, or ask the administrator of this PC to install with /ALLUSERS."

; For whom: the keys below SHCTX follow it.
!macro choose_context
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/ALLUSERS" $R1
  ${If} ${Errors}
    SetShellVarContext current
    StrCpy $R2 "$LOCALAPPDATA\Programs\Duelo"
  ${Else}
    SetShellVarContext all
    StrCpy $R2 "$PROGRAMFILES64\Duelo"
  ${EndIf}
!macroend

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(NEEDS_64)" /SD IDOK
    SetErrorLevel 2
    Abort
  ${EndIf}
  SetRegView 64
  !insertmacro choose_context
  ${If} $INSTDIR == ""
    ; Over the Duelo that is here, if there is one.
    ReadRegStr $INSTDIR SHCTX "${KEY}" "InstallLocation"
  ${EndIf}
  ${If} $INSTDIR == ""
    StrCpy $INSTDIR $R2
  ${EndIf}
FunctionEnd

Section
  ; An older version goes first, as it knows itself what it brought.
  ReadRegStr $R3 SHCTX "${KEY}" "InstallLocation"
  ${If} $R3 != ""
  ${AndIf} ${FileExists} "$R3\uninstall.exe"
    ExecWait '"$R3\uninstall.exe" /S _?=$R3'
  ${EndIf}
  again:
  ClearErrors
  SetOutPath "$INSTDIR"
  Delete "$INSTDIR\duelo-engine.exe"
  ${If} ${FileExists} "$INSTDIR\duelo-engine.exe"
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY again
    SetErrorLevel 3
    Abort
  ${EndIf}
  ClearErrors
  SetOverwrite try
  File /r "${STAGE}/*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONSTOP "$(NO_WRITE)" /SD IDOK
    SetErrorLevel 4
    Abort
  ${EndIf}

  WriteRegStr SHCTX "${KEY}" "DisplayName" "Duelo"
  WriteRegStr SHCTX "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${KEY}" "Publisher" "The Duelo authors"
  WriteRegStr SHCTX "${KEY}" "DisplayIcon" "$INSTDIR\${PROGRAM}"
  WriteRegStr SHCTX "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD SHCTX "${KEY}" "EstimatedSize" "$0"

  WriteRegStr SHCTX "Software\Classes\.duelo\OpenWithProgids" "${TYPE}" ""
  WriteRegStr SHCTX "Software\Classes\.duelo" "" "${TYPE}"
  WriteRegStr SHCTX "Software\Classes\${TYPE}" "" "$(TYPE_NAME)"
  WriteRegStr SHCTX "Software\Classes\${TYPE}\DefaultIcon" "" "$INSTDIR\${PROGRAM},0"
!ifdef WINDOW
  WriteRegStr SHCTX "Software\Classes\${TYPE}\shell\open\command" "" '"$INSTDIR\duelo.exe" "%1"'
  CreateShortcut "$SMPROGRAMS\Duelo.lnk" "$INSTDIR\duelo.exe"
!else
  ; Without a window: the tables of a file, in a console that stays.
  WriteRegStr SHCTX "Software\Classes\${TYPE}\shell\open\command" "" \
    '"$SYSDIR\cmd.exe" /K ""$INSTDIR\duelo-engine.exe" report "%1""'
  CreateShortcut "$SMPROGRAMS\Duelo.lnk" "$SYSDIR\cmd.exe" '/K ""$INSTDIR\duelo-engine.exe" --help"' \
    "$INSTDIR\duelo-engine.exe"
!endif
  ${RefreshShellIcons}
SectionEnd

Function un.onInit
  SetRegView 64
  ; For whom it was installed tells its own key.
  SetShellVarContext all
  ReadRegStr $R0 SHCTX "${KEY}" "InstallLocation"
  ${If} $R0 != $INSTDIR
    SetShellVarContext current
  ${EndIf}
FunctionEnd

Section Uninstall
  ; Only what came with Duelo: results, settings and files of the user's stay where they are.
  !include "${LISTS}/remove.nsh"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Duelo.lnk"
  DeleteRegKey SHCTX "${KEY}"
  DeleteRegKey SHCTX "Software\Classes\${TYPE}"
  DeleteRegValue SHCTX "Software\Classes\.duelo\OpenWithProgids" "${TYPE}"
  ReadRegStr $R0 SHCTX "Software\Classes\.duelo" ""
  ${If} $R0 == "${TYPE}"
    DeleteRegValue SHCTX "Software\Classes\.duelo" ""
  ${EndIf}
  DeleteRegKey /ifempty SHCTX "Software\Classes\.duelo\OpenWithProgids"
  DeleteRegKey /ifempty SHCTX "Software\Classes\.duelo"
  ${RefreshShellIcons}
SectionEnd
