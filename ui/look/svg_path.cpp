// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/svg_path.h"

#include <cmath>
#include <vector>

#include <QRegularExpression>
#include <QtMath>

namespace duelo::ui {

namespace {

/// One path while it is read.
class PathReader {
public:
    /// Takes a command with the numbers that one repetition of it needs; false: it is not known.
    bool take(char command, const double* n) {
        const bool relative = command >= 'a';
        const QPointF from = relative ? m_path.currentPosition() : QPointF();
        const auto point = [&](int i) { return from + QPointF(n[i], n[i + 1]); };
        const QPointF at = m_path.currentPosition();
        std::optional<QPointF> handle;
        switch (command & ~0x20) {
            case 'M':
                m_path.moveTo(point(0));
                break;
            case 'L':
                m_path.lineTo(point(0));
                break;
            case 'H':
                m_path.lineTo(from.x() + n[0], at.y());
                break;
            case 'V':
                m_path.lineTo(at.x(), from.y() + n[0]);
                break;
            case 'C':
                handle = point(2);
                m_path.cubicTo(point(0), *handle, point(4));
                break;
            case 'S':
                handle = point(0);
                m_path.cubicTo(2 * at - m_handle.value_or(at), *handle, point(2));
                break;
            case 'A':
                if (n[2] != 0) return false;
                arcTo({std::abs(n[0]), std::abs(n[1])}, n[3] != 0, n[4] != 0, point(5));
                break;
            default:
                return false;
        }
        m_handle = handle;
        return true;
    }
    void close() {
        m_path.closeSubpath();
        m_handle.reset();
    }
    [[nodiscard]] const QPainterPath& path() const { return m_path; }

private:
    /// SVG 1.1, appendix F.6: from the two ends of an arc to its centre and its angles.
    void arcTo(QPointF radius, bool large, bool clockwise, const QPointF& to) {
        const QPointF from = m_path.currentPosition();
        if (radius.x() == 0 || radius.y() == 0 || from == to) return m_path.lineTo(to);
        const QPointF half((from.x() - to.x()) / 2 / radius.x(),
                           (from.y() - to.y()) / 2 / radius.y());
        const double length = std::hypot(half.x(), half.y());
        if (length > 1) radius *= length;
        const double away = length < 1 ? std::sqrt(1 - length * length) / length : 0;
        const double sign = large == clockwise ? -1 : 1;
        const QPointF ends = length > 1 ? half / length : half;
        const QPointF off(sign * away * ends.y(), -sign * away * ends.x());
        const QPointF middle = (from + to) / 2;
        const QPointF centre(middle.x() + off.x() * radius.x(), middle.y() + off.y() * radius.y());
        const auto angleOf = [&](const QPointF& share) {
            return qRadiansToDegrees(std::atan2(-share.y(), share.x()));  // Qt counts upwards
        };
        const double first = angleOf(ends - off);
        double sweep = angleOf(-ends - off) - first;
        if (clockwise && sweep > 0) sweep -= 360;
        if (!clockwise && sweep < 0) sweep += 360;
        m_path.arcTo(QRectF(centre - radius, centre + radius), first, sweep);
        // Qt's curves end a little beside it, and what follows would begin there.
        m_path.setElementPositionAt(m_path.elementCount() - 1, to.x(), to.y());
    }

    QPainterPath m_path;
    std::optional<QPointF> m_handle;  ///< of the curve before, which a smooth one goes on from
};

int numbersOf(char command) {
    switch (command & ~0x20) {
        case 'M':
        case 'L':
            return 2;
        case 'H':
        case 'V':
            return 1;
        case 'C':
            return 6;
        case 'S':
            return 4;
        case 'A':
            return 7;
        default:
            return 0;
    }
}

}  // namespace

std::optional<QPainterPath> svgPath(QStringView d) {
    static const QRegularExpression token(
        "[\\s,]*([A-Za-z]|[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)");
    PathReader reader;
    char command = 0;
    std::vector<double> numbers;
    qsizetype end = 0;
    const QString text = d.trimmed().toString();
    auto tokens = token.globalMatch(text);
    while (tokens.hasNext()) {
        const QRegularExpressionMatch found = tokens.next();
        if (found.capturedStart() != end) return std::nullopt;
        end = found.capturedEnd();
        const QString word = found.captured(1);
        if (word.front().isLetter()) {
            if (!numbers.empty()) return std::nullopt;
            command = word.front().toLatin1();
            if (command == 'z' || command == 'Z')
                reader.close();
            else if (numbersOf(command) == 0)
                return std::nullopt;
            continue;
        }
        numbers.push_back(word.toDouble());
        const int wanted = numbersOf(command);
        if (wanted == 0) return std::nullopt;
        if (static_cast<int>(numbers.size()) < wanted) continue;
        if (!reader.take(command, numbers.data())) return std::nullopt;
        numbers.clear();
        // Further pairs after the first of a move are lines.
        if (command == 'M' || command == 'm') command = command == 'M' ? 'L' : 'l';
    }
    if (end != text.size() || !numbers.empty()) return std::nullopt;
    return reader.path();
}

}  // namespace duelo::ui
