// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTranslator>

class QCoreApplication;

namespace bubblescope {

/// The texts of one language, of this program and (where they are installed) of Qt's own dialogs. Numbers, units and what
/// the commands print are the same in every language.
class Translation : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;
    QString translate(const char* context, const char* text, const char* disambiguation, int n) const override;
};

/// "en" and what there are translations to, as ISO 639 names them.
QStringList languages();
/// "English", "Deutsch": in the language itself.
QString languageName(const QString& language);
/// Once, before the first widget is made. Empty: the desktop's language, English where there is no translation to it.
void applyLanguage(QCoreApplication& application, const QString& language);

} // namespace bubblescope
