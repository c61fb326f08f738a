// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "messagebar.h"

#include <functional>
#include <vector>

namespace bubblescope {

/// The messages of the window, one line each; none replaces another topic's. The topic of a message determines its
/// position, whether it can be closed and when it ends: states (set) last until they no longer apply, events (add)
/// until they are closed or, if they are about the folder, until another folder is shown. If there are more than fit,
/// the last line shows their number and opens them.
class MessageStack : public QWidget {
    Q_OBJECT
public:
    /// From top to bottom.
    enum class About : uint8_t {
        Unsaved,   ///< what could not be written
        Recovered, ///< notes of an earlier window
        Changed,   ///< files on disk
        Opening,   ///< why nothing was opened
        Session,
        Notes,
        Simulation,
        Analysis,
        Export,
        Program, ///< settings, language
        Issues,
        Hint,
        Alignment, ///< of a run's clocks
    };
    struct Message {
        MessageBar::Tone tone = MessageBar::Tone::Notice;
        QString text;
        QString details {};                ///< tooltip
        QString action {};                 ///< text of a button; may be empty
        std::function<void()> act {};      ///< action of the button; the line stays until it is withdrawn
        std::function<void()> dismissed {}; ///< the user closed the line
    };
    static constexpr int mostShown = 4; ///< lines; more are shown on request
    static constexpr int mostPerTopic = 5; ///< per topic

    explicit MessageStack(QWidget* parent = nullptr);

    /// Sets the only message of this topic and replaces the previous one. An empty text removes it.
    void set(About about, Message message);
    /// Adds a line. A repeated message moves to the top of its topic.
    void add(About about, MessageBar::Tone tone, const QString& text);
    void withdraw(About about);
    /// Removes all messages about the folder.
    void leaveFolder();

    /// All lines from top to bottom, shown or not.
    QStringList texts() const;

private:
    struct Line {
        About about;
        Message message;
        MessageBar* bar;
    };
    std::vector<Line>::iterator lineOf(const MessageBar* bar);
    void addLine(About about, Message message);
    void remove(const MessageBar* bar);
    void removeAll(const std::function<bool(About)>& isMeant);
    void arrange();

    std::vector<Line> m_lines; ///< in order of display
    MessageBar* m_rest;        ///< counts the lines that are not shown
    bool m_showsAll = false;
};

} // namespace bubblescope
