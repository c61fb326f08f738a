// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace bubblescope {

class ComparedTimelines;

/// Gives the timeline of a window its letters and Home wherever the focus is, unless something is typed there: buttons
/// have no use for them, and closed boxes of a tool bar would jump to an entry of that letter. With the pointer over
/// the timeline they are its own whatever list or box has the focus. Esc that nobody else wants is its own; Ctrl+E
/// exports from fields of text, too.
class TimelineKeyRelay : public QObject {
public:
    /// Both must outlive this object; `window` owns it.
    TimelineKeyRelay(ComparedTimelines& timelines, QWidget* window);

    /// Returns whether the timeline took the key.
    bool offer(const QKeyEvent& event);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isPointedAt() const;

    ComparedTimelines& m_timelines;
    QWidget* m_window;
};

} // namespace bubblescope
