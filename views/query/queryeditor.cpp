// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queryeditor.h"

#include "querywords.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStringListModel>
#include <QSyntaxHighlighter>

#include <array>

namespace bubblescope {

/// Text in quotes and comments may go on over lines: the state of a block says so.
class QueryHighlighter : public QSyntaxHighlighter {
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

    void setColors(const Palette& colors)
    {
        using Kind = QueryToken::Kind;
        const auto set = [this](Kind kind, const QColor& color, bool isBold = false) {
            QTextCharFormat format;
            format.setForeground(color);
            if (isBold)
                format.setFontWeight(QFont::DemiBold);
            m_formats[size_t(kind)] = format;
        };
        const QColor& text = colors.text;
        set(Kind::Keyword, colors.accent, true);
        set(Kind::Table, mixed(text, colors.color(Category::Backward), colors.isDark ? 0.75 : 0.85), true);
        set(Kind::Column, text);
        set(Kind::Function, mixed(text, colors.color(Category::DataComm), 0.7));
        set(Kind::Number, mixed(text, colors.color(Category::PipelineComm), 0.7));
        set(Kind::Text, mixed(text, colors.color(Category::PipelineComm), 0.7));
        set(Kind::Comment, colors.mutedText);
        set(Kind::Name, text);
        set(Kind::Mark, text);
        rehighlight();
    }

protected:
    void highlightBlock(const QString& block) override
    {
        // What the lines before left open is put in front.
        constexpr std::array<const char*, 3> open {"", "'", "/*"};
        const int before = std::clamp(previousBlockState(), 0, 2);
        const QString prefix = QLatin1String(open[size_t(before)]);
        const QByteArray utf8 = (prefix + block).toUtf8();
        const std::string_view text(utf8.constData(), size_t(utf8.size()));
        setCurrentBlockState(0);
        for (const QueryToken& token : queryTokens(text)) {
            const auto lengthOf = [&](size_t bytes) { return int(QString::fromUtf8(utf8.constData(), qsizetype(bytes)).size()); };
            const int begin = lengthOf(token.begin) - int(prefix.size());
            const int end = lengthOf(token.begin + token.length) - int(prefix.size());
            setFormat(std::max(begin, 0), end - std::max(begin, 0), m_formats[size_t(token.kind)]);
            const std::string_view word = text.substr(token.begin, token.length);
            const bool isLast = token.begin + token.length == text.size();
            if (isLast && token.kind == QueryToken::Kind::Text && (word.size() < 2 || word.back() != '\''))
                setCurrentBlockState(1);
            if (isLast && word.substr(0, 2) == "/*" && (word.size() < 4 || word.substr(word.size() - 2) != "*/"))
                setCurrentBlockState(2);
        }
    }

private:
    std::array<QTextCharFormat, size_t(QueryToken::Kind::Mark) + 1> m_formats;
};

QueryEditor::QueryEditor(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_highlighter(new QueryHighlighter(document()))
    , m_completer(new QCompleter(this))
    , m_words(new QStringListModel(m_completer))
{
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setAccessibleName(tr("Query"));
    setPlaceholderText(tr("SELECT … FROM spans — Ctrl+Enter runs, Ctrl+Space completes"));
    setTabChangesFocus(true);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_completer->setModel(m_words);
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setMaxVisibleItems(12);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &QueryEditor::insert);
}

void QueryEditor::setColors(const Palette& colors)
{
    m_colors = colors;
    m_highlighter->setColors(colors);
}

void QueryEditor::markError(qint64 offset)
{
    QList<QTextEdit::ExtraSelection> marks;
    if (offset >= 0) {
        const QByteArray before = toPlainText().toUtf8().left(offset);
        QTextEdit::ExtraSelection mark;
        mark.cursor = textCursor();
        mark.cursor.setPosition(std::min<int>(int(QString::fromUtf8(before).size()), int(toPlainText().size())));
        mark.cursor.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
        if (!mark.cursor.hasSelection())
            mark.cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(m_colors.finding);
        marks << mark;
    }
    setExtraSelections(marks);
}

QStringList QueryEditor::offered() const
{
    return m_completer->popup()->isVisible() ? m_words->stringList() : QStringList();
}

void QueryEditor::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_completer->popup()->isVisible()
        && (isEnter || event->key() == Qt::Key_Tab || event->key() == Qt::Key_Escape || event->key() == Qt::Key_Backtab)) {
        event->ignore(); // the list takes it
        return;
    }
    if (isEnter && event->modifiers() & Qt::ControlModifier) {
        emit runRequested();
        return;
    }
    const bool asks = event->key() == Qt::Key_Space && event->modifiers() & Qt::ControlModifier;
    if (!asks)
        QPlainTextEdit::keyPressEvent(event);
    const bool isTyped = !event->text().isEmpty() && event->text().front().isPrint();
    const bool isErased = event->key() == Qt::Key_Backspace && m_completer->popup()->isVisible();
    if (asks || isTyped || isErased)
        offer(asks);
    else
        m_completer->popup()->hide();
}

void QueryEditor::offer(bool wasAsked)
{
    constexpr int leastTyped = 2;
    const QByteArray text = toPlainText().toUtf8();
    const auto cursor = size_t(toPlainText().left(textCursor().position()).toUtf8().size());
    const QueryCompletions found = queryCompletions({text.constData(), size_t(text.size())}, cursor);
    QStringList words;
    for (const std::string& word : found.words)
        words << QString::fromStdString(word);
    m_prefix = int(QString::fromUtf8(text.mid(qsizetype(cursor - found.prefix), qsizetype(found.prefix))).size());
    const bool isBehindDot = cursor > found.prefix && text[qsizetype(cursor - found.prefix - 1)] == '.';
    const bool isDone = words.size() == 1 && words.front().size() == m_prefix;
    if (words.isEmpty() || isDone || (!wasAsked && !isBehindDot && m_prefix < leastTyped)) {
        m_completer->popup()->hide();
        return;
    }
    m_words->setStringList(words);
    QRect place = cursorRect();
    place.setWidth(m_completer->popup()->sizeHintForColumn(0) + m_completer->popup()->verticalScrollBar()->sizeHint().width());
    m_completer->complete(place);
    m_completer->popup()->setCurrentIndex(m_words->index(0));
}

void QueryEditor::insert(const QString& word)
{
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor, m_prefix);
    cursor.insertText(word);
    setTextCursor(cursor);
}

} // namespace bubblescope
