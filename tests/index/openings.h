// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <sys/inotify.h>
#include <unistd.h>

namespace bubblescope {

/// Counts how often a file is opened from now on.
class Openings {
public:
    explicit Openings(const std::string& path) : m_watch(inotify_init1(IN_NONBLOCK | IN_CLOEXEC))
    {
        m_isWatching = m_watch >= 0 && inotify_add_watch(m_watch, path.c_str(), IN_OPEN | IN_ACCESS | IN_CLOSE) >= 0;
    }
    ~Openings() { close(m_watch); }
    Openings(const Openings&) = delete;
    Openings& operator=(const Openings&) = delete;

    bool isWatching() const { return m_isWatching; }
    /// Since it was asked before. Equal events that follow each other come as one: what is read between two openings
    /// keeps them apart.
    int count()
    {
        alignas(inotify_event) char events[4096];
        int count = 0;
        for (ssize_t size = 0; (size = read(m_watch, events, sizeof events)) > 0;) {
            for (const char* at = events; at < events + size;) {
                const auto* event = reinterpret_cast<const inotify_event*>(at);
                count += event->mask & IN_OPEN ? 1 : 0;
                at += sizeof(inotify_event) + event->len;
            }
        }
        return count;
    }

private:
    int m_watch;
    bool m_isWatching = false;
};

} // namespace bubblescope
