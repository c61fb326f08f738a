// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "spanquery.h"

#include "category.h"
#include "decimaltime.h"
#include "foldedtext.h"
#include "numbertext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

template <size_t N> constexpr uint32_t maskOf(const std::array<Category, N>& categories)
{
    uint32_t mask = 0;
    for (const Category c : categories)
        mask |= 1u << unsigned(c);
    return mask;
}
static_assert(categoryCount <= 32);

/// Categories that a word stands for: its key, a group word such as "comm", or part of a name.
uint32_t categoriesOf(std::string_view word)
{
    uint32_t mask = 0;
    const bool isComm = word == "comm" || word == "communication";
    for (int c = 0; c < categoryCount; ++c) {
        const auto category = Category(c);
        if ((isComm && isCommunication(category)) || (word == "compute" && isCompute(category))
            || categoryKey(category) == word)
            mask |= 1u << c;
    }
    if (word == "ep" || word == "exp")
        mask |= maskOf(std::array {Category::ExpertComm});
    for (int c = 0; mask == 0 && c < categoryCount; ++c) {
        if (containsFolded(categoryName(Category(c)), word))
            mask |= 1u << c;
    }
    return mask;
}

struct Unit {
    std::string_view name;
    double factor;
};
constexpr std::array<Unit, 5> timeUnits {{{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
constexpr std::array<Unit, 10> byteUnits {{{"gib", 0x1p30}, {"mib", 0x1p20}, {"kib", 0x1p10}, {"gb", 1e9}, {"mb", 1e6},
    {"kb", 1e3}, {"g", 1e9}, {"m", 1e6}, {"k", 1e3}, {"b", 1}}};

/// A number with one of the units; the first unit is the default.
template <size_t N>
std::optional<int64_t> parseMeasure(std::string_view text, const std::array<Unit, N>& units, double factorWithoutUnit)
{
    double factor = factorWithoutUnit;
    for (const Unit& unit : units) {
        if (text.size() > unit.name.size() && text.ends_with(unit.name)) {
            factor = unit.factor;
            text.remove_suffix(unit.name.size());
            break;
        }
    }
    const std::optional<double> number = parseNumber(text);
    if (!number || !(std::abs(*number * factor) < 9e18))
        return std::nullopt;
    return std::llround(*number * factor);
}

} // namespace

/// Parses the words of a query.
class SpanQueryParser {
public:
    using Key = SpanQuery::Key;
    using Interval = SpanQuery::Interval;
    using Term = SpanQuery::Term;

    static Result<SpanQuery> parse(std::string_view text)
    {
        SpanQuery query;
        size_t at = 0;
        while (at < text.size()) {
            if (text[at] == ' ' || text[at] == '\t') {
                ++at;
                continue;
            }
            std::string word = nextWord(text, at);
            if (isPlace(word)) {
                size_t next = text.find_first_not_of(" \t", at);
                if (next != std::string_view::npos) {
                    if (const std::string number = nextWord(text, next); isNumber(number)) {
                        word += ':' + number;
                        at = next;
                    }
                }
            }
            Result<Term> term = parseTerm(word);
            if (!term)
                return term.error();
            if (term->key != Key::Text || !term->text.empty())
                query.m_terms.push_back(std::move(term).value());
        }
        return query;
    }

private:
    struct KeyName {
        std::string_view name;
        Key key;
    };
    static constexpr std::array<KeyName, 22> keyNames {
        {{"rank", Key::Rank}, {"stage", Key::Stage}, {"microbatch", Key::Microbatch}, {"mb", Key::Microbatch},
            {"step", Key::Step}, {"cat", Key::Category}, {"category", Key::Category}, {"group", Key::Category},
            {"op", Key::Name}, {"name", Key::Name}, {"detail", Key::Detail}, {"lane", Key::Lane}, {"track", Key::Lane},
            {"dur", Key::Duration}, {"duration", Key::Duration}, {"bytes", Key::Bytes}, {"size", Key::Bytes},
            {"begin", Key::Begin}, {"start", Key::Begin}, {"t", Key::Begin},
            {"shape", Key::Shape}, {"shapes", Key::Shape}}};

    static constexpr std::string_view beforeArgument = "arg.";

    /// The text up to the next unquoted space; keeps the quotes.
    static std::string nextWord(std::string_view text, size_t& at)
    {
        std::string word;
        bool isQuoted = false;
        for (; at < text.size() && (isQuoted || (text[at] != ' ' && text[at] != '\t')); ++at) {
            isQuoted = isQuoted != (text[at] == '"');
            word += text[at];
        }
        return word;
    }

    static bool isNumber(std::string_view word)
    {
        constexpr size_t mostDigits = 9;
        return !word.empty() && word.size() <= mostDigits && word.find_first_not_of("0123456789") == std::string::npos;
    }

    /// Words that people write before a number: "rank 6".
    static bool isPlace(std::string_view word)
    {
        const std::string plain = foldedText(word.starts_with('-') ? word.substr(1) : word);
        return plain == "rank" || plain == "stage" || plain == "microbatch" || plain == "step";
    }

    /// What a span with this label in the timeline is.
    static std::optional<std::pair<Operation, int32_t>> labelOf(std::string_view word)
    {
        if (word.empty() || !isNumber(word.substr(1)))
            return std::nullopt;
        const Operation pass = word.front() == 'f' ? Operation::Forward
            : word.front() == 'b'                  ? Operation::Backward
            : word.front() == 'w'                  ? Operation::WeightGradient
                                                   : Operation::Other;
        if (pass == Operation::Other)
            return std::nullopt;
        return std::pair(pass, int32_t(parseInteger(word.substr(1)).value_or(-1)));
    }

    static std::string unquoted(std::string_view text)
    {
        std::string plain(text);
        std::erase(plain, '"');
        return foldedText(plain);
    }

    static Error refusal(std::string_view word, const Message& what)
    {
        return {say("\"{}\" cannot be searched for: {}.", word, what),
            say("Write terms like rank:2 stage:0-3 cat:comm dur>5ms name~allreduce."), {}};
    }

    static Result<Term> parseTerm(std::string_view word)
    {
        Term term;
        std::string_view rest = word;
        if (rest.size() > 1 && rest.front() == '-') {
            term.isNegated = true;
            rest.remove_prefix(1);
        }
        const size_t mark = rest.find_first_of(":=~<>");
        const std::string name = foldedText(rest.substr(0, std::min(mark, rest.size())));
        if (mark != std::string_view::npos && name.starts_with(beforeArgument))
            return parseArgument(std::move(term), word, name.substr(beforeArgument.size()), rest.substr(mark));
        const auto known = std::find_if(
            keyNames.begin(), keyNames.end(), [&name](const KeyName& candidate) { return candidate.name == name; });
        if (mark == std::string_view::npos || rest.front() == '"' || known == keyNames.end()) {
            term.text = unquoted(rest);
            if (rest.front() != '"')
                term.label = labelOf(term.text);
            return term;
        }
        term.key = known->key;
        size_t valueAt = mark + 1;
        std::string_view comparison = rest.substr(mark, 1);
        if ((comparison == "<" || comparison == ">") && valueAt < rest.size() && rest[valueAt] == '=')
            comparison = rest.substr(mark, 2), ++valueAt;
        const std::string value = unquoted(rest.substr(valueAt));
        if (value.empty())
            return refusal(word, say("a value is missing"));
        switch (term.key) {
        case Key::Text:
        case Key::Name:
        case Key::Detail:
        case Key::Lane:
            term.text = value;
            term.isExact = comparison == "=";
            return term;
        case Key::Category:
            for (const std::string_view part : parts(value))
                term.categories |= categoriesOf(part);
            return term.categories != 0
                ? Result<Term>(term)
                : refusal(
                    word, say("there is no such category (try comm, compute, tp, pp, dp, expert, embedding, host)"));
        default:
            return parseIntervals(std::move(term), word, comparison, value);
        }
    }

    /// `asked`: ":4096", "=[8944,1024]".
    static Result<Term> parseArgument(Term term, std::string_view word, std::string_view name, std::string_view asked)
    {
        const std::optional<KeptArgument> argument = argumentNamed(unquoted(name));
        if (!argument) {
            return refusal(word,
                say("of the arguments of spans only input_dims, input_type, input_strides, concrete_inputs, stream, "
                    "grid, block, registers_per_thread, shared_memory and occupancy are kept"));
        }
        const size_t valueAt = (asked[0] == '<' || asked[0] == '>') && asked.substr(1).starts_with('=') ? 2 : 1;
        std::string value = unquoted(asked.substr(valueAt));
        std::erase(value, ' '); // as where it is compared
        if (value.empty())
            return refusal(word, say("a value is missing"));
        term.key = Key::Argument;
        term.argument = *argument;
        const bool isText = *argument == KeptArgument::Types || *argument == KeptArgument::Values;
        if (isText || (isListOfSizes(*argument) && value[0] == '[')) {
            term.text = value;
            term.isExact = asked[0] == '=';
            return term;
        }
        return parseIntervals(std::move(term), word, asked.substr(0, valueAt), value);
    }

    static std::vector<std::string_view> parts(std::string_view value)
    {
        std::vector<std::string_view> list;
        while (true) {
            const size_t comma = value.find(',');
            list.push_back(value.substr(0, comma));
            if (comma == std::string_view::npos)
                return list;
            value.remove_prefix(comma + 1);
        }
    }

    static std::optional<int64_t> number(Key key, std::string_view text)
    {
        if (key == Key::Duration || key == Key::Begin)
            return parseMeasure(text, timeUnits, 1e6); // ms by default, like most times in the window
        if (key == Key::Bytes)
            return parseMeasure(text, byteUnits, 1);
        return parseInteger(text);
    }

    static Result<Term> parseIntervals(
        Term term, std::string_view word, std::string_view comparison, std::string_view value)
    {
        const Message what = term.key == Key::Duration || term.key == Key::Begin
            ? say("this is not a time such as 5ms or 2-5ms")
            : term.key == Key::Bytes ? say("this is not a size such as 4MB")
                                     : say("this is not a number such as 2, 0-3 or 1,5");
        for (const std::string_view part : parts(value)) {
            const bool isComparison = comparison.front() == '<' || comparison.front() == '>';
            const size_t dash = isComparison ? std::string_view::npos : part.find('-', 1);
            std::optional<int64_t> from = number(term.key, part.substr(0, dash));
            std::optional<int64_t> to = from;
            if (dash != std::string_view::npos) {
                to = number(term.key, part.substr(dash + 1));
                // "2-5ms": the unit applies to both numbers.
                const size_t unit = part.find_last_of("0123456789.") + 1;
                if (from && unit < part.size() && part.find_first_not_of("0123456789.") == dash)
                    from = number(term.key, std::string(part.substr(0, dash)).append(part.substr(unit)));
            }
            if (!from || !to)
                return refusal(word, what);
            Interval interval;
            if (comparison != "<" && comparison != "<=")
                interval.least = comparison == ">" ? *from + 1 : *from;
            if (comparison != ">" && comparison != ">=")
                interval.most = comparison == "<" ? *to - 1 : *to;
            term.intervals.push_back(interval);
        }
        return term;
    }
};

Result<SpanQuery> SpanQuery::parse(std::string_view text) { return SpanQueryParser::parse(text); }

std::span<const std::pair<std::string_view, std::string_view>> spanQueryKeys()
{
    static constexpr std::pair<std::string_view, std::string_view> keys[] = {
        {"rank:2, stage:0-3, microbatch:1,5, step:2", "numbers, ranges and lists of them; rank>7 compares"},
        {"cat:comm, cat:compute, group:dp",
            "categories: forward, backward, weight, optimizer, tp, pp, dp, expert, "
            "expert_dp, embedding, cp, memcpy, host, waiting, bubble"},
        {"name~allreduce, name=send_forward", "part of a name, or all of it; the same for detail and lane"},
        {"dur>5ms, dur:2-5ms, begin>1s", "durations and begins, in ns, us, ms or s"},
        {"bytes>=4MB", "size of the message"},
        {"shape:4096, shape>8000", "any size of the inputs of an operator, where the profiler recorded shapes"},
        {"arg.input_dims:4096, arg.input_type:bfloat16",
            "arguments of a span: any number of input_dims, input_strides, stream, grid, block, "
            "registers_per_thread, shared_memory and occupancy, or part of input_type and concrete_inputs"},
        {"allreduce, \"send forward\"", "in names and details"},
        {"F5, B9, rank 6 B9", "passes as they are labelled in the timeline: forward, backward, weight gradient (W)"},
        {"part:waiting, part:host_wait",
            "what makes up a part of the step, as a click on the bar asks for it: compute, exposed_comm, waiting, "
            "bubble, "
            "copies, kernel_wait, host_wait, host, idle; of time without records, what ends it"},
        {"-stage:1", "a leading minus negates a term"},
    };
    return keys;
}

} // namespace bubblescope
