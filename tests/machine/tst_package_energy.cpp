// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "base/places.h"
#include "machine/package_energy.h"

using namespace duelo;

/// The counters of a made-up /sys/class/powercap (P-12).
class TestPackageEnergy : public QObject {
    Q_OBJECT

    QTemporaryDir m_root;

    void write(const QString& file, const QByteArray& text) const {
        const QString path = m_root.filePath(file);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
    }
    [[nodiscard]] PackageEnergy energy() const {
        return PackageEnergy(fromUtf8(m_root.path().toStdString()));
    }

private Q_SLOTS:
    void packagesAreAddedUp_P_12() {
        write("intel-rapl:0/name", "package-0\n");
        write("intel-rapl:0/energy_uj", "1500000\n");
        write("intel-rapl:0:0/name", "core\n");
        write("intel-rapl:0:0/energy_uj", "999\n");
        write("intel-rapl:1/name", "package-1\n");
        write("intel-rapl:1/energy_uj", "250000\n");
        write("intel-rapl:2/name", "psys\n");
        write("intel-rapl:2/energy_uj", "7000000\n");
        write("intel-rapl-mmio:0/name", "package-0\n");
        write("intel-rapl-mmio:0/energy_uj", "1500000\n");
        QCOMPARE(energy().joules(), std::optional(1.75));
    }

    /// Half of a machine is no figure of it.
    void oneThatMayNotBeReadIsNoData_P_12() {
        QVERIFY(QFile::remove(m_root.filePath("intel-rapl:1/energy_uj")));
        QVERIFY(!energy().joules());
        write("intel-rapl:1/energy_uj", "no number");
        QVERIFY(!energy().joules());
    }

    void withoutCountersThereIsNoData_P_12() {
        QVERIFY(!PackageEnergy("/nonexistent/powercap").joules());
    }
};

QTEST_GUILESS_MAIN(TestPackageEnergy)
#include "tst_package_energy.moc"
