// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "mutants.h"

#include <QList>

#include <iterator>
#include <utility>

namespace bubblescope {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Begin and end of the digits around or behind a place; both the end of the text where there are none.
std::pair<qsizetype, qsizetype> numberAt(const QByteArray& text, qsizetype from)
{
    while (from < text.size() && !isDigit(text[from]))
        ++from;
    qsizetype begin = from;
    while (begin > 0 && isDigit(text[begin - 1]))
        --begin;
    while (from < text.size() && isDigit(text[from]))
        ++from;
    return {begin, from};
}

} // namespace

uint64_t seedOf(const QByteArray& name)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const char c : name)
        hash = (hash ^ uint8_t(c)) * 0x100000001b3;
    return hash;
}

QByteArray mutated(QByteArray text, Dice& dice)
{
    const auto place = [&] { return qsizetype(dice.below(size_t(text.size()) + 1)); };
    QList<QByteArray> lines;
    const size_t kind = dice.below(9);
    if (kind < 4)
        lines = text.split('\n');
    const auto line = [&] { return qsizetype(dice.below(size_t(lines.size()))); };
    switch (kind) {
    case 0:
        lines.insert(line(), lines[line()]);
        return lines.join('\n');
    case 1:
        lines.removeAt(line());
        return lines.join('\n');
    case 2:
        lines.swapItemsAt(line(), line());
        return lines.join('\n');
    case 3: { // a stretch of lines again
        const qsizetype first = line();
        return (lines + lines.mid(first)).join('\n');
    }
    case 4:
        return text.left(place());
    case 5: {
        for (size_t i = dice.below(40); i > 0; --i) {
            const auto [begin, end] = numberAt(text, place());
            if (begin < end)
                text[begin] = char('0' + dice.below(10));
        }
        return text;
    }
    case 6: {
        static const char* const odd[] = {"0", "-1", "nan", "-nan", "inf", "1e308", "1e18", "-9223372036854775808",
            "9223372036854775807", "4294967296", "0.0000001", "2147483647"};
        const auto [begin, end] = numberAt(text, place());
        return text.replace(begin, end - begin, odd[dice.below(std::size(odd))]);
    }
    case 7: {
        QByteArray bytes;
        for (size_t i = dice.below(40); i > 0; --i)
            bytes += char(dice.below(256));
        return text.insert(place(), bytes);
    }
    default: {
        qsizetype from = place();
        qsizetype to = place();
        if (from > to)
            std::swap(from, to);
        return text.insert(to, text.mid(from, to - from));
    }
    }
}

QByteArray withOtherBytes(QByteArray bytes, Dice& dice)
{
    for (size_t i = 1 + dice.below(8); i > 0 && !bytes.isEmpty(); --i)
        bytes[qsizetype(dice.below(size_t(bytes.size())))] = char(dice.below(256));
    return bytes;
}

} // namespace bubblescope
