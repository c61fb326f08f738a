// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QTextBrowser>

namespace bubblescope {

/// Shows pages of the manual, follows the links between them, and marks what is searched for.
class ManualBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit ManualBrowser(QList<ManualPage> pages, QWidget* parent = nullptr);

    const QList<ManualPage>& pages() const { return m_pages; }
    /// Index of the page on screen; -1 before the first.
    int currentPage() const { return m_page; }
    void showPage(int index);
    /// How often the text occurs in a page, as it is read (without markup), whatever its case.
    int occurrences(int index, const QString& text) const;
    /// Marks all places of the text in this page and in those shown from now on; an empty one marks nothing.
    void mark(const QString& text);
    /// Goes to the next place of what is marked; false behind the last one of the page.
    bool goToNextMark();

protected:
    QVariant loadResource(int type, const QUrl& url) override;
    void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override;
    void changeEvent(QEvent* event) override;

private:
    void dressUp();
    void updateMarks();

    QList<ManualPage> m_pages;
    mutable QStringList m_plainTexts; ///< of the pages, as far as they were asked for
    QString m_marked;
    int m_page = -1;
};

} // namespace bubblescope
