// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "databaseexport.h"

#include "outputfile.h"
#include "queryfile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace bubblescope {

namespace {

/// Removed unless it was renamed.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& target) : m_path(target + ".XXXXXX")
    {
        // SQLite takes over the empty file.
        const int descriptor = mkstemp(m_path.data());
        if (descriptor < 0)
            m_path.clear();
        else
            close(descriptor);
    }
    ~TemporaryFile()
    {
        if (!m_path.empty())
            unlink(m_path.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const std::string& path() const { return m_path; }
    /// Waits until it is on disk, then gives it its name. False with errno on failure.
    bool become(const std::string& target)
    {
        const int descriptor = open(m_path.c_str(), O_RDWR | O_CLOEXEC);
        if (descriptor < 0)
            return false;
        const mode_t mask = umask(0);
        umask(mask);
        bool isFine = fchmod(descriptor, 0666 & ~mask) == 0 && fsync(descriptor) == 0;
        isFine = close(descriptor) == 0 && isFine;
        if (!isFine || std::rename(m_path.c_str(), target.c_str()) != 0)
            return false;
        m_path.clear();
        return true;
    }

private:
    std::string m_path;
};

} // namespace

std::optional<Error> writeDatabase(QueryData& data, const std::string& path, const ProgressFn& progress)
{
    if (isStream(path))
        return Error {say("{} cannot be written.", path), say("A database needs a file: give the name of one."), {}};
    TemporaryFile file(path);
    if (file.path().empty())
        return writeError(path, errno);
    bool isCancelled = false;
    const ProgressFn watched = [&](uint64_t done, uint64_t total) {
        isCancelled = isCancelled || (progress && !progress(done, total));
        return !isCancelled;
    };
    if (std::optional<Error> error = writeQueryFile(data, file.path(), watched))
        return error;
    if (isCancelled || data.isStopped())
        return std::nullopt;
    if (!file.become(path))
        return writeError(path, errno);
    return std::nullopt;
}

} // namespace bubblescope
