; SPDX-License-Identifier: Apache-2.0
; The installer for Windows. packaging/package.sh calls: makensis -DVERSION= -DSTAGE= -DLISTS= -DICON= -DOUT=
;   STAGE  what is installed; LISTS  a folder with move.nsh and remove.nsh, which move and delete just that
;
;   Duelo-setup.exe             asks for whom: this user, without an administrator, or everybody
;   Duelo-setup.exe /ALLUSERS   for everybody, into Program Files; asks Windows for an administrator
;   Duelo-setup.exe /S [/ALLUSERS] [/RESULTS=DIR] [/D=DIR]
;                               asks nothing (lab images); /D comes last and takes no quotes
; Exit codes: 0 done, 1 cancelled, 2 this Windows has no 64 bits, 3 Duelo is open, 4 a folder cannot be
; written to, 5 an administrator's rights are missing, 6 there is no room, 7 done, but results go where
; a duelo.defaults.ini says that was there already. After 2 to 6 an older Duelo is as it was.
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
!include nsDialogs.nsh
!include WordFunc.nsh
!include x64.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Duelo"
!define CLASSES "Software\Classes"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Duelo"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Duelo setup"
VIAddVersionKey LegalCopyright "The Duelo authors; GPL-3.0-or-later and Apache-2.0"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"

Var Given     ; the folder of /D
Var AllUsers  ; 1: for everybody
Var Elevated  ; 1: started by the one that asked Windows for rights
Var Results   ; where results go; empty: in the documents of each user
Var Asks      ; 1: nobody has said yet where results go

Page custom choicesPage leaveChoices
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "$(OPEN_DUELO)"
!define MUI_FINISHPAGE_RUN_FUNCTION openDuelo
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Spanish"
!include texts.nsh
!include rights.nsh
!include results.nsh
!insertmacro rights ""
!insertmacro rights "un."

; For whom: the keys below SHCTX follow it, and the folder where none was given.
Function chooseFolder
  SetShellVarContext current
  StrCpy $R2 "$LOCALAPPDATA\Programs\Duelo"
  ${If} $AllUsers == 1
    SetShellVarContext all
    StrCpy $R2 "$PROGRAMFILES64\Duelo"
  ${EndIf}
  StrCpy $INSTDIR $Given
  ${If} $INSTDIR == ""
    ; Over the Duelo that is here, if there is one.
    ReadRegStr $INSTDIR SHCTX "${KEY}" "InstallLocation"
  ${EndIf}
  ${If} $INSTDIR == ""
    StrCpy $INSTDIR $R2
  ${EndIf}
  Call findResults
FunctionEnd

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(NEEDS_64)" /SD IDOK
    SetErrorLevel 2
    Abort
  ${EndIf}
  SetRegView 64
  InitPluginsDir
  StrCpy $Given $INSTDIR
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/ELEVATED" $R1
  ${IfNot} ${Errors}
    StrCpy $Elevated 1
  ${EndIf}
  ClearErrors
  ${GetOptions} $R0 "/RESULTS=" $Results
  ${If} ${Errors}
    ClearErrors
    ${WordFind2X} $R0 '"/RESULTS=' '"' "E+1" $Results  ; the whole in quotes, as PowerShell writes it
    ${If} ${Errors}
      StrCpy $Results ""
    ${EndIf}
  ${EndIf}
  ClearErrors
  ${GetOptions} $R0 "/ALLUSERS" $R1
  ${IfNot} ${Errors}
    StrCpy $AllUsers 1
    Call needRights
    ${If} $0 == 0
      MessageBox MB_OK|MB_ICONSTOP "$(NO_RIGHTS)" /SD IDOK
      SetErrorLevel 5
      Abort
    ${EndIf}
  ${EndIf}
  Call chooseFolder
FunctionEnd

; Windows' own shell opens it, or it would have the administrator's rights that only setup needs.
Function openDuelo
  ${If} $AllUsers == 1
    Exec '"$WINDIR\explorer.exe" "$INSTDIR\duelo.exe"'
  ${Else}
    Exec '"$INSTDIR\duelo.exe"'
  ${EndIf}
FunctionEnd

!define BESIDE "$INSTDIR\duelo-setup.tmp"

; Undoes what this setup has unpacked, and ends with CODE.
!macro fail TEXT CODE
  SetOutPath "$TEMP"
  RMDir /r "${BESIDE}"
  RMDir "$INSTDIR"
  MessageBox MB_OK|MB_ICONSTOP "${TEXT}" /SD IDOK
  SetErrorLevel ${CODE}
  Abort "${TEXT}"
!macroend

!macro register SUFFIX TYPE NAME
  WriteRegStr SHCTX "${CLASSES}\${SUFFIX}\OpenWithProgids" "${TYPE}" ""
  WriteRegStr SHCTX "${CLASSES}\${SUFFIX}" "" "${TYPE}"
  WriteRegStr SHCTX "${CLASSES}\${TYPE}" "" "${NAME}"
  WriteRegStr SHCTX "${CLASSES}\${TYPE}\DefaultIcon" "" "$INSTDIR\duelo.exe,0"
  WriteRegStr SHCTX "${CLASSES}\${TYPE}\shell\open\command" "" '"$INSTDIR\duelo.exe" "%1"'
!macroend

!macro unregister SUFFIX TYPE
  DeleteRegKey SHCTX "${CLASSES}\${TYPE}"
  DeleteRegValue SHCTX "${CLASSES}\${SUFFIX}\OpenWithProgids" "${TYPE}"
  ReadRegStr $R0 SHCTX "${CLASSES}\${SUFFIX}" ""
  ${If} $R0 == "${TYPE}"
    DeleteRegValue SHCTX "${CLASSES}\${SUFFIX}" ""
  ${EndIf}
  DeleteRegKey /ifempty SHCTX "${CLASSES}\${SUFFIX}\OpenWithProgids"
  DeleteRegKey /ifempty SHCTX "${CLASSES}\${SUFFIX}"
!macroend

; Whatever may fail comes first, beside the older Duelo; that one goes when the new one is complete.
Section "Duelo" MAIN
  SectionGetSize ${MAIN} $0
  Call checkRoom
  ${If} $1 == 0
    !insertmacro fail "$(NO_ROOM)" 6
  ${EndIf}
  ReadRegStr $R3 SHCTX "${KEY}" "InstallLocation"
  StrCpy $0 $INSTDIR
  Call waitUntilClosed
  ${If} $1 != 0
  ${AndIf} $R3 != ""
    StrCpy $0 $R3
    Call waitUntilClosed
  ${EndIf}
  ${If} $1 == 0
    !insertmacro fail "$(STILL_OPEN)" 3
  ${EndIf}

  RMDir /r "${BESIDE}"  ; of a setup that was interrupted
  ClearErrors
  SetOutPath "${BESIDE}"
  SetOverwrite try
  File /r "${STAGE}/*.*"
  WriteUninstaller "${BESIDE}\uninstall.exe"
  ${If} ${Errors}
    !insertmacro fail "$(NO_WRITE)" 4
  ${EndIf}

  SetOutPath "$INSTDIR"
  ${If} $R3 != ""
  ${AndIf} ${FileExists} "$R3\uninstall.exe"
    ; It knows itself what it brought.
    ExecWait '"$R3\uninstall.exe" /S /UPGRADE _?=$R3' $1
    ${If} $1 != 0
      !insertmacro fail "$(STILL_OPEN)" 3
    ${EndIf}
    Delete "$R3\uninstall.exe"
    ${If} $R3 != $INSTDIR
      Rename "$R3\duelo.defaults.ini" "$INSTDIR\duelo.defaults.ini"
    ${EndIf}
    RMDir "$R3"
  ${EndIf}
  ClearErrors
  !include "${LISTS}/move.nsh"
  Delete "$INSTDIR\uninstall.exe"
  Rename "${BESIDE}\uninstall.exe" "$INSTDIR\uninstall.exe"
  ${If} ${Errors}
    !insertmacro fail "$(NO_WRITE)" 4
  ${EndIf}
  RMDir "${BESIDE}"

  WriteRegStr SHCTX "${KEY}" "DisplayName" "Duelo"
  WriteRegStr SHCTX "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${KEY}" "Publisher" "The Duelo authors"
  WriteRegStr SHCTX "${KEY}" "DisplayIcon" "$INSTDIR\duelo.exe"
  WriteRegStr SHCTX "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD SHCTX "${KEY}" "EstimatedSize" "$0"
  !insertmacro register ".duelo" "Duelo.Results" "$(TYPE_RESULTS)"
  !insertmacro register ".duelo-report" "Duelo.Report" "$(TYPE_REPORT)"
  CreateShortcut "$SMPROGRAMS\Duelo.lnk" "$INSTDIR\duelo.exe"
  ${RefreshShellIcons}
  Call keepResults
SectionEnd

Function un.onInit
  SetRegView 64
  InitPluginsDir
  ; For whom it was installed tells its own key.
  SetShellVarContext all
  StrCpy $AllUsers 1
  ReadRegStr $R0 SHCTX "${KEY}" "InstallLocation"
  ${If} $R0 != $INSTDIR
    SetShellVarContext current
    StrCpy $AllUsers 0
    Return
  ${EndIf}
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/ELEVATED" $R1
  ${IfNot} ${Errors}
    StrCpy $Elevated 1
  ${EndIf}
  Call un.needRights
  ${If} $0 == 0
    MessageBox MB_OK|MB_ICONSTOP "$(NO_RIGHTS_UN)" /SD IDOK
    SetErrorLevel 5
    Abort
  ${EndIf}
FunctionEnd

Section Uninstall
  StrCpy $0 $INSTDIR
  Call un.waitUntilClosed
  ${If} $1 == 0
    SetErrorLevel 3
    Abort "$(STILL_OPEN)"
  ${EndIf}
  ; Only what came with Duelo: results, settings and files of the user's stay where they are.
  !include "${LISTS}/remove.nsh"
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/UPGRADE" $R1
  ${IfNot} ${Errors}
    Return  ; the newer one takes over what is registered
  ${EndIf}
  Call un.forgetResults
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Duelo.lnk"
  DeleteRegKey SHCTX "${KEY}"
  !insertmacro unregister ".duelo" "Duelo.Results"
  !insertmacro unregister ".duelo-report" "Duelo.Report"
  ${RefreshShellIcons}
SectionEnd
