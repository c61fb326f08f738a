// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "nsysexport.h"

#include "textencoding.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

extern char** environ;

namespace bubblescope {

namespace fs = std::filesystem;

namespace {

/// Empty where it is not installed.
std::string nsysProgram()
{
    const char* const path = std::getenv("PATH");
    std::string_view folders = path ? path : "";
    while (!folders.empty()) {
        const std::string_view folder = folders.substr(0, folders.find(':'));
        folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
        // Relative folders of PATH could be what was opened.
        if (!folder.starts_with('/'))
            continue;
        const std::string program = fmt::format("{}/nsys", folder);
        if (::access(program.c_str(), X_OK) == 0)
            return program;
    }
    return {};
}

/// What nsys says, which is of use only where it fails.
std::string lastLine(const std::string& file)
{
    std::string text(4096, '\0');
    FILE* const log = std::fopen(file.c_str(), "rb");
    text.resize(log ? std::fread(text.data(), 1, text.size(), log) : 0);
    if (log)
        std::fclose(log);
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
        text.pop_back();
    return excerpt(std::string_view(text).substr(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1), 300);
}

/// The exit status; -1 where it did not end by itself.
int waitFor(pid_t process, const std::function<bool()>& mayContinue)
{
    bool isEnded = false;
    for (;;) {
        int status = 0;
        const pid_t ended = ::waitpid(process, &status, WNOHANG);
        if (ended == process)
            return !isEnded && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        if (ended < 0 && errno != EINTR)
            return -1;
        if (!isEnded && !mayContinue()) {
            ::kill(process, SIGKILL);
            isEnded = true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

constexpr std::string_view folderName = "bubblescope-nsys-";

/// Of a folder of one's own that nobody else holds, locked; -1 for none.
int heldFolder(const std::string& folder)
{
    const int holder = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status {};
    if (holder >= 0 && ::fstat(holder, &status) == 0 && status.st_uid == ::geteuid()
        && ::flock(holder, LOCK_EX | LOCK_NB) == 0)
        return holder;
    if (holder >= 0)
        ::close(holder);
    return -1;
}

/// Those that nobody holds; one that has just been made is not held yet.
void removeLeftFolders(const fs::path& where)
{
    constexpr time_t young = 60; // seconds
    std::error_code error;
    for (fs::directory_iterator entry(where, error), end; !error && entry != end; entry.increment(error)) {
        const std::string folder = entry->path().string();
        struct stat status {};
        if (!entry->path().filename().string().starts_with(folderName) || ::lstat(folder.c_str(), &status) != 0
            || std::time(nullptr) - status.st_mtime < young)
            continue;
        const int holder = heldFolder(folder);
        if (holder < 0)
            continue;
        std::error_code ignored;
        fs::remove_all(entry->path(), ignored);
        ::close(holder);
    }
}

} // namespace

bool hasNsys() { return !nsysProgram().empty(); }

Result<ExportedReport> ExportedReport::make()
{
    std::error_code error;
    const fs::path where = fs::temp_directory_path(error);
    removeLeftFolders(where);
    std::string folder = (where / fmt::format("{}XXXXXX", folderName)).string();
    if (!::mkdtemp(folder.data()))
        return Error {say("no temporary folder can be made: {}", std::strerror(errno)), {}, {}};
    const int holder = heldFolder(folder);
    return ExportedReport(std::move(folder), holder);
}

ExportedReport::~ExportedReport()
{
    std::error_code ignored;
    if (!m_folder.empty())
        fs::remove_all(m_folder, ignored);
    if (m_holder >= 0)
        ::close(m_holder);
}

Result<ExportedReport> exportReport(const std::string& report, const std::function<bool()>& mayContinue)
{
    const std::string program = nsysProgram();
    if (program.empty())
        return Error {say("nsys is not installed here"), {}, {}};
    Result<ExportedReport> made = ExportedReport::make();
    if (!made)
        return made.error();
    ExportedReport& exported = *made;
    const std::string log = exported.folder() + "/nsys.log";
    const std::string output = fmt::format("--output={}", exported.path());
    std::error_code error;
    const std::string input = fs::absolute(report, error).string(); // begins with no dash
    const std::array<const char*, 6> arguments {
        "nsys", "export", "--type=sqlite", output.c_str(), input.c_str(), nullptr};
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t process = -1;
    const int failure = ::posix_spawn(
        &process, program.c_str(), &actions, nullptr, const_cast<char* const*>(arguments.data()), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failure != 0)
        return Error {say("nsys cannot be run: {}", std::strerror(failure)), {}, {}};
    const int status = waitFor(process, mayContinue);
    if (status != 0 || !fs::exists(exported.path(), error))
        return Error {say("nsys could not export it: {}", lastLine(log)), {}, {}};
    return made;
}

} // namespace bubblescope
