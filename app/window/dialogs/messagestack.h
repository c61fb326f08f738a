// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "messagebar.h"

#include <functional>
#include <vector>

namespace bubblescope {

/// What the window has to say, a line each, none in the place of another. A message is about one thing, which decides
/// where it stands, whether it can be closed and when it ends: what stands (set) holds until it is true no more, what
/// happened (tell) until it is closed or, if it was about the folder, another folder is shown. Where there are more
/// than fit, the last line counts and shows the rest.
class MessageStack : public QWidget {
    Q_OBJECT
public:
    /// From the top down.
    enum class About : uint8_t {
        Unsaved,   ///< what cannot be written
        Recovered, ///< notes of a former window
        Changed,   ///< files did, on disk
        Opening,   ///< why nothing was opened
        Session,
        Notes,
        Simulation,
        Analysis,
        Export,
        Program, ///< settings, language
        Issues,
        Hint,
        Alignment, ///< of the clocks of a run
    };
    struct Message {
        MessageBar::Tone tone = MessageBar::Tone::Notice;
        QString text;
        QString details {};                ///< tool tip
        QString action {};                 ///< text of a button; empty for none
        std::function<void()> act {};      ///< what the button does; the line stays until it is withdrawn
        std::function<void()> dismissed {}; ///< the user closed the line
    };
    static constexpr int mostShown = 4; ///< lines; more are shown when asked for
    static constexpr int mostTold = 5;  ///< about one thing

    explicit MessageStack(QWidget* parent = nullptr);

    /// The one message that stands about this; in the place of the one before. Without a text there is none.
    void set(About about, Message message);
    /// One more line. What is said again moves to the top of its kind.
    void tell(About about, MessageBar::Tone tone, const QString& text);
    void withdraw(About about);
    /// What was about the folder ends with it.
    void leaveFolder();

    /// All lines from the top down, shown or not.
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

    std::vector<Line> m_lines; ///< as they stand
    MessageBar* m_rest;        ///< counts the lines that are not shown
    bool m_showsAll = false;
};

} // namespace bubblescope
