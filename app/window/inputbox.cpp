// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputbox.h"

#include "formatting.h"

#include <QStandardItemModel>

#include <algorithm>

namespace bubblescope {

InputBox::InputBox(QWidget* parent) : ElidingBox(parent)
{
    setAccessibleName(tr("Run"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMinimumContentsLength(12);
    setMaxVisibleItems(24);
    connect(this, &QComboBox::activated, this, [this](int entry) {
        const QVariant input = itemData(entry);
        if (input.isValid())
            emit inputChosen(m_inputs[size_t(input.toInt())]);
    });
}

void InputBox::setFolder(const RunFolder* folder)
{
    constexpr int shownLength = 24;
    clear();
    m_inputs.clear();
    setToolTip({});
    if (!folder)
        return;
    using Kind = SimulationSource::Kind;
    const bool isMixed = !folder->layerTables.empty() + !folder->workloads.empty() + !folder->runLogs.empty()
            + !folder->runs.empty() + !folder->jobs.empty()
        > 1;
    QStringList all;
    const auto list = [&](Kind kind, const QString& title, const auto& inputs) {
        if (inputs.empty())
            return;
        if (isMixed) {
            addItem(title);
            auto* header = qobject_cast<QStandardItemModel*>(model())->item(count() - 1);
            header->setFlags(Qt::NoItemFlags);
            QFont strong = font();
            strong.setWeight(QFont::DemiBold);
            header->setFont(strong);
            all += title;
        }
        QStringList names;
        for (const auto& input : inputs)
            names += toText(input.name).simplified();
        const QStringList shown = elidedApart(names, shownLength);
        for (qsizetype i = 0; i < names.size(); ++i) {
            addItem((isMixed ? QStringLiteral("   ") : QString()) + shown[i], int(m_inputs.size()));
            setItemData(count() - 1, names[i], Qt::ToolTipRole);
            m_inputs.push_back({kind, size_t(i), 0});
        }
        all += names;
    };
    list(Kind::Run, tr("Runs"), folder->runs);
    list(Kind::RunLog, tr("Run logs"), folder->runLogs);
    list(Kind::Workload, tr("Workloads"), folder->workloads);
    list(Kind::LayerTable, tr("Layer tables"), folder->layerTables);
    list(Kind::Description, tr("Described jobs"), folder->jobs);
    setToolTip(
        tr("Found in %1:").arg(toText(folder->path)) + QLatin1Char('\n') + all.mid(0, 30).join(QLatin1Char('\n')));
    setEnabled(m_inputs.size() > 1);
}

void InputBox::setInput(const SimulationSource& input)
{
    const auto place = std::find_if(m_inputs.begin(), m_inputs.end(),
        [&input](const SimulationSource& other) { return other.kind == input.kind && other.index == input.index; });
    setCurrentIndex(place == m_inputs.end() ? -1 : findData(int(place - m_inputs.begin())));
}

} // namespace bubblescope
