// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "knobrow.h"

#include "elidingbox.h"
#include "formatting.h"
#include "tabletexts.h"
#include "typednumber.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int fineSteps = 200; // for a slider without integers
constexpr int nameWidth = 112;
constexpr int valueWidth = 76;
static_assert(KnobRow::widthWithSlider == nameWidth + valueWidth + 76);
constexpr double bytesPerGigabyte = 1e9;

/// "48.5 GB/s" of "48.5GB/s".
QString spacedUnit(QString bandwidth)
{
    const auto unit = std::find_if(bandwidth.begin(), bandwidth.end(), [](QChar sign) { return sign.isLetter(); });
    const qsizetype place = unit - bandwidth.begin();
    if (place > 0 && place < bandwidth.size() && !bandwidth[place - 1].isSpace())
        bandwidth.insert(place, QLatin1Char(' '));
    return bandwidth;
}

} // namespace

KnobRow::KnobRow(const KnobInfo& info, QWidget* parent)
    : QWidget(parent)
    , m_info(info)
    , m_colors(Palette::light())
    , m_name(new QLabel(tableText(info.name), this))
    , m_reset(new QToolButton(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_name->setFixedWidth(nameWidth);
    layout->addWidget(m_name);
    layout->addStretch(0);
    m_reset->setText(QStringLiteral("×"));
    m_reset->setAutoRaise(true);
    m_reset->setFixedSize(18, 18);
    m_reset->setToolTip(tr("Back to the input's own value"));
    m_reset->setAccessibleName(tr("Reset %1").arg(tableText(info.name)));
    QSizePolicy keepsRoom = m_reset->sizePolicy();
    keepsRoom.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keepsRoom);
    layout->addWidget(m_reset);
    connect(m_reset, &QToolButton::clicked, this, [this] { take({}, false); });
}

void KnobRow::setColors(const Palette& colors)
{
    m_colors = colors;
    showValue();
}

void KnobRow::addButton(const QString& text, const QString& tip)
{
    m_button = new QToolButton(this);
    m_button->setText(text);
    m_button->setFixedWidth(22);
    m_button->setToolTip(tip);
    m_button->setAccessibleName(tip);
    auto* row = static_cast<QHBoxLayout*>(layout());
    row->insertWidget(row->indexOf(m_reset), m_button);
    connect(m_button, &QToolButton::clicked, this, &KnobRow::buttonClicked);
}

void KnobRow::setState(const KnobState& state, const KnobControl& control)
{
    m_own = toText(state.own);
    m_isEnabled = !state.whyNot;
    build(control);
    const QString help = tableText(m_info.help);
    QString tip = state.whyNot ? tr("%1\n%2").arg(help, messageText(*state.whyNot)) : help;
    for (const Message& sentence : state.evidence)
        tip += QLatin1Char('\n') + messageText(sentence);
    for (QWidget* part : std::initializer_list<QWidget*> {m_name, m_slider, m_choice, m_text}) {
        if (!part)
            continue;
        part->setToolTip(tip);
        part->setEnabled(!state.whyNot);
    }
    setAccessibleDescription(tip);
    showValue();
}

void KnobRow::build(const KnobControl& control)
{
    m_control = control;
    auto* row = static_cast<QHBoxLayout*>(layout());
    const auto place = [this, row](QWidget* widget, int stretch) {
        row->insertWidget(row->indexOf(m_button ? m_button : m_reset), widget, stretch);
    };
    const QString name = tableText(m_info.name);
    if (control.kind == KnobControl::Kind::Slider && !m_slider) {
        m_slider = new QSlider(Qt::Horizontal, this);
        m_slider->setAccessibleName(name);
        m_slider->setMinimumWidth(36);
        place(m_slider, 1);
        connect(m_slider, &QSlider::valueChanged, this,
            [this](int position) { take(textOf(numberAt(position)), m_slider->isSliderDown()); });
        connect(m_slider, &QSlider::sliderReleased, this, [this] { take(m_value, false); });
    }
    if (control.kind == KnobControl::Kind::Choice && !m_choice) {
        m_choice = new ElidingBox(this);
        m_choice->setAccessibleName(name);
        m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_choice->setMinimumWidth(60); // however long its entries are
        place(m_choice, 1);
        connect(m_choice, &QComboBox::activated, this,
            [this](int index) { take(m_choice->itemData(index).toString(), false); });
    }
    if (control.kind != KnobControl::Kind::Choice && !m_text) {
        m_text = new QLineEdit(this);
        m_text->setProperty("flat", true);
        m_text->setAccessibleName(name);
        if (control.kind == KnobControl::Kind::Slider) {
            m_text->setFixedWidth(valueWidth);
            m_text->setAlignment(Qt::AlignRight);
        }
        place(m_text, control.kind == KnobControl::Kind::Text ? 1 : 0);
        connect(m_text, &QLineEdit::editingFinished, this, &KnobRow::takeText);
    }
    if (m_slider) {
        const QSignalBlocker blocker(m_slider);
        m_slider->setRange(0, control.isWhole && !control.isLogarithmic ? int(control.to - control.from) : fineSteps);
        m_slider->setPageStep(std::max(1, m_slider->maximum() / 10));
    }
    if (m_choice) {
        const QSignalBlocker blocker(m_choice);
        m_choice->clear();
        for (const KnobControl::Option& option : control.options)
            m_choice->addItem(option.name, option.value);
    }
    if (m_text)
        m_text->setPlaceholderText(m_isEnabled ? control.example : unknownText());
}

void KnobRow::setValue(const QString& value)
{
    m_value = value;
    showValue();
}

void KnobRow::showValue()
{
    const bool isMoved = !m_value.isEmpty();
    const QString shown = shownValue();
    m_reset->setVisible(isMoved);
    QFont font = m_name->font();
    font.setBold(isMoved);
    m_name->setFont(font);
    QPalette colors;
    if (isMoved)
        colors.setColor(QPalette::WindowText, m_colors.accent);
    m_name->setPalette(colors);
    m_name->setText(m_name->fontMetrics().elidedText(tableText(m_info.name), Qt::ElideRight, nameWidth));
    if (m_slider) {
        const QSignalBlocker blocker(m_slider);
        const std::optional<double> at = number(shown);
        if (!m_slider->isSliderDown())
            m_slider->setValue(at ? positionOf(*at) : 0);
    }
    if (m_choice) {
        const QSignalBlocker blocker(m_choice);
        int index = m_choice->findData(shown);
        if (index < 0)
            index = m_choice->findText(shown);
        m_choice->setCurrentIndex(index);
        m_choice->setPlaceholderText(shown.isEmpty() ? tr("not known") : shown);
    }
    if (m_text && !(m_text->hasFocus() && m_text->isModified())) {
        const bool isNumber = m_control.kind == KnobControl::Kind::Slider;
        const QString suffix = shown.isEmpty() ? QString() : m_control.suffix;
        m_text->setText(m_control.isBandwidth ? spacedUnit(typedNumber(shown))
                : isNumber                    ? typedNumber(shown) + suffix
                                              : shown);
        m_text->setCursorPosition(0);
    }
}

void KnobRow::take(const QString& value, bool isLive)
{
    const QString normal = value == m_own ? QString() : value;
    const bool changes = normal != m_value;
    m_value = normal;
    showValue();
    if (changes || !isLive)
        emit moved(m_value, isLive);
}

void KnobRow::takeText()
{
    if (!m_text->isModified())
        return;
    m_text->setModified(false);
    QString text = m_text->text().trimmed();
    if (!m_control.suffix.isEmpty() && text.endsWith(m_control.suffix))
        text.chop(m_control.suffix.size());
    if (m_control.kind == KnobControl::Kind::Slider)
        text = withPoint(text);
    if (m_control.isBandwidth)
        text.remove(QLatin1Char(' '));
    take(text.trimmed(), false);
}

std::optional<double> KnobRow::number(const QString& text) const
{
    if (m_control.isBandwidth) {
        const Result<double> bandwidth = parseBandwidth(text.toStdString());
        return bandwidth ? std::optional<double>(*bandwidth / bytesPerGigabyte) : std::nullopt;
    }
    bool isNumber = false;
    const double value = text.toDouble(&isNumber);
    return isNumber ? std::optional<double>(value) : std::nullopt;
}

QString KnobRow::textOf(double number) const
{
    if (m_control.isWhole)
        return QString::number(std::llround(number));
    const QString text = QString::number(number, 'g', 3);
    return m_control.isBandwidth ? text + QStringLiteral("GB/s") : text;
}

int KnobRow::positionOf(double number) const
{
    const double at = std::clamp(number, m_control.from, m_control.to);
    const double share = m_control.isLogarithmic
        ? std::log(at / m_control.from) / std::log(m_control.to / m_control.from)
        : (at - m_control.from) / std::max(1e-9, m_control.to - m_control.from);
    return int(std::lround(share * m_slider->maximum()));
}

double KnobRow::numberAt(int position) const
{
    const double share = double(position) / std::max(1, m_slider->maximum());
    return m_control.isLogarithmic ? m_control.from * std::pow(m_control.to / m_control.from, share)
                                   : m_control.from + share * (m_control.to - m_control.from);
}

void KnobRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_slider)
        m_slider->setVisible(width() >= widthWithSlider);
}

} // namespace bubblescope
