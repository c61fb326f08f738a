// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "outputfile.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
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

/// What the name of a temporary file has behind that of its target, before its number.
constexpr std::string_view unfinishedMark = ".unfinished-";
constexpr size_t longestNumber = 2;

enum class Hold : uint8_t { Ours, Others, Unknown };

/// Whoever writes a temporary holds it, shared, by a descriptor of its own that is read-only: what its closing says is
/// of no interest. Whoever deletes one holds it alone. The system lets go of it with the process, however that ends,
/// and network file systems tell other machines. Unknown: this file system does not know who holds a file.
Hold held(int descriptor, int how)
{
    while (flock(descriptor, how | LOCK_NB) != 0) {
        if (errno != EINTR)
            return errno == EWOULDBLOCK ? Hold::Others : Hold::Unknown;
    }
    return Hold::Ours;
}

/// Where nobody can tell who writes a file: whether it has rested for a day.
bool hasRested(const struct stat& file)
{
    constexpr time_t day = 24 * 60 * 60;
    return file.st_mtime < time(nullptr) - day;
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
    constexpr size_t longestName = 255 - unfinishedMark.size() - longestNumber;
    const std::string stem = m_target.substr(0, slash) + m_target.substr(slash, longestName);
    if (!takeTemporary(stem, readers == Readers::OwnerOnly ? 0600 : 0666))
        return fail(errno);
    if (replaces) {
        // Best effort: not every file system has owners and permissions.
        [[maybe_unused]] const int isOwned = fchown(m_descriptor, former.st_uid, former.st_gid);
        [[maybe_unused]] const int isPermitted = fchmod(m_descriptor, former.st_mode & 0777);
    }
    return true;
}

/// The first number that is free; what killed writers left under those that are looked at is deleted. Numbers instead
/// of letters by chance: they are found again without a look through the folder.
bool OutputFile::takeTemporary(const std::string& stem, mode_t mode)
{
    constexpr int usuallyAtOnce = 4; // writers of one target; each may have been killed
    constexpr int most = 100;
    int code = EEXIST;
    for (int i = 0; i < most && (m_descriptor < 0 || i < usuallyAtOnce); ++i) {
        const std::string name = unfinishedName(stem, i);
        struct stat there { };
        if (lstat(name.c_str(), &there) == 0 && !removeUnfinished(name))
            continue;
        if (m_descriptor >= 0)
            continue;
        const int descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor < 0) {
            code = errno;
            if (code != EEXIST && code != EINTR)
                break;
            continue;
        }
        // Another may have taken it for a leftover before it was held.
        const int holder = open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (held(holder, LOCK_SH) != Hold::Others && fstat(descriptor, &there) == 0 && there.st_nlink > 0) {
            m_descriptor = descriptor;
            m_holder = holder;
            m_temporary = name;
        } else {
            close(descriptor);
            if (holder >= 0)
                close(holder);
        }
    }
    errno = code;
    return m_descriptor >= 0;
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
    discard();
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
    if (m_holder >= 0) // last: until then nobody else takes it for a leftover
        close(std::exchange(m_holder, -1));
}

bool isUnfinished(std::string_view path)
{
    const size_t mark = path.rfind(unfinishedMark);
    if (mark == std::string_view::npos)
        return false;
    const std::string_view number = path.substr(mark + unfinishedMark.size());
    return !number.empty() && number.size() <= longestNumber
        && number.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string unfinishedName(std::string path, int number)
{
    path += unfinishedMark;
    return path += std::to_string(number);
}

std::string_view finishedName(std::string_view path)
{
    return isUnfinished(path) ? path.substr(0, path.rfind(unfinishedMark)) : path;
}

bool removeUnfinished(const std::string& path)
{
    const int descriptor
        = isUnfinished(path) ? open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) : -1;
    if (descriptor < 0)
        return false;
    const Hold hold = held(descriptor, LOCK_EX);
    struct stat opened { };
    struct stat named { };
    // By now the name may be that of another writer's file.
    const bool isThis = fstat(descriptor, &opened) == 0 && S_ISREG(opened.st_mode) && lstat(path.c_str(), &named) == 0
        && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
    const bool isLeft = hold == Hold::Ours || (hold == Hold::Unknown && hasRested(opened));
    const bool isGone = isThis && isLeft && unlink(path.c_str()) == 0;
    close(descriptor);
    return isGone;
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
