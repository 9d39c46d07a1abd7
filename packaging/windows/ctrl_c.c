// SPDX-License-Identifier: Apache-2.0
// ctrl_c.exe PROGRAM ARGUMENT...: starts it in a console, presses Ctrl+C there once standard input
// has ended, and ends as it does. Wine makes no Ctrl+C of a Linux signal.
#include <stdio.h>
#include <windows.h>

int main(void) {
    wchar_t* line = wcschr(GetCommandLineW(), L' ');
    STARTUPINFOW start = {.cb = sizeof start};
    PROCESS_INFORMATION child;
    FreeConsole();
    if (!line || !AllocConsole() ||
        !CreateProcessW(NULL, line + 1, NULL, NULL, FALSE, 0, NULL, NULL, &start, &child)) {
        fprintf(stderr, "ctrl_c: error %lu\n", GetLastError());
        return 99;
    }
    while (getchar() != EOF) continue;
    SetConsoleCtrlHandler(NULL, TRUE);  // its own
    if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) return 99;
    DWORD status = 99;
    WaitForSingleObject(child.hProcess, INFINITE);
    GetExitCodeProcess(child.hProcess, &status);
    return (int)status;
}
