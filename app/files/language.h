// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QTranslator>

class QCoreApplication;

namespace bubblescope {

/// The texts of one language, for this program and (if installed) for Qt's own dialogs. Numbers, units and command
/// output are the same in every language.
class Translation : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;
    QString translate(const char* context, const char* text, const char* disambiguation, int n) const override;
};

/// "en" and the languages with translations, as ISO 639 codes.
QStringList languages();
/// The language's own name: "English", "Deutsch".
QString languageName(const QString& language);
/// Call once, before creating the first widget. Empty: the desktop's language, or English if it has no translation.
void applyLanguage(QCoreApplication& application, const QString& language);

} // namespace bubblescope
