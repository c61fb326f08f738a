// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tracename.h"

#include "characters.h"
#include "namewords.h"
#include "plainnumber.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

std::vector<std::string_view> split(std::string_view text, std::string_view separators)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const size_t at = text.find_first_of(separators);
        if (at != 0)
            parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            break;
        text.remove_prefix(at + 1);
    }
    return parts;
}

bool isStamp(std::string_view token)
{
    return token.size() == 14 && std::all_of(token.begin(), token.end(), isDigit)
        && (token.substr(0, 2) == "19"sv || token.substr(0, 2) == "20"sv);
}

// "exp4" is a word and a number; so is "expNum8".
struct Token {
    std::string word; ///< in lower case
    std::optional<int> number;
};

Token readToken(std::string_view text)
{
    size_t letters = 0;
    while (letters < text.size() && isLetter(text[letters]))
        ++letters;
    Token token;
    std::transform(
        text.begin(), text.begin() + static_cast<ptrdiff_t>(letters), std::back_inserter(token.word), toLower);
    token.number = toCount(text.substr(letters));
    return token;
}

void takeLayout(const Token& token, ParallelLayout& layout)
{
    if (!token.number || *token.number == 0)
        return;
    static constexpr std::pair<std::string_view, std::optional<int> ParallelLayout::*> words[] = {
        {"wd"sv, &ParallelLayout::world},
        {"world"sv, &ParallelLayout::world},
        {"ws"sv, &ParallelLayout::world},
        {"tp"sv, &ParallelLayout::tensor},
        {"pp"sv, &ParallelLayout::pipeline},
        {"dp"sv, &ParallelLayout::data},
        {"exp"sv, &ParallelLayout::expert},
        {"cp"sv, &ParallelLayout::context},
        {"bs"sv, &ParallelLayout::microbatchSize},
        {"mbs"sv, &ParallelLayout::microbatchSize},
        {"numl"sv, &ParallelLayout::layers},
        {"nl"sv, &ParallelLayout::layers},
        {"l"sv, &ParallelLayout::layers},
    };
    for (const auto& [word, member] : words) {
        if (token.word == word && !(layout.*member))
            layout.*member = token.number;
    }
}

/// Where a word stands in TraceName::counts; nothing for other words.
std::optional<size_t> placeOfWord(std::string_view word)
{
    static constexpr std::string_view words[] = {"tp"sv, "pp"sv, "dp"sv, "cp"sv, "ep"sv};
    const auto found = std::find(std::begin(words), std::end(words), word);
    return found == std::end(words) ? std::nullopt : std::optional(static_cast<size_t>(found - std::begin(words)));
}

/// Fills in what a file's name counts, and whether these are places.
void takeCounts(const std::vector<std::string_view>& tokens, TraceName& name)
{
    bool hasPlace = false;
    for (const std::string_view text : tokens) {
        const Token token = readToken(text);
        if (!token.number)
            continue;
        const std::optional<size_t> place = placeOfWord(token.word);
        if (place)
            name.counts[*place] = token.number;
        // Parallel over the context of decoding and of prefilling, as vLLM names it.
        hasPlace = hasPlace || token.word == "dcp" || token.word == "pcp" || (place && *token.number == 0);
    }
    const auto counted = std::count_if(
        name.counts.begin(), name.counts.end(), [](const std::optional<int>& count) { return count.has_value(); });
    name.namesPlaces = hasPlace && counted > 1; // one alone may be anything
}

bool isHostFolder(std::string_view folder)
{
    for (const std::string_view word : {"node"sv, "host"sv, "machine"sv, "server"sv}) {
        if (folder.size() <= word.size())
            continue;
        if (!std::equal(word.begin(), word.end(), folder.begin(), [](char a, char b) { return a == toLower(b); }))
            continue;
        std::string_view tail = folder.substr(word.size());
        if (tail.front() == '-' || tail.front() == '_')
            tail.remove_prefix(1);
        if (!tail.empty() && std::all_of(tail.begin(), tail.end(), isDigit))
            return true;
    }
    return false;
}

// The number after the last "rank" in a token, also in "myrank7".
std::optional<int> rankOfToken(std::string_view token)
{
    std::string text(token);
    std::transform(text.begin(), text.end(), text.begin(), toLower);
    const size_t at = text.rfind("rank");
    return at == std::string::npos ? std::nullopt : toCount(token.substr(at + 4));
}

std::string_view withoutExtensions(std::string_view file)
{
    for (const std::string_view extension : {".gz"sv, ".zst"sv, ".jsonl"sv, ".tsv"sv, ".json"sv, ".txt"sv, ".log"sv, ".trace"sv, ".pt"sv, ".csv"sv,
             ".sqlite"sv, ".pb"sv, ".xplane"sv}) {
        if (file.size() > extension.size() && file.substr(file.size() - extension.size()) == extension)
            file.remove_suffix(extension.size());
    }
    return file;
}

bool isNumber(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), isDigit); }

/// Folders of Ascend's profiler belong to one process, not to a run.
constexpr std::string_view ascendFolder = "_ascend_pt";
constexpr std::string_view ascendOutput = "ASCEND_PROFILER_OUTPUT";
bool isOfAscend(std::string_view folder) { return folder == ascendOutput || folder.ends_with(ascendFolder); }

/// "gpu-7_4711"
std::optional<WorkerName> workerOf(std::string_view text)
{
    const size_t at = text.rfind('_');
    const std::string_view process = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    constexpr size_t longestProcess = 10;
    if (at == 0 || !isNumber(process) || process.size() > longestProcess)
        return {};
    WorkerName worker {std::string(text.substr(0, at)), 0};
    std::from_chars(process.data(), process.data() + process.size(), worker.process);
    return worker;
}

/// "node0_4711" of "node0_4711-rank-3": the rank behind a name; all of it where there is none.
std::string_view withoutRank(std::string_view stem)
{
    constexpr std::string_view word = "rank";
    const size_t at = stem.rfind(word);
    if (at == std::string_view::npos || at == 0 || (stem[at - 1] != '-' && stem[at - 1] != '_' && stem[at - 1] != '.'))
        return stem;
    std::string_view number = stem.substr(at + word.size());
    if (!number.empty() && (number.front() == '-' || number.front() == '_'))
        number.remove_prefix(1);
    return isNumber(number) ? stem.substr(0, at - 1) : stem;
}

} // namespace

std::optional<WorkerName> workerOfName(std::string_view relativePath)
{
    const std::vector<std::string_view> parts = split(relativePath, "/\\"sv);
    for (std::string_view folder : parts) {
        if (!folder.ends_with(ascendFolder))
            continue;
        folder.remove_suffix(ascendFolder.size());
        const size_t stamp = folder.rfind('_');
        return stamp == std::string_view::npos ? std::nullopt : workerOf(folder.substr(0, stamp));
    }
    const std::string_view whole = parts.empty() ? std::string_view() : withoutExtensions(parts.back());
    const std::string_view stem = withoutRank(whole);
    const size_t dot = stem.rfind('.');
    constexpr size_t shortestStamp = 10;
    if (dot == std::string_view::npos && stem.size() < whole.size())
        return workerOf(stem);
    if (dot == std::string_view::npos || !isNumber(stem.substr(dot + 1)) || stem.size() - dot - 1 < shortestStamp)
        return {};
    return workerOf(stem.substr(0, dot));
}

std::optional<WorkerName> workerOfTable(std::string_view relativePath)
{
    const std::vector<std::string_view> parts = split(relativePath, "/\\"sv);
    std::string_view stem = parts.empty() ? std::string_view() : withoutExtensions(parts.back());
    constexpr std::string_view kind = "_kernel_trace";
    if (!stem.ends_with(kind))
        return {};
    stem.remove_suffix(kind.size());
    if (!isNumber(stem))
        return workerOf(stem);
    const std::optional<int> process = toCount(stem);
    return process ? std::optional(WorkerName {{}, *process}) : std::nullopt;
}

TraceName parseTraceName(std::string_view relativePath, std::string_view rootName)
{
    TraceName name;
    std::vector<std::string_view> folders = split(relativePath, "/\\"sv);
    std::string_view stem;
    if (!folders.empty()) {
        stem = withoutExtensions(folders.back());
        folders.pop_back();
    }

    // Tokens of the file name that are neither rank nor stamp form the base.
    const std::vector<std::string_view> tokens = split(stem, "_."sv);
    takeCounts(tokens, name);
    for (size_t i = 0; i < tokens.size(); ++i) {
        const std::string_view text = tokens[i];
        if (isStamp(text)) {
            name.stamp = text;
            continue;
        }
        if (!name.rank) {
            name.rank = rankOfToken(text);
            const Token token = readToken(text);
            if (!name.rank && i + 1 < tokens.size() && token.word == "rank" && token.word.size() == text.size()) {
                name.rank = toCount(tokens[i + 1]); // "rank_7"
                i += name.rank.has_value();
            }
            if (!name.rank && text.substr(0, 5) == "rank-"sv)
                name.rank = toCount(text.substr(5));
            if (name.rank)
                continue;
        }
        const Token token = readToken(text);
        if (token.word == "stage" && token.number)
            continue; // one stage's file of a plan
        if (!name.namesPlaces || !placeOfWord(token.word))
            takeLayout(token, name.layout);
        if (!name.base.empty())
            name.base += '_';
        name.base += text;
    }

    // Folders provide what the file name does not, nearest folder first.
    for (size_t i = folders.size(); i-- > 0;) {
        const std::string_view folder = folders[i];
        if (isOfAscend(folder))
            continue;
        if (name.host.empty() && isHostFolder(folder)) {
            name.host = folder;
            continue;
        }
        if (const std::optional<int> rank = rankOfToken(folder); !name.rank && rank && i + 1 == folders.size()) {
            name.rank = rank;
            continue;
        }
        for (const std::string_view text : split(folder, "_.-"sv))
            takeLayout(readToken(text), name.layout);
        name.folder = name.folder.empty() ? std::string(folder) : std::string(folder) + '/' + name.folder;
    }
    for (const std::string_view text : split(rootName, "_.-"sv))
        takeLayout(readToken(text), name.layout);
    return name;
}

std::optional<int> rankOfFileName(std::string_view relativePath)
{
    constexpr int largestRank = 10'000'000;
    const auto rankOf = [](std::string_view text) {
        const std::optional<int> rank = toCount(text);
        return rank && *rank <= largestRank ? rank : std::nullopt;
    };
    const TraceName name = parseTraceName(relativePath, {});
    if (name.rank && *name.rank <= largestRank)
        return name.rank;
    const size_t slash = relativePath.find_last_of("/\\"sv);
    const std::string file = lowered(slash == std::string_view::npos ? relativePath : relativePath.substr(slash + 1));
    for (const std::string_view word : {"rank"sv, "worker"sv, "gpu"sv, "device"sv}) {
        for (size_t at = file.find(word); at != std::string::npos; at = file.find(word, at + 1)) {
            size_t begin = at + word.size();
            if (begin < file.size() && (file[begin] == '_' || file[begin] == '-'))
                ++begin;
            size_t end = begin;
            while (end < file.size() && isDigit(file[end]))
                ++end;
            if (const auto rank = rankOf(std::string_view(file).substr(begin, end - begin)))
                return rank;
        }
    }
    // ".3.": a short number between dots, or everything before the first dot.
    for (size_t at = 0; at < file.size();) {
        const size_t end = std::min(file.find('.', at), file.size());
        const std::string_view part = std::string_view(file).substr(at, end - at);
        if (const auto rank = rankOf(part); rank && part.size() <= 5)
            return rank;
        at = end + 1;
    }
    return {};
}

} // namespace bubblescope
