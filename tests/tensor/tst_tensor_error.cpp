// SPDX-License-Identifier: Apache-2.0
// Each exception of LibTorch becomes a TensorError of the right kind, in both bindings.
#include <c10/util/Exception.h>

#include <QTest>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "tensor/libtorch.h"
#include "tensor/symbols/guarded.h"

using namespace duelo;

namespace {

using Kind = TensorError::Kind;

const c10::SourceLocation kHere{"function", "file.cpp", 1};

/// Returns the error that leaves `door` when `work` throws behind it.
template <typename Door>
std::optional<TensorError> errorBehind(const Door& door, const std::function<void()>& work) {
    try {
        door(work);
    } catch (const TensorError& error) {
        return error;
    }
    return std::nullopt;
}

/// Returns the error that leaves both bindings, or nothing where they differ.
std::optional<TensorError> errorOf(const std::function<void()>& work) {
    const auto error = errorBehind([](const auto& called) { translated(called); }, work);
    const auto other = errorBehind([](const auto& called) { symbols::guarded(called); }, work);
    const bool same = error && other && error->kind() == other->kind() &&
                      error->code() == other->code() && std::string(error->what()) == other->what();
    return same ? error : std::nullopt;
}

template <typename Error>
std::function<void()> throwing(Error error) {
    return [error = std::move(error)] { throw error; };
}

}  // namespace

class TestTensorError : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachClassHasItsKind_R01_R04_data();
    void eachClassHasItsKind_R01_R04();
    void numberOfTheDeviceStays_R04();
    void checksOfLibTorchAreToldApart();
    void othersPassAsTheyAre();
    void resultsPass();
};

void TestTensorError::eachClassHasItsKind_R01_R04_data() {
    QTest::addColumn<std::function<void()>>("work");
    QTest::addColumn<TensorError::Kind>("kind");
    const char* const words = "the words";
    QTest::newRow("memory of a GPU")
        << throwing(c10::OutOfMemoryError(kHere, words)) << Kind::OutOfMemory;
    QTest::newRow("device") << throwing(c10::AcceleratorError(kHere, 700, words))
                            << Kind::Accelerator;
    QTest::newRow("index") << throwing(c10::IndexError(kHere, words)) << Kind::Index;
    QTest::newRow("other processes")
        << throwing(c10::DistBackendError(kHere, words)) << Kind::Distributed;
    QTest::newRow("plain") << throwing(c10::Error(kHere, words)) << Kind::Other;
    QTest::newRow("type") << throwing(c10::TypeError(kHere, words)) << Kind::Other;
    QTest::newRow("value") << throwing(c10::ValueError(kHere, words)) << Kind::Other;
    QTest::newRow("not there") << throwing(c10::NotImplementedError(kHere, words)) << Kind::Other;
}

/// The words are LibTorch's, without the stack that it adds.
void TestTensorError::eachClassHasItsKind_R01_R04() {
    QFETCH(std::function<void()>, work);
    const auto error = errorOf(work);
    QVERIFY(error.has_value());
    QTEST(error->kind(), "kind");
    QCOMPARE(std::string(error->what()), std::string("the words"));
    QCOMPARE(error->code() != 0, error->kind() == Kind::Accelerator);
}

void TestTensorError::numberOfTheDeviceStays_R04() {
    for (const int code : {2, 700, 719, 999}) {
        const auto error = errorOf(throwing(c10::AcceleratorError(kHere, code, "fault")));
        QVERIFY(error.has_value());
        QCOMPARE(error->code(), code);
    }
}

/// These are thrown by the macros that LibTorch's own functions use.
void TestTensorError::checksOfLibTorchAreToldApart() {
    const auto plain = errorOf([] { TORCH_CHECK(false, "wrong ", 7); });
    QVERIFY(plain && plain->kind() == Kind::Other);
    QCOMPARE(std::string(plain->what()), std::string("wrong 7"));
    const auto index = errorOf([] { TORCH_CHECK_INDEX(false, "no such dimension"); });
    QVERIFY(index && index->kind() == Kind::Index);
    const auto lost = errorOf([] { TORCH_CHECK_WITH(DistBackendError, false, "lost"); });
    QVERIFY(lost && lost->kind() == Kind::Distributed);
    const auto full = errorOf([] { TORCH_CHECK_WITH(OutOfMemoryError, false, "full"); });
    QVERIFY(full && full->kind() == Kind::OutOfMemory);
}

/// Exceptions of the standard library and TensorErrors pass unchanged.
void TestTensorError::othersPassAsTheyAre() {
    QVERIFY_THROWS_EXCEPTION(std::out_of_range, translated([] { throw std::out_of_range("at"); }));
    QVERIFY_THROWS_EXCEPTION(int, translated([] { throw 7; }));
    QVERIFY_THROWS_EXCEPTION(std::out_of_range,
                             symbols::guarded([] { throw std::out_of_range("at"); }));
    QVERIFY_THROWS_EXCEPTION(int, symbols::guarded([] { throw 7; }));
    const auto again = errorOf(throwing(TensorError(Kind::Accelerator, "fault", 700)));
    QVERIFY(again && again->kind() == Kind::Accelerator);
    QCOMPARE(again->code(), 700);
}

void TestTensorError::resultsPass() {
    int value = 7;
    QCOMPARE(translated([&] { return value + 1; }), 8);
    int& same = translated([&]() -> int& { return value; });
    QCOMPARE(&same, &value);
}

QTEST_APPLESS_MAIN(TestTensorError)
#include "tst_tensor_error.moc"
