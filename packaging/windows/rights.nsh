; SPDX-License-Identifier: Apache-2.0
; What setup and uninstaller share: an administrator's rights, room, and whether Duelo is open.

; setup is started once more with the rights that it lacks, and this one ends as that one does. From a
; share a copy is started: an administrator may have neither its letter nor its password.
!macro rights un
; $0: 1 if there are rights.
Function ${un}needRights
  UserInfo::GetAccountType
  Pop $0
  ${If} $0 == "Admin"
    StrCpy $0 1
    Return
  ${EndIf}
  StrCpy $0 0
  ${If} ${Silent}
  ${OrIf} $Elevated == 1
    Return
  ${EndIf}
  StrCpy $1 $EXEPATH
  StrCpy $2 $EXEPATH 3
  System::Call 'kernel32::GetDriveTypeW(w r2) i .r3'
  StrCpy $2 $2 2
  ${If} $3 == 4  ; DRIVE_REMOTE
  ${OrIf} $2 == "\\"
    StrCpy $1 "$PLUGINSDIR\$EXEFILE"
    CopyFiles /SILENT "$EXEPATH" "$1"
  ${EndIf}
  ${GetParameters} $4
  StrCpy $4 "/ELEVATED /ALLUSERS $4"
!if "${un}" == ""
  ${If} $Given != ""
    StrCpy $4 "$4 /D=$Given"
  ${EndIf}
!else
  StrCpy $4 "$4 _?=$INSTDIR"
!endif
  ; SHELLEXECUTEINFOW, with SEE_MASK_NOCLOSEPROCESS
  System::Call '*(i 112, i 0x40, p $HWNDPARENT, w "runas", w r1, w r4, p 0, i 1, i 0, p 0, p 0, p 0, p 0, i 0, i 0, p 0, p 0) p .r5'
  System::Call 'shell32::ShellExecuteExW(p r5) i .r6'
  System::Call '*$5(i, i, p, p, p, p, p, i, i, p, p, p, p, i, i, p, p .r7)'
  System::Free $5
  ${If} $6 == 0
    Return
  ${EndIf}
  HideWindow
  System::Call 'kernel32::WaitForSingleObject(p r7, i -1)'
  System::Call 'kernel32::GetExitCodeProcess(p r7, *i .r6)'
  SetErrorLevel $6
  Quit
FunctionEnd

; $1: 1 if no program of the folder $0 is open. Who can answer is asked to close it; nobody is asked
; silently: then it waits ten seconds for one that is just ending.
Function ${un}waitUntilClosed
  Push $2
  Push $3
  StrCpy $3 0
  ${Do}
    StrCpy $1 "duelo.exe"
    System::Call 'kernel32::CreateFileW(w "$0\duelo.exe", i 0xC0000000, i 7, p 0, i 3, i 0, p 0) p .r2 ?e'
    Pop $R8
    ${If} $R8 != 32  ; ERROR_SHARING_VIOLATION: what runs cannot be opened for writing
      System::Call 'kernel32::CloseHandle(p r2)'
      StrCpy $1 "duelo-engine.exe"
      System::Call 'kernel32::CreateFileW(w "$0\duelo-engine.exe", i 0xC0000000, i 7, p 0, i 3, i 0, p 0) p .r2 ?e'
      Pop $R8
    ${EndIf}
    ${If} $R8 != 32
      System::Call 'kernel32::CloseHandle(p r2)'
      StrCpy $1 1
      ${Break}
    ${EndIf}
    ${If} ${Silent}
      Sleep 500
      IntOp $3 $3 + 1
      ${If} $3 >= 20
        StrCpy $1 0
        ${Break}
      ${EndIf}
    ${ElseIf} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(OPEN_NOW)" IDCANCEL`
      StrCpy $1 0
      ${Break}
    ${EndIf}
  ${Loop}
  Pop $3
  Pop $2
FunctionEnd
!macroend

; $1: 1 if $0 KiB fit where $INSTDIR lies; $2 and $3: what is needed and free, in MB. A user's quota counts.
Function checkRoom
  StrCpy $1 1
  ${GetRoot} "$INSTDIR" $4
  System::Call 'kernel32::GetDiskFreeSpaceExW(w "$4\", *l .r3, p 0, p 0) i .r5'
  ${If} $5 == 0
    Return
  ${EndIf}
  System::Int64Op $3 / 1048576
  Pop $3
  IntOp $2 $0 / 1024
  IntOp $2 $2 + 16  ; what a file system adds
  System::Int64Op $3 < $2
  Pop $4
  ${If} $4 == 1
    StrCpy $1 0
  ${EndIf}
FunctionEnd
