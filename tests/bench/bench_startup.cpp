// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// From the start of the process to the first complete frame of the demo, and to the end of `inspect`.
// Usage: bench_startup PROGRAM [FILE to inspect] [runs]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/wait.h>

namespace {
double secondsOf(const std::string& command)
{
    const auto begin = std::chrono::steady_clock::now();
    const int status = std::system(command.c_str());
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fmt::print(stderr, "failed: {}\n", command);
        std::exit(1);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void measure(const char* what, const std::string& command, int runs)
{
    std::vector<double> times;
    secondsOf(command); // the first one loads the program from disk
    for (int i = 0; i < runs; ++i)
        times.push_back(secondsOf(command) * 1e3);
    std::sort(times.begin(), times.end());
    fmt::print("{:<44} median {:6.1f} ms, longest {:6.1f} ms\n", what, times[times.size() / 2], times.back());
}

std::string quoted(const std::string& text)
{
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}
} // namespace

int main(int argc, char* argv[])
{
    if (argc < 2) {
        fmt::print(stderr, "usage: bench_startup PROGRAM [FILE] [runs]\n");
        return 1;
    }
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    const std::string program = quoted(argv[1]);
    const int runs = argc > 3 ? std::atoi(argv[3]) : 15;
    // The process ends after its first frame; the cost of ending is included.
    measure("--demo, start to first complete frame", program + " --demo --time-to-frame >/dev/null 2>&1", runs);
    if (argc > 2)
        measure("inspect, start to end", program + " inspect --no-cache " + quoted(argv[2]) + " >/dev/null", runs);
    measure("--version, start to end", program + " --version >/dev/null", runs);
    return 0;
}
