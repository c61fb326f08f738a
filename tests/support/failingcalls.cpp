// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "failingcalls.h"

#include <cstdarg>
#include <cstdio>
#include <string_view>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace bubblescope::failingcalls {

namespace {

/// Lock files do not count: nothing depends on them.
bool isBelow(std::string_view path)
{
    return !folder.empty() && path.starts_with(folder) && !path.ends_with(".lock");
}

bool isBelow(int descriptor)
{
    if (folder.empty())
        return false;
    char path[4096];
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ssize_t size = readlink(link.c_str(), path, sizeof path);
    return size > 0 && isBelow(std::string_view(path, size_t(size)));
}

bool fails()
{
    const bool isIt = ++calls == failing;
    if (isIt)
        errno = code;
    return isIt;
}

} // namespace

void arm(const std::string& below, int number)
{
    folder = below;
    calls = 0;
    failing = number;
}

bool disarm()
{
    folder.clear();
    return calls >= failing;
}

} // namespace bubblescope::failingcalls

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size)
{
    using namespace bubblescope::failingcalls;
    if (isBelow(descriptor) && fails()) {
        if (!writesHalf || size < 2)
            return -1;
        ++failing; // the next call writes nothing more
        size /= 2;
    }
    return syscall(SYS_write, descriptor, bytes, size);
}

int fsync(int descriptor)
{
    using namespace bubblescope::failingcalls;
    return isBelow(descriptor) && fails() ? -1 : int(syscall(SYS_fsync, descriptor));
}

int syncfs(int descriptor) noexcept
{
    using namespace bubblescope::failingcalls;
    return isBelow(descriptor) && fails() ? -1 : int(syscall(SYS_syncfs, descriptor));
}

int close(int descriptor)
{
    using namespace bubblescope::failingcalls;
    const int flags = int(syscall(SYS_fcntl, descriptor, F_GETFL));
    const bool isWritten = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && isBelow(descriptor);
    const bool isFailing = isWritten && fails();
    const int closed = int(syscall(SYS_close, descriptor)); // close it in any case
    if (isFailing)
        errno = code;
    return isFailing ? -1 : closed;
}

int rename(const char* from, const char* to) noexcept
{
    using namespace bubblescope::failingcalls;
    return isBelow(to) && fails() ? -1 : int(syscall(SYS_rename, from, to));
}

int open(const char* path, int flags, ...)
{
    using namespace bubblescope::failingcalls;
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list rest;
        va_start(rest, flags);
        mode = mode_t(va_arg(rest, int));
        va_end(rest);
    }
    if ((flags & O_CREAT) && isBelow(path) && fails())
        return -1;
    return int(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

} // extern "C"
