// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "outputfile.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace bubblescope {

namespace {

/// While it exists, writing to a closed pipe (SIGPIPE) or beyond the file size limit (SIGXFSZ) makes write() fail
/// instead of ending the program.
class QuietSignals {
public:
    QuietSignals()
    {
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGPIPE);
        sigaddset(&m_signals, SIGXFSZ);
        sigset_t pending;
        sigpending(&pending);
        m_wasPending = sigismember(&pending, SIGPIPE) == 1 || sigismember(&pending, SIGXFSZ) == 1;
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
    }
    ~QuietSignals()
    {
        const int code = errno;
        const timespec atOnce {};
        while (!m_wasPending && sigtimedwait(&m_signals, nullptr, &atOnce) > 0) { }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
        errno = code;
    }
    QuietSignals(const QuietSignals&) = delete;
    QuietSignals& operator=(const QuietSignals&) = delete;

private:
    sigset_t m_signals {};
    sigset_t m_before {};
    bool m_wasPending = false;
};

/// The descriptor in /dev/stdout, /dev/stderr, /dev/fd/3 and /proc/self/fd/3; -1 for other paths.
int descriptorOf(std::string_view path)
{
    if (path == "/dev/stdout")
        return STDOUT_FILENO;
    if (path == "/dev/stderr")
        return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        int number = -1;
        if (!path.starts_with(folder))
            continue;
        const char* const end = path.data() + path.size();
        const auto [rest, failure] = std::from_chars(path.data() + folder.size(), end, number);
        return failure == std::errc() && rest == end ? number : -1;
    }
    return -1;
}

/// Resolves symbolic links, even if their target does not exist yet.
fs::path behindLinks(fs::path path)
{
    std::error_code error;
    constexpr int deepest = 40; // the limit of Linux
    for (int i = 0; i < deepest && fs::is_symlink(fs::symlink_status(path, error)); ++i) {
        const fs::path to = fs::read_symlink(path, error);
        if (error)
            break;
        path = to.is_absolute() ? to : path.parent_path() / to;
    }
    return path;
}

std::string randomLetters()
{
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::random_device random;
    std::string text(6, ' ');
    for (char& letter : text)
        letter = letters[random() % letters.size()];
    return text;
}

/// fsync(); pipes and the like have nothing to synchronise.
bool isSynchronised(int descriptor)
{
    while (fsync(descriptor) != 0) {
        if (errno == EINTR)
            continue;
        return errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
    }
    return true;
}

Message reasonOf(int code)
{
    switch (code) {
    case ENOSPC:
        return say("there is no space left on the disk");
    case EDQUOT:
        return say("your share of the disk is used up");
    case EROFS:
        return say("the disk is read-only");
    case EACCES:
    case EPERM:
        return say("you may not write there");
    case ENOENT:
    case ENOTDIR:
        return say("there is no such folder");
    case EISDIR:
        return say("it is a folder");
    case ENAMETOOLONG:
        return say("its name is too long");
    case EFBIG:
        return say("files may not become that large there");
    case EIO:
        return say("the disk reports a fault");
    case EPIPE:
        return say("nobody reads it any more");
    default:
        return Message(std::generic_category().message(code));
    }
}

Message adviceFor(int code)
{
    switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return say("Make room, or choose another folder.");
    case ENOENT:
    case ENOTDIR:
        return say("Name a folder that exists.");
    case EISDIR:
        return say("Name a file.");
    case ENAMETOOLONG:
        return say("Choose a shorter name.");
    case EPIPE:
        return {};
    default:
        return say("Choose a folder that you may write to.");
    }
}

} // namespace

Error writeError(const std::string& path, int code)
{
    return {say("{} cannot be written: {}.", path, reasonOf(code)), adviceFor(code), {}};
}

bool isStream(const std::string& path)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    return descriptorOf(path) >= 0 || (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status));
}

OutputFile::OutputFile(std::string path, Readers readers, Safety safety) : m_path(std::move(path)), m_safety(safety)
{
    if (const int descriptor = descriptorOf(m_path); descriptor >= 0) {
        // Reopening would start at the beginning of the file that the shell redirected to.
        m_descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
        if (m_descriptor < 0)
            fail(errno);
        return;
    }
    m_target = behindLinks(m_path).string();
    if (isStream(m_target)) {
        m_descriptor = open(m_target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (m_descriptor < 0)
            fail(errno);
        return;
    }
    openTemporary(readers);
}

OutputFile::~OutputFile() { discard(); }

bool OutputFile::openTemporary(Readers readers)
{
    struct stat former { };
    const bool replaces = stat(m_target.c_str(), &former) == 0;
    if (replaces && S_ISDIR(former.st_mode))
        return fail(EISDIR);
    // Replacing a read-only file would circumvent its protection.
    if (replaces && faccessat(AT_FDCWD, m_target.c_str(), W_OK, AT_EACCESS) != 0)
        return fail(errno);
    const size_t slash = m_target.rfind('/') + 1; // 0 if there is none
    if (slash == m_target.size())
        return fail(EISDIR);
    constexpr size_t longestName = 255 - 7;
    const std::string stem = m_target.substr(0, slash) + m_target.substr(slash, longestName) + '.';
    const mode_t mode = readers == Readers::OwnerOnly ? 0600 : 0666;
    for (int i = 0; i < 100 && m_descriptor < 0; ++i) {
        m_temporary = stem + randomLetters();
        m_descriptor = open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (m_descriptor < 0 && errno != EEXIST && errno != EINTR)
            break;
    }
    if (m_descriptor < 0) {
        m_temporary.clear();
        return fail(errno);
    }
    if (replaces) {
        // Best effort: not every file system has owners and permissions.
        [[maybe_unused]] const int isOwned = fchown(m_descriptor, former.st_uid, former.st_gid);
        [[maybe_unused]] const int isPermitted = fchmod(m_descriptor, former.st_mode & 0777);
    }
    return true;
}

bool OutputFile::write(std::string_view bytes)
{
    if (m_error || m_descriptor < 0)
        return false;
    const QuietSignals quiet;
    while (!bytes.empty()) {
        constexpr size_t most = size_t(1) << 30;
        const ssize_t written = ::write(m_descriptor, bytes.data(), std::min(bytes.size(), most));
        if (written > 0) {
            bytes.remove_prefix(size_t(written));
            startWriting(size_t(written));
        } else if (written < 0 && errno == EAGAIN) {
            pollfd ready {m_descriptor, POLLOUT, 0};
            poll(&ready, 1, -1);
        } else if (written == 0 || errno != EINTR) {
            return fail(written == 0 ? ENOSPC : errno);
        }
    }
    return true;
}

bool OutputFile::rewriteStart(std::string_view bytes)
{
    if (m_error || m_descriptor < 0)
        return false;
    if (m_temporary.empty())
        return fail(ESPIPE);
    if (lseek(m_descriptor, 0, SEEK_SET) != 0)
        return fail(errno);
    return write(bytes);
}

/// The disk begins while more is on its way: a system with much memory would let it wait until commit() does.
void OutputFile::startWriting(size_t bytes)
{
#ifdef SYNC_FILE_RANGE_WRITE
    constexpr size_t worthWhile = size_t(32) << 20;
    m_waiting += bytes;
    if (m_safety != Safety::OnDisk || m_waiting < worthWhile)
        return;
    m_waiting = 0;
    sync_file_range(m_descriptor, 0, 0, SYNC_FILE_RANGE_WRITE); // where it cannot, commit() does it all
#endif
}

bool OutputFile::commit()
{
    if (m_error || m_descriptor < 0)
        return false;
    // Some file systems report only now that there is no space left.
    if (m_safety == Safety::OnDisk && !isSynchronised(m_descriptor))
        return fail(errno);
    if (close(std::exchange(m_descriptor, -1)) != 0 && errno != EINTR)
        return fail(errno);
    if (!m_temporary.empty() && std::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return fail(errno);
    m_temporary.clear();
    return true;
}

bool OutputFile::fail(int code)
{
    if (!m_error)
        m_error = writeError(m_path, code);
    discard();
    return false;
}

void OutputFile::discard()
{
    if (m_descriptor >= 0)
        close(std::exchange(m_descriptor, -1));
    if (!m_temporary.empty())
        unlink(std::exchange(m_temporary, {}).c_str());
}

std::optional<Error> writeWholeFile(const std::string& path, std::string_view contents, OutputFile::Safety safety)
{
    OutputFile file(path, OutputFile::Readers::Usual, safety);
    if (file.write(contents) && file.commit())
        return std::nullopt;
    return file.error();
}

std::optional<Error> appendToFile(const std::string& path, std::string_view bytes)
{
    const QuietSignals quiet;
    const int descriptor = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    int code = descriptor < 0 ? errno : 0;
    while (code == 0 && !bytes.empty()) {
        const ssize_t added = ::write(descriptor, bytes.data(), bytes.size());
        if (added > 0)
            bytes.remove_prefix(size_t(added));
        else if (added == 0 || errno != EINTR)
            code = added == 0 ? ENOSPC : errno;
    }
    // Some file systems tell only now that the disk is full.
    if (descriptor >= 0 && close(descriptor) != 0 && code == 0 && errno != EINTR)
        code = errno;
    return code == 0 ? std::nullopt : std::optional(writeError(path, code));
}

std::optional<Error> synchronise(const std::string& folder)
{
    std::optional<Error> error;
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0 || (syncfs(descriptor) != 0 && errno != ENOSYS))
        error = writeError(folder, errno);
    if (descriptor >= 0)
        close(descriptor);
    return error;
}

std::optional<Error> makeFolder(const std::string& path)
{
    std::error_code error;
    fs::create_directories(path, error);
    std::error_code ignored;
    if (error && !fs::is_directory(path, ignored))
        return writeError(path, error.value());
    return std::nullopt;
}

} // namespace bubblescope
