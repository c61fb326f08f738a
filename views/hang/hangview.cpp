// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hangview.h"

#include "countedtext.h"
#include "document.h"
#include "formatting.h"
#include "hangboard.h"
#include "hangs.h"
#include "hangwords.h"
#include "selection.h"
#include "tabletexts.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QTextOption>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {
constexpr int mostSuspectsListed = 200;

/// Names of groups are longer than the list is wide: they may continue on the next line.
QString breakable(QString text)
{
    constexpr char16_t zeroWidthSpace = 0x200b;
    return text.replace(QLatin1Char('_'), QLatin1Char('_') + QString(QChar(zeroWidthSpace)));
}
} // namespace

HangView::HangView(Document& document, Selection& selection, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_selection(selection)
    , m_hangs(new QComboBox(this))
    , m_sentence(new QLabel(this))
    , m_key(new QLabel(this))
    , m_suspects(new QListWidget(this))
    , m_board(new HangBoard(m_model, this))
    , m_frames(new QPlainTextEdit(this))
    , m_split(new QSplitter(this))
{
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setContentsMargins(8, 6, 8, 6);
    QFont strong = m_sentence->font();
    strong.setBold(true);
    m_sentence->setFont(strong);
    m_key->setContentsMargins(8, 0, 8, 6);
    m_suspects->setAccessibleName(tr("Suspects"));
    m_suspects->setFrameShape(QFrame::NoFrame);
    m_suspects->setWordWrap(true);
    m_suspects->setSpacing(3);
    m_suspects->setResizeMode(QListView::Adjust);
    m_suspects->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_frames->setAccessibleName(tr("Where the chosen rank stands"));
    m_frames->setReadOnly(true);
    m_frames->setFrameShape(QFrame::NoFrame);
    m_frames->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere); // sentences and paths, in a narrow column

    for (QWidget* part : std::initializer_list<QWidget*> {m_suspects, m_board, m_frames})
        m_split->addWidget(part);
    connect(m_split, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_hangs->setAccessibleName(tr("Which hang"));
    m_hangs->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* choice = new QHBoxLayout;
    choice->setContentsMargins(8, 6, 8, 0);
    choice->addWidget(m_hangs);
    choice->addStretch();
    layout->addLayout(choice);
    layout->addWidget(m_sentence);
    layout->addWidget(m_key);
    layout->addWidget(m_split, 1);
    setContent(content);

    connect(m_hangs, &QComboBox::activated, this, &HangView::chooseHang);
    connect(m_suspects, &QListWidget::currentRowChanged, this, &HangView::showSuspect);
    connect(m_board, &HangBoard::cellChosen, this, &HangView::showCell);
    connect(&selection, &Selection::rankChanged, this, &HangView::followRank);
    connect(&document, &Document::folderChanged, this, [this] {
        m_chosen = 0;
        startOver();
    });
    connect(&document, &Document::runChanged, this, [this] {
        if (shownHang() != m_chosen)
            invalidate();
    });
}

QString HangView::sentence() const { return m_sentence->text(); }

QString HangView::frames() const { return m_frames->toPlainText(); }

void HangView::letGo() { m_model.setHang(nullptr, 0); }

void HangView::refresh()
{
    const OpenedFolderPtr opened = m_document.opened();
    m_isFollowing = true;
    m_chosen = shownHang();
    m_model.setHang(opened, m_chosen);
    m_suspects->clear();
    m_frames->clear();
    m_isFollowing = false;
    if (!opened || opened->hangs.empty()) {
        showEmpty(tr("No hang"),
            tr("Open the dumps of NCCL's flight recorder of a job that hangs to see who keeps the others waiting."));
        return;
    }
    listHangs();
    const HangReport& hang = opened->hangs[m_chosen];
    m_sentence->setText(messageText(hangSentence(hang)));
    m_key->setText(m_model.key());
    m_key->setVisible(!m_key->text().isEmpty());
    for (const HangSuspect& suspect : hang.suspects) {
        if (m_suspects->count() == mostSuspectsListed)
            break;
        auto* const item = new QListWidgetItem(
            breakable(tr("Rank %1 %2").arg(suspect.rank).arg(messageText(reasonText(hang, suspect.reasons.front())))),
            m_suspects);
        QStringList reasons;
        for (const HangReason& reason : suspect.reasons)
            reasons << messageText(reasonText(hang, reason));
        item->setToolTip(reasons.join(QLatin1Char('\n')));
    }
    showContent();
    shareWidth();
    if (m_suspects->count() > 0)
        m_suspects->setCurrentRow(0);
    else if (m_model.rowCount() > 0 && m_model.columnCount() > 0)
        m_board->setCurrentIndex(m_model.index(0, 0));
}

size_t HangView::shownHang() const
{
    const OpenedFolderPtr opened = m_document.opened();
    const Run* run = m_document.openedRun();
    const int own = opened && run ? hangOf(*run, opened->folder) : -1;
    return own >= 0 ? static_cast<size_t>(own) : m_chosen;
}

void HangView::chooseHang(int hang)
{
    const std::vector<Run>& runs = m_document.folder()->runs;
    const auto recorded = std::find_if(
        runs.begin(), runs.end(), [&](const Run& run) { return hangOf(run, *m_document.folder()) == hang; });
    if (recorded != runs.end()) {
        m_document.setRunIndex(static_cast<int>(recorded - runs.begin()));
        return;
    }
    m_chosen = static_cast<size_t>(hang);
    invalidate();
}

void HangView::listHangs()
{
    const auto hangs = hangsAmong(m_document.folder()->flightDumps);
    m_hangs->clear();
    for (const std::span<const FlightDump> dumps : hangs)
        m_hangs->addItem(QStringLiteral("%1, %2").arg(
            toText(hangFolder(dumps)), countedText(qint64(dumps.size()), tr("1 dump"), tr("%1 dumps"))));
    m_hangs->setCurrentIndex(static_cast<int>(m_chosen));
    m_hangs->setVisible(hangs.size() > 1);
}

/// The board takes what its ranks need, as far as the words beside it stay readable.
void HangView::shareWidth()
{
    constexpr int leastFrames = 220;
    if (m_isSplitByUser)
        return;
    const int suspects = std::max(200, width() / 6);
    const int whole = m_board->verticalHeader()->sizeHint().width() + m_board->horizontalHeader()->length()
        + m_board->verticalScrollBar()->sizeHint().width() + 2 * m_board->frameWidth();
    const int board = std::clamp(whole, 200, std::max(200, width() - suspects - leastFrames));
    m_split->setSizes({suspects, board, std::max(leastFrames, width() - suspects - board)});
}

void HangView::resizeEvent(QResizeEvent* event)
{
    PanelView::resizeEvent(event);
    if (!isEmptyShown())
        shareWidth();
}

void HangView::restyle()
{
    m_board->setColors(colors());
    QPalette muted = m_key->palette();
    muted.setColor(QPalette::WindowText, colors().mutedText);
    m_key->setPalette(muted);
    m_frames->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
}

void HangView::showSuspect(int row)
{
    const OpenedFolderPtr opened = m_document.opened();
    if (row < 0 || m_isFollowing || !opened || m_chosen >= opened->hangs.size())
        return;
    const HangSuspect& suspect = opened->hangs[m_chosen].suspects[static_cast<size_t>(row)];
    const int column = m_model.columnOf(suspect.rank);
    if (column >= 0)
        m_board->setCurrentIndex(m_model.index(static_cast<int>(suspect.reasons.front().group), column));
}

void HangView::showCell(int row, int column)
{
    QStringList lines {m_model.sentence(row, column)};
    lines << QString() << m_model.frames(row, column);
    m_frames->setPlainText(lines.join(QLatin1Char('\n')));
    if (!m_isFollowing) {
        m_isFollowing = true;
        m_selection.setRank(m_model.rankAt(column));
        m_isFollowing = false;
    }
}

/// Elsewhere a rank was chosen: the same is current here.
void HangView::followRank()
{
    const int column = m_model.columnOf(m_selection.rank());
    if (m_isFollowing || column < 0 || m_model.rowCount() == 0)
        return;
    m_isFollowing = true;
    m_board->setCurrentIndex(m_model.index(std::max(m_board->currentIndex().row(), 0), column));
    m_isFollowing = false;
}

} // namespace bubblescope
