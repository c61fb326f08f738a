// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "flagfields.h"

#include "characters.h"
#include "plainnumber.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace bubblescope {

namespace {

using Variables = std::map<std::string, std::string, std::less<>>;

bool isNameCharacter(char c) { return isLetter(c) || isDigit(c) || c == '_'; }

/// Length of the "$((…))" that a text begins with; 0 if it does not.
size_t arithmeticSize(std::string_view text)
{
    constexpr size_t longest = 256;
    if (!text.starts_with("$(("))
        return 0;
    int open = 0;
    for (size_t i = 1; i < text.size() && i < longest && text[i] != '\n'; ++i) {
        open += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (open == 0)
            return i + 1;
    }
    return 0;
}

/// What stands in $((…)): whole numbers and variables with + - * / % and parentheses. Nothing where it is more than
/// that, or its numbers are beyond any size of a job.
class ShellArithmetic {
public:
    ShellArithmetic(std::string_view text, const Variables& variables) : m_text(text), m_variables(variables) { }

    std::optional<int64_t> value()
    {
        const std::optional<int64_t> is = sum(0);
        return next() == 0 ? is : std::nullopt;
    }

private:
    static constexpr int64_t most = int64_t(1) << 31;
    static constexpr int deepest = 16;

    static std::optional<int64_t> bounded(int64_t value)
    {
        return value >= -most && value <= most ? std::optional(value) : std::nullopt;
    }
    char next()
    {
        m_text.remove_prefix(std::min(m_text.find_first_not_of(" \t"), m_text.size()));
        return m_text.empty() ? char(0) : m_text.front();
    }
    std::optional<int64_t> sum(int depth)
    {
        std::optional<int64_t> all = product(depth);
        for (char sign = next(); all && (sign == '+' || sign == '-'); sign = next()) {
            m_text.remove_prefix(1);
            const std::optional<int64_t> other = product(depth);
            all = other ? bounded(sign == '+' ? *all + *other : *all - *other) : std::nullopt;
        }
        return all;
    }
    std::optional<int64_t> product(int depth)
    {
        std::optional<int64_t> all = factor(depth);
        for (char sign = next(); all && (sign == '*' || sign == '/' || sign == '%'); sign = next()) {
            m_text.remove_prefix(1);
            const std::optional<int64_t> other = factor(depth);
            if (!other || (sign != '*' && *other == 0))
                return std::nullopt;
            all = bounded(sign == '*' ? *all * *other : sign == '/' ? *all / *other : *all % *other);
        }
        return all;
    }
    std::optional<int64_t> factor(int depth)
    {
        if (next() == '(' && depth < deepest) {
            m_text.remove_prefix(1);
            const std::optional<int64_t> inner = sum(depth + 1);
            if (next() != ')')
                return std::nullopt;
            m_text.remove_prefix(1);
            return inner;
        }
        size_t size = 0;
        while (size < m_text.size() && isNameCharacter(m_text[size]))
            ++size;
        std::string_view word = m_text.substr(0, size);
        m_text.remove_prefix(size);
        if (const auto known = m_variables.find(word); known != m_variables.end())
            word = known->second;
        return toCount(word, int(most - 1));
    }

    std::string_view m_text;
    const Variables& m_variables;
};

std::string withVariables(std::string_view text, const Variables& variables)
{
    std::string filled;
    while (!text.empty()) {
        const size_t dollar = text.find('$');
        filled += text.substr(0, dollar);
        if (dollar == std::string_view::npos)
            break;
        text.remove_prefix(dollar);
        if (const size_t size = arithmeticSize(text); size > 0) {
            constexpr size_t ends = 3; // "$((" and "))"
            const std::string inner = withVariables(text.substr(ends, size - ends - 2), variables);
            const std::optional<int64_t> value = ShellArithmetic(inner, variables).value();
            filled += value ? std::to_string(*value) : std::string(text.substr(0, size));
            text.remove_prefix(size);
            continue;
        }
        const bool isBraced = text.starts_with("${");
        const size_t begin = isBraced ? 2 : 1;
        size_t end = begin;
        while (end < text.size() && isNameCharacter(text[end]))
            ++end;
        const std::string_view name = text.substr(begin, end - begin);
        std::string_view otherwise;
        bool isWhole = !name.empty();
        if (isBraced) {
            const size_t close = text.find('}', end);
            isWhole = isWhole && close != std::string_view::npos;
            if (isWhole) {
                const std::string_view rest = text.substr(end, close - end);
                if (rest.starts_with(":-"))
                    otherwise = rest.substr(2);
                else
                    isWhole = rest.empty() || rest == "[@]" || rest == "[*]";
                end = close + 1;
            }
        }
        const auto known = isWhole ? variables.find(name) : variables.end();
        if (known != variables.end())
            filled += known->second;
        else if (isWhole && !otherwise.empty())
            filled += otherwise;
        else
            filled += text.substr(0, isWhole ? end : begin);
        text.remove_prefix(isWhole ? end : begin);
        if (filled.size() > DescribedFields::longestValue)
            break;
    }
    return filled.substr(0, DescribedFields::longestValue);
}

/// Reads words as a shell does, as far as flags need it.
class ShellWords {
public:
    ShellWords(std::string_view text, int line) : m_text(text), m_line(line) { }

    /// False at the end. What ends a command (a line break, ; and the like) is an empty word.
    bool next(std::string& word, int& line)
    {
        word.clear();
        for (char c = peek(); c == ' ' || c == '\t' || c == '\r' || c == '#'; c = peek()) {
            if (c == '#')
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            else
                ++m_at;
        }
        line = m_line;
        char c = peek();
        if (m_at >= m_text.size())
            return false;
        if (isEnd(c)) {
            advance();
            return true;
        }
        char quote = 0;
        for (; m_at < m_text.size(); c = quote == '\'' && m_at < m_text.size() ? m_text[m_at] : peek()) {
            if (quote == 0 && (c == ' ' || c == '\t' || c == '\r' || isEnd(c)))
                break;
            if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == '\\' && quote != '\'' && m_at + 1 < m_text.size()) {
                ++m_at;
                word += m_text[m_at];
            } else if (const size_t size = quote == '\'' ? 0 : arithmeticSize(m_text.substr(m_at)); size > 0) {
                word += m_text.substr(m_at, size);
                m_at += size - 1;
            } else if (c == '$' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '(') {
                word += "$("; // a command, whose words follow: no value that anybody could read
                ++m_at;
            } else {
                word += c;
            }
            advance();
        }
        return true;
    }

private:
    static bool isEnd(char c) { return c == '\n' || c == ';' || c == '(' || c == ')' || c == '&' || c == '|'; }
    /// The next character behind continued lines; 0 at the end.
    char peek()
    {
        while (m_text.substr(m_at, 2) == "\\\n" || m_text.substr(m_at, 3) == "\\\r\n") {
            m_at += m_text[m_at + 1] == '\n' ? 2 : 3;
            ++m_line;
        }
        return m_at < m_text.size() ? m_text[m_at] : char(0);
    }
    void advance()
    {
        if (m_text[m_at] == '\n')
            ++m_line;
        ++m_at;
    }

    std::string_view m_text;
    size_t m_at = 0;
    int m_line;
};

/// The flags of a script, and of the texts that it keeps them in: ARGS="--num-layers 32 …".
class FlagScript {
public:
    explicit FlagScript(DescribedFields& fields) : m_fields(fields) { }

    /// False if there are too many.
    bool read(std::string_view text, int firstLine, int depth = 0)
    {
        ShellWords words(text, firstLine);
        std::string word;
        int line = firstLine;
        bool isWhole = true;
        bool isAwaitingCommand = false;
        while (isWhole && words.next(word, line)) {
            const std::string_view written = word;
            std::string_view name = written.substr(0, written.find('='));
            if (const std::string_view value = written.substr(std::min(name.size() + 1, written.size()));
                m_flag.empty() && name.size() < written.size()) {
                const bool isMore = name.ends_with('+');
                name.remove_suffix(isMore ? 1 : 0);
                if (isVariableName(name)) {
                    isWhole = isMore ? append(name, value, line, depth) : assign(name, value, line, depth);
                    continue;
                }
            }
            word = withVariables(written, m_variables);
            if (depth < deepestText && (isAwaitingCommand || holdsFlagAndMore(word))) {
                // "--vocab-size 128256" in a list, or a command that a shell is to run (-c)
                isAwaitingCommand = false;
                isWhole = addFlag() && read(word, line, depth + 1);
                continue;
            }
            isAwaitingCommand = beginsProgram(word) && word.size() < 5 && word.ends_with('c');
            if (word.starts_with("--") && word.size() > 2) {
                isWhole = addFlag();
                const size_t equal = word.find('=');
                m_flag = fieldOfFlag(std::string_view(word).substr(0, equal));
                m_flagLine = line;
                m_isWritten = equal != std::string::npos;
                if (m_isWritten)
                    m_value = word.substr(equal + 1);
            } else if (m_flag.empty() || word.empty() || m_isWritten || beginsProgram(word)) {
                isWhole = addFlag();
            } else if (m_value.size() + word.size() < DescribedFields::longestValue) {
                m_value += m_value.empty() ? word : ' ' + word; // --data-path 0.5 a 0.5 b
            }
        }
        return addFlag() && isWhole;
    }

private:
    static constexpr int deepestText = 4; ///< of texts with flags in texts with flags

    static bool holdsFlagAndMore(std::string_view word)
    {
        return word.size() > 2 && word.starts_with("--") && word.find_first_of(" \t\n") < word.find('=');
    }
    static bool isVariableName(std::string_view name)
    {
        return !name.empty() && !isDigit(name[0]) && std::all_of(name.begin(), name.end(), isNameCharacter);
    }
    /// What a launcher runs, behind its own flags: a script, or a module (-m) and the like.
    static bool beginsProgram(std::string_view word)
    {
        return word.ends_with(".py") || (word.size() > 1 && word[0] == '-' && isLetter(word[1]));
    }
    /// ARGS+=" --more": a text of flags grows; of another value nobody knows what it is in each branch.
    bool append(std::string_view name, std::string_view value, int line, int depth)
    {
        if (holds(value, "--") && depth < deepestText)
            return read(value, line, depth + 1);
        const auto known = m_variables.find(name);
        return assign(
            name, (known == m_variables.end() ? std::string() : known->second) + std::string(value), line, depth);
    }
    bool assign(std::string_view name, std::string_view value, int line, int depth)
    {
        if (holds(value, "--") && depth < deepestText) {
            m_variables[std::string(name)].clear();
            return read(value, line, depth + 1);
        }
        std::string filled = withVariables(value, m_variables);
        if (holds(filled, "$(") || m_variables.size() >= DescribedFields::most)
            return true;
        const auto [known, isNew] = m_variables.emplace(std::string(name), filled);
        // In a script with a branch for each model, nobody knows which one is meant.
        if (!isNew && known->second != filled)
            m_ambiguous.emplace(name);
        if (m_ambiguous.contains(name))
            known->second = std::string("$").append(name);
        return true;
    }
    bool addFlag()
    {
        const bool isAdded = m_flag.empty() || m_fields.add(m_flag, m_value.empty() ? "true" : m_value, m_flagLine);
        m_flag.clear();
        m_value.clear();
        m_isWritten = false;
        return isAdded;
    }

    DescribedFields& m_fields;
    Variables m_variables;
    std::set<std::string, std::less<>> m_ambiguous;
    std::string m_flag; ///< that awaits its value
    std::string m_value;
    bool m_isWritten = false; ///< --flag=value, which no word behind it belongs to
    int m_flagLine = 0;
};

/// "4" of " 4 --exclusive", "=4" or "4"; empty of a range.
std::string firstNumber(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t="), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r#"));
    return std::string(std::all_of(word.begin(), word.end(), isDigit) ? word : std::string_view());
}

/// What a batch job asks Slurm for: "#SBATCH --nodes=16" is slurm_nodes. Its names are apart, as parts of a script ask
/// for other nodes.
bool addSlurm(std::string_view text, DescribedFields& fields)
{
    constexpr std::string_view mark = "#SBATCH ";
    for (int number = 1; !text.empty(); ++number) {
        const size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (!line.starts_with(mark))
            continue;
        DescribedFields own;
        const std::string_view asked = line.substr(mark.size());
        FlagScript(own).read(asked, number);
        if (asked.starts_with("-N") && !fields.add("slurm_nodes", firstNumber(asked.substr(2)), number))
            return false;
        for (const DescribedField& field : own.all()) {
            if (!fields.add("slurm_" + field.name, field.value, field.line))
                return false;
        }
    }
    return true;
}

} // namespace

std::string fieldOfFlag(std::string_view flag)
{
    while (flag.starts_with('-'))
        flag.remove_prefix(1);
    std::string name(flag);
    for (char& c : name) {
        if (c == '-')
            c = '_';
    }
    return name;
}

Result<DescribedFields> readFlagFields(std::string_view text, std::string_view file)
{
    DescribedFields fields;
    if (!FlagScript(fields).read(text, 1) || !addSlurm(text, fields))
        return tooLarge(file, 0);
    return fields;
}

} // namespace bubblescope
