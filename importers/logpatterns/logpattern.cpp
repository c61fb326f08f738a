// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "logpattern.h"

#include "builtinlogpatterns.h"
#include "bytesource.h"
#include "characters.h"
#include "logtext.h"
#include "mappingfiles.h"
#include "measuretext.h"
#include "textencoding.h"

#include <nlohmann/json.hpp>

#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace bubblescope {

namespace {

constexpr size_t largestPatternFile = size_t(1) << 20;
constexpr size_t mostPatternLines = 64;
constexpr size_t longestPatternText = 2000; // an error's place is looked for from its end
constexpr int mostPatternGroups = 64;
// Instructions of one compiled pattern: each byte of a line may have to be looked at with all of them. Those of real
// patterns have some hundreds.
constexpr int mostPatternSteps = 20'000;
constexpr int64_t patternMemory = int64_t(8) << 20; // of one compiled pattern, RE2's usual limit

struct FieldName {
    std::string_view name;
    LogField field;
};
constexpr FieldName figureNames[]
    = {{"step", LogField::Step}, {"time_s", LogField::Seconds}, {"time_ms", LogField::Milliseconds},
        {"steps_per_s", LogField::StepsPerSecond}, {"loss", LogField::Loss}, {"tokens", LogField::Tokens},
        {"samples", LogField::Samples}, {"lr", LogField::LearningRate}, {"grad_norm", LogField::GradientNorm},
        {"mfu", LogField::Mfu}, {"tflops", LogField::Teraflops}, {"memory_gib", LogField::Gibibytes}};
constexpr FieldName partPrefixes[] = {{"part_s_", LogField::PartSeconds}, {"part_ms_", LogField::PartMilliseconds}};

struct PatternGroup {
    std::string name;
    size_t at = 0; ///< of its parenthesis in the pattern as written
};

/// A pattern as RE2 reads it, and what stands where in it.
struct ScannedPattern {
    std::string translated;
    std::vector<size_t> origin; ///< of each character, and of the end, in the pattern as written
    std::vector<PatternGroup> groups;
    std::optional<size_t> unmatched; ///< a parenthesis
    bool hasAlternatives = false;    ///< of the whole
};

/// The end of a class that begins at `at`; npos if it has none.
size_t classEnd(std::string_view pattern, size_t at)
{
    size_t i = at + 1;
    if (i < pattern.size() && pattern[i] == '^')
        ++i;
    if (i < pattern.size() && pattern[i] == ']')
        ++i;
    for (; i < pattern.size(); ++i) {
        if (pattern[i] == '\\') {
            ++i;
        } else if (pattern.substr(i).starts_with("[:")) {
            const size_t end = pattern.find(":]", i + 2);
            i = end == std::string_view::npos ? i : end + 1;
        } else if (pattern[i] == ']') {
            return i;
        }
    }
    return std::string_view::npos;
}

/// The RE2 of Debian 12 knows no `(?<name>`, only `(?P<name>`.
ScannedPattern scannedPattern(std::string_view pattern)
{
    ScannedPattern result;
    std::vector<size_t> open;
    const auto put = [&](std::string_view text, size_t at) {
        for (const char c : text) {
            result.translated += c;
            result.origin.push_back(at);
        }
    };
    const auto copyTo = [&](size_t from, size_t end) {
        for (size_t i = from; i < end; ++i)
            put(pattern.substr(i, 1), i);
        return end;
    };
    for (size_t i = 0; i < pattern.size();) {
        const std::string_view rest = pattern.substr(i);
        if (rest.starts_with("\\Q")) {
            const size_t end = pattern.find("\\E", i);
            i = copyTo(i, end == std::string_view::npos ? pattern.size() : end + 2);
        } else if (rest.front() == '\\') {
            i = copyTo(i, std::min(i + 2, pattern.size()));
        } else if (rest.front() == '[') {
            const size_t end = classEnd(pattern, i);
            i = copyTo(i, end == std::string_view::npos ? pattern.size() : end + 1);
        } else if (rest.front() == '(') {
            open.push_back(i);
            const bool isBare = rest.starts_with("(?<") && !rest.starts_with("(?<=") && !rest.starts_with("(?<!");
            if (isBare || rest.starts_with("(?P<")) {
                const size_t begin = isBare ? 3 : 4;
                const size_t end = rest.find('>');
                if (end != std::string_view::npos)
                    result.groups.push_back({std::string(rest.substr(begin, end - begin)), i});
                put("(?P<", i);
                i += begin;
            } else {
                i = copyTo(i, i + 1);
            }
        } else {
            result.hasAlternatives |= rest.front() == '|' && open.empty();
            if (rest.front() == ')') {
                if (open.empty())
                    result.unmatched = result.unmatched.value_or(i);
                else
                    open.pop_back();
            }
            i = copyTo(i, i + 1);
        }
    }
    if (!open.empty() && !result.unmatched)
        result.unmatched = open.back();
    result.origin.push_back(pattern.size());
    return result;
}

/// The text that every match begins with, behind an edge of a word; empty where the pattern does not tell. Where it is
/// known, matches are looked for at its places only: no search for their begin, and mostly one pass over the line.
std::string literalBegin(const ScannedPattern& scan)
{
    std::string_view rest = scan.translated;
    std::string literal;
    if (scan.hasAlternatives)
        return literal;
    if (rest.starts_with("\\b"))
        rest.remove_prefix(2);
    while (!rest.empty()) {
        size_t length = 1;
        char c = rest.front();
        if (c == '\\') {
            // Escaped letters and digits mean something.
            if (rest.size() < 2 || isLetter(rest[1]) || isDigit(rest[1]))
                break;
            c = rest[1];
            length = 2;
        } else if (std::string_view("^$.|?*+()[]{}").find(c) != std::string_view::npos) {
            break;
        }
        // What may be missing or come again is no part of it.
        const bool isRepeated
            = rest.size() > length && std::string_view("?*+{").find(rest[length]) != std::string_view::npos;
        if (isRepeated || static_cast<unsigned char>(c) >= 0x80)
            break;
        literal += c;
        rest.remove_prefix(length);
    }
    return literal;
}

RE2::Options matcherOptions()
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(patternMemory);
    return options;
}

/// Where an error is that RE2 found reading from the left: at the end of the shortest beginning from which on all have
/// it. What is read up to the error is not compiled, so that all but one of the trials cost little.
size_t placeOfError(const ScannedPattern& scan, const RE2& whole)
{
    const std::string& text = scan.translated;
    std::string argument = whole.error_arg();
    switch (whole.error_code()) {
    case RE2::ErrorMissingParen:
    case RE2::ErrorUnexpectedParen:
        return scan.unmatched.value_or(0);
    case RE2::ErrorMissingBracket:
        return scan.origin[text.size() - std::min(argument.size(), text.size())];
    case RE2::ErrorTrailingBackslash:
        return scan.origin[text.empty() ? 0 : text.size() - 1];
    case RE2::ErrorPatternTooLarge:
        return 0; // all of it is
    default:
        break;
    }
    size_t end = text.size();
    for (; end > 1; --end) {
        const RE2 part(re2::StringPiece(text.data(), end - 1), matcherOptions());
        if (part.error_code() != whole.error_code())
            break;
        argument = part.error_arg();
    }
    return scan.origin[end - std::min(argument.size(), end)];
}

Message whyRefused(RE2::ErrorCode code, const std::string& argument)
{
    switch (code) {
    case RE2::ErrorBadEscape:
        return say("\"{}\" means nothing", excerpt(argument));
    case RE2::ErrorBadCharClass:
    case RE2::ErrorBadCharRange:
        return say("\"{}\" is no range of characters", excerpt(argument));
    case RE2::ErrorMissingBracket:
        return say("\"[\" has no \"]\"");
    case RE2::ErrorMissingParen:
        return say("\"(\" has no \")\"");
    case RE2::ErrorUnexpectedParen:
        return say("\")\" has no \"(\"");
    case RE2::ErrorTrailingBackslash:
        return say("nothing follows \"\\\"");
    case RE2::ErrorRepeatArgument:
        return say("there is nothing for \"{}\" to repeat", excerpt(argument));
    case RE2::ErrorRepeatSize:
        return say("\"{}\" repeats too often", excerpt(argument));
    case RE2::ErrorRepeatOp:
        return say("\"{}\" is no repetition", excerpt(argument));
    case RE2::ErrorBadPerlOp:
        return say("\"{}\" is not known here: patterns look neither ahead nor back", excerpt(argument));
    case RE2::ErrorBadNamedCapture:
        return say("\"{}\" is no name of a group", excerpt(argument));
    case RE2::ErrorBadUTF8:
        return say("it is no UTF-8 text");
    default:
        return say("it is too large");
    }
}

Error patternError(Message message, std::optional<uint64_t> offset = std::nullopt)
{
    return {std::move(message),
        say("Write \"name\" and \"lines\", a list of patterns with groups (?<step>…), (?<time_s>…) or (?<time_ms>…), "
            "(?<loss>…), (?<tokens>…), (?<lr>…)."),
        offset};
}

Error tooLargeFile() { return patternError(say("the file of patterns is larger than 1 MB")); }

/// Of a group: what it states, and the name of the part.
std::optional<std::pair<LogField, std::string>> figureNamed(std::string_view name)
{
    for (const FieldName& known : figureNames) {
        if (known.name == name)
            return std::pair(known.field, std::string());
    }
    for (const FieldName& prefix : partPrefixes) {
        if (name.starts_with(prefix.name) && name.size() > prefix.name.size())
            return std::pair(prefix.field, std::string(name.substr(prefix.name.size())));
    }
    return std::nullopt;
}

} // namespace

struct LogPattern::Line {
    struct Group {
        LogField field = LogField::Step;
        std::string part;
        int number = 0; ///< of the group in the pattern
    };
    explicit Line(const std::string& pattern) : matcher(pattern, matcherOptions()) { }
    /// Where there is a match: the whole and the groups.
    bool matches(std::string_view line, re2::StringPiece* found) const
    {
        const re2::StringPiece text(line.data(), line.size());
        const int count = matcher.NumberOfCapturingGroups() + 1;
        if (begin.empty())
            return matcher.Match(text, 0, text.size(), RE2::UNANCHORED, found, count);
        // Beyond these, a long line of such begins is searched as a whole: trying each would not be linear.
        constexpr int mostBegins = 8;
        size_t at = logtext::find(line, begin);
        for (int i = 0; at != std::string_view::npos; ++i) {
            const bool isLast = i == mostBegins;
            if (matcher.Match(text, at, text.size(), isLast ? RE2::UNANCHORED : RE2::ANCHOR_START, found, count))
                return true;
            if (isLast)
                return false;
            at = logtext::find(line, begin, at + 1);
        }
        return false;
    }
    RE2 matcher;
    std::string begin; ///< see literalBegin()
    std::vector<Group> groups;
};

LogPattern::LogPattern() = default;
LogPattern::~LogPattern() = default;

Result<LogPatternPtr> LogPattern::parse(std::string_view json)
{
    if (json.size() > largestPatternFile)
        return tooLargeFile();
    nlohmann::json root;
    try {
        root = nlohmann::json::parse(json);
    } catch (const nlohmann::json::parse_error& error) {
        const size_t at = error.byte > 0 ? error.byte - 1 : 0;
        return patternError(say("the file of patterns is no JSON from byte {} on", at), at);
    } catch (const nlohmann::json::out_of_range&) {
        return patternError(say("the file of patterns holds a number that is too large"));
    }
    const auto lines = root.is_object() ? root.find("lines") : root.end();
    if (!root.is_object() || lines == root.end() || !lines->is_array() || lines->empty()
        || lines->size() > mostPatternLines)
        return patternError(say("the file of patterns has no list \"lines\" of 1 to {} patterns", mostPatternLines));
    const std::shared_ptr<LogPattern> made(new LogPattern);
    if (const auto name = root.find("name"); name != root.end() && name->is_string())
        made->m_name = toUtf8(name->get<std::string>());
    if (const auto mark = root.find("mark"); mark != root.end() && mark->is_string())
        made->m_mark = mark->get<std::string>();
    bool statesAnything = false;
    for (const nlohmann::json& line : *lines) {
        const size_t number = made->m_lines.size() + 1;
        if (!line.is_string())
            return patternError(say("pattern {} is no text", number));
        const std::string& pattern = line.get_ref<const std::string&>();
        const auto fails = [number](size_t at, const Message& why) {
            return patternError(say("pattern {}, character {}: {}", number, at + 1, why), at);
        };
        if (pattern.size() > longestPatternText)
            return fails(longestPatternText, say("it is longer than {} bytes", longestPatternText));
        const ScannedPattern scan = scannedPattern(pattern);
        auto compiled = std::make_unique<Line>(scan.translated);
        const RE2& matcher = compiled->matcher;
        if (!matcher.ok())
            return fails(placeOfError(scan, matcher), whyRefused(matcher.error_code(), matcher.error_arg()));
        if (matcher.ProgramSize() > mostPatternSteps)
            return fails(0, whyRefused(RE2::ErrorPatternTooLarge, {}));
        if (matcher.NumberOfCapturingGroups() > mostPatternGroups)
            return fails(0, say("it has more than {} groups", mostPatternGroups));
        for (size_t i = 0; i < scan.groups.size(); ++i) {
            const PatternGroup& group = scan.groups[i];
            const auto isSame = [&](const PatternGroup& other) { return other.name == group.name; };
            if (std::any_of(scan.groups.begin(), scan.groups.begin() + ptrdiff_t(i), isSame))
                return fails(group.at, say("two groups are called \"{}\"", excerpt(group.name)));
            if (!figureNamed(group.name))
                return fails(group.at, say("no step has a figure called \"{}\"", excerpt(group.name)));
        }
        for (const auto& [index, name] : matcher.CapturingGroupNames()) {
            const auto field = figureNamed(name);
            if (!field)
                return fails(0, say("no step has a figure called \"{}\"", excerpt(name)));
            compiled->groups.push_back({field->first, field->second, index});
            made->m_statesSteps |= field->first == LogField::Step;
            made->m_statesTimes |= field->first == LogField::Seconds || field->first == LogField::Milliseconds
                || field->first == LogField::StepsPerSecond;
            statesAnything |= field->first != LogField::Step;
        }
        compiled->begin = literalBegin(scan);
        made->m_lines.push_back(pattern);
        made->m_compiled.push_back(std::move(compiled));
    }
    if (!statesAnything)
        return patternError(say("no pattern has a group for a time, a loss or another figure of a step"));
    return LogPatternPtr(made);
}

Result<LogPatternPtr> LogPattern::read(const std::string& path)
{
    const auto source = openFile(path, path);
    if (!source)
        return source.error();
    ImportReport ignored; // what is cut is no JSON
    const std::optional<std::string> text = readAll(**source, largestPatternFile, ignored);
    return text ? parse(*text) : tooLargeFile();
}

std::string LogPattern::text() const
{
    nlohmann::ordered_json root;
    root["name"] = m_name;
    if (!m_mark.empty())
        root["mark"] = m_mark;
    root["lines"] = m_lines;
    return root.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).append("\n");
}

int LogPattern::match(std::string_view line, std::vector<Stated>& stated) const
{
    stated.clear();
    if (!m_mark.empty() && line.find(m_mark) == std::string_view::npos)
        return -1;
    std::array<re2::StringPiece, mostPatternGroups + 1> found;
    for (size_t i = 0; i < m_compiled.size(); ++i) {
        const Line& pattern = *m_compiled[i];
        if (!pattern.matches(line, found.data()))
            continue;
        for (const Line::Group& group : pattern.groups) {
            const re2::StringPiece& piece = found[size_t(group.number)];
            if (piece.data() && !piece.empty()) // one of several alternatives
                stated.push_back({group.field, group.part, std::string_view(piece.data(), piece.size())});
        }
        return int(i);
    }
    return -1;
}

const std::vector<LogPatternPtr>& builtinLogPatterns()
{
    static const std::vector<LogPatternPtr> patterns = [] {
        std::vector<LogPatternPtr> made;
        for (const std::string_view text : builtinLogPatternTexts()) {
            if (Result<LogPatternPtr> pattern = LogPattern::parse(text))
                made.push_back(std::move(pattern).value());
        }
        return made;
    }();
    return patterns;
}

std::vector<LogPatternPtr> logPatternsOf(const std::string& folder, std::vector<std::string>* refused)
{
    std::vector<std::string> files;
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (at->path().filename().string().ends_with(logPatternExtension))
            files.push_back(at->path().string());
    }
    std::sort(files.begin(), files.end());
    std::vector<LogPatternPtr> patterns;
    for (const std::string& file : files) {
        Result<LogPatternPtr> pattern = LogPattern::read(file);
        if (pattern)
            patterns.push_back(std::move(pattern).value());
        else if (refused)
            refused->push_back(file);
    }
    return patterns;
}

std::string userLogPatternFolder()
{
    const char* const config = std::getenv("XDG_CONFIG_HOME");
    if (config && config[0] == '/')
        return std::string(config).append("/bubblescope/logs");
    const char* const home = std::getenv("HOME");
    return home && home[0] == '/' ? std::string(home).append("/.config/bubblescope/logs") : std::string();
}

} // namespace bubblescope
