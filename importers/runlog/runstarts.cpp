// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "runstarts.h"

#include "characters.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace bubblescope {

namespace {

constexpr size_t comparedOfLine = 4096;

/// `[rank3]:`, `[default3]:`, `[1,3]<stdout>:` or `3: `, by which a launcher tells ranks apart; empty without one.
std::string_view launcherLabel(std::string_view line)
{
    const size_t begin = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(begin);
    size_t at = line.starts_with('[') ? 1 : 0;
    const bool isBracketed = at > 0;
    while (isBracketed && at < line.size() && isLetter(line[at]))
        ++at;
    const size_t digits = at;
    while (at < line.size() && (isDigit(line[at]) || (isBracketed && line[at] == ',')))
        ++at;
    const std::string_view rest = line.substr(at);
    const bool isLabel
        = at > digits && (isBracketed ? rest.starts_with("]:") || rest.starts_with("]<std") : rest.starts_with(": "));
    return isLabel ? line.substr(0, at) : std::string_view();
}

/// The number behind a word, with whatever stands between them: "Epoch [2/10]", "'epoch': 0.5", "lm loss: 2.5E+00".
std::optional<double> numberBehindWord(std::string_view text, std::string_view word)
{
    const size_t at = logtext::find(text, word);
    if (at == std::string_view::npos)
        return std::nullopt;
    const size_t begin = text.find_first_not_of(" :=[('\"\t", at + word.size());
    const auto number = logtext::Cursor(text, std::min(begin, text.size())).number();
    return number && number->isFinite ? std::optional(number->value) : std::nullopt;
}

/// Without those of times of day.
std::vector<double> figuresIn(std::string_view text)
{
    constexpr size_t mostFigures = 64;
    std::vector<double> figures;
    logtext::Cursor cursor(text);
    while (!cursor.atEnd() && figures.size() < mostFigures) {
        const size_t at = text.find_first_of("0123456789", cursor.position());
        if (at == std::string_view::npos)
            break;
        logtext::Cursor behind(text, at);
        const auto number = behind.number();
        const bool isOfTime = (at > 0 && text[at - 1] == ':') || behind.rest().starts_with(':');
        if (number && number->isFinite && !isOfTime)
            figures.push_back(number->value);
        cursor = logtext::Cursor(text, std::max(behind.position(), at + 1));
    }
    return figures;
}

/// True where two lines of the same step tell of two runs: another loss, or figures that ranks of one run do not print
/// of the same step.
bool areOfTwoRuns(std::string_view a, std::string_view b)
{
    constexpr double sameRun = 0.05; // times of ranks that wait for each other
    const auto lossA = numberBehindWord(a, "loss");
    const auto lossB = numberBehindWord(b, "loss");
    if (lossA && lossB && *lossA != *lossB)
        return true;
    const std::vector<double> figuresA = figuresIn(a);
    const std::vector<double> figuresB = figuresIn(b);
    return figuresA.size() == figuresB.size()
        && !std::equal(figuresA.begin(), figuresA.end(), figuresB.begin(),
            [](double x, double y) { return std::abs(x - y) <= sameRun * std::max(std::abs(x), std::abs(y)); });
}

} // namespace

bool RunStarts::startsOver(std::string_view text, int64_t step, bool hasCrashed) const
{
    // A log that begins at another number is itself one of a run that was resumed.
    if (step > *m_first || m_distance == 0 || *m_first > std::max<int64_t>(1, m_distance))
        return false;
    const std::string_view label = launcherLabel(text);
    if (label != launcherLabel(m_firstLine))
        return false;
    for (const std::string_view word : {"poch", "POCH"}) {
        const auto epoch = numberBehindWord(text, word);
        const auto before = numberBehindWord(m_firstLine, word);
        if (epoch && before && *epoch > *before)
            return false;
    }
    if (hasCrashed)
        return true;
    // Ranks print a few steps apart.
    if (m_top - step <= 2 * m_distance)
        return false;
    const auto stamp = logtext::timeStampMs(text);
    const auto lastStamp = logtext::timeStampMs(m_lastLine);
    if (stamp && lastStamp)
        return *stamp > *lastStamp;
    return areOfTwoRuns(text, m_firstLine);
}

bool RunStarts::isAnother(const LogLine& line, std::optional<int64_t> lastStep, bool hasCrashed)
{
    if (!lastStep || lastStep == m_last)
        return false;
    const std::string_view text = line.text.substr(0, comparedOfLine);
    const bool isBack = m_last && *lastStep < *m_last;
    const bool isAnother = isBack && startsOver(text, *lastStep, hasCrashed);
    if (isAnother || !m_first) {
        m_first = lastStep;
        m_firstLine = text;
        m_distance = 0;
        m_top = *lastStep;
    } else if (!isBack && m_last) {
        const int64_t distance = *lastStep - *m_last;
        m_distance = m_distance == 0 ? distance : std::min(m_distance, distance);
    }
    m_lastOfRun = isAnother ? m_last : lastStep;
    m_top = std::max(m_top, *lastStep);
    m_last = lastStep;
    m_lastLine = text;
    return isAnother;
}

} // namespace bubblescope
