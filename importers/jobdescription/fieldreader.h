// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "describedfields.h"
#include "jobdescription.h"

#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

/// Reads the fields of a description by name and keeps what is wrong first: a field that is missing, is no number, lies
/// beyond its bounds, or is stated twice. What was asked for is remembered, so that the rest can be reported.
class FieldReader {
public:
    FieldReader(const DescribedFields& fields, std::string_view file) : m_fields(fields), m_file(file) { }

    /// The first of these names that is stated (not null), else the first of all.
    std::string_view firstOf(std::initializer_list<std::string_view> names) const;
    bool isStated(std::string_view name) const;

    /// A count that must be stated: `least` (and an error) if it is not.
    int count(std::string_view name, int most, int least = 1);
    std::optional<int> countIfStated(std::string_view name, int most, int least = 1);
    std::optional<double> numberIfStated(std::string_view name, double least, double most);
    std::optional<bool> flagIfStated(std::string_view name);
    bool flag(std::string_view name, bool otherwise) { return flagIfStated(name).value_or(otherwise); }
    /// Empty if it is not stated.
    std::string text(std::string_view name);
    /// All items of a list.
    std::vector<std::string> items(std::string_view name);
    /// Reads a field without using it.
    void passOver(std::string_view name) { m_read.emplace(name); }

    /// An error at the line of this field.
    void refuse(std::string_view name, const Message& why, Message advice = {});
    /// The field is missing; `needed` says what it would be: "a whole number".
    void miss(std::string_view name, const Message& needed);
    bool isGood() const { return !m_error; }

    /// Adds to what is assumed all fields that nobody has read and that look like sizes: they have a number other than
    /// 0, or are switched on, and a word of their name says so.
    void addUnread(JobDescription& job, std::span<const std::string_view> harmless) const;
    /// The job, or what is wrong with its fields, its model or its layout.
    Result<JobDescription> finished(JobDescription job) const;

private:
    /// Null if it is not stated, or is stated twice with different values, which is an error.
    const DescribedField* read(std::string_view name);

    const DescribedFields& m_fields;
    std::string m_file;
    std::set<std::string, std::less<>> m_read;
    std::optional<Error> m_error;
};

} // namespace bubblescope
