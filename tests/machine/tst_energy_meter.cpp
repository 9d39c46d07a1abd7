// SPDX-License-Identifier: Apache-2.0
// P-12 on Windows: what a driver answers to the Energy Meter Interface, well formed and not.
#include <QTest>

#include <cstdint>

#include "machine/energy_meter.h"
#include "machine/package_energy.h"

using namespace duelo;

namespace {

using Bytes = std::vector<std::byte>;

template <typename T>
void add(Bytes& bytes, T value) {
    const auto* raw = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), raw, raw + sizeof value);
}

void addText(Bytes& bytes, const std::u16string& text) {
    for (const char16_t c : text) add(bytes, static_cast<std::uint16_t>(c));
}

/// Maker, model and revision, of metadata without anything yet.
void addHead(Bytes& bytes) {
    addText(bytes, u"Microsoft");
    bytes.resize(64);
    add<std::uint16_t>(bytes, 1);
}

void addName(Bytes& bytes, const std::u16string& name, bool zero = true) {
    add(bytes, static_cast<std::uint16_t>(2 * (name.size() + (zero ? 1 : 0))));
    addText(bytes, name);
    if (zero) add<std::uint16_t>(bytes, 0);
}

Bytes version2(const std::vector<std::u16string>& names, std::uint16_t count, bool zero = true,
               std::uint32_t unit = 0) {
    Bytes bytes;
    addHead(bytes);
    add(bytes, count);
    for (const auto& name : names) {
        add(bytes, unit);
        addName(bytes, name, zero);
    }
    return bytes;
}

Bytes measurement(const std::vector<std::uint64_t>& energies) {
    Bytes bytes;
    for (const std::uint64_t energy : energies) {
        add(bytes, energy);
        add(bytes, std::uint64_t{10'000'000});
    }
    return bytes;
}

const std::vector<std::u16string> kNames{u"RAPL_Package0_PKG", u"RAPL_Package0_PP0",
                                         u"RAPL_Package0_PP1", u"RAPL_Package0_DRAM"};

}  // namespace

class TestEnergyMeter final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void channelsByName_P_12() {
        const Bytes bytes = version2(kNames, 4);
        QCOMPARE(bytes.size(), 68U + 4 * 6 + 2 * (18 + 18 + 18 + 19));
        const auto channels = channelsOfMeter(2, bytes);
        QCOMPARE(channels.size(), 4U);
        QCOMPARE(channels[0], std::string("RAPL_Package0_PKG"));
        QCOMPARE(channels[3], std::string("RAPL_Package0_DRAM"));
        QVERIFY(isPackageChannel(channels[0]));
        for (const std::size_t part : {1, 2, 3}) QVERIFY(!isPackageChannel(channels[part]));
        QVERIFY(isPackageChannel("RAPL_Package12_PKG"));
        QVERIFY(!isPackageChannel("") && !isPackageChannel("PKG"));
    }

    void versionOneHasOneChannel_P_12() {
        Bytes bytes;
        add<std::uint32_t>(bytes, 0);
        bytes.resize(4 + 64);
        add<std::uint16_t>(bytes, 1);
        addName(bytes, u"RAPL_Package0_PKG");
        QCOMPARE(channelsOfMeter(1, bytes), std::vector<std::string>{"RAPL_Package0_PKG"});
        QVERIFY(channelsOfMeter(3, bytes).empty() && channelsOfMeter(0, bytes).empty());
    }

    void joulesOfPicowattHours_P_12() {
        const Bytes bytes = measurement({1'000'000'000'000, 0, 500'000'000'000});
        QCOMPARE(joulesOfChannel(bytes, 0).value(), 3600.0);
        QCOMPARE(joulesOfChannel(bytes, 1).value(), 0.0);
        QCOMPARE(joulesOfChannel(bytes, 2).value(), 1800.0);
        QVERIFY(!joulesOfChannel(bytes, 3));
        QVERIFY(!joulesOfChannel({}, 0));
        QVERIFY(!joulesOfChannel(std::span(bytes).first(15), 0));
        QVERIFY(!joulesOfChannel(bytes, std::size_t(-1)));
    }

    /// Cut anywhere it is none, and nothing beyond its end is read.
    void cutMetadataAreNone_P_12() {
        const Bytes whole = version2(kNames, 4);
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY(channelsOfMeter(2, Bytes(whole.begin(), whole.begin() + long(size))).empty());
        QVERIFY(channelsOfMeter(2, version2(kNames, 5)).empty());
        QVERIFY(channelsOfMeter(2, version2(kNames, 65535)).empty());
        QVERIFY(channelsOfMeter(2, version2({}, 0)).empty());
    }

    void oddNamesAndUnits_P_12() {
        const auto bare = channelsOfMeter(2, version2(kNames, 4, /*zero=*/false));
        QCOMPARE(bare.size(), 4U);
        QCOMPARE(bare[3], std::string("RAPL_Package0_DRAM"));
        QCOMPARE(channelsOfMeter(2, version2({u"año"}, 1)), std::vector<std::string>{"a?o"});
        QVERIFY(channelsOfMeter(2, version2(kNames, 4, true, /*unit=*/1)).empty());
        Bytes odd = version2({}, 1);
        add<std::uint32_t>(odd, 0);
        add<std::uint16_t>(odd, 3);
        addText(odd, u"ab");
        QCOMPARE(channelsOfMeter(2, odd), std::vector<std::string>{"a"});
    }

    /// Several packages are added up; half of a machine is no figure of it.
    void packagesAreAddedUp_P_12() {
        const auto counter = [](std::optional<double> joules) {
            return [joules] { return joules; };
        };
        QCOMPARE(PackageEnergy({counter(1.5), counter(2.0)}).joules().value(), 3.5);
        QVERIFY(!PackageEnergy({counter(1.5), counter(std::nullopt)}).joules());
        QVERIFY(!PackageEnergy(std::vector<EnergyCounter>()).joules());
        QVERIFY(meteredPackages().empty() || PackageEnergy(meteredPackages()).joules());
    }
};

QTEST_APPLESS_MAIN(TestEnergyMeter)
#include "tst_energy_meter.moc"
