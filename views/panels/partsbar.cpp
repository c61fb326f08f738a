// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "partsbar.h"

#include "formatting.h"
#include "hangingrun.h"
#include "tabletexts.h"
#include "workspace.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int partsBarHeight = 13;
constexpr int partsMargin = 8;
constexpr int partsAir = 3; ///< above the first bar, between them, and below the last
constexpr double partLabelAir = 5;

QString partExplanation(TimePart part)
{
    switch (part) {
    case TimePart::Compute:
        return QObject::tr("without the communication inside it");
    case TimePart::ExposedComm:
        return QObject::tr("transfers that no compute hides");
    case TimePart::Waiting:
        return QObject::tr("in communication whose last member is not there yet");
    case TimePart::Bubble:
        return QObject::tr("without work, waiting for the pipeline");
    case TimePart::Copies:
        return QObject::tr("memory that is moved beside no kernel");
    case TimePart::KernelWait:
        return QObject::tr("the GPU is idle, though its next work was launched");
    case TimePart::HostWait:
        return QObject::tr("the GPU is idle, as its next work was not launched yet");
    case TimePart::Host:
        return QObject::tr("recorded work that is neither compute nor communication");
    case TimePart::Idle:
        return QObject::tr("nothing was recorded that says why");
    case TimePart::NotRecorded:
        return QObject::tr("ranks that begin later, or end earlier, than the step");
    case TimePart::Unexplained:
        return QObject::tr("what the model leaves out of the step, or adds to it");
    }
    return {};
}

} // namespace

std::vector<PartPiece> partPieces(const TimeParts& parts, const TimeSplit& split)
{
    double drawn = 0; // without what is below 0
    for (const double ns : parts.ns)
        drawn += std::max(ns, 0.0);
    std::vector<PartPiece> pieces;
    double before = 0;
    const auto add = [&](TimePart part, Category category, double ns) {
        if (ns > 0 && drawn > 0)
            pieces.push_back({part, category, before / drawn, (before + ns) / drawn});
        before += std::max(ns, 0.0);
    };
    for (size_t p = 0; p < timePartCount; ++p) {
        const TimePart part = timePartAt(p);
        const auto isOfPart = [part](int c) {
            return part == TimePart::Compute    ? isCompute(Category(c))
                : part == TimePart::ExposedComm ? isCommunication(Category(c))
                                                : false;
        };
        double known = 0;
        for (int c = 0; c < categoryCount; ++c)
            known += isOfPart(c) ? double(split.of(Category(c))) : 0;
        if (known <= 0) {
            add(part, part == TimePart::Compute ? Category::OtherCompute : Category::OtherComm, parts.of(part));
            continue;
        }
        for (int c = 0; c < categoryCount; ++c) { // a closed sum has the colours of its timeline
            if (isOfPart(c))
                add(part, Category(c), parts.of(part) * double(split.of(Category(c))) / known);
        }
    }
    return pieces;
}

QColor partColor(const PartPiece& piece, const Palette& palette)
{
    switch (piece.part) {
    case TimePart::Compute:
    case TimePart::ExposedComm:
        return palette.color(piece.category);
    case TimePart::Waiting:
        return palette.waiting;
    case TimePart::Bubble:
        return palette.bubble;
    case TimePart::Copies:
        return palette.color(Category::MemoryCopy);
    case TimePart::KernelWait:
        return mixed(palette.color(Category::OtherCompute), palette.surface, 0.7);
    case TimePart::HostWait:
        return mixed(palette.color(Category::Host), palette.surface, 0.55);
    case TimePart::Host:
        return palette.color(Category::Host);
    case TimePart::Unexplained:
        return palette.color(Category::Other);
    case TimePart::Idle:
    case TimePart::NotRecorded:
        break;
    }
    return palette.surface;
}

PartsBar::PartsBar(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_palette(Palette::of(*this))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus); // after a click, letters are still the timeline's
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Parts of the step"));
    QFont small(font());
    small.setPixelSize(11);
    setFont(small);
    connect(&workspace.document, &Document::runChanged, this, &PartsBar::takeFigures);
    connect(&workspace.document, &Document::simulationChanged, this, &PartsBar::takeFigures);
    connect(&workspace.figures, &Figures::changed, this, &PartsBar::takeFigures);
    connect(&workspace.search, &SearchState::changed, this, qOverload<>(&QWidget::update));
    takeFigures();
}

void PartsBar::takeFigures()
{
    m_bars.clear();
    const Document& document = m_workspace.document;
    const Run* run = document.run();
    const bool hasStep
        = run && run->kind != Run::Kind::Plan && run->kind != Run::Kind::Scaling && !isHangingRun(document);
    const auto add = [this](const QString& name, const TimeParts& parts, const RunSummary& summary) {
        if (parts.whole() > 0)
            m_bars.push_back({name, parts, summary.split, std::max<size_t>(summary.ranks.size(), 1)});
    };
    const ShownSimulationPtr& shown = document.simulation();
    const std::shared_ptr<const RunSummary> figures = hasStep ? m_workspace.figures.ofPart() : nullptr;
    const bool isWholeSimulation = document.showsSimulation() && m_workspace.figures.extent() == Figures::Extent::Run
        && !(figures && figures->part);
    const bool showsBoth = !document.showsSimulation() && shown && shown->summary
        && (document.timeline() == Document::Timeline::Both || document.timeline() == Document::Timeline::Interleaved);
    if (figures)
        add(showsBoth ? originText(run->origin) : QString(),
            isWholeSimulation ? shown->step.figures.parts() : figures->parts(), *figures);
    if (figures && showsBoth)
        add(originText(Origin::Modelled), shown->step.figures.parts(), *shown->summary);
    m_hovered.reset();
    QStringList spokenParts;
    for (const Bar& bar : m_bars) {
        for (size_t p = 0; p < timePartCount; ++p) {
            if (bar.parts.of(timePartAt(p)) != 0)
                spokenParts << tr("%1 %2").arg(
                    timePartText(timePartAt(p)), formatShare(bar.parts.share(timePartAt(p))));
        }
    }
    setAccessibleDescription(spokenParts.join(QStringLiteral(", ")));
    setVisible(hasStep); // also before its figures are known: nothing moves when they come
    updateGeometry();
    update();
}

QSize PartsBar::sizeHint() const
{
    return {400, int(std::max<size_t>(m_bars.size(), 1)) * (partsBarHeight + partsAir) + partsAir};
}

QRectF PartsBar::barRect(size_t bar) const
{
    double left = partsMargin;
    for (const Bar& each : m_bars) {
        if (!each.name.isEmpty())
            left = std::max(left, partsMargin + fontMetrics().horizontalAdvance(each.name) + 8.0);
    }
    return {left, partsAir + double(bar) * (partsBarHeight + partsAir), std::max(1.0, width() - partsMargin - left),
        partsBarHeight};
}

QRectF PartsBar::rectOf(size_t bar, const PartPiece& piece) const
{
    const QRectF all = barRect(bar);
    return {QPointF(all.left() + all.width() * piece.begin, all.top()),
        QPointF(all.left() + all.width() * piece.end, all.bottom())};
}

QRectF PartsBar::rectOf(size_t bar, TimePart part) const
{
    QRectF rect;
    if (bar < m_bars.size()) {
        for (const PartPiece& piece : piecesOf(bar)) {
            if (piece.part == part)
                rect = rect.united(rectOf(bar, piece));
        }
    }
    return rect;
}

QBrush PartsBar::brushOf(const PartPiece& piece) const
{
    return piece.part == TimePart::Waiting ? m_palette.waitingBrush(devicePixelRatioF())
        : piece.part == TimePart::Bubble   ? m_palette.bubbleBrush(devicePixelRatioF())
                                           : QBrush(partColor(piece, m_palette));
}

void PartsBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette.panel);
    for (size_t bar = 0; bar < m_bars.size(); ++bar)
        paintBar(painter, bar);
}

void PartsBar::paintBar(QPainter& painter, size_t bar) const
{
    const QRectF all = barRect(bar);
    const std::vector<PartPiece> pieces = piecesOf(bar);
    painter.setPen(m_palette.mutedText);
    painter.drawText(QRectF(partsMargin, all.top(), all.left() - partsMargin, all.height()),
        Qt::AlignVCenter | Qt::AlignLeft, m_bars[bar].name);
    for (const PartPiece& piece : pieces)
        painter.fillRect(rectOf(bar, piece), brushOf(piece));
    const QRectF compute = rectOf(bar, TimePart::Compute);
    const TimeParts& parts = m_bars[bar].parts;
    if (parts.overlapped > 0 && parts.of(TimePart::Compute) > 0) { // beneath compute, in the colour of most of it
        const auto& hidden = m_bars[bar].split.hidden;
        const auto most = Category(std::max_element(hidden.begin(), hidden.end()) - hidden.begin());
        const double width = compute.width() * std::min(1.0, parts.overlapped / parts.of(TimePart::Compute));
        const QRectF mark(compute.right() - width, compute.bottom() - 3, width, 3);
        painter.fillRect(mark.adjusted(0, -1, 0, 0), m_palette.surface);
        painter.fillRect(mark, m_palette.color(isCommunication(most) ? most : Category::OtherComm));
    }
    const std::optional<TimePart> chosen = m_workspace.search.part();
    for (size_t p = 0; p < timePartCount; ++p) {
        const TimePart part = timePartAt(p);
        const QRectF rect = rectOf(bar, part);
        if (rect.isEmpty())
            continue;
        if (part == TimePart::NotRecorded || part == TimePart::Idle) { // hollow: there is nothing
            painter.setPen(QPen(m_palette.border, 1, part == TimePart::Idle ? Qt::SolidLine : Qt::DashLine));
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        paintLabel(painter, bar, part, pieces);
        if (chosen && *chosen != part)
            painter.fillRect(
                rect, QColor(m_palette.surface.red(), m_palette.surface.green(), m_palette.surface.blue(), 165));
        if (rect.right() < all.right() - 1 && rect.width() > 3)
            painter.fillRect(QRectF(rect.right() - 0.5, rect.top(), 1, rect.height()), m_palette.panel);
    }
    painter.setPen(m_palette.border);
    painter.drawRect(all.adjusted(-0.5, -0.5, 0.5, 0.5));
    for (const auto& [place, color] : {std::pair(m_hovered, m_palette.text),
             std::pair(chosen ? std::optional(Place {bar, *chosen}) : std::nullopt, m_palette.accent)}) {
        if (!place || place->bar != bar)
            continue;
        if (const QRectF rect = rectOf(bar, place->part); !rect.isEmpty()) {
            painter.setPen(QPen(color, 2));
            painter.drawRect(rect.adjusted(0, 0, 0, 0));
        }
    }
}

void PartsBar::paintLabel(QPainter& painter, size_t bar, TimePart part, const std::vector<PartPiece>& pieces) const
{
    const PartPiece* widest = nullptr;
    for (const PartPiece& piece : pieces) {
        if (piece.part == part && (!widest || piece.end - piece.begin > widest->end - widest->begin))
            widest = &piece;
    }
    if (!widest)
        return;
    const QRectF room = rectOf(bar, *widest);
    const QString share = formatShare(m_bars[bar].parts.share(part));
    for (const QString& text : {tr("%1 %2").arg(timePartText(part), share), share}) {
        const double width = painter.fontMetrics().horizontalAdvance(text) + 2 * partLabelAir;
        if (width > room.width())
            continue;
        const QColor ground = partColor(*widest, m_palette);
        const QRectF box(room.center().x() - width / 2, room.top(), width, room.height());
        if (part == TimePart::Waiting || part == TimePart::Bubble)
            painter.fillRect(box.adjusted(1, 1, -1, -1), ground);
        painter.setPen(textOn(ground));
        painter.drawText(box, Qt::AlignCenter, text);
        return;
    }
}

std::optional<PartsBar::Place> PartsBar::placeAt(QPointF point) const
{
    for (size_t bar = 0; bar < m_bars.size(); ++bar) {
        const QRectF all = barRect(bar).adjusted(0, -partsAir / 2.0, 0, partsAir / 2.0);
        if (!all.contains(point))
            continue;
        for (const PartPiece& piece : piecesOf(bar)) {
            const QRectF rect = rectOf(bar, piece);
            if (point.x() >= rect.left() && point.x() < rect.right())
                return Place {bar, piece.part};
        }
    }
    return {};
}

std::vector<PartsBar::Place> PartsBar::choices() const
{
    std::vector<Place> all;
    for (size_t p = 0; p < timePartCount && !m_bars.empty(); ++p) {
        if (hasSpans(timePartAt(p)) && !rectOf(0, timePartAt(p)).isEmpty())
            all.push_back({0, timePartAt(p)});
    }
    return all;
}

void PartsBar::toggle(TimePart part)
{
    if (hasSpans(part))
        m_workspace.search.setPart(m_workspace.search.part() == part ? std::nullopt : std::optional(part));
}

void PartsBar::setHovered(std::optional<Place> place)
{
    if (place == m_hovered)
        return;
    m_hovered = place;
    setCursor(place && hasSpans(place->part) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void PartsBar::mousePressEvent(QMouseEvent* event)
{
    const std::optional<Place> place = placeAt(event->position());
    if (event->button() == Qt::LeftButton && place)
        toggle(place->part);
}

void PartsBar::mouseMoveEvent(QMouseEvent* event) { setHovered(placeAt(event->position())); }

void PartsBar::leaveEvent(QEvent*) { setHovered({}); }

void PartsBar::focusOutEvent(QFocusEvent* event)
{
    setHovered({});
    QWidget::focusOutEvent(event);
}

void PartsBar::keyPressEvent(QKeyEvent* event)
{
    const std::vector<Place> all = choices();
    const auto now = m_hovered ? std::find(all.begin(), all.end(), *m_hovered) : all.end();
    const bool isStep = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    if (isStep && !all.empty()) {
        const auto last = all.size() - 1;
        const auto at = size_t(now - all.begin());
        setHovered(event->key() == Qt::Key_Right ? all[now == all.end() ? 0 : std::min(at + 1, last)]
                                                 : all[now == all.end() ? last : at - std::min<size_t>(at, 1)]);
    } else if (event->key() == Qt::Key_Space && m_hovered) {
        toggle(m_hovered->part);
    } else if (event->key() == Qt::Key_Escape && m_workspace.search.part()) {
        m_workspace.search.setPart({});
    } else {
        QWidget::keyPressEvent(event);
    }
}

QString PartsBar::legend(size_t number) const
{
    const Bar& bar = m_bars[number];
    const auto ranks = double(bar.ranks);
    const auto row = [](const QString& swatch, const QString& name, const QString& share, const QString& time,
                         const QString& help) {
        return QStringLiteral(
            "<tr style=\"white-space:pre\"><td>%1</td><td>%2&nbsp;</td><td align=\"right\">&nbsp;%3</td>"
            "<td align=\"right\">&nbsp;%4&nbsp;</td><td>%5</td></tr>")
            .arg(swatch, name.toHtmlEscaped(), share.toHtmlEscaped(), time.toHtmlEscaped(), help.toHtmlEscaped());
    };
    QString rows;
    const std::vector<PartPiece> pieces = piecesOf(number);
    for (size_t p = 0; p < timePartCount; ++p) {
        const TimePart part = timePartAt(p);
        if (bar.parts.of(part) == 0)
            continue;
        QString swatch;
        for (const PartPiece& piece : pieces) {
            if (piece.part == part)
                swatch += QStringLiteral("<span style=\"color:%1\">■</span>").arg(partColor(piece, m_palette).name());
        }
        rows += row(swatch, timePartText(part), formatShare(bar.parts.share(part)),
            formatDuration(bar.parts.of(part) / ranks), partExplanation(part));
    }
    if (bar.parts.overlapped > 0) {
        rows += row(QString(), tr("overlapped"), formatShare(bar.parts.overlapped / bar.parts.whole()),
            formatDuration(bar.parts.overlapped / ranks), tr("communication beside compute, in none of the parts"));
    }
    return QStringLiteral("<p style=\"white-space:pre\">%1</p><table cellspacing=\"0\">%2</table>")
        .arg(tr("What the time of all ranks is made of, %1; times are those of the mean rank.\n"
                "A click shows the spans of a part, another click all of them.")
                 .arg(m_workspace.figures.extentText())
                 .toHtmlEscaped(),
            rows);
}

bool PartsBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const std::optional<Place> place = placeAt(help->pos()))
            QToolTip::showText(help->globalPos(), legend(place->bar), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void PartsBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        m_palette = Palette::of(*this);
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace bubblescope
