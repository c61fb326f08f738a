// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QAction;

namespace bubblescope {

/// One page of the manual, as Markdown.
struct ManualPage {
    QString id; ///< "formats": links name it as "formats.md"
    QString title;
    QString markdown;
};

/// The pages in the order of resources/manual/index.md: in the given language ("de") if translated, else in
/// English. Keys, search terms, issues and versions are generated from the program; keys are those of
/// `commands`.
QList<ManualPage> manualPages(const QList<QAction*>& commands, const QString& language);

/// The link target of a heading: "profiler-traces" for "Profiler traces".
QString headingAnchor(const QString& heading);

} // namespace bubblescope
