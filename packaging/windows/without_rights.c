// SPDX-License-Identifier: Apache-2.0
// without_rights.exe PROGRAM ARGUMENT...: starts it without an administrator's rights and ends as it does.
// Under Wine everybody has them.
#include <stdio.h>
#include <windows.h>

int main(void) {
    HANDLE own, lesser;
    BYTE administrators[SECURITY_MAX_SID_SIZE];
    DWORD size = sizeof administrators;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_ALL_ACCESS, &own) ||
        !CreateWellKnownSid(WinBuiltinAdministratorsSid, NULL, administrators, &size))
        return 99;
    SID_AND_ATTRIBUTES without = {administrators, 0};
    if (!CreateRestrictedToken(own, DISABLE_MAX_PRIVILEGE, 1, &without, 0, NULL, 0, NULL, &lesser)) return 99;
    wchar_t* line = wcschr(GetCommandLineW(), L' ');
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION child;
    if (!line || !CreateProcessAsUserW(lesser, NULL, line + 1, NULL, NULL, FALSE, 0, NULL, NULL, &start, &child)) {
        fprintf(stderr, "without_rights: error %lu\n", GetLastError());
        return 99;
    }
    DWORD status = 99;
    WaitForSingleObject(child.hProcess, INFINITE);
    GetExitCodeProcess(child.hProcess, &status);
    return (int)status;
}
