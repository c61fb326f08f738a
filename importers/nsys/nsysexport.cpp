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
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
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

} // namespace

bool hasNsys() { return !nsysProgram().empty(); }

ExportedReport::~ExportedReport()
{
    std::error_code ignored;
    if (!m_folder.empty())
        fs::remove_all(m_folder, ignored);
}

Result<ExportedReport> exportReport(const std::string& report, const std::function<bool()>& mayContinue)
{
    const std::string program = nsysProgram();
    if (program.empty())
        return Error {say("nsys is not installed here"), {}, {}};
    std::error_code error;
    std::string folder = (fs::temp_directory_path(error) / "bubblescope-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return Error {say("no temporary folder can be made: {}", std::strerror(errno)), {}, {}};
    ExportedReport exported(folder);
    const std::string log = folder + "/nsys.log";
    const std::string output = fmt::format("--output={}", exported.path());
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
    return exported;
}

} // namespace bubblescope
