// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "details.h"
#include "formatting.h"

#include <QCoreApplication>

// Shared by the sources of details.

namespace bubblescope::details {

inline QString tr(const char* text) { return QCoreApplication::translate("bubblescope::details", text); }

/// Collects fields and drops those with empty values.
class Fields {
public:
    void heading(const QString& label) { m_fields.push_back({label, {}, {}, {}, true}); }
    void add(const QString& label, const QString& value, const QString& toolTip = {}, SpanId target = {})
    {
        if (!value.isEmpty())
            m_fields.push_back({label, value, toolTip, target, false});
    }
    void addCount(const QString& label, const std::optional<int>& value)
    {
        if (value)
            add(label, formatCount(*value));
    }
    size_t count() const { return m_fields.size(); }
    DetailFields take() { return std::move(m_fields); }

private:
    DetailFields m_fields;
};

inline QString fileNameOf(const std::string& path)
{
    const QString text = toText(path).simplified();
    return text.mid(text.lastIndexOf(QLatin1Char('/')) + 1);
}

inline QString exactTip(TimeNs ns)
{
    return tr("%1 ms").arg(toText(formatDecimalTime(ns, TimeUnit::Milliseconds)));
}

inline QString spanTitle(const Trace& trace, SpanId span)
{
    return tr("%1, %2").arg(toText(trace.name(span)).simplified(), formatDuration(double(trace.duration(span))));
}

} // namespace bubblescope::details
