// SPDX-License-Identifier: Apache-2.0
#include "vision/codec.h"

#include <mutex>
#include <new>
#include <utility>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>

#include "base/stderr_capture.h"

namespace duelo {
namespace {

int ignoreError(int, const char*, const char*, const char*, int, void*) {
    return 0;
}

/// stdout carries the record stream and stderr the progress: OpenCV may use neither.
void silenceOpenCv() {
    static std::once_flag once;
    std::call_once(once, [] {
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_ERROR);
        cv::redirectError(ignoreError);
    });
}

tl::unexpected<Reason> notDecoded(const ImageHeader& header, std::string message) {
    return fail(header.truncated ? "image_truncated" : "image_damaged",
                {{"format", formatName(header.format)}}, std::move(message));
}

tl::unexpected<Reason> outOfMemory(const ImageHeader& header, std::string message) {
    return fail("image_out_of_memory",
                {{"width_px", header.width_px}, {"height_px", header.height_px}},
                std::move(message));
}

Result<DecodedPixels> wrap(cv::Mat image, const ParsedImage& parsed) {
    if (image.empty()) return notDecoded(parsed.header, "the decoder returned no image");
    if (image.cols != parsed.frame_width_px || image.rows != parsed.frame_height_px) {
        return notDecoded(parsed.header, "decoded " + std::to_string(image.cols) + " x " +
                                             std::to_string(image.rows) + ", header says " +
                                             std::to_string(parsed.frame_width_px) + " x " +
                                             std::to_string(parsed.frame_height_px));
    }
    const bool known_depth = image.depth() == CV_8U || image.depth() == CV_16U;
    const int channels = image.channels();
    if (!known_depth || (channels != 1 && channels != 3 && channels != 4)) {
        return notDecoded(parsed.header, "decoded type " + cv::typeToString(image.type()));
    }
    auto owner = std::make_shared<cv::Mat>(std::move(image));
    DecodedPixels pixels;
    pixels.width_px = owner->cols;
    pixels.height_px = owner->rows;
    pixels.channels = channels;
    pixels.bits = owner->depth() == CV_8U ? 8 : 16;
    pixels.row_bytes = owner->step[0];
    const std::uint8_t* data = owner->data;
    pixels.data = std::shared_ptr<const std::uint8_t>(std::move(owner), data);
    return pixels;
}

}  // namespace

Result<DecodedPixels> decodePixels(const ParsedImage& parsed) {
    silenceOpenCv();
    StderrCapture capture;
    try {
        std::vector<std::uint8_t> bytes = parsed.decoderInput();
        const cv::Mat input(1, static_cast<int>(bytes.size()), CV_8U, bytes.data());
        // Unchanged: depth, alpha and orientation are ours to convert, and to say.
        cv::Mat image = cv::imdecode(input, cv::IMREAD_UNCHANGED);
        const std::string warnings = capture.finish();
        auto pixels = wrap(std::move(image), parsed);
        if (pixels) pixels->warnings = warnings;
        if (!pixels && !warnings.empty()) pixels.error().message += ": " + warnings;
        return pixels;
    } catch (const cv::Exception& error) {
        if (error.code == cv::Error::StsNoMem) return outOfMemory(parsed.header, error.what());
        return notDecoded(parsed.header, error.what());
    } catch (const std::bad_alloc& error) {
        return outOfMemory(parsed.header, error.what());
    } catch (const std::exception& error) {
        return notDecoded(parsed.header, error.what());
    }
}

}  // namespace duelo
