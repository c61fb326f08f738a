// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "hardwaredialog.h"

#include "formatting.h"
#include "hardwarepresets.h"
#include "tabletexts.h"
#include "theme.h"
#include "typednumber.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTableWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace bubblescope {

namespace {
enum HardwareColumn { NameColumn, ValueColumn, UnitColumn, SourceColumn, columnCount };

HardwareDialog::Leave askLeaveInBox(QWidget* parent, const QString& preset)
{
    const auto answer = QMessageBox::question(parent, HardwareDialog::tr("Hardware presets"),
        HardwareDialog::tr("Save what you changed in %1?").arg(preset),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    return answer == QMessageBox::Save   ? HardwareDialog::Leave::Save
        : answer == QMessageBox::Discard ? HardwareDialog::Leave::Discard
                                         : HardwareDialog::Leave::Stay;
}

bool askDeleteInBox(QWidget* parent, const QString& preset)
{
    return QMessageBox::question(parent, HardwareDialog::tr("Hardware presets"),
               HardwareDialog::tr("Delete %1? Its file goes, too.").arg(preset), QMessageBox::Yes | QMessageBox::Cancel,
               QMessageBox::Cancel)
        == QMessageBox::Yes;
}
} // namespace

HardwareDialog::HardwareDialog(const std::string& current, QWidget* parent)
    : QDialog(parent)
    , m_list(new QListWidget(this))
    , m_name(new QLineEdit(this))
    , m_values(new QTableWidget(0, columnCount, this))
    , m_words(new QLabel(this))
    , m_copy(new QPushButton(tr("&Copy"), this))
    , m_save(new QPushButton(tr("&Save"), this))
    , m_drop(new QPushButton(tr("&Delete"), this))
    , m_use(new QPushButton(tr("&Use this"), this))
{
    setWindowTitle(tr("Hardware presets"));
    resizeToScreen(*this, {860, 460});
    m_list->setAccessibleName(tr("Presets"));
    m_list->setFixedWidth(200);
    m_name->setAccessibleName(tr("Name of the preset"));
    m_values->setTabKeyNavigation(false); // Tab moves on to the buttons
    m_values->setAccessibleName(tr("Values of the preset"));
    m_values->setHorizontalHeaderLabels({tr("Value"), tr("Number"), tr("Unit"), tr("Where it comes from")});
    m_values->horizontalHeader()->setStretchLastSection(true);
    m_values->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_values->verticalHeader()->setVisible(false);
    m_values->setWordWrap(true);
    m_words->setWordWrap(true);

    auto* form = new QVBoxLayout;
    form->addWidget(m_name);
    form->addWidget(m_values, 1);
    form->addWidget(m_words);
    auto* middle = new QHBoxLayout;
    middle->addWidget(m_list);
    middle->addLayout(form, 1);
    auto* buttons = new QHBoxLayout;
    auto* close = new QPushButton(tr("Close"), this);
    for (QPushButton* button : {m_copy, m_drop, m_save})
        buttons->addWidget(button);
    buttons->addStretch(1);
    buttons->addWidget(m_use);
    buttons->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(middle, 1);
    layout->addLayout(buttons);

    // Enter accepts the input; "Use this" would close the dialog without it.
    const auto changed = [this] {
        m_isEdited = m_save->isEnabled();
        m_save->setDefault(m_isEdited);
    };
    connect(m_name, &QLineEdit::textEdited, this, changed);
    connect(m_values, &QTableWidget::itemChanged, this, changed);
    connect(m_list, &QListWidget::currentRowChanged, this, &HardwareDialog::chooseRow);
    connect(m_copy, &QPushButton::clicked, this, &HardwareDialog::copy);
    connect(m_save, &QPushButton::clicked, this, &HardwareDialog::save);
    connect(m_drop, &QPushButton::clicked, this, &HardwareDialog::drop);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_use, &QPushButton::clicked, this, &HardwareDialog::use);
    askLeave = [this](const QString& preset) { return askLeaveInBox(this, preset); };
    askDelete = [this](const QString& preset) { return askDeleteInBox(this, preset); };
    reload(current);
}

void HardwareDialog::reload(const std::string& current)
{
    m_catalog = hardwareCatalog();
    const Result<Hardware> wanted = m_catalog.find(current);
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    m_keys.clear();
    int row = 0;
    for (const HardwareCatalog::Preset& preset : m_catalog.presets()) {
        if (preset.isNetwork())
            continue;
        const Result<Hardware> whole = m_catalog.find(preset.key);
        if (preset.key == current || (wanted && whole && whole->name == wanted->name))
            row = int(m_keys.size());
        m_keys.push_back(preset.key);
        const QString name = toText(preset.hardware.name);
        m_list->addItem(preset.file.empty() ? name : tr("%1 (yours)").arg(name));
    }
    m_list->setCurrentRow(row);
    showPreset();
}

const HardwareCatalog::Preset* HardwareDialog::current() const
{
    const int row = m_list->currentRow();
    for (const HardwareCatalog::Preset& preset : m_catalog.presets()) {
        if (row >= 0 && size_t(row) < m_keys.size() && preset.key == m_keys[size_t(row)])
            return &preset;
    }
    return nullptr;
}

void HardwareDialog::showPreset()
{
    const HardwareCatalog::Preset* preset = current();
    if (!preset)
        return;
    const bool isOwn = !preset->file.empty();
    const Result<Hardware> whole = m_catalog.find(preset->key);
    const Hardware& hardware = whole ? *whole : preset->hardware;
    m_name->setText(exactText(preset->hardware.name));
    m_name->setReadOnly(!isOwn);
    m_save->setEnabled(isOwn);
    m_drop->setEnabled(isOwn);
    m_words->setText(isOwn ? tr("Kept in %1. Change name, numbers and sources, then save.").arg(toText(preset->file))
                           : tr("One of the program's own: copy it to change its values."));
    const auto fields = hardwareFields();
    m_values->setRowCount(int(fields.size()));
    for (int row = 0; row < int(fields.size()); ++row) {
        const HardwareField& field = fields[size_t(row)];
        const double value = hardwareValue(hardware, field.key);
        const QString texts[columnCount]
            = {tableText(field.name), value > 0 ? typedNumber(QString::number(value, 'g', 6)) : QString(),
                toText(field.unit), exactText(hardware.sourceOf(field.key))};
        for (int column = 0; column < columnCount; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setToolTip(texts[column]);
            if (!isOwn || column == NameColumn || column == UnitColumn)
                item->setFlags(item->flags() & ~Qt::ItemIsEditable);
            m_values->setItem(row, column, item);
        }
    }
    m_values->resizeColumnsToContents();
    m_use->setDefault(true);
    m_row = m_list->currentRow();
    m_isEdited = false;
}

void HardwareDialog::chooseRow(int row)
{
    if (!m_isEdited || row < 0) {
        showPreset();
        return;
    }
    // Deferred: the list is still handling the click.
    QTimer::singleShot(0, this, [this, wanted = m_keys[size_t(row)]] {
        const QSignalBlocker blocker(m_list);
        m_list->setCurrentRow(m_row);
        if (leave())
            reload(wanted);
    });
}

bool HardwareDialog::leave()
{
    if (!m_isEdited)
        return true;
    switch (askLeave(m_name->text())) {
    case Leave::Save:
        return save();
    case Leave::Discard:
        m_isEdited = false;
        return true;
    case Leave::Stay:
        break;
    }
    return false;
}

void HardwareDialog::use()
{
    if (!leave())
        return;
    if (const HardwareCatalog::Preset* preset = current())
        emit presetChosen(exactText(preset->key));
    accept();
}

void HardwareDialog::reject()
{
    if (leave())
        QDialog::reject();
}

void HardwareDialog::copy()
{
    if (!leave())
        return;
    const HardwareCatalog::Preset* preset = current();
    if (!preset)
        return;
    QString name;
    for (int number = 1; name.isEmpty() || m_catalog.find(name.toStdString()); ++number) {
        const QString copy = tr("My %1").arg(toText(preset->hardware.name));
        name = number == 1 ? copy : QStringLiteral("%1 %2").arg(copy).arg(number);
    }
    const std::optional<HardwareCatalog::Preset> made = m_catalog.copyOf(preset->key, name.toStdString());
    const Result<HardwareCatalog::Preset> kept
        = made ? keepHardwarePreset(*made) : Result<HardwareCatalog::Preset>(Error {say("It cannot be read."), {}, {}});
    if (!kept) {
        showError(kept.error());
        return;
    }
    emit presetsChanged();
    reload(kept->key);
    m_name->setFocus();
    m_name->selectAll();
}

bool HardwareDialog::save()
{
    const HardwareCatalog::Preset* old = current();
    if (!old || old->file.empty())
        return false;
    const std::string oldKey = old->key;
    HardwareCatalog::Preset preset = *old;
    preset.hardware.name = m_name->text().trimmed().toStdString();
    const auto fields = hardwareFields();
    for (int row = 0; row < int(fields.size()); ++row) {
        const QString number = m_values->item(row, ValueColumn)->text().trimmed();
        bool isNumber = number.isEmpty();
        const double value = number.isEmpty() ? 0 : withPoint(number).toDouble(&isNumber);
        if (!isNumber) {
            showError({tr("\"%1\" is not a number.").arg(number).toStdString(),
                tr("Correct %1.").arg(tableText(fields[size_t(row)].name)).toStdString(), {}});
            return false;
        }
        setHardwareValue(preset.hardware, fields[size_t(row)].key, value,
            m_values->item(row, SourceColumn)->text().trimmed().toStdString());
    }
    const Result<HardwareCatalog::Preset> kept = keepHardwarePreset(preset);
    if (!kept) {
        showError(kept.error());
        return false;
    }
    if (kept->key != oldKey)
        emit presetRenamed(exactText(oldKey), exactText(kept->key));
    emit presetsChanged();
    reload(kept->key);
    m_words->setText(tr("Saved in %1.").arg(toText(kept->file)));
    return true;
}

void HardwareDialog::drop()
{
    const HardwareCatalog::Preset* preset = current();
    if (!preset || !askDelete(toText(preset->hardware.name)))
        return;
    const QString key = exactText(preset->key);
    if (const Result<bool> dropped = dropHardwarePreset(*preset); !dropped) {
        showError(dropped.error());
        return;
    }
    emit presetRenamed(key, QString());
    emit presetsChanged();
    reload({});
}

void HardwareDialog::showError(const Error& error)
{
    m_words->setText(tr("%1 %2").arg(messageText(error.message), messageText(error.advice)).trimmed());
}

} // namespace bubblescope
