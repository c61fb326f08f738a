// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>

namespace bubblescope {

namespace {
const QString folder = QStringLiteral(":/translations");
const QString stem = QStringLiteral("bubblescope_");
} // namespace

QString Translation::translate(const char* context, const char* text, const char* disambiguation, int n) const
{
    const QString translated = QTranslator::translate(context, text, disambiguation, n);
    // A free tr() has a context of its own; lupdate stores its texts under the namespace.
    return translated.isEmpty() ? QTranslator::translate("bubblescope", text, disambiguation, n) : translated;
}

QStringList languages()
{
    QStringList names {QStringLiteral("en")};
    for (const QString& file : QDir(folder).entryList({stem + QLatin1Char('*')}))
        names += file.mid(stem.size()).section(QLatin1Char('.'), 0, 0);
    return names;
}

QString languageName(const QString& language)
{
    const QString name = QLocale(language).nativeLanguageName();
    // Qt includes the country in the names of variants: "American English".
    return language == QLatin1String("en") ? QStringLiteral("English") : name.left(1).toUpper() + name.mid(1);
}

void applyLanguage(QCoreApplication& application, const QString& language)
{
    QLocale::setDefault(QLocale::English); // fields for numbers have the signs of the words around them
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    // In the desktop's order of preference; English needs no translation.
    if (locale.language() == QLocale::English)
        return;
    auto* own = new Translation(&application);
    if (!own->load(locale, stem, {}, folder))
        return;
    QLocale::setDefault(locale);
    QCoreApplication::installTranslator(own);
    auto* dialogs = new QTranslator(&application);
    if (dialogs->load(locale, QStringLiteral("qtbase_"), {}, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(dialogs);
}

} // namespace bubblescope
