// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "issuesview.h"

#include "countedtext.h"
#include "document.h"
#include "filekinds.h"
#include "formatting.h"
#include "tablepanel.h"
#include "tabletexts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int mostFilesListed = 1000;

/// Distinguished mainly by shape: a cross in a square, a triangle, a dot.
QPixmap severityIcon(Severity severity, const Palette& colors, int size, double ratio)
{
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QRectF box(1, 1, size - 2, size - 2);
    switch (severity) {
    case Severity::Error: {
        painter.setBrush(colors.finding);
        painter.drawRoundedRect(box, 2, 2);
        painter.setPen(QPen(textOn(colors.finding), 1.6));
        const QRectF cross = box.adjusted(3, 3, -3, -3);
        painter.drawLine(cross.topLeft(), cross.bottomRight());
        painter.drawLine(cross.topRight(), cross.bottomLeft());
        break;
    }
    case Severity::Warning: {
        const QColor ground = colors.color(Category::TensorComm);
        painter.setBrush(ground);
        painter.drawPolygon(QPolygonF({QPointF(box.center().x(), box.top()), box.bottomRight(), box.bottomLeft()}));
        painter.setPen(QPen(textOn(ground), 1.6));
        painter.drawLine(QPointF(box.center().x(), box.top() + box.height() * 0.4),
            QPointF(box.center().x(), box.top() + box.height() * 0.68));
        painter.drawPoint(QPointF(box.center().x(), box.top() + box.height() * 0.85));
        break;
    }
    case Severity::Note:
        painter.setBrush(colors.mutedText);
        painter.drawEllipse(box.adjusted(3, 3, -3, -3));
        break;
    }
    return pixmap;
}

class SeverityDelegate : public QStyledItemDelegate {
public:
    SeverityDelegate(const Palette& colors, QObject* parent) : QStyledItemDelegate(parent), m_colors(colors) { }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->state &= ~QStyle::State_HasFocus;
        const int size = option->fontMetrics.height();
        const double ratio = option->widget ? option->widget->devicePixelRatioF() : 1.0;
        option->icon = QIcon(
            severityIcon(static_cast<Severity>(index.data(IssueModel::severityRole).toInt()), m_colors, size, ratio));
        option->decorationSize = QSize(size, size);
        option->features |= QStyleOptionViewItem::HasDecoration;
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(4, 0);
    }

private:
    Palette m_colors;
};

} // namespace

IssuesView::IssuesView(const Document& document, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_summary(new QLabel(this))
    , m_table(new TablePanel(m_model, tr("Issues"), this))
    , m_detail(new QLabel(this))
    , m_detailArea(new QScrollArea(this))
    , m_copy(new QPushButton(tr("Copy command"), this))
    , m_columns(new QPushButton(tr("Name its columns …"), this))
    , m_unrecognisedTitle(new QLabel(this))
    , m_unrecognised(new QListWidget(this))
{
    setAccessibleName(tr("Issues"));
    m_table->addToolWidget(m_summary);
    m_unrecognised->setAccessibleName(tr("Files that were not recognised"));
    m_unrecognised->setFrameShape(QFrame::NoFrame);
    m_unrecognised->setContentsMargins(6, 0, 0, 0);
    m_unrecognised->setTextElideMode(Qt::ElideMiddle);
    m_unrecognised->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_unrecognised->setUniformItemSizes(true);
    m_unrecognisedTitle->setContentsMargins(8, 4, 8, 2);
    for (QLabel* label : {m_unrecognisedTitle, m_summary})
        label->setForegroundRole(QPalette::PlaceholderText);

    m_table->table()->setTextElideMode(Qt::ElideRight);
    m_detail->setAccessibleName(tr("The chosen issue in full"));
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_detail->setWordWrap(true);
    m_detail->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_detail->setContentsMargins(8, 4, 8, 4);
    m_copy->setToolTip(tr("Copy the command to be run first, with the name of the file"));
    m_copy->hide();
    connect(m_copy, &QPushButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(m_copy->property("command").toString()); });
    m_columns->setToolTip(tr("Say what each column of the table holds, and read it again"));
    m_columns->hide();
    connect(m_columns, &QPushButton::clicked, this,
        [this] { emit columnsRequested(m_columns->property("file").toString()); });
    auto* detail = new QWidget(this);
    auto* detailLayout = new QHBoxLayout(detail);
    detailLayout->setContentsMargins(0, 0, 8, 0);
    detailLayout->addWidget(m_detail, 1);
    detailLayout->addWidget(m_copy, 0, Qt::AlignTop);
    detailLayout->addWidget(m_columns, 0, Qt::AlignTop);
    m_detailArea->setFrameShape(QFrame::NoFrame);
    m_detailArea->setWidgetResizable(true);
    m_detailArea->setWidget(detail);
    m_detailArea->setFocusPolicy(Qt::NoFocus); // its content takes the focus

    auto* quiet = new QWidget(this);
    auto* quietLayout = new QVBoxLayout(quiet);
    quietLayout->setContentsMargins(0, 0, 0, 0);
    quietLayout->setSpacing(0);
    quietLayout->addWidget(m_unrecognisedTitle);
    quietLayout->addWidget(m_unrecognised, 1);
    // Beside the table: a low panel has rows for it, too.
    auto* words = new QSplitter(Qt::Vertical, this);
    words->addWidget(m_detailArea);
    words->addWidget(quiet);
    words->setSizes({100, 100});
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_table);
    splitter->addWidget(words);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({300, 200});
    setContent(splitter);

    connect(m_table, &TablePanel::rowChosen, this, &IssuesView::showIssue);
    connect(&document, &Document::folderChanged, this, [this] {
        startOver();
        emit titleChanged();
    });
}

QString IssuesView::title() const
{
    const RunFolder* folder = m_document.folder();
    const size_t issues = folder ? folder->report.issues().size() : 0;
    return issues == 0 ? tr("Issues") : tr("Issues %1").arg(formatCount(qint64(issues)));
}

void IssuesView::letGo() { m_model.setFolder(nullptr); }

void IssuesView::refresh()
{
    m_model.setFolder(m_document.opened());
    const RunFolder* folder = m_document.folder();
    m_summary->setText(m_model.summary());
    m_unrecognised->clear();
    const size_t unknown = folder ? folder->unrecognised.size() : 0;
    if (m_model.rowCount() == 0 && unknown == 0) {
        showEmpty(tr("No issues"),
            !folder                 ? tr("Open the folder of a run; what is wrong with its files is listed here.")
                : folder->isEmpty() ? tr("There are no files here.")
                                    : tr("Every file in the folder was recognised and read to its end."));
        return;
    }
    const std::vector<Message> lines = folder ? linesOfFiles(folder->unrecognised) : std::vector<Message>();
    for (size_t i = 0; i < std::min<size_t>(lines.size(), mostFilesListed); ++i) {
        const QString file = messageText(lines[i]).simplified();
        auto* item = new QListWidgetItem(file, m_unrecognised);
        item->setToolTip(file);
        item->setForeground(colors().mutedText);
    }
    m_unrecognisedTitle->setText(
        countedText(qint64(unknown), tr("1 file was not recognised"), tr("%1 files were not recognised")));
    m_unrecognised->parentWidget()->setVisible(unknown > 0);
    for (QWidget* part : std::initializer_list<QWidget*> {m_table, m_detailArea})
        part->setVisible(m_model.rowCount() > 0); // files that were not recognised may be all there is
    bool hasOffsets = false;
    for (int row = 0; row < m_model.rowCount(); ++row)
        hasOffsets |= !m_model.index(row, IssueModel::OffsetColumn).data().toString().isEmpty();
    m_table->setColumnVisible(IssueModel::OffsetColumn, hasOffsets);
    m_table->selectRows(m_model.rowCount() > 0 ? std::vector<int> {0} : std::vector<int>());
    showIssue(m_model.rowCount() > 0 ? 0 : -1);
    showContent();
}

/// The table elides long sentences; here they are complete and can be copied.
void IssuesView::showIssue(int row)
{
    if (row < 0 || row >= m_model.rowCount()) {
        m_detail->clear();
        m_copy->hide();
        m_columns->hide();
        return;
    }
    const auto cell = [&](int column, int role) { return m_model.index(row, column).data(role).toString(); };
    const QString file = cell(IssueModel::FileColumn, Qt::DisplayRole);
    QStringList lines {file.isEmpty() ? cell(IssueModel::TitleColumn, Qt::DisplayRole)
                                      : tr("%1: %2").arg(file, cell(IssueModel::TitleColumn, Qt::DisplayRole)),
        cell(IssueModel::AdviceColumn, Qt::DisplayRole)};
    lines += m_model.instances(row);
    lines.removeAll(QString());
    m_detail->setText(lines.join(QLatin1Char('\n')));
    const QString command = m_model.index(row, IssueModel::MessageColumn).data(IssueModel::commandRole).toString();
    m_copy->setProperty("command", command);
    m_copy->setVisible(!command.isEmpty());
    const Issue& issue = m_model.issue(row);
    m_columns->setProperty("file", exactText(issue.file)); // to be opened
    m_columns->setVisible(issue.kind == IssueKind::UnknownColumns);
}

void IssuesView::restyle()
{
    QTableView* table = m_table->table();
    delete table->itemDelegateForColumn(IssueModel::SeverityColumn);
    table->setItemDelegateForColumn(IssueModel::SeverityColumn, new SeverityDelegate(colors(), table));
}

} // namespace bubblescope
