// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Shapes of traces that invite quadratic work: deep nesting, many lanes, damage. Each goes through the whole program in
// two sizes; what is linear takes as long a record in both.
// Usage: bench_shapes PROGRAM [records]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/wait.h>

namespace fs = std::filesystem;

namespace {

using Event = std::function<std::string(size_t i, size_t count)>;

struct Shape {
    const char* name;
    Event event; ///< the text of one of so many
    const char* between = ",\n";
    const char* end = "]}";
};

std::string span(const char* category, size_t process, size_t thread, size_t begin, size_t duration)
{
    return fmt::format(
        R"({{"ph":"X","cat":"{}","name":"op{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{{"stream":{}}}}})", category,
        begin % 50, process, thread, begin, duration, thread);
}

std::string collective(size_t i, size_t groups)
{
    const size_t group = i * 7919 % groups;
    return fmt::format(
        R"({{"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_bf16_RING_LL","pid":0,"tid":7,"ts":{},"dur":8.5,"args":{{"stream":7,"device":0,"correlation":{},"Collective name":"allreduce","In msg nelems":4096,"Out msg nelems":4096,"dtype":"BFloat16","Group size":8,"Process Group Name":"{}","Process Group Description":"dp_{}","Process Group Ranks":"[0, 1, 2, 3, 4, 5, 6, 7]"}}}})",
        i * 10, i + 1, group, group);
}

std::vector<Shape> shapes()
{
    const auto lane = [](size_t i, size_t count) { return i * 7919 % std::max<size_t>(count / 5, 1); };
    return {
        {"nested spans", [](size_t i, size_t count) { return span("cpu_op", 1, 1, i, 2 * (count - i)); }},
        {"overlapping spans", [](size_t i, size_t count) { return span("kernel", 0, 7, i, count); }},
        {"a thread for each five", [=](size_t i, size_t n) { return span("cpu_op", 1, lane(i, n), i * 6, 5); }},
        {"a process for each five", [=](size_t i, size_t n) { return span("cpu_op", lane(i, n), 1, i * 6, 5); }},
        {"a stream for each five", [=](size_t i, size_t n) { return span("kernel", 0, lane(i, n), i * 6, 5); }},
        {"a process group for each five", [](size_t i, size_t n) { return collective(i, std::max<size_t>(n / 5, 1)); }},
        {"objects that never end", [](size_t, size_t) { return std::string(R"({"a":[)"); }, "", ""},
        {"names that never end", [](size_t i, size_t) { return R"({"ph":"X","name":"a)" + std::to_string(i); }},
    };
}

/// Wall time of `summary`, the best of three: what else runs only adds to it.
double secondsOf(const std::string& program, const fs::path& file)
{
    const std::string command = fmt::format("'{}' summary --no-cache '{}' >/dev/null 2>&1", program, file.string());
    double best = 1e9;
    for (int run = 0; run < 3; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        const int status = std::system(command.c_str());
        if (!WIFEXITED(status) || WEXITSTATUS(status) > 2) {
            fmt::print(stderr, "failed: {}\n", command);
            std::exit(1);
        }
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return best;
}

double measure(const std::string& program, const Shape& shape, size_t count)
{
    const fs::path file = fs::temp_directory_path() / fmt::format("bubblescope-bench-shape-{}.json", count);
    {
        std::ofstream out(file, std::ios::binary);
        out << "{\"schemaVersion\":1,\"traceEvents\":[\n";
        for (size_t i = 0; i < count; ++i)
            out << (i > 0 ? shape.between : "") << shape.event(i, count);
        out << shape.end;
    }
    const double seconds = secondsOf(program, file);
    fs::remove(file);
    return seconds;
}

} // namespace

int main(int argc, char* argv[])
{
    if (argc < 2) {
        fmt::print(stderr, "usage: bench_shapes PROGRAM [records]\n");
        return 1;
    }
    const size_t count = argc > 2 ? std::max<size_t>(8, std::strtoull(argv[2], nullptr, 10)) : 1'000'000;
    fmt::print("{} records and an eighth of them, `summary`, best of three\n", count);
    for (const Shape& shape : shapes()) {
        const double few = measure(argv[1], shape, count / 8);
        const double many = measure(argv[1], shape, count);
        fmt::print("{:<32} {:6.2f} s, {:4.1f} times as long as an eighth\n", shape.name, many, many / few);
        std::fflush(stdout);
    }
    return 0;
}
