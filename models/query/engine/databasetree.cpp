// SPDX-FileCopyrightText: 2026 Bubblescope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "databasetree.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr uint32_t leafHeader = 8;
constexpr uint32_t directoryHeader = 12;
constexpr size_t longestIndexCell = 1 + 1 + 2 + 8 + 8; // size, header, two types, two numbers
constexpr char tableLeaf = 13;
constexpr char indexLeaf = 10;

/// Puts cells at the end of a page and their places at its begin. `header`: bytes of the file's header in this page.
class PageFill {
public:
    PageFill(char kind, uint32_t kindSize, uint32_t header)
        : m_page(DatabasePages::size - header, '\0'), m_header(header), m_next(kindSize), m_begin(DatabasePages::size)
    {
        m_page[0] = kind;
    }
    void add(std::string_view cell)
    {
        m_begin -= uint32_t(cell.size());
        std::copy(cell.begin(), cell.end(), m_page.begin() + m_begin - m_header);
        putNumber(m_page, m_next, m_begin, 2);
        m_next += 2;
        ++m_count;
    }
    std::string take()
    {
        putNumber(m_page, 3, m_count, 2);
        putNumber(m_page, 5, m_begin, 2);
        return std::move(m_page);
    }
    std::string& page() { return m_page; }

private:
    std::string m_page;
    uint32_t m_header;
    uint32_t m_next;
    uint32_t m_begin; ///< of the cells, in the page
    uint32_t m_count = 0;
};

} // namespace

PageDirectory::PageDirectory(DatabasePages& pages, Kind kind, size_t longestSeparator)
    : m_pages(pages)
    , m_kind(kind)
    , m_mostChildren((DatabasePages::size - DatabasePages::headerSize - directoryHeader) / (longestSeparator + 6) + 1)
{
}

void PageDirectory::add(size_t level, uint32_t page, std::string separator)
{
    if (level == m_levels.size())
        m_levels.emplace_back();
    m_levels[level].push_back({page, std::move(separator)});
    // Two are left, so that no page leads to only one.
    if (m_levels[level].size() >= m_mostChildren + 2)
        flush(level, m_mostChildren);
}

/// The last of them stands in the header; what separates it from the next page goes up.
std::string PageDirectory::pageOf(const std::vector<Child>& children, size_t count, uint32_t header) const
{
    PageFill fill(static_cast<char>(m_kind), directoryHeader, header);
    std::string cell;
    for (size_t i = 0; i + 1 < count; ++i) {
        cell.assign(4, '\0');
        putNumber(cell, 0, children[i].page, 4);
        cell += children[i].separator;
        fill.add(cell);
    }
    putNumber(fill.page(), 8, children[count - 1].page, 4);
    return fill.take();
}

void PageDirectory::flush(size_t level, size_t count)
{
    std::vector<Child>& children = m_levels[level];
    const uint32_t number = m_pages.add(pageOf(children, count, 0));
    std::string separator = std::move(children[count - 1].separator);
    children.erase(children.begin(), children.begin() + ptrdiff_t(count));
    add(level + 1, number, std::move(separator));
}

/// Until one page can lead to all.
void PageDirectory::reduce()
{
    for (size_t level = 0; level < m_levels.size(); ++level) {
        const bool isLast = level + 1 == m_levels.size();
        if (isLast && m_levels[level].size() <= m_mostChildren)
            return;
        if (m_levels[level].size() > m_mostChildren)
            flush(level, m_levels[level].size() / 2);
        flush(level, m_levels[level].size());
    }
}

uint32_t PageDirectory::finish()
{
    reduce();
    const std::vector<Child>& top = m_levels.back();
    return top.size() == 1 ? top.front().page : m_pages.add(pageOf(top, top.size(), 0));
}

std::string PageDirectory::finishInFirstPage()
{
    reduce();
    return pageOf(m_levels.back(), m_levels.back().size(), DatabasePages::headerSize);
}

TableTree::TableTree(DatabasePages& pages, Root root)
    : m_pages(pages)
    , m_directory(pages, PageDirectory::Kind::Table, longestVarint)
    , m_header(root == Root::InFirstPage ? DatabasePages::headerSize : 0)
    , m_leaf(DatabasePages::size, '\0')
{
}

char* TableTree::newCell(size_t bytes)
{
    if (!m_places.empty() && m_header + leafHeader + 2 * (m_places.size() + 1) + bytes > m_begin)
        flush();
    m_begin -= uint32_t(bytes);
    m_places.push_back(uint16_t(m_begin));
    return m_leaf.data() + m_begin;
}

const std::string& TableTree::leaf(uint32_t header)
{
    m_leaf[header] = tableLeaf;
    putNumber(m_leaf, header + 3, m_places.size(), 2);
    putNumber(m_leaf, header + 5, m_begin, 2);
    size_t at = header + leafHeader;
    for (const uint16_t place : m_places) {
        putNumber(m_leaf, at, place, 2);
        at += 2;
    }
    std::fill(m_leaf.begin() + ptrdiff_t(at), m_leaf.begin() + ptrdiff_t(m_begin), '\0');
    m_places.clear();
    m_begin = DatabasePages::size;
    return m_leaf;
}

void TableTree::flush()
{
    std::string separator;
    appendVarint(separator, uint64_t(m_lastRow));
    m_directory.add(m_pages.add(leaf(0)), std::move(separator));
    m_hasFlushed = true;
}

/// What does not fit into a leaf, in pages of its own; the first of them.
uint32_t TableTree::addOverflow(std::string_view rest)
{
    constexpr size_t inPage = DatabasePages::size - 4;
    const uint32_t first = m_pages.nextNumber();
    std::string page;
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, inPage);
        rest.remove_prefix(part.size());
        page.assign(4, '\0');
        page += part;
        page.resize(DatabasePages::size, '\0');
        if (!rest.empty()) // each names the next
            putNumber(page, 0, DatabasePages::numberAfter(m_pages.nextNumber()), 4);
        m_pages.add(page);
    }
    return first;
}

template <typename Record> void TableTree::addRecord(int64_t row, const Record& record)
{
    // How much of a long record stays in the leaf: chapter "Cell Payload Overflow Pages".
    constexpr size_t usable = DatabasePages::size;
    constexpr size_t mostLocal = usable - 35;
    constexpr size_t leastLocal = (usable - 12) * 32 / 255 - 23;
    const size_t size = record.size();
    const size_t numbers = varintSize(size) + varintSize(uint64_t(row));
    const auto start = [&](size_t bytes) {
        char* cell = newCell(numbers + bytes); // of at least the four that SQLite wants, as every record has two
        cell += putVarint(cell, size);
        m_lastRow = row;
        return cell + putVarint(cell, uint64_t(row));
    };
    if (size <= mostLocal) {
        record.copyTo(start(size));
        return;
    }
    const size_t spare = leastLocal + (size - leastLocal) % (usable - 4);
    const size_t local = spare <= mostLocal ? spare : leastLocal;
    std::string whole(size + 4, '\0');
    record.copyTo(whole.data());
    putNumber(whole, size, addOverflow(std::string_view(whole).substr(local, size - local)), 4);
    char* cell = start(local + 4);
    cell += whole.copy(cell, local);
    whole.copy(cell, 4, size);
}

void TableTree::add(int64_t row, const TableRecord& record) { addRecord(row, record); }

void TableTree::add(int64_t row, const StoredRecord& record) { addRecord(row, record); }

uint32_t TableTree::finish()
{
    if (!m_hasFlushed)
        return m_pages.add(leaf(0));
    flush();
    return m_directory.finish();
}

std::string TableTree::finishInFirstPage()
{
    if (!m_hasFlushed)
        return leaf(m_header).substr(m_header);
    flush();
    return m_directory.finishInFirstPage();
}

IndexTree::IndexTree(DatabasePages& pages)
    : m_pages(pages), m_directory(pages, PageDirectory::Kind::Index, longestIndexCell)
{
}

void IndexTree::add(int64_t value, int64_t row)
{
    constexpr size_t mostCells = (DatabasePages::size - leafHeader) / (longestIndexCell + 2);
    m_record.start();
    m_record.integer(value);
    m_record.integer(row);
    std::string& cell = m_cells.emplace_back();
    appendVarint(cell, m_record.size());
    const size_t begin = cell.size();
    cell.resize(begin + m_record.size());
    m_record.copyTo(cell.data() + begin);
    // One is left behind what separates the pages.
    if (m_cells.size() >= mostCells + 2)
        flush(mostCells);
}

/// A leaf of so many; the next one separates it from what follows.
void IndexTree::flush(size_t count)
{
    PageFill fill(indexLeaf, leafHeader, 0);
    for (size_t i = 0; i < count; ++i)
        fill.add(m_cells[i]);
    const uint32_t page = m_pages.add(fill.take());
    const bool isLast = count == m_cells.size();
    m_directory.add(page, isLast ? std::string() : std::move(m_cells[count]));
    m_cells.erase(m_cells.begin(), m_cells.begin() + ptrdiff_t(isLast ? count : count + 1));
}

uint32_t IndexTree::finish()
{
    constexpr size_t mostCells = (DatabasePages::size - leafHeader) / (longestIndexCell + 2);
    if (m_cells.size() > mostCells)
        flush(m_cells.size() / 2);
    flush(m_cells.size());
    return m_directory.finish();
}

} // namespace bubblescope
