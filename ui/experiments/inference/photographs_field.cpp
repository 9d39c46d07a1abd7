// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/inference/photographs_field.h"

#include <algorithm>

#include <QCheckBox>
#include <QDir>
#include <QDirIterator>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "base/text.h"
#include "experiments/work_names.h"
#include "report/comparison.h"
#include "ui/form/flow_layout.h"
#include "ui/look/known_folders.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

constexpr char kOfPhotographs[] = "inference";  ///< the experiment
constexpr char kInput[] = "input";
constexpr int kTile_px = 44;

constexpr qsizetype kAtOnce = 4;   ///< pictures that are asked for
constexpr qsizetype kByHand = 12;  ///< as many may be chosen one by one

QString randomInput() {
    return qs(std::string(kRandomInput));
}

/// Returns the path as it is compared here: the engine writes the separators of its system.
QString cleanPath(const QString& path) {
    return QDir::cleanPath(QDir::fromNativeSeparators(path));
}

bool isImageFile(const QString& path) {
    static const QStringList suffixes{"jpg", "jpeg", "png", "bmp", "webp", "tif", "tiff"};
    return suffixes.contains(QFileInfo(path).suffix().toLower());
}

/// Whether it is an image of a kind that phones, browsers and cameras write. The engine names the
/// kind when it refuses it.
bool isForeignImage(const QString& path) {
    static const QStringList suffixes{"heic", "heif", "avif", "gif", "jxl", "jp2", "svg", "psd"};
    return suffixes.contains(QFileInfo(path).suffix().toLower());
}

/// Grey noise with a fixed pattern: the random tensor seen as a picture.
QImage noise() {
    QImage image(11, 11, QImage::Format_Grayscale8);
    unsigned state = 1234;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            state = state * 1103515245U + 12345U;
            image.setPixel(x, y, qRgb(0, 0, 0) | ((90 + (state >> 16) % 140) * 0x010101U));
        }
    return image.scaled(kTile_px, kTile_px);
}

bool hasImages(const QString& folder) {
    for (QDirIterator files(folder, QDir::Files); files.hasNext();)
        if (isImageFile(files.next())) return true;
    return false;
}

/// Images in a folder for each class are data to learn from.
bool isOfClasses(const QString& folder) {
    int classes = 0;
    for (QDirIterator below(folder, QDir::Dirs | QDir::NoDotAndDotDot);
         classes < 2 && below.hasNext();)
        classes += hasImages(below.next());
    return classes > 1 && !hasImages(folder);
}

}  // namespace

PhotographsField::PhotographsField(const FieldContext& context)
    : m_text(context.text),
      m_session(context.session),
      m_random(context.axis.names(kRandomInput)),
      m_canShare(context.axis.max.has_value()),
      m_flow(new FlowLayout(this)),
      m_plus(new QToolButton(this)),
      m_together(new QCheckBox(this)) {
    setAccessibleName(context.caption);
    m_plus->setText("+");
    m_plus->setProperty("role", "tile");
    fitTile(m_plus);
    m_plus->setAccessibleName(tr("Add images"));
    m_plus->setToolTip(tr("Add images: files or a folder; they can also be dropped here"));
    auto* menu = new QMenu(m_plus);
    menu->addAction(tr("Images…"), this, [this] { chooseFiles(false); });
    menu->addAction(tr("A folder of images…"), this, [this] { chooseFiles(true); });
    m_plus->setMenu(menu);
    m_plus->setPopupMode(QToolButton::InstantPopup);
    m_flow->insertWidget(0, m_plus);
    m_together->setToolTip(
        tr("The photographs fill the places of one batch, in their order; else "
           "each one is measured by itself"));
    m_together->hide();
    m_flow->insertWidget(1, m_together);
    connect(m_together, &QCheckBox::clicked, this, &PhotographsField::readTiles);
    connect(&m_session, &Session::thumbnailArrived, this, &PhotographsField::setThumbnail);
    connect(&m_session, &Session::thumbnailFailed, this, &PhotographsField::setProblem);
    connect(&m_session, &Session::imagesArrived, this, &PhotographsField::takeImages);
}

/// Shows the photographs that this PC has. Those that come with Duelo stand first.
void PhotographsField::setProbe(const ProbeSheet& sheet) {
    QStringList inputs;
    if (m_random) inputs << randomInput();
    for (const std::string& sample : sheet.of(kOfPhotographs).inputs) inputs << qs(sample);
    for (const QToolButton* tile : m_tiles)
        if (const QString input = tile->property(kInput).toString(); !inputs.contains(input))
            inputs << input;
    qDeleteAll(m_tiles);
    m_tiles.clear();
    addInputs(inputs);
    setValues(m_values);
}

void PhotographsField::setValues(const std::vector<Json>& values) {
    m_values = values;
    QStringList inputs;
    bool together = false;
    for (const Json& value : values) {
        together |= value.is_array();
        for (const Json& one : value.is_array() ? value : Json::array({value}))
            if (one.is_string()) inputs << qs(one.get<std::string>());
    }
    addInputs(inputs);
    for (QToolButton* tile : m_tiles)
        tile->setChecked(inputs.contains(tile->property(kInput).toString()));
    m_together->setChecked(together);
    offerTogether();
}

/// There must be several to share anything.
void PhotographsField::offerTogether() {
    QStringList photographs = chosen();
    photographs.removeAll(randomInput());
    // A smaller batch has the first of them alone.
    m_together->setText(
        tr("Together in one batch, of %1 or more").arg(qMax(qsizetype{2}, photographs.size())));
    m_together->setVisible(m_canShare && photographs.size() > 1);
}

void PhotographsField::addInputs(const QStringList& inputs) {
    for (const QString& input : inputs)
        if (!tileOf(input)) addTile(input);
}

QToolButton* PhotographsField::tileOf(const QString& input) const {
    const auto found = std::ranges::find_if(m_tiles, [&](const QToolButton* tile) {
        return tile->property(kInput).toString() == input;
    });
    return found == m_tiles.end() ? nullptr : *found;
}

QToolButton* PhotographsField::addTile(const QString& input) {
    auto* tile = new QToolButton(this);
    const bool random = input == randomInput();
    const QString name =
        random ? tr("Random tensor") : qs(visibleText(baseName(input.toStdString())));
    tile->setCheckable(true);
    tile->setProperty("role", "tile");
    tile->setProperty(kInput, input);
    tile->setAccessibleName(name);
    tile->setToolTip(random ? tr("Random tensor: what the handout measures") : tipOf(name));
    fitTile(tile);
    tile->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tile, &QToolButton::clicked, this, [this, tile] {
        if (chosen().isEmpty()) tile->setChecked(true);
        readTiles();
    });
    connect(tile, &QWidget::customContextMenuRequested, this,
            [this, tile, input](const QPoint& at) { openMenu(input, tile->mapToGlobal(at)); });
    m_flow->insertWidget(static_cast<int>(m_tiles.size()), tile);
    tile->show();
    m_tiles.append(tile);
    if (random) m_images.insert(input, noise());
    paintTile(tile);
    tile->installEventFilter(this);
    return tile;
}

QString PhotographsField::tipOf(const QString& picture) {
    return picture + '\n' + tr("A right click takes it off the list");
}

void PhotographsField::fitTile(QToolButton* tile) {
    const int side = scaled_px(kTile_px), whole = side + 8;
    tile->setFixedSize(whole, whole);
    tile->setIconSize({side, side});
}

/// Larger letters have larger pictures.
void PhotographsField::changeEvent(QEvent* event) {
    Field::changeEvent(event);
    if (event->type() != QEvent::StyleChange) return;
    fitTile(m_plus);
    for (QToolButton* tile : std::as_const(m_tiles)) {
        fitTile(tile);
        paintTile(tile);
    }
}

void PhotographsField::paintTile(QToolButton* tile) {
    const QImage image = m_images.value(tile->property(kInput).toString());
    if (image.isNull()) return;
    const int side = static_cast<int>(scaled_px(kTile_px) * devicePixelRatioF());
    const QImage scaled =
        image.scaled(side, side, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
    QPixmap pixmap = QPixmap::fromImage(
        scaled.copy((scaled.width() - side) / 2, (scaled.height() - side) / 2, side, side));
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    tile->setText({});
    QIcon picture(pixmap);
    picture.addPixmap(pixmap, QIcon::Disabled);  // while measuring it still shows what is measured
    tile->setIcon(picture);
}

QStringList PhotographsField::chosen() const {
    QStringList out;
    for (const QToolButton* tile : m_tiles)
        if (tile->isChecked()) out << tile->property(kInput).toString();
    return out;
}

/// A plan needs an input.
void PhotographsField::readTiles() {
    if (chosen().isEmpty() && !m_tiles.isEmpty()) m_tiles.first()->setChecked(true);
    m_values.clear();
    Json photographs = Json::array();
    for (const QString& input : chosen()) {
        if (m_together->isChecked() && input != randomInput())
            photographs.push_back(input.toStdString());
        else
            m_values.emplace_back(input.toStdString());
    }
    if (photographs.size() > 1) {
        Q_EMIT needsAtLeast("batch", static_cast<std::int64_t>(photographs.size()));
        m_values.push_back(std::move(photographs));
    } else {
        m_values.insert(m_values.end(), photographs.begin(), photographs.end());
    }
    offerTogether();
    Q_EMIT edited();
}

/// A tile that is painted is seen: only then is its picture worth the engine's time.
bool PhotographsField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Paint) {
        const QString input = watched->property(kInput).toString();
        // While something is measured the form is disabled, and the engine has no time for it.
        const bool may =
            static_cast<QWidget*>(watched)->isEnabled() || m_session.knowsThumbnail(input);
        if (may) want(input);
    }
    return Field::eventFilter(watched, event);
}

void PhotographsField::want(const QString& input) {
    if (m_images.contains(input) || m_asked.contains(input) || m_wanted.contains(input)) return;
    m_wanted << input;
    askThumbnails();
}

void PhotographsField::askThumbnails() {
    while (!m_wanted.isEmpty() && m_asked.size() < kAtOnce) {
        const QString input = m_wanted.takeFirst();
        m_asked.insert(input);
        m_session.askThumbnail(input);
    }
}

void PhotographsField::setThumbnail(const QString& input, const QImage& image,
                                    const QStringList& notes) {
    if (QToolButton* tile = tileOf(input)) {
        m_images.insert(input, image);
        if (!notes.isEmpty())
            tile->setToolTip(tipOf(tile->accessibleName() + '\n' + notes.join('\n')));
        paintTile(tile);
    }
    m_asked.remove(input);
    askThumbnails();
}

/// A picture that cannot be read stays with its reason, and cannot be chosen.
void PhotographsField::setProblem(const QString& input, const Reason& reason) {
    m_asked.remove(input);
    if (QToolButton* tile = tileOf(input)) {
        const QString sentence = qs(m_text.reason(reason));
        const bool wasChosen = tile->isChecked();
        tile->setChecked(false);
        tile->setEnabled(false);
        tile->setText("!");
        tile->setToolTip(sentence);
        tile->setAccessibleDescription(sentence);
        if (!wasChosen) return askThumbnails();
        readTiles();
        m_session.refuse(reason);
    }
    askThumbnails();
}

void PhotographsField::openMenu(const QString& input, const QPoint& at) {
    if (input == randomInput()) return;
    QMenu menu(this);
    menu.addAction(tr("Remove from the list"), this, [this, input] { remove(input); });
    menu.exec(at);
}

void PhotographsField::remove(const QString& input) {
    QToolButton* tile = tileOf(input);
    if (!tile) return;
    m_tiles.removeOne(tile);
    tile->deleteLater();
    tile->hide();
    readTiles();
}

/// Returns the folder of the photograph that was chosen last here, else the user's folder of
/// pictures.
QString PhotographsField::startFolder() const {
    for (auto tile = m_tiles.crbegin(); tile != m_tiles.crend(); ++tile)
        if (const QFileInfo file((*tile)->property(kInput).toString());
            file.isAbsolute() && file.exists())
            return file.absolutePath();
    return existingFolder(QStandardPaths::PicturesLocation);
}

void PhotographsField::chooseFiles(bool folder) {
    QStringList paths;
    if (folder)
        paths << QFileDialog::getExistingDirectory(this, tr("Folder of images"), startFolder());
    else
        paths = QFileDialog::getOpenFileNames(
            this, tr("Images"), startFolder(),
            tr("Images (*.jpg *.jpeg *.png *.bmp *.ppm *.pgm *.webp *.tif *.tiff);;All files (*)"));
    paths.removeAll(QString());
    ask(paths);
}

void PhotographsField::takeFiles(QStringList& paths) {
    QStringList mine;
    for (const QString& path : paths)
        if (isImageFile(path) || isForeignImage(path) ||
            (QFileInfo(path).isDir() && !isOfClasses(path)))
            mine << path;
    for (const QString& path : mine) paths.removeAll(path);
    ask(mine);
}

void PhotographsField::ask(const QStringList& paths) {
    QStringList files, asked;
    for (const QString& path : paths)
        (QFileInfo(path).isDir() || isForeignImage(path) ? asked : files) << path;
    for (const QString& path : asked) m_askedFor << cleanPath(path);
    if (!asked.isEmpty()) m_session.askImages(asked);
    choose(files);
    // What cannot be read is told now, although its tile may be out of sight; of hundreds when they
    // are seen.
    if (files.size() > kByHand) return;
    for (const QString& file : files) want(file);
}

/// Chooses those of the images that this field asked about; another form may have asked for the
/// others.
void PhotographsField::takeImages(const QStringList& inputs) {
    QStringList mine;
    for (const QString& input : inputs)
        if (std::ranges::any_of(m_askedFor, [clean = cleanPath(input)](const QString& asked) {
                return clean.startsWith(asked + '/') || (clean == asked && isForeignImage(clean));
            }))
            mine << input;
    choose(mine);
}

void PhotographsField::choose(const QStringList& inputs) {
    if (inputs.isEmpty()) return;
    addInputs(inputs);
    for (const QString& input : inputs)
        if (QToolButton* tile = tileOf(input); tile->isEnabled()) tile->setChecked(true);
    readTiles();
}

}  // namespace duelo::ui
