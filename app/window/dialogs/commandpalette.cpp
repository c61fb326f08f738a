// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandpalette.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

QString commandTitle(const QAction& action)
{
    QString title = action.text();
    for (const QObject* object : action.associatedObjects()) {
        const auto* menu = qobject_cast<const QMenu*>(object);
        if (!menu || menu->title().isEmpty())
            continue;
        title.prepend(menu->title() + QStringLiteral(" › "));
        break;
    }
    // A single & marks the mnemonic of a menu entry.
    title.remove(QLatin1Char('&'));
    while (title.endsWith(QChar(0x2026)) || title.endsWith(QLatin1Char(' ')))
        title.chop(1);
    return title;
}

namespace {
constexpr int shortcutRole = Qt::UserRole + 1;

/// Draws the name on the left and the muted shortcut on the right.
class CommandDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + 10};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const bool isSelected = (option.state & QStyle::State_Selected) != 0;
        painter->setPen(option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::PlaceholderText));
        painter->drawText(
            option.rect.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, index.data(shortcutRole).toString());
    }
};
} // namespace

std::optional<int> fuzzyScore(const QString& typed, const QString& text)
{
    int score = 0;
    // Text that contains what was typed as it stands ranks above letters scattered across several words.
    const QString words = typed.trimmed();
    const qsizetype whole = words.isEmpty() ? -1 : text.indexOf(words, 0, Qt::CaseInsensitive);
    if (whole == 0 || (whole > 0 && !text.at(whole - 1).isLetterOrNumber()))
        score += 64;
    qsizetype at = 0;
    bool together = false;
    for (const QChar& letter : typed) {
        if (letter.isSpace()) {
            together = false;
            continue;
        }
        qsizetype found = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (found < 0)
            return std::nullopt;
        // The beginning of a later word is a better match than the middle of this one.
        if (!(together && found == at)) {
            for (qsizetype next = found; next >= 0; next = text.indexOf(letter, next + 1, Qt::CaseInsensitive)) {
                if (next == 0 || !text.at(next - 1).isLetterOrNumber()) {
                    found = next;
                    break;
                }
            }
        }
        const bool beginsWord = found == 0 || !text.at(found - 1).isLetterOrNumber();
        score += beginsWord ? 8 : together && found == at ? 5 : 1;
        together = true;
        at = found + 1;
    }
    return score * 64 - static_cast<int>(std::min<qsizetype>(text.size(), 63));
}

CommandPalette::CommandPalette(
    const QList<QAction*>& actions, PlaceFinder places, const QString& hint, QWidget* parent)
    : QDialog(parent, Qt::Popup)
    , m_findPlaces(std::move(places))
    , m_input(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("Commands"));
    for (QAction* action : actions) {
        if (action->isEnabled() && action->isVisible() && !action->isSeparator() && !action->menu()
            && !action->text().isEmpty())
            m_entries.push_back({action, commandTitle(*action)});
    }
    std::sort(m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) { return a.title < b.title; });
    m_input->setPlaceholderText(hint);
    m_input->setAccessibleName(hint);
    m_input->setMinimumHeight(28);
    m_input->installEventFilter(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(6);
    layout->addWidget(m_input);
    layout->addWidget(m_list);
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_input, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    resize(std::min(560, parent->width() - 40), 380);
    move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 90)));
    filter({});
    m_input->setFocus();
}

/// A popup has no frame of the desktop's.
void CommandPalette::paintEvent(QPaintEvent* event)
{
    QDialog::paintEvent(event);
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::Dark));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_input && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int rows = m_list->count();
        const int page = 10;
        const int step = key == Qt::Key_Down ? 1
            : key == Qt::Key_Up              ? -1
            : key == Qt::Key_PageDown        ? page
            : key == Qt::Key_PageUp          ? -page
                                             : 0;
        if (step != 0 && rows > 0) {
            const int row = m_list->currentRow() + step;
            const bool wraps = step == 1 || step == -1;
            m_list->setCurrentRow(wraps ? (row + rows) % rows : std::clamp(row, 0, rows - 1));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::filter(const QString& typed)
{
    std::vector<std::pair<int, size_t>> matches;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        if (const std::optional<int> score = fuzzyScore(typed, m_entries[i].title))
            matches.emplace_back(typed.isEmpty() ? 0 : *score, i);
    }
    std::stable_sort(matches.begin(), matches.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    m_list->clear();
    m_places = m_findPlaces ? m_findPlaces(typed) : std::vector<Place>();
    const bool namesPlace = !m_places.empty() && (matches.empty() || typed.back().isDigit());
    const auto addPlaces = [this] {
        for (size_t i = 0; i < m_places.size(); ++i) {
            auto* item = new QListWidgetItem(m_places[i].title, m_list);
            item->setData(Qt::UserRole, -1 - static_cast<int>(i));
            if (!m_places[i].go)
                item->setFlags(Qt::NoItemFlags);
        }
    };
    if (namesPlace)
        addPlaces();
    for (const auto& [score, index] : matches) {
        const Entry& entry = m_entries[index];
        auto* item = new QListWidgetItem(entry.title, m_list);
        item->setData(Qt::UserRole, static_cast<int>(index));
        item->setData(shortcutRole, entry.action->shortcut().toString(QKeySequence::NativeText));
    }
    if (!namesPlace)
        addPlaces();
    if (m_list->count() == 0 && !typed.isEmpty()) {
        auto* nothing = new QListWidgetItem(tr("No match"), m_list);
        nothing->setFlags(Qt::NoItemFlags);
        return;
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled))
        return;
    const int index = item->data(Qt::UserRole).toInt();
    if (index < 0) {
        const std::function<void()> go = m_places[static_cast<size_t>(-1 - index)].go;
        QTimer::singleShot(0, parentWidget(), go);
        close();
        return;
    }
    const QPointer<QAction> action = m_entries[static_cast<size_t>(index)].action;
    close();
    // After this popup has closed: the command may open a dialog.
    if (action)
        QTimer::singleShot(0, action, &QAction::trigger);
}

} // namespace bubblescope
