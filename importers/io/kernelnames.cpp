// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernelnames.h"

#include "builtinkernels.h"
#include "bytesource.h"
#include "communicationnames.h"
#include "importreport.h"
#include "jsoncursor.h"
#include "namewords.h"
#include "textencoding.h"

#include <algorithm>

#include <fmt/format.h>

namespace bubblescope {

namespace {

using namespace std::string_view_literals;

constexpr size_t largestKernelTable = size_t(1) << 20;
constexpr size_t mostKernelEntries = 10'000;
constexpr size_t longestMatch = 1024;
constexpr size_t longestKernelName = 2048;
constexpr size_t significantLength = 160; // further on there are the types that a kernel is made for

Message kernelAdvice()
{
    return say(
        "Write a list of entries such as {}.", R"({"match": "my_a2a*", "operation": "all-to-all", "group": "ep"})");
}

constexpr std::string_view otherCommunication = "communication";

/// What an entry says; nullopt for an operation or group that is none.
std::optional<KernelNames::Meaning> meaningOfWords(std::string_view operation, std::string_view group)
{
    KernelNames::Meaning meaning;
    if (operation == "copy"sv)
        meaning.category = Category::MemoryCopy;
    if (operation == "copy"sv || operation == "compute"sv)
        return group.empty() ? std::optional(meaning) : std::nullopt;
    meaning.category = group.empty() ? Category::OtherComm : categoryOfProcessGroup(group);
    if (!group.empty() && meaning.category == Category::OtherComm)
        return std::nullopt;
    if (operation.empty() || operation == otherCommunication)
        return meaning;
    meaning.operation = operationFromName(operation).value_or(Operation::Other);
    return isCollective(meaning.operation) ? std::optional(meaning) : std::nullopt;
}

/// Reads the entries of a table, and knows where each mistake stands.
class KernelTableReader {
public:
    explicit KernelTableReader(std::string_view text) : m_text(text), m_cursor(text) { }

    Result<std::vector<KernelNames::Entry>> read()
    {
        if (m_cursor.peek() != '[')
            return error(m_cursor.at(), say("no list begins here"));
        std::vector<KernelNames::Entry> entries;
        m_cursor.skip();
        if (m_cursor.peek() == ']') {
            m_cursor.skip();
            return ended(std::move(entries));
        }
        for (;;) {
            if (entries.size() == mostKernelEntries)
                return error(m_cursor.at(), say("there are more than {} entries", mostKernelEntries));
            if (m_cursor.peek() != '{')
                return error(m_cursor.at(), say("an entry is an object in braces"));
            JsonSlice object;
            const char* const begin = m_cursor.at();
            if (!m_cursor.value(object))
                return error(begin, say("an entry does not end, or is no JSON"));
            Result<KernelNames::Entry> entry = readEntry(object.text());
            if (!entry)
                return entry.error();
            entries.push_back(std::move(entry).value());
            const char next = m_cursor.peek();
            if (next != ',' && next != ']')
                return error(m_cursor.at(), say("a comma or the end of the list is missing"));
            m_cursor.skip();
            if (next == ']')
                return ended(std::move(entries));
        }
    }

private:
    Error error(const char* at, const Message& what) const
    {
        const auto line = 1 + std::count(m_text.data(), at, '\n');
        return {say("line {}: {}", line, what), kernelAdvice(), static_cast<uint64_t>(at - m_text.data())};
    }

    Result<std::vector<KernelNames::Entry>> ended(std::vector<KernelNames::Entry> entries)
    {
        if (m_cursor.peek() != 0)
            return error(m_cursor.at(), say("something follows the list"));
        return entries;
    }

    Result<KernelNames::Entry> readEntry(std::string_view object) const
    {
        KernelNames::Entry entry;
        const char* operationAt = object.data();
        const char* groupAt = object.data();
        JsonCursor cursor(object);
        cursor.take('{');
        for (bool isFirst = true; cursor.peek() != '}'; isFirst = false) {
            std::string_view key;
            JsonSlice value;
            if (!isFirst && !cursor.take(','))
                return error(cursor.at(), say("a comma is missing"));
            if (!cursor.key(key) || !cursor.value(value))
                return error(cursor.at(), say("an entry has names and texts in quotes: \"match\": \"…\""));
            const std::string text = jsonText(value.text(), longestMatch);
            if (value.kind != JsonSlice::Kind::String || text.empty())
                return error(value.begin, say("\"{}\" is no text in quotes", excerpt(key)));
            if (key == "match"sv) {
                entry.match = text;
            } else if (key == "operation"sv) {
                entry.operation = text;
                operationAt = value.begin;
            } else if (key == "group"sv) {
                entry.group = text;
                groupAt = value.begin;
            } else {
                return error(key.data(), say("an entry has match, operation and group, but no \"{}\"", excerpt(key)));
            }
        }
        if (entry.match.find_first_not_of('*') == std::string::npos)
            return error(object.data(), say("an entry says which names it is for: \"match\": \"text with *\""));
        if (!meaningOfWords(entry.operation, {}))
            return error(operationAt,
                say("\"{}\" is no operation: all-reduce, all-gather, reduce-scatter, all-to-all, broadcast, reduce, "
                    "communication, copy or compute",
                    excerpt(entry.operation)));
        if (!meaningOfWords({}, entry.group))
            return error(
                groupAt, say("\"{}\" is no group: tp, pp, dp, cp, ep, \"ep dp\" or embedding", excerpt(entry.group)));
        if (!meaningOfWords(entry.operation, entry.group))
            return error(groupAt, say("only communication has a group"));
        return entry;
    }

    std::string_view m_text;
    JsonCursor m_cursor;
};

} // namespace

const KernelNamesPtr& KernelNames::builtin()
{
    static const KernelNamesPtr known = [] {
        Result<std::vector<Entry>> entries = KernelTableReader(builtinKernelText()).read();
        return KernelNamesPtr(new KernelNames(entries ? std::move(entries).value() : std::vector<Entry>(), nullptr));
    }();
    return known;
}

KernelNames::KernelNames(std::vector<Entry> entries, KernelNamesPtr further)
    : m_entries(std::move(entries)), m_patterns(patternsOf(m_entries)), m_further(std::move(further))
{
}

std::vector<KernelNames::Pattern> KernelNames::patternsOf(const std::vector<Entry>& entries)
{
    std::vector<Pattern> patterns;
    for (const Entry& entry : entries) {
        const bool isNamed = entry.operation.empty() || entry.operation == otherCommunication;
        Pattern pattern {{}, meaningOfWords(entry.operation, entry.group).value_or(Meaning()), isNamed};
        const std::string text = lowered(entry.match);
        for (size_t at = 0; at <= text.size();) {
            const size_t end = std::min(text.find('*', at), text.size());
            pattern.parts.push_back(text.substr(at, end - at));
            at = end + 1;
        }
        patterns.push_back(std::move(pattern));
    }
    return patterns;
}

bool KernelNames::Pattern::matches(std::string_view text) const
{
    if (parts.size() == 1)
        return text == parts.front();
    if (!text.starts_with(parts.front()))
        return false;
    text.remove_prefix(parts.front().size());
    for (size_t i = 1; i + 1 < parts.size(); ++i) {
        const size_t at = text.find(parts[i]);
        if (at == std::string_view::npos)
            return false;
        text.remove_prefix(at + parts[i].size());
    }
    return text.ends_with(parts.back());
}

const KernelNames::Pattern* KernelNames::first(const std::vector<Pattern>& patterns, std::string_view text)
{
    const auto found = std::find_if(
        patterns.begin(), patterns.end(), [text](const Pattern& pattern) { return pattern.matches(text); });
    return found == patterns.end() ? nullptr : &*found;
}

std::optional<KernelNames::Meaning> KernelNames::meaningOf(std::string_view name) const
{
    std::string text = lowered(name.substr(0, longestKernelName));
    if (text.starts_with("void "sv))
        text.erase(0, 5);
    const Pattern* found = m_further ? first(m_patterns, text) : nullptr;
    if (!found)
        found = first((m_further ? *m_further : *this).m_patterns, std::string_view(text).substr(0, significantLength));
    if (!found)
        return std::nullopt;
    return Meaning {found->meaning.category, found->isNamed ? collectiveOfName(name) : found->meaning.operation};
}

std::string KernelNames::text() const
{
    std::string text;
    if (!m_further)
        return text;
    for (const Entry& entry : m_entries) {
        text += text.empty() ? "[\n" : ",\n";
        text += "    {\"match\": \"";
        appendJsonText(text, entry.match);
        for (const auto& [key, word] : {std::pair("operation", &entry.operation), std::pair("group", &entry.group)}) {
            if (!word->empty()) {
                text += fmt::format("\", \"{}\": \"", key);
                appendJsonText(text, *word);
            }
        }
        text += "\"}";
    }
    return text.empty() ? text : text + "\n]\n";
}

Result<KernelNamesPtr> kernelNamesOf(std::string_view json)
{
    if (json.size() > largestKernelTable)
        return Error {say("the table of kernels is larger than 1 MB"), kernelAdvice(), {}};
    Result<std::vector<KernelNames::Entry>> entries = KernelTableReader(withoutByteOrderMark(json)).read();
    if (!entries)
        return entries.error();
    return KernelNamesPtr(new KernelNames(std::move(entries).value(), KernelNames::builtin()));
}

Result<KernelNamesPtr> readKernelNames(const std::string& path)
{
    const std::string shown = path.substr(path.rfind('/') + 1);
    const auto source = openFile(path, path);
    if (!source)
        return Error {say("{}: {}", shown, source.error().message), source.error().advice, {}};
    ImportReport report;
    report.setFile(path);
    const std::optional<std::string> text = readAll(**source, largestKernelTable, report);
    if (!text)
        return Error {say("{} is larger than 1 MB, or cannot be read", shown), kernelAdvice(), {}};
    Result<KernelNamesPtr> names = kernelNamesOf(*text);
    if (names)
        return names;
    return Error {say("{}, {}", shown, names.error().message), names.error().advice, names.error().offset};
}

} // namespace bubblescope
