; SPDX-License-Identifier: Apache-2.0
; Where results go: asked once, and kept in duelo.defaults.ini beside the program, which presets what a user
; has not chosen (README.md). Without an answer it is the folder Duelo in the documents, and no file is written.

Var ForMe
Var ForAll
Var InDocuments
Var InFolder
Var Folder
Var Browse
Var Warning

; Whether that has been said: by /RESULTS, by a preset beside the program, or by this user in Duelo.
Function findResults
  StrCpy $Asks 1
  ReadINIStr $0 "$INSTDIR\duelo.defaults.ini" "General" "results_folder"
  ${If} $AllUsers != 1
  ${AndIf} $0 == ""
    ReadINIStr $0 "$APPDATA\duelo\duelo.ini" "General" "results_folder"
  ${EndIf}
  ${If} $0 != ""
  ${OrIf} $Results != ""
  ${OrIf} ${FileExists} "$INSTDIR\duelo.exe"
    StrCpy $Asks 0
  ${EndIf}
FunctionEnd

; $1: what is to be known about the folder $0; empty if nothing is.
Function warnOf
  StrCpy $1 ""
  StrCpy $2 $0 2
  StrCpy $3 $0 3
  System::Call 'kernel32::GetDriveTypeW(w r3) i .r4'
  ${If} $2 == "\\"
  ${OrIf} $4 == 4  ; DRIVE_REMOTE
    StrCpy $1 "$(REMOTE)"
  ${EndIf}
  StrLen $4 $PROFILE
  StrCpy $3 $0 $4
  ${If} $3 == $PROFILE
    StrCpy $4 0
    System::Call 'userenv::GetProfileType(*i .r4)'
    IntOp $5 $4 & 5  ; PT_TEMPORARY, PT_MANDATORY
    IntOp $4 $4 & 2  ; PT_ROAMING
    ${If} $5 != 0
      StrCpy $1 "$(WIPED)"
    ${ElseIf} $4 != 0
      StrCpy $1 "$(ROAMS)"
    ${EndIf}
  ${EndIf}
  ; Deep Freeze, which resets the system's drive at each start.
  StrCpy $3 $WINDIR 2
  ReadRegStr $4 HKLM "Software\WOW6432Node\Faronics\Deep Freeze 6" "DF Status"
  ${If} $4 == "Frozen"
  ${AndIf} $2 == $3
    StrCpy $1 "$(WIPED)"
  ${EndIf}
FunctionEnd

Function showWarning
  Pop $0  ; the control that was touched
  ${NSD_GetState} $InFolder $2
  EnableWindow $Folder $2
  EnableWindow $Browse $2
  ${If} $2 == 1
    ${NSD_GetText} $Folder $0
    Call warnOf
  ${ElseIf} $AllUsers == 1
    StrCpy $1 "$(LAB)"
  ${Else}
    StrCpy $0 "$DOCUMENTS\Duelo"
    Call warnOf
  ${EndIf}
  ${NSD_SetText} $Warning $1
FunctionEnd

Function browseResults
  Pop $0
  nsDialogs::SelectFolderDialog "$(WHERE)" "$DOCUMENTS"
  Pop $0
  ${If} $0 != "error"
    ${NSD_SetText} $Folder $0
  ${EndIf}
FunctionEnd

Function choicesPage
  ${If} $AllUsers == 1
  ${AndIf} $Asks == 0
    Abort
  ${EndIf}
  !insertmacro MUI_HEADER_TEXT "$(CHOICES)" "$(CHOICES_SUB)"
  nsDialogs::Create 1018
  Pop $0
  ${If} $AllUsers != 1
    ${NSD_CreateLabel} 0 0 100% 10u "$(FOR_WHOM)"
    Pop $0
    ${NSD_CreateFirstRadioButton} 8u 11u -8u 12u "$(FOR_ME)"
    Pop $ForMe
    ${NSD_CreateAdditionalRadioButton} 8u 23u -8u 12u "$(FOR_ALL)"
    Pop $ForAll
    ; Where everybody has it already, that one is renewed.
    ReadRegStr $1 HKLM "${KEY}" "InstallLocation"
    ReadRegStr $2 HKCU "${KEY}" "InstallLocation"
    ${If} $1 != ""
    ${AndIf} $2 == ""
      ${NSD_Check} $ForAll
    ${Else}
      ${NSD_Check} $ForMe
    ${EndIf}
  ${EndIf}
  ${If} $Asks == 1
    ${NSD_CreateLabel} 0 42u 100% 10u "$(WHERE)"
    Pop $0
    ${NSD_CreateFirstRadioButton} 8u 53u -8u 12u "$(IN_DOCUMENTS)"
    Pop $InDocuments
    ${NSD_CreateAdditionalRadioButton} 8u 65u -8u 12u "$(IN_FOLDER)"
    Pop $InFolder
    ${NSD_CreateDirRequest} 18u 78u -70u 13u ""
    Pop $Folder
    ${NSD_CreateBrowseButton} -48u 77u 48u 15u "$(BROWSE)"
    Pop $Browse
    ${NSD_CreateLabel} 8u 96u -8u 26u ""
    Pop $Warning
    ${NSD_OnClick} $InDocuments showWarning
    ${NSD_OnClick} $InFolder showWarning
    ${NSD_OnChange} $Folder showWarning
    ${NSD_OnClick} $Browse browseResults
    ${If} $Results == ""
      ${NSD_Check} $InDocuments
    ${Else}
      ${NSD_Check} $InFolder
      ${NSD_SetText} $Folder $Results
    ${EndIf}
    Push $InDocuments
    Call showWarning
  ${EndIf}
  ${NSD_CreateLabel} 0 126u 100% 14u "$(FREE)"
  Pop $0
  nsDialogs::Show
FunctionEnd

Function leaveChoices
  ${If} $AllUsers != 1
    ${NSD_GetState} $ForAll $0
    ${If} $0 == 1
      Call needRights
      ${If} $0 == 0
        MessageBox MB_OK|MB_ICONSTOP "$(NO_RIGHTS)"
        Abort
      ${EndIf}
      StrCpy $AllUsers 1
    ${EndIf}
  ${EndIf}
  ${If} $Asks == 1
    StrCpy $Results ""
    ${NSD_GetState} $InFolder $0
    ${If} $0 == 1
      ${NSD_GetText} $Folder $Results
      Call checkResults
      ${If} $0 == 0
        MessageBox MB_OK|MB_ICONSTOP "$(RESULTS_LOCKED)"
        Abort
      ${EndIf}
    ${EndIf}
  ${EndIf}
  StrCpy $R9 $Asks
  Call chooseFolder
  StrCpy $Asks $R9
FunctionEnd

; $0: 1 if a file can be made in $Results, which is made where it is not there yet.
Function checkResults
  ClearErrors
  CreateDirectory "$Results"
  GetTempFileName $0 "$Results"
  ${If} ${Errors}
    StrCpy $0 0
  ${Else}
    Delete $0
    StrCpy $0 1
  ${EndIf}
FunctionEnd

; Deletes the preset that setup has written, unless somebody has changed it since.
!macro forgetResults un
Function ${un}forgetResults
  ReadRegStr $R0 SHCTX "${KEY}" "PresetWritten"
  ${GetTime} "$INSTDIR\duelo.defaults.ini" "M" $0 $1 $2 $3 $4 $5 $6
  ${If} $R0 == "$2-$1-$0 $4:$5:$6"
    Delete "$INSTDIR\duelo.defaults.ini"
  ${EndIf}
FunctionEnd
!macroend
!insertmacro forgetResults ""
!insertmacro forgetResults "un."

; Writes the preset in UTF-8, as Qt reads it, and notes when: who changes it later keeps it.
Function keepResults
  ${If} $Results == ""
    Return
  ${EndIf}
  Call forgetResults
  ${If} ${FileExists} "$INSTDIR\duelo.defaults.ini"
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(PRESET_STAYS)" /SD IDOK
    SetErrorLevel 7
    Return
  ${EndIf}
  StrCpy $0 ""
  StrLen $2 $Results
  ${For} $1 0 $2
    StrCpy $3 $Results 1 $1
    ${If} $3 == "\"
      StrCpy $3 "/"
    ${EndIf}
    StrCpy $0 "$0$3"
  ${Next}
  StrCpy $0 '[General]$\r$\nresults_folder="$0"$\r$\n'
  FileOpen $1 "$INSTDIR\duelo.defaults.ini" w
  System::Call 'kernel32::WideCharToMultiByte(i 65001, i 0, w r0, i -1, p 0, i 0, p 0, p 0) i .r2'
  System::Alloc $2
  Pop $3
  System::Call 'kernel32::WideCharToMultiByte(i 65001, i 0, w r0, i -1, p r3, i r2, p 0, p 0)'
  IntOp $2 $2 - 1
  System::Call 'kernel32::WriteFile(p r1, p r3, i r2, *i .r4, p 0)'
  System::Free $3
  FileClose $1
  ${GetTime} "$INSTDIR\duelo.defaults.ini" "M" $0 $1 $2 $3 $4 $5 $6
  WriteRegStr SHCTX "${KEY}" "PresetWritten" "$2-$1-$0 $4:$5:$6"
FunctionEnd
