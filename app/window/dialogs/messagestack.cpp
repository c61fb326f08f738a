// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "messagestack.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {
using About = MessageStack::About;

/// The first one requires action; the last one tells how far the times of this run can be trusted.
bool isClosable(About about) { return about != About::Unsaved && about != About::Alignment; }

bool endsWithFolder(About about)
{
    switch (about) {
    case About::Changed:
    case About::Opening:
    case About::Session:
    case About::Notes:
    case About::Simulation:
    case About::Analysis:
    case About::Export:
        return true;
    case About::Unsaved:
    case About::Recovered:
    case About::Program:
    case About::Issues: // these follow the shown run
    case About::Hint:
    case About::Alignment:
        return false;
    }
    return false;
}
} // namespace

MessageStack::MessageStack(QWidget* parent) : QWidget(parent), m_rest(new MessageBar(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_rest);
    m_rest->setClosable(false);
    connect(m_rest, &MessageBar::actionTriggered, this, [this] {
        m_showsAll = !m_showsAll;
        arrange();
    });
}

void MessageStack::set(About about, Message message)
{
    const auto line
        = std::find_if(m_lines.begin(), m_lines.end(), [about](const Line& each) { return each.about == about; });
    if (line == m_lines.end() && !message.text.isEmpty()) {
        addLine(about, std::move(message));
    } else if (line != m_lines.end() && message.text.isEmpty()) {
        remove(line->bar);
    } else if (line != m_lines.end()) {
        line->message = std::move(message);
        line->bar->show(line->message.tone, line->message.text, line->message.action, line->message.details);
    }
    arrange();
}

void MessageStack::add(About about, MessageBar::Tone tone, const QString& text)
{
    int others = 0;
    for (const Line& line : std::vector<Line>(m_lines)) {
        if (line.about == about && (line.bar->text() == text || ++others >= mostPerTopic))
            remove(line.bar);
    }
    addLine(about, {tone, text});
    arrange();
}

void MessageStack::withdraw(About about)
{
    removeAll([about](About other) { return other == about; });
    arrange();
}

void MessageStack::leaveFolder()
{
    removeAll(&endsWithFolder);
    arrange();
}

/// Above the others of its topic.
void MessageStack::addLine(About about, Message message)
{
    auto* bar = new MessageBar(this);
    bar->setClosable(isClosable(about));
    bar->show(message.tone, message.text, message.action, message.details);
    const auto place
        = std::find_if(m_lines.begin(), m_lines.end(), [about](const Line& line) { return line.about >= about; });
    static_cast<QVBoxLayout*>(layout())->insertWidget(int(place - m_lines.begin()), bar);
    m_lines.insert(place, {about, std::move(message), bar});
    connect(bar, &MessageBar::actionTriggered, this, [this, bar] {
        if (const std::function<void()> act = lineOf(bar)->message.act) // which may remove the line
            act();
    });
    connect(bar, &MessageBar::closed, this, [this, bar] {
        const std::function<void()> dismissed = lineOf(bar)->message.dismissed;
        remove(bar);
        arrange();
        if (dismissed)
            dismissed();
    });
}

std::vector<MessageStack::Line>::iterator MessageStack::lineOf(const MessageBar* bar)
{
    return std::find_if(m_lines.begin(), m_lines.end(), [bar](const Line& each) { return each.bar == bar; });
}

void MessageStack::remove(const MessageBar* bar)
{
    const auto line = lineOf(bar);
    line->bar->clear();
    line->bar->deleteLater(); // the click on its own button may have removed it
    m_lines.erase(line);
}

void MessageStack::removeAll(const std::function<bool(About)>& isMeant)
{
    for (const Line& line : std::vector<Line>(m_lines)) {
        if (isMeant(line.about))
            remove(line.bar);
    }
}

void MessageStack::arrange()
{
    const auto lines = int(m_lines.size());
    m_showsAll = m_showsAll && lines > mostShown;
    const int shown = m_showsAll || lines <= mostShown ? lines : mostShown - 1;
    for (int i = 0; i < lines; ++i)
        m_lines[size_t(i)].bar->setVisible(i < shown);
    if (lines <= mostShown)
        m_rest->clear();
    else if (m_showsAll)
        m_rest->show(MessageBar::Tone::Notice, tr("%1 messages").arg(lines), tr("Show fewer"));
    else
        m_rest->show(MessageBar::Tone::Notice, tr("%1 more messages").arg(lines - shown), tr("Show all"));
    // Now, because the widgets below are sized by the remaining room.
    layout()->activate();
    if (parentWidget() && parentWidget()->layout())
        parentWidget()->layout()->activate();
}

QStringList MessageStack::texts() const
{
    QStringList texts;
    for (const Line& line : m_lines)
        texts += line.bar->text();
    return texts;
}

} // namespace bubblescope
