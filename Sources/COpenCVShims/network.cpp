#include "COpenCVShims.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>

struct network {
  cv::dnn::Net net;
};

static char fault[512];

static int failed(const char *words) {
  snprintf(fault, sizeof fault, "%s", words);
  return -1;
}

// Runs `body`, whose exceptions become words. C++ must let none of them out.
template <typename Body>
static int guarded(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return failed("memory");
  } catch (const cv::Exception &error) {
    return failed(
        error.code == cv::Error::StsNoMem ? "memory" : error.err.c_str());
  } catch (const std::exception &error) {
    return failed(error.what());
  } catch (...) {
    return failed("unknown");
  }
}

static int say_nothing(
    int, const char *, const char *, const char *, int, void *) {
  return 0;
}

void network_start(void) {
  // The library would look for drivers of graphics processors.
  setenv("OPENCV_OPENCL_RUNTIME", "disabled", 1);
  guarded([] {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    cv::redirectError(say_nothing);
    cv::setNumThreads(1);
    return 0;
  });
}

void network_fault(char *text, size_t count) {
  snprintf(text, count, "%s", fault);
}

int network_load(const uint8_t *bytes, size_t count, network **loaded) {
  return guarded([&] {
    auto made = std::make_unique<network>();
    made->net = cv::dnn::readNetFromONNX(
        reinterpret_cast<const char *>(bytes), count);
    if (made->net.empty()) return failed("the network is empty");
    made->net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    made->net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
    *loaded = made.release();
    return 0;
  });
}

void network_free(network *network) { delete network; }

int network_run(
    network *network, const float *input, const int shape[4], float *scores,
    size_t capacity, size_t *count) {
  return guarded([&] {
    // The library does not write to its input.
    cv::Mat blob(4, shape, CV_32F, const_cast<float *>(input));
    network->net.setInput(blob);
    cv::Mat output = network->net.forward();
    if (output.depth() != CV_32F || !output.isContinuous()) {
      return failed("the scores are not plain numbers");
    }
    *count = output.total() * output.channels();
    memcpy(
        scores, output.ptr<float>(),
        sizeof(float) * (*count < capacity ? *count : capacity));
    return 0;
  });
}
