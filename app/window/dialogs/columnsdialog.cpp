// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "columnsdialog.h"

#include "bytesource.h"
#include "formatting.h"
#include "importer.h"
#include "mappingfiles.h"
#include "measuretext.h"
#include "outputfile.h"
#include "tablemapping.h"
#include "tabletexts.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace bubblescope {

namespace {

constexpr size_t previewedRows = 8;

QString columnText(OperationColumn column)
{
    switch (column) {
    case OperationColumn::None:
        return ColumnsDialog::tr("nothing");
    case OperationColumn::Rank:
        return ColumnsDialog::tr("rank");
    case OperationColumn::DataRank:
        return ColumnsDialog::tr("data-parallel rank");
    case OperationColumn::TensorRank:
        return ColumnsDialog::tr("tensor-parallel rank");
    case OperationColumn::Stage:
        return ColumnsDialog::tr("stage");
    case OperationColumn::Chunk:
        return ColumnsDialog::tr("chunk");
    case OperationColumn::Step:
        return ColumnsDialog::tr("step");
    case OperationColumn::Name:
        return ColumnsDialog::tr("operation");
    case OperationColumn::Category:
        return ColumnsDialog::tr("category");
    case OperationColumn::Start:
        return ColumnsDialog::tr("start");
    case OperationColumn::End:
        return ColumnsDialog::tr("end");
    case OperationColumn::Duration:
        return ColumnsDialog::tr("duration");
    case OperationColumn::Lane:
        return ColumnsDialog::tr("lane");
    case OperationColumn::Microbatch:
        return ColumnsDialog::tr("microbatch");
    case OperationColumn::Bytes:
        return ColumnsDialog::tr("bytes");
    case OperationColumn::Group:
        return ColumnsDialog::tr("group");
    }
    return {};
}

} // namespace

ColumnsDialog::ColumnsDialog(const QString& path, QWidget* parent)
    : QDialog(parent)
    , m_path(path)
    , m_units(new QComboBox(this))
    , m_rows(new QTableWidget(this))
    , m_notice(new QLabel(this))
{
    setWindowTitle(tr("Columns of %1").arg(QFileInfo(path).fileName()));
    resize(900, 420);
    m_preview = previewOfTable(readHead(path.toStdString(), sniffBytes), previewedRows);
    ImportReport ignored;
    m_known = readTableMapping(MappingFiles().fileFor(path.toStdString()), ignored);
    const OperationColumns columns(m_preview.header, m_known);

    auto* explanation = new QLabel(
        tr("The first rows of the table, and what each column is taken for. What you choose is kept in a file beside it."),
        this);
    explanation->setWordWrap(true);
    const int count = m_preview.isTable ? static_cast<int>(m_preview.header.size()) : 0;
    m_rows->setColumnCount(count);
    m_rows->setRowCount(count > 0 ? 1 + static_cast<int>(m_preview.rows.size()) : 0);
    m_rows->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_rows->setSelectionMode(QAbstractItemView::NoSelection);
    m_rows->verticalHeader()->hide();
    m_rows->setAccessibleName(tr("The first rows of the table"));
    for (int column = 0; column < count; ++column) {
        const auto index = static_cast<size_t>(column);
        m_rows->setHorizontalHeaderItem(column, new QTableWidgetItem(toText(m_preview.header[index])));
        auto* const meaning = new QComboBox(m_rows);
        for (size_t c = 0; c < operationColumnCount; ++c)
            meaning->addItem(columnText(static_cast<OperationColumn>(c)));
        meaning->setCurrentIndex(static_cast<int>(columns.meaning(index)));
        meaning->setAccessibleName(tr("What column %1 is").arg(toText(m_preview.header[index])));
        connect(meaning, &QComboBox::currentIndexChanged, this, &ColumnsDialog::update);
        m_rows->setCellWidget(0, column, meaning);
        m_meanings.push_back(meaning);
        for (size_t row = 0; row < m_preview.rows.size(); ++row)
            m_rows->setItem(static_cast<int>(row) + 1, column, new QTableWidgetItem(toText(m_preview.rows[row][index])));
    }
    m_rows->resizeColumnsToContents();
    m_units->addItem(tr("as the columns say, or as the times suggest"));
    for (const TimeUnit unit :
        {TimeUnit::Nanoseconds, TimeUnit::Microseconds, TimeUnit::Milliseconds, TimeUnit::Seconds}) {
        m_units->addItem(toText(timeUnitName(unit)), static_cast<int>(unit));
        if (m_known.unit == unit)
            m_units->setCurrentIndex(m_units->count() - 1);
    }
    m_notice->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_read = buttons->addButton(tr("Read the table"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &ColumnsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ColumnsDialog::reject);
    auto* form = new QFormLayout;
    form->addRow(tr("Unit of the times"), m_units);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(explanation);
    layout->addWidget(m_rows, 1);
    layout->addLayout(form);
    layout->addWidget(m_notice);
    layout->addWidget(buttons);
    update();
}

QString ColumnsDialog::mappingPath() const
{
    return m_path + QString::fromUtf8(mappingExtension.data(), qsizetype(mappingExtension.size()));
}

QString ColumnsDialog::notice() const { return m_notice->text(); }

void ColumnsDialog::setMeaning(int column, OperationColumn meaning)
{
    m_meanings[static_cast<size_t>(column)]->setCurrentIndex(static_cast<int>(meaning));
}

TableMapping ColumnsDialog::mapping() const
{
    TableMapping mapping;
    mapping.operations = m_known.operations;
    if (m_units->currentIndex() > 0)
        mapping.unit = static_cast<TimeUnit>(m_units->currentData().toInt());
    for (size_t i = 0; i < m_meanings.size(); ++i) {
        ColumnUse use = usualColumnUse(m_preview.header[i]); // keeps the unit that its name states
        const auto meaning = static_cast<OperationColumn>(m_meanings[i]->currentIndex());
        if (use.column != meaning)
            use = {meaning, isTimeColumn(use.column) && isTimeColumn(meaning) ? use.unit : std::nullopt, 1, 0};
        mapping.columns.emplace_back(m_preview.header[i], use);
    }
    return mapping;
}

bool ColumnsDialog::isComplete() const { return OperationColumns(m_preview.header, mapping()).areOperations(); }

void ColumnsDialog::update()
{
    m_read->setEnabled(isComplete());
    m_notice->setText(!m_preview.isTable ? tr("The file is no table of text: no CSV, TSV or JSON lines.")
            : isComplete()               ? QString()
                                         : tr("A name or category is needed, and two of start, end and duration."));
}

void ColumnsDialog::accept()
{
    const std::optional<Error> error
        = writeWholeFile(mappingPath().toStdString(), tableMappingText(mapping()));
    if (error)
        m_notice->setText(messageText(error->message));
    else
        QDialog::accept();
}

} // namespace bubblescope
