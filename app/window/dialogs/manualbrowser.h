// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "manual.h"

#include <QTextBrowser>

namespace bubblescope {

/// Shows pages of the manual, follows links between them, and highlights search matches.
class ManualBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit ManualBrowser(QList<ManualPage> pages, QWidget* parent = nullptr);

    const QList<ManualPage>& pages() const { return m_pages; }
    /// Index of the current page; -1 before the first.
    int currentPage() const { return m_page; }
    void showPage(int index);
    /// Number of matches in a page as it is displayed (without markup), ignoring case.
    int occurrences(int index, const QString& text) const;
    /// Highlights all matches in this page and in those shown from now on; empty turns that off.
    void mark(const QString& text);
    /// Goes to the next highlighted match; false after the last one of the page.
    bool goToNextMark();

protected:
    QVariant loadResource(int type, const QUrl& url) override;
    void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override;
    void changeEvent(QEvent* event) override;

private:
    void dressUp();
    void updateMarks();

    QList<ManualPage> m_pages;
    mutable QStringList m_plainTexts; ///< by page, as far as they were needed
    QString m_marked;
    int m_page = -1;
};

} // namespace bubblescope
