// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "stragglersview.h"

#include "document.h"
#include "runsteps.h"
#include "selection.h"
#include "sentence.h"
#include "tablepanel.h"
#include "tabletexts.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace bubblescope {

StragglersView::StragglersView(const Document& document, Selection& selection, RunSteps& steps, QWidget* parent)
    : PanelView(parent)
    , m_document(document)
    , m_steps(steps)
    , m_sentence(new Sentence(this))
    , m_ideal(new QPushButton(tr("Show without stragglers"), this))
    , m_table(new TablePanel(m_model, tr("Stragglers"), this))
{
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(6, 4, 6, 0);
    m_ideal->setObjectName(QStringLiteral("ideal"));
    m_ideal->setToolTip(tr("The steps as they would be if all operations of a type took equally long, below the run"));
    connect(m_ideal, &QPushButton::clicked, this, &StragglersView::idealWanted);
    auto* top = new QHBoxLayout;
    top->addWidget(m_sentence, 1);
    top->addWidget(m_ideal, 0, Qt::AlignTop);
    layout->addLayout(top);
    layout->addWidget(m_table, 1);
    setContent(content);
    connect(&steps, &RunSteps::changed, this, &StragglersView::invalidate);
    connect(m_table, &TablePanel::rowChosen, this, [this, &selection](int row) {
        if (m_model.rank(row) >= 0)
            selection.setRank(m_model.rank(row));
        else if (m_model.stage(row) >= 0)
            selection.setStage(m_model.stage(row));
    });
}

void StragglersView::setIdealIsComing(bool isComing) { m_ideal->setEnabled(!isComing); }

void StragglersView::setRefusal(const QString& why) { m_sentence->setSentence(why); }

void StragglersView::refresh()
{
    const auto whatIf = m_steps.hasRun() ? m_steps.whatIf() : nullptr;
    if (!whatIf || !*whatIf) {
        m_model.setWhatIf(nullptr, {});
        if (whatIf)
            return showEmpty(tr("Cannot be determined"), messageText(whatIf->error().message));
        return showEmpty(tr("No comparison"),
            m_steps.hasRun() ? tr("The steps are being played with equal durations.")
                             : tr("Open a measured run to see what its steps lose to inequality."));
    }
    const TracePtr trace = m_document.trace();
    m_model.setWhatIf(&**whatIf, trace ? trace->hosts() : std::span<const std::string>());
    m_sentence->setSentence(InequalityModel::sentence(**whatIf));
    showContent();
}

} // namespace bubblescope
