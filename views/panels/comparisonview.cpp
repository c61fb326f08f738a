// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparisonview.h"

#include "devicestext.h"
#include "searchstate.h"
#include "selection.h"
#include "sentence.h"
#include "tablepanel.h"
#include "tabletexts.h"

#include <QComboBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

QString comparedPartText(const ComparedPart& part)
{
    const QString name = toText(part.name).simplified();
    switch (part.by) {
    case ComparedPart::By::Step:
        return ComparisonView::tr("step %1").arg(part.step);
    case ComparedPart::By::Range:
        return part.within ? ComparisonView::tr("\"%1\" in step %2").arg(name).arg(*part.within)
                           : ComparisonView::tr("\"%1\"").arg(name);
    case ComparedPart::By::Marker:
        return part.within ? ComparisonView::tr("from one \"%1\" of step %2 to the next").arg(name).arg(*part.within)
                           : ComparisonView::tr("from one \"%1\" to the next").arg(name);
    case ComparedPart::By::Times:
        return formatRange(part.times);
    case ComparedPart::By::Steps:
        break;
    }
    return ComparisonView::tr("the median step");
}

} // namespace

ComparisonView::ComparisonView(Selection& selection, SearchState& search, QWidget* parent)
    : PanelView(parent)
    , m_selection(selection)
    , m_search(search)
    , m_partner(new QComboBox(this))
    , m_kind(new QComboBox(this))
    , m_sentence(new Sentence(this))
    , m_table(new TablePanel(m_model, tr("Differences"), this))
{
    setAccessibleName(tr("Compare"));
    m_partner->setAccessibleName(tr("Compare with"));
    m_partner->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    offerKinds();
    m_kind->setAccessibleName(tr("What is compared"));
    m_sentence->setContentsMargins(10, 6, 10, 2);
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_sentence);
    layout->addWidget(m_table, 1);
    m_table->addToolWidget(m_partner);
    m_table->addToolWidget(m_kind);
    setContent(content);
    connect(m_partner, &QComboBox::activated, this, [this](int index) { emit partnerChosen(index - 1); });
    connect(m_kind, &QComboBox::activated, this, &ComparisonView::invalidate);
    connect(m_table, &TablePanel::rowChosen, this, &ComparisonView::choose);
}

void ComparisonView::setPartners(const QString& open, const QStringList& partners, int chosen)
{
    m_open = QString(open);
    m_partners = partners;
    m_chosen = chosen;
    m_comparison.reset();
    m_openDevices.clear();
    m_partnerDevices.clear();
    m_refusal.clear();
    m_partner->clear();
    m_partner->addItem(tr("compare with …"));
    m_partner->addItems(elidedApart(partners, 40));
    m_partner->setCurrentIndex(chosen + 1);
    invalidate();
}

void ComparisonView::setDevices(const QString& ofOpen, const QString& ofPartner)
{
    m_openDevices = ofOpen;
    m_partnerDevices = ofPartner;
    invalidate();
}

void ComparisonView::offerKinds()
{
    using Kind = ComparisonModel::Kind;
    const std::pair<Kind, QString> kinds[] {{Kind::Operator, tr("operators")}, {Kind::Shapes, tr("operators by shape")},
        {Kind::Module, tr("modules")}, {Kind::Kernel, tr("kernels")}, {Kind::Term, tr("terms")}, {Kind::Rank, tr("ranks")},
        {Kind::Name, tr("names")}, {Kind::Stage, tr("stages")}, {Kind::Layer, tr("layers")}};
    const Comparison none;
    const Comparison& comparison = m_comparison ? *m_comparison : none;
    const bool ofDevices = !comparison.kernels.empty();
    const QVariant chosen = m_kind->currentData();
    m_kind->clear();
    if (!ofDevices)
        m_kind->addItem(tr("everything"));
    for (const auto& [kind, text] : kinds) {
        // Of devices, names are those of the kernels.
        if ((!ofDevices || kind != Kind::Name) && !ComparisonModel::differencesOf(comparison, kind).empty())
            m_kind->addItem(text, int(kind));
    }
    m_kind->setCurrentIndex(std::max(m_kind->findData(chosen), 0));
}

void ComparisonView::setComparison(const Comparison& comparison)
{
    m_comparison = comparison;
    m_refusal.clear();
    offerKinds();
    invalidate();
}

void ComparisonView::setRefusal(const QString& sentence)
{
    m_refusal = sentence;
    m_comparison.reset();
    invalidate();
}

void ComparisonView::refresh()
{
    if (m_partners.isEmpty()) {
        showEmpty(tr("Nothing to compare with"),
            tr("Open two runs together (both folders, or a folder that holds both) to see what differs."));
        return;
    }
    const QVariant kind = m_kind->currentData();
    m_model.setComparison(m_comparison.value_or(Comparison()),
        kind.isValid() ? std::optional(ComparisonModel::Kind(kind.toInt())) : std::nullopt);
    showContent();
    if (m_chosen < 0) {
        m_sentence->setSentence(tr("Choose what to compare %1 with.").arg(m_open));
        return;
    }
    if (!m_refusal.isEmpty()) {
        m_sentence->setSentence(m_refusal);
        return;
    }
    if (!m_comparison) {
        m_sentence->setSentence(tr("A, %1, and B, %2, are being compared.").arg(m_open, m_partners[m_chosen]));
        return;
    }
    const QString lead = m_comparison->lead.empty() ? QString() : messageText(m_comparison->lead) + QLatin1Char(' ');
    const double a = m_comparison->stepA;
    const double b = m_comparison->stepB;
    const QString openName = nameOnDevices(m_open, m_openDevices);
    const QString partnerName = nameOnDevices(m_partners[m_chosen], m_partnerDevices);
    if (m_comparison->part != ComparedPart() || m_comparison->partOfB != ComparedPart()) {
        m_sentence->setSentence(tr("A, %1: %2 takes %3. B, %4: %5 takes %6 (%7).")
                                    .arg(openName, comparedPartText(m_comparison->part), formatDuration(a), partnerName,
                                        comparedPartText(m_comparison->partOfB), formatDuration(b),
                                        a > 0 ? formatShareDifference((b - a) / a) : unknownText()));
        return;
    }
    m_sentence->setSentence(lead
        + (a > 0 && b > 0 ? tr("A, %1: step %2. B, %3: step %4, %5 (%6).")
                                .arg(openName, formatDuration(a), partnerName, formatDuration(b),
                                    formatDurationDifference(b - a), formatShareDifference((b - a) / a))
                          : tr("A, %1, and B, %2.").arg(openName, partnerName)));
}

/// Shows where: highlights spans with the name, or selects the stage or layer.
void ComparisonView::choose(int row)
{
    if (row < 0 || row >= m_model.rowCount())
        return;
    const QString name = exactText(m_model.difference(row).name);
    if (name.isEmpty())
        return; // of what has none
    switch (m_model.kind(row)) {
    case ComparisonModel::Kind::Term: // of all ranks
        break;
    case ComparisonModel::Kind::Rank:
        m_selection.setRank(name.toInt());
        break;
    case ComparisonModel::Kind::Operator:
        m_search.setText(QStringLiteral("name=\"%1\"").arg(name));
        break;
    case ComparisonModel::Kind::Name:
    case ComparisonModel::Kind::Kernel:
        m_search.setText(QStringLiteral("name~\"%1\"").arg(name));
        break;
    case ComparisonModel::Kind::Stage:
        m_selection.setStage(name.toInt());
        break;
    case ComparisonModel::Kind::Layer:
        m_selection.setLayer(name);
        break;
    case ComparisonModel::Kind::Shapes: {
        const QString shapes = exactText(m_model.difference(row).shapes);
        m_search.setText(shapes.isEmpty() ? QStringLiteral("name~\"%1\"").arg(name)
                                          : QStringLiteral("name=\"%1\" detail=\"%2\"").arg(name, shapes));
        break;
    }
    case ComparisonModel::Kind::Module: // the innermost one
        m_search.setText(QStringLiteral("name~\"%1\"").arg(name.section(QStringLiteral(" › "), -1)));
        break;
    }
}

} // namespace bubblescope
