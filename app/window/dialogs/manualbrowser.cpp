// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "manualbrowser.h"

#include <QDesktopServices>
#include <QEvent>
#include <QFontDatabase>
#include <QImage>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextTable>

#include <algorithm>

namespace bubblescope {

namespace {
constexpr QLatin1String scheme("manual");

/// "manual:/keys.md": the base for links between pages.
QUrl urlOf(const ManualPage& page) { return QUrl(scheme + QStringLiteral(":/%1.md").arg(page.id)); }

/// A mix of two colours: subdued but visible on light and dark backgrounds.
QColor blended(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](int x, int y) { return int(x + (y - x) * share); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}
} // namespace

ManualBrowser::ManualBrowser(QList<ManualPage> pages, QWidget* parent) : QTextBrowser(parent), m_pages(std::move(pages))
{
    setFrameShape(QFrame::NoFrame);
    document()->setDocumentMargin(18);
    setOpenLinks(false);
    // Also called for back and forward. source() is still the previous one.
    connect(this, &QTextBrowser::sourceChanged, this, [this](const QUrl& url) {
        const auto it = std::find_if(m_pages.begin(), m_pages.end(),
            [path = url.path()](const ManualPage& page) { return urlOf(page).path() == path; });
        m_page = it == m_pages.end() ? -1 : int(it - m_pages.begin());
        dressUp();
        document()->setLayoutEnabled(true);
        updateMarks();
        if (url.hasFragment())
            scrollToAnchor(url.fragment());
    });
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (url.scheme() == scheme)
            setSource(url);
        else
            QDesktopServices::openUrl(url);
    });
}

void ManualBrowser::showPage(int index)
{
    if (index >= 0 && index < m_pages.size() && index != m_page)
        setSource(urlOf(m_pages[index]));
}

int ManualBrowser::occurrences(int index, const QString& text) const
{
    m_plainTexts.resize(m_pages.size());
    QString& plain = m_plainTexts[index];
    if (plain.isEmpty()) {
        QTextDocument document;
        document.setMarkdown(m_pages[index].markdown);
        plain = document.toPlainText();
    }
    return text.isEmpty() ? 0 : int(plain.count(text, Qt::CaseInsensitive));
}

void ManualBrowser::mark(const QString& text)
{
    m_marked = text;
    updateMarks();
}

bool ManualBrowser::goToNextMark() { return !m_marked.isEmpty() && find(m_marked); }

QVariant ManualBrowser::loadResource(int type, const QUrl& url)
{
    if (type == QTextDocument::MarkdownResource) {
        for (const ManualPage& page : m_pages) {
            if (urlOf(page).path() == url.path())
                return page.markdown;
        }
    }
    if (type == QTextDocument::ImageResource) {
        const QImage picture(QStringLiteral(":/manual") + url.path());
        constexpr int around = 60; // margins and the scroll bar
        const int room = std::max(viewport()->width() - around, around);
        return picture.width() > room ? picture.scaledToWidth(room, Qt::SmoothTransformation) : picture;
    }
    return {};
}

void ManualBrowser::doSetSource(const QUrl& url, QTextDocument::ResourceType)
{
    document()->setLayoutEnabled(false); // until sourceChanged: otherwise it is laid out again for each table's cells
    QTextBrowser::doSetSource(url, QTextDocument::MarkdownResource);
    document()->setLayoutEnabled(true);
}

void ManualBrowser::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_page >= 0) {
        const int place = verticalScrollBar()->value();
        reload();
        verticalScrollBar()->setValue(place);
    }
}

void ManualBrowser::dressUp()
{
    const QColor ground = palette().color(QPalette::Base);
    const QColor ink = palette().color(QPalette::Text);
    const QColor line = blended(ground, ink, 0.18);
    const QColor shade = blended(ground, ink, 0.06);
    QTextCursor cursor(document());
    cursor.beginEditBlock();
    for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(line);
        format.setBorderCollapse(true);
        format.setCellSpacing(0);
        format.setCellPadding(5);
        format.setTopMargin(4);
        format.setBottomMargin(2);
        table->setFormat(format);
        for (int column = 0; column < table->columns(); ++column) {
            QTextTableCell head = table->cellAt(0, column);
            QTextCharFormat shaded = head.format();
            shaded.setBackground(shade);
            head.setFormat(shaded);
        }
    }
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        cursor.setPosition(block.position());
        QTextBlockFormat format = block.blockFormat();
        if (format.headingLevel() > 0) {
            format.setTopMargin(format.headingLevel() == 1 ? 0 : 14);
            format.setBottomMargin(6);
            cursor.setBlockFormat(format);
            cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            QTextCharFormat named;
            named.setAnchor(true);
            named.setAnchorNames({headingAnchor(block.text())});
            cursor.mergeCharFormat(named);
        } else if (format.hasProperty(QTextFormat::BlockCodeFence)) {
            format.setBackground(shade);
            format.setLeftMargin(8);
            cursor.setBlockFormat(format);
            cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            QTextCharFormat fixed;
            fixed.setFontFamilies({QFontDatabase::systemFont(QFontDatabase::FixedFont).family()});
            cursor.mergeCharFormat(fixed);
        }
    }
    cursor.endEditBlock();
}

void ManualBrowser::updateMarks()
{
    QList<ExtraSelection> marks;
    if (!m_marked.isEmpty()) {
        QTextCharFormat format;
        format.setBackground(palette().highlight());
        format.setForeground(palette().highlightedText());
        for (QTextCursor at = document()->find(m_marked); !at.isNull(); at = document()->find(m_marked, at))
            marks += {at, format};
    }
    setExtraSelections(marks);
    if (!marks.isEmpty() && !textCursor().hasSelection()) {
        setTextCursor(marks.first().cursor);
        ensureCursorVisible();
    }
}

} // namespace bubblescope
