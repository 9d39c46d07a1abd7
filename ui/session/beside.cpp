// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/beside.h"

#include <exception>

#include <QCoreApplication>
#include <QEventLoop>
#include <QProgressDialog>
#include <QTimer>

namespace duelo::ui {

namespace {

/// Longest work without a dialog, which would only flash.
constexpr int kUnseen_ms = 400;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::Beside)
};

}  // namespace

bool waitBeside(Background& background, QWidget* window, const QString& saying,
                std::function<void(const Background::Task&)> work) {
    QEventLoop loop;
    bool done = false;
    const std::function<void()> finish = [&] {
        done = true;
        loop.quit();
    };
    const auto thrown = std::make_shared<std::exception_ptr>();
    background.forget();
    background.start([work = std::move(work), finish, thrown](const Background::Task& task) {
        try {
            work(task);
        } catch (...) {  // for lack of memory, which the window tells
            *thrown = std::current_exception();
        }
        task.tell(finish);
    });
    QTimer::singleShot(kUnseen_ms, &loop, &QEventLoop::quit);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
    if (!done) {
        QProgressDialog dialog(saying, Words::tr("Cancel"), 0, 0, window);
        dialog.setWindowModality(Qt::WindowModal);
        QObject::connect(&dialog, &QProgressDialog::canceled, &loop, &QEventLoop::quit);
        dialog.show();
        if (!done) loop.exec();
    }
    background.forget();  // what it would tell is gone
    if (done && *thrown) std::rethrow_exception(*thrown);
    return done;
}

}  // namespace duelo::ui
