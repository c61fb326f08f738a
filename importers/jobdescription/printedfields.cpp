// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "printedfields.h"

#include "characters.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::string_view prefixEnd = "]: ";

/// Behind nanotron's prefix; the whole line, where it has none, is not `isPrefixed`.
std::string_view behindPrefix(std::string_view line, bool& isPrefixed)
{
    const size_t ranks = line.find("|DP=");
    const size_t end = ranks == std::string_view::npos ? ranks : line.find(prefixEnd, ranks);
    isPrefixed = end != std::string_view::npos;
    return isPrefixed ? line.substr(end + prefixEnd.size()) : line;
}

/// The printed text alone, and where each of its lines lies in the file.
struct PrintedText {
    std::string text;
    std::vector<std::pair<size_t, int>> lines; ///< begin, number
};

PrintedText printedIn(std::string_view text)
{
    constexpr size_t longest = size_t(1) << 20;
    PrintedText printed;
    int number = 0;
    bool isWithin = false;
    bool hasPrefix = false;
    while (!text.empty() && printed.text.size() < longest) {
        ++number;
        const size_t end = text.find('\n');
        bool isPrefixed = false;
        std::string_view line = behindPrefix(text.substr(0, end), isPrefixed);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (!isWithin) {
            const size_t begin = line.find(printedConfigBegin);
            if (begin == std::string_view::npos)
                continue;
            line.remove_prefix(begin);
            isWithin = true;
            hasPrefix = isPrefixed;
        } else if (isPrefixed != hasPrefix) {
            continue; // of somebody else
        }
        printed.lines.emplace_back(printed.text.size(), number);
        printed.text.append(line).push_back('\n');
    }
    return printed;
}

class PrintedReader {
public:
    PrintedReader(const PrintedText& printed, DescribedFields& fields)
        : m_printed(printed), m_text(printed.text), m_path(fields)
    {
    }

    /// False where it is not whole, or too large.
    bool read() { return readValue(); }
    bool isTooLarge() const { return m_isTooLarge; }
    int line() const
    {
        const auto after = std::upper_bound(m_printed.lines.begin(), m_printed.lines.end(), m_at,
            [](size_t at, const auto& line) { return at < line.first; });
        return after == m_printed.lines.begin() ? 0 : std::prev(after)->second;
    }

private:
    static bool isWord(char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '.'; }

    bool taken(bool fits)
    {
        m_isTooLarge = m_isTooLarge || !fits;
        return fits;
    }
    void skipBlanks()
    {
        while (m_at < m_text.size()
            && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t' || m_text[m_at] == '\r'))
            ++m_at;
    }
    bool isNext(char c)
    {
        skipBlanks();
        return m_at < m_text.size() && m_text[m_at] == c;
    }
    bool skip(char c)
    {
        if (!isNext(c))
            return false;
        ++m_at;
        return true;
    }
    std::string_view word()
    {
        skipBlanks();
        const size_t begin = m_at;
        while (m_at < m_text.size() && isWord(m_text[m_at]))
            ++m_at;
        return m_text.substr(begin, m_at - begin);
    }

    /// Nested no deeper than FieldPath lets it be.
    bool readValue()
    {
        skipBlanks();
        if (m_at >= m_text.size())
            return false;
        switch (m_text[m_at]) {
        case '\'':
        case '"':
            return readText();
        case '<':
            return readObject();
        case '[':
        case '(':
            return readList();
        case '{':
            return readDictionary();
        default:
            return readName();
        }
    }

    /// Between quotes, the first of which is next; nullopt where the last one is missing.
    std::optional<std::string> quoted()
    {
        const char quote = m_text[m_at++];
        std::string text;
        while (m_at < m_text.size() && m_text[m_at] != quote) {
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size())
                ++m_at;
            text.push_back(m_text[m_at++]);
        }
        return m_at++ < m_text.size() ? std::optional(std::move(text)) : std::nullopt;
    }

    bool readText()
    {
        const std::optional<std::string> text = quoted();
        return text && taken(m_path.value(*text, line()));
    }

    /// "<TensorParallelLinearMode.REDUCE_SCATTER: 2>", "<nanotron.….OneForwardOneBackwardPipelineEngine object at 0x…>"
    bool readObject()
    {
        const size_t end = m_text.find('>', m_at);
        if (end == std::string_view::npos)
            return false;
        std::string_view name = m_text.substr(m_at + 1, end - m_at - 1);
        name = name.substr(0, name.find_first_of(": "));
        if (const size_t dot = name.rfind('.'); dot != std::string_view::npos)
            name.remove_prefix(dot + 1);
        m_at = end + 1;
        return taken(m_path.value(name, line()));
    }

    bool readList()
    {
        const char end = m_text[m_at++] == '[' ? ']' : ')';
        if (!taken(m_path.beginList()))
            return false;
        while (!isNext(end)) {
            if (!readValue())
                return false;
            if (!skip(',') && !isNext(end))
                return false;
        }
        ++m_at;
        return taken(m_path.end());
    }

    bool readDictionary()
    {
        ++m_at;
        if (!taken(m_path.beginMap()))
            return false;
        while (!isNext('}')) {
            const bool isQuoted = isNext('\'') || isNext('"');
            const std::optional<std::string> name = isQuoted ? quoted() : std::optional(std::string(word()));
            if (!name || name->empty() || !skip(':') || !taken(m_path.key(*name)) || !readValue())
                return false;
            if (!skip(',') && !isNext('}'))
                return false;
        }
        ++m_at;
        return taken(m_path.end());
    }

    /// A number, True, None, torch.bfloat16, or a class with its members.
    bool readName()
    {
        const size_t begin = m_at;
        while (m_at < m_text.size() && (isWord(m_text[m_at]) || m_text[m_at] == '-' || m_text[m_at] == '+'))
            ++m_at;
        std::string_view name = m_text.substr(begin, m_at - begin);
        if (name.empty())
            return false;
        if (isNext('('))
            return readMembers();
        if (name == "True" || name == "False")
            return taken(m_path.value(name == "True" ? "true" : "false", line()));
        constexpr std::string_view module = "torch.";
        if (name.starts_with(module))
            name.remove_prefix(module.size());
        return taken(m_path.value(name, line(), name == "None"));
    }

    bool readMembers()
    {
        ++m_at;
        if (!taken(m_path.beginMap()))
            return false;
        int unnamed = 0;
        while (!isNext(')')) {
            const size_t begin = m_at;
            const std::string_view name = word();
            const bool isNamed = !name.empty() && skip('=');
            if (!isNamed)
                m_at = begin; // PosixPath('checkpoints')
            const std::string key = isNamed ? std::string(name) : std::to_string(unnamed++);
            if (!taken(m_path.key(key)) || !readValue())
                return false;
            if (!skip(',') && !isNext(')'))
                return false;
        }
        ++m_at;
        return taken(m_path.end());
    }

    const PrintedText& m_printed;
    std::string_view m_text;
    FieldPath m_path;
    size_t m_at = 0;
    bool m_isTooLarge = false;
};

} // namespace

bool hasPrintedConfig(std::string_view text) { return holds(text, printedConfigBegin); }

Result<DescribedFields> readPrintedFields(std::string_view text, std::string_view file)
{
    DescribedFields fields;
    const PrintedText printed = printedIn(text);
    PrintedReader reader(printed, fields);
    if (reader.read())
        return fields;
    if (reader.isTooLarge())
        return tooLarge(file, reader.line());
    return atLine(file, reader.line(), say("this is no whole configuration as nanotron prints it"));
}

} // namespace bubblescope
