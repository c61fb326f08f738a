// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportdialog.h"

#include "exporttables.h"
#include "formatting.h"
#include "picturefile.h"
#include "tabletexts.h"
#include "theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace bubblescope {

namespace {

enum class RangeChoice : int { Whole, Step, Visible, Selected };
enum class SizeChoice : int { Screen, Slide, OneColumn, TwoColumns, Own };

PictureSize sizeOf(SizeChoice choice, const QString& own)
{
    switch (choice) {
    case SizeChoice::Own:
        return parsePictureSize(own.trimmed().toStdString()).value_or(PictureSize());
    case SizeChoice::Slide:
        return {QSizeF(1920, 1080)};
    case SizeChoice::OneColumn:
        return PictureSize::ofPaper(PictureSize::oneColumnMm);
    case SizeChoice::TwoColumns:
        return PictureSize::ofPaper(PictureSize::twoColumnMm);
    case SizeChoice::Screen:
        break;
    }
    return {};
}

template <typename Value> Value chosen(const QComboBox* box) { return static_cast<Value>(box->currentData().toInt()); }
template <typename Value> QVariant item(Value value) { return static_cast<int>(value); }

} // namespace

ExportDialog::ExportDialog(std::unique_ptr<ExportSource> source, const Ranges& ranges, Look look, QWidget* parent)
    : QDialog(parent)
    , m_source(std::move(source))
    , m_ranges(ranges)
    , m_stepOfWindow(m_source->measured().window.step())
    , m_form(new QFormLayout)
{
    setWindowTitle(tr("Export"));
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_format = addChoice(tr("&Format"),
        {{tr("PNG picture"), item(ExportFormat::Png)}, {tr("SVG drawing"), item(ExportFormat::Svg)},
            {tr("PDF page"), item(ExportFormat::Pdf)}, {tr("Chrome trace (JSON)"), item(ExportFormat::ChromeTrace)},
            {tr("Chrome trace, packed (JSON, gzip)"), item(ExportFormat::PackedChromeTrace)},
            {tr("Table (CSV)"), item(ExportFormat::Csv)}, {tr("Report (HTML)"), item(ExportFormat::Report)},
            {tr("Database (SQLite)"), item(ExportFormat::Database)},
            {tr("Calls (folded stacks)"), item(ExportFormat::Folded)},
            {tr("Calls (speedscope)"), item(ExportFormat::Speedscope)}});
    m_view = addChoice(tr("&View"),
        {{tr("Timeline"), item(ExportView::Timeline)}, {tr("Layers"), item(ExportView::Layers)},
            {tr("Stages"), item(ExportView::Stages)}, {tr("Steps"), item(ExportView::Steps)},
            {tr("Loss"), item(ExportView::Loss)}, {tr("Roofline"), item(ExportView::Roofline)}});
    m_view->setCurrentIndex(m_view->findData(item(m_source->usualView())));
    QList<QPair<QString, QVariant>> subjects;
    if (m_source->hasRun() || !m_source->simulation())
        subjects.append({tr("As opened"), item(ExportSubject::Measured)});
    if (m_source->simulation()) {
        subjects.append({tr("Simulated"), item(ExportSubject::Simulated)});
        if (m_source->hasRun())
            subjects.append({tr("Both"), item(ExportSubject::Both)});
    }
    m_subject = addChoice(tr("&What"), subjects);
    const auto counted = [zero = m_ranges.zero](TimeRange range) {
        return formatRange({range.begin - zero, range.end - zero});
    };
    QList<QPair<QString, QVariant>> parts {{tr("Whole run"), item(RangeChoice::Whole)}};
    const Step* step = suggestedStep();
    if (step) {
        m_step = step->number;
        parts.append({tr("Step %1: %2").arg(step->number).arg(counted(step->range)), item(RangeChoice::Step)});
    }
    if (m_ranges.visible)
        parts.append({tr("In sight: %1").arg(counted(*m_ranges.visible)), item(RangeChoice::Visible)});
    if (m_ranges.selected)
        parts.append({tr("Selected: %1").arg(counted(*m_ranges.selected)), item(RangeChoice::Selected)});
    m_range = addChoice(tr("&Range"), parts);
    if (m_ranges.visible && m_ranges.isPart) {
        // With some time around it, as whoever chose a step has it in sight.
        const bool isStep = step && m_stepOfWindow == m_step && m_ranges.visible->contains(step->range)
            && m_ranges.visible->duration() < 2 * step->range.duration();
        m_range->setCurrentIndex(m_range->findData(item(isStep ? RangeChoice::Step : RangeChoice::Visible)));
    }
    m_size = addChoice(tr("Si&ze"),
        {{tr("Screen, 1600 pixels wide"), item(SizeChoice::Screen)},
            {tr("Slide, 1920 x 1080 pixels"), item(SizeChoice::Slide)},
            {tr("Paper, one column (85 mm)"), item(SizeChoice::OneColumn)},
            {tr("Paper, two columns (178 mm)"), item(SizeChoice::TwoColumns)},
            {tr("Of your own"), item(SizeChoice::Own)}});
    m_ownSize = new QLineEdit(QStringLiteral("1280x720"), this);
    m_ownSize->setAccessibleName(tr("Size of your own"));
    m_ownSize->setToolTip(tr("Pixels or millimetres: 1280x720, 1280, 85x60mm or 120mm; without a height it is as high as "
                             "necessary"));
    m_form->addRow(QString(), m_ownSize);
    m_scale = new QDoubleSpinBox(this);
    m_scale->setRange(0.5, 8);
    m_scale->setSingleStep(0.5);
    m_scale->setDecimals(1);
    m_scale->setValue(2);
    m_scale->setPrefix(QStringLiteral("× "));
    m_scale->setAccessibleName(tr("Scale"));
    m_scale->setToolTip(tr("Device pixels of a PNG to each of its size: 2 stays sharp on a fine screen, 4 in print"));
    m_form->addRow(tr("Sc&ale"), m_scale);
    m_theme = addChoice(tr("&Colours"), {{tr("Light"), 0}, {tr("Dark"), 1}});
    m_theme->setCurrentIndex(look.isDark ? 1 : 0);
    m_path = new QCheckBox(tr("Critical &path"), this);
    m_path->setChecked(look.hasCriticalPath);
    m_form->addRow(QString(), m_path);
    m_title = new QLineEdit(this);
    m_title->setPlaceholderText(tr("Name of the run"));
    m_title->setAccessibleName(tr("Title"));
    m_form->addRow(tr("&Title"), m_title);
    QList<QPair<QString, QVariant>> tables;
    for (const QString& name : exportTableNames())
        tables.append({name, name});
    m_table = addChoice(tr("Ta&ble"), tables);

    m_preview = new QLabel(this);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setMinimumSize(240, 160);
    m_preview->setWordWrap(true);
    m_preview->setFrameShape(QFrame::StyledPanel);
    m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_preview->setAccessibleName(tr("Preview"));
    m_facts = new QLabel(this);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_facts->setWordWrap(true);

    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("&Save …"), QDialogButtonBox::ActionRole);
    m_copy = buttons->addButton(tr("C&opy"), QDialogButtonBox::ActionRole);
    m_copy->setToolTip(tr("Copy it to the clipboard"));
    buttons->addButton(QDialogButtonBox::Close);
    m_save->setDefault(true);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::saveRequested);
    connect(m_copy, &QPushButton::clicked, this, &ExportDialog::copyRequested);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* left = new QVBoxLayout;
    left->addLayout(m_form);
    left->addWidget(m_facts);
    left->addStretch(1);
    auto* middle = new QHBoxLayout;
    middle->addLayout(left, 2);
    middle->addWidget(m_preview, 3);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(middle, 1);
    layout->addWidget(buttons);

    m_pause.setSingleShot(true);
    m_pause.setInterval(120);
    connect(&m_pause, &QTimer::timeout, this, &ExportDialog::refreshNow);
    const auto change = [this] {
        updateFields();
        m_pause.start();
    };
    for (QComboBox* box : {m_format, m_view, m_subject, m_range, m_size, m_theme, m_table})
        connect(box, &QComboBox::currentIndexChanged, this, change);
    connect(m_size, &QComboBox::currentIndexChanged, m_scale, [this] {
        constexpr double printDpi = 300;
        const PictureSize size = request().size;
        m_scale->setValue(size.dpi > PictureSize::screenDpi ? printDpi / size.dpi : 2);
    });
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, change);
    for (QLineEdit* line : {m_title, m_ownSize})
        connect(line, &QLineEdit::textChanged, this, change);
    connect(m_path, &QCheckBox::toggled, this, change);
    resizeToScreen(*this, {1040, 560});
    updateFields();
    m_pause.start();
}

/// The one that the window has chosen, else the one that was simulated; null for none.
const Step* ExportDialog::suggestedStep() const
{
    const Run* run = m_source->measured().document.openedRun();
    const std::span<const Step> steps = run ? run->trace->steps() : std::span<const Step>();
    const auto found = std::find_if(steps.begin(), steps.end(), [this](const Step& step) {
        return m_stepOfWindow ? step.number == *m_stepOfWindow
                              : m_source->simulation() && step.range.begin == m_source->simulation()->stepBegin;
    });
    return found == steps.end() ? nullptr : &*found;
}

QComboBox* ExportDialog::addChoice(const QString& label, const QList<QPair<QString, QVariant>>& choices)
{
    auto* box = new QComboBox(this);
    for (const auto& [text, value] : choices)
        box->addItem(text, value);
    box->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(16);
    m_form->addRow(label, box);
    return box;
}

ExportFormat ExportDialog::format() const { return chosen<ExportFormat>(m_format); }

ExportRequest ExportDialog::request() const
{
    ExportRequest request;
    request.view = chosen<ExportView>(m_view);
    // Panels show what was opened, whatever was chosen for the timeline.
    const bool isPanel = isPicture(format()) && request.view != ExportView::Timeline;
    request.subject = isPanel ? ExportSubject::Measured : chosen<ExportSubject>(m_subject);
    const auto range = chosen<RangeChoice>(m_range);
    if (range == RangeChoice::Visible)
        request.range = m_ranges.visible;
    else if (range == RangeChoice::Selected)
        request.range = m_ranges.selected;
    else if (range == RangeChoice::Step)
        request.range = m_source->usualRange(m_subject->isEnabled() ? request.subject : ExportSubject::Measured);
    else if (range == RangeChoice::Whole && isPicture(format()) && request.subject == ExportSubject::Both)
        request.range
            = m_source->usualRange(ExportSubject::Measured).united(m_source->usualRange(ExportSubject::Simulated));
    request.size = sizeOf(chosen<SizeChoice>(m_size), m_ownSize->text());
    request.scale = m_scale->value();
    request.isDark = m_theme->currentData().toInt() == 1;
    request.showsCriticalPath = m_path->isEnabled() && m_path->isChecked();
    request.title = m_title->text();
    request.table = m_table->currentData().toString();
    return request;
}

void ExportDialog::updateFields()
{
    // Of the whole run no step is chosen.
    const auto range = chosen<RangeChoice>(m_range);
    if (m_step) {
        m_source->measured().window.setStep(range == RangeChoice::Whole ? std::nullopt
                : range == RangeChoice::Step                            ? m_step
                                                                        : m_stepOfWindow);
    }
    const bool draws = isPicture(format());
    const bool isTimeline = chosen<ExportView>(m_view) == ExportView::Timeline;
    const auto enable = [this](QWidget* field, bool isUsed) {
        field->setEnabled(isUsed);
        m_form->labelForField(field)->setEnabled(isUsed);
    };
    enable(m_view, draws);
    enable(m_subject, (draws && isTimeline) || isTrace(format()) || isCallStacks(format()));
    enable(m_range, format() != ExportFormat::Report && format() != ExportFormat::Database);
    enable(m_size, draws);
    const bool hasOwnSize = draws && chosen<SizeChoice>(m_size) == SizeChoice::Own;
    m_ownSize->setVisible(hasOwnSize);
    enable(m_scale, format() == ExportFormat::Png);
    enable(m_theme, draws);
    m_path->setEnabled(draws && isTimeline && m_source->hasCriticalPath(chosen<ExportSubject>(m_subject)));
    enable(m_title, draws || format() == ExportFormat::Report);
    enable(m_table, format() == ExportFormat::Csv);
    m_copy->setEnabled(draws || format() == ExportFormat::Csv);
}

QJsonObject ExportDialog::choices() const
{
    return {{QStringLiteral("format"), m_format->currentData().toInt()},
        {QStringLiteral("size"), m_size->currentData().toInt()}, {QStringLiteral("ownSize"), m_ownSize->text()},
        {QStringLiteral("scale"), m_scale->value()}, {QStringLiteral("isDark"), m_theme->currentData().toInt() == 1},
        {QStringLiteral("table"), m_table->currentData().toString()}};
}

void ExportDialog::setChoices(const QJsonObject& choices)
{
    const auto choose = [](QComboBox* box, const QVariant& data) {
        if (const int entry = box->findData(data); entry >= 0)
            box->setCurrentIndex(entry);
    };
    choose(m_format, choices.value(QStringLiteral("format")).toInt(-1));
    choose(m_size, choices.value(QStringLiteral("size")).toInt(-1));
    choose(m_table, choices.value(QStringLiteral("table")).toString());
    m_ownSize->setText(choices.value(QStringLiteral("ownSize")).toString(m_ownSize->text()));
    m_scale->setValue(choices.value(QStringLiteral("scale")).toDouble(m_scale->value()));
    if (const QJsonValue isDark = choices.value(QStringLiteral("isDark")); isDark.isBool())
        choose(m_theme, isDark.toBool() ? 1 : 0);
}

void ExportDialog::explain(const QString& sentence)
{
    m_image = QImage();
    m_preview->setPixmap(QPixmap());
    m_preview->setText(sentence);
}

void ExportDialog::refreshNow()
{
    m_pause.stop();
    m_facts->clear();
    m_save->setEnabled(true);
    if (isTrace(format())) {
        explain(tr("Ranks become processes, lanes threads, matched messages arrows. Perfetto, speedscope and "
                   "chrome://tracing open it, and Bubblescope as the same run."));
        return;
    }
    if (format() == ExportFormat::Csv) {
        explain(tr("All rows of the table, numbers plain, times in ms."));
        return;
    }
    if (format() == ExportFormat::Database) {
        explain(tr("The tables of the Query panel with all of their rows, for SQLite, DuckDB, pandas or Polars."));
        return;
    }
    if (isCallStacks(format())) {
        explain(tr("Who called what, with the ns of threads, and of devices under what launched their work: for "
                   "programs that draw flame graphs."));
        return;
    }
    if (format() == ExportFormat::Report) {
        explain(tr("One page that stands alone: figures, findings, pictures, what was simulated and assumed, ranks and "
                   "issues. It needs no network, and prints well."));
        return;
    }
    const ExportRequest asked = request();
    const Result<std::unique_ptr<Picture>> picture = m_source->picture(asked);
    m_save->setEnabled(picture.isOk());
    m_copy->setEnabled(picture.isOk());
    if (!picture) {
        explain(messageText(picture.error().message));
        return;
    }
    const QSizeF size = (*picture)->sized(asked.size.pixels);
    const QSizeF room = QSizeF(m_preview->size() - QSize(8, 8)) * devicePixelRatioF();
    const double scale = std::min({room.width() / size.width(), room.height() / size.height(), 2.0});
    PictureSize shown = asked.size;
    shown.pixels = size;
    m_image = drawnPicture(**picture, shown, std::max(0.05, scale));
    m_image.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setText(QString());
    m_preview->setPixmap(QPixmap::fromImage(m_image));
    if (format() == ExportFormat::Png) {
        const QSize pixels = (size * asked.pixelScale()).toSize();
        m_facts->setText(tr("%1 x %2 pixels").arg(pixels.width()).arg(pixels.height()));
    } else {
        m_facts->setText(tr("%1 x %2 mm").arg(formatFixed(asked.size.widthMm(), 0),
            formatFixed(size.height() / asked.size.dpi * 25.4, 0)));
    }
}

void ExportDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    m_pause.start();
}

} // namespace bubblescope
