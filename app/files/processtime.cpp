// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "processtime.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <unistd.h>

namespace bubblescope {

double millisecondsSinceProcessStart()
{
    char line[1024] = {};
    std::FILE* file = std::fopen("/proc/self/stat", "r");
    if (!file)
        return -1;
    const size_t size = std::fread(line, 1, sizeof line - 1, file);
    std::fclose(file);
    line[size] = 0;
    // The second field, the program's name in parentheses, may contain spaces; the start time comes 20 fields later.
    const char* at = std::strrchr(line, ')');
    for (int field = 0; at && field < 20; ++field) {
        at = std::strchr(at + 1, ' ');
    }
    timespec now {};
    if (!at || clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return -1;
    const double ticks = std::strtod(at, nullptr);
    const double ticksPerSecond = static_cast<double>(sysconf(_SC_CLK_TCK));
    return (static_cast<double>(now.tv_sec) - ticks / ticksPerSecond) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

} // namespace bubblescope
