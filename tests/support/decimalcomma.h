// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QTranslator>

namespace bubblescope {

/// While it lives, fractions are written as in German; words stay English.
class DecimalComma : public QTranslator {
public:
    DecimalComma() { QCoreApplication::installTranslator(this); }
    ~DecimalComma() override { QCoreApplication::removeTranslator(this); }
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int) const override
    {
        return QLatin1String(text) == QLatin1String(".") ? QStringLiteral(",") : QString();
    }
};

} // namespace bubblescope
