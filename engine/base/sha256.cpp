// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>

#ifdef _WIN32
#include <windows.h>

#include <bcrypt.h>
#else
#include <openssl/evp.h>
#endif

namespace duelo {

using Digest = std::array<unsigned char, 32>;

// Windows has a digest of its own, which spares a library there.
#ifdef _WIN32
struct Sha256::State {
    BCRYPT_HASH_HANDLE hash = nullptr;

    State() {
        static const BCRYPT_ALG_HANDLE algorithm = [] {
            BCRYPT_ALG_HANDLE opened = nullptr;
            BCryptOpenAlgorithmProvider(&opened, BCRYPT_SHA256_ALGORITHM, nullptr, 0);
            return opened;  // null where Windows has none; no hash can be made of it
        }();
        if (BCryptCreateHash(algorithm, &hash, nullptr, 0, nullptr, 0, 0) != 0)
            throw std::bad_alloc();
    }
    State(const State& other) {
        if (BCryptDuplicateHash(other.hash, &hash, nullptr, 0, 0) != 0) throw std::bad_alloc();
    }
    State& operator=(const State&) = delete;
    ~State() { BCryptDestroyHash(hash); }

    void add(std::span<const std::byte> bytes) {
        constexpr std::size_t most = std::size_t{1} << 30;  // its lengths have 32 bits
        for (; !bytes.empty(); bytes = bytes.subspan(std::min(most, bytes.size()))) {
            auto* data = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(bytes.data()));
            BCryptHashData(hash, data, static_cast<ULONG>(std::min(most, bytes.size())), 0);
        }
    }
    void finish(Digest& digest) {
        BCryptFinishHash(hash, digest.data(), static_cast<ULONG>(digest.size()), 0);
    }
};
#else
struct Sha256::State {
    EVP_MD_CTX* context = EVP_MD_CTX_new();

    State() {
        if (context == nullptr) throw std::bad_alloc();
        EVP_DigestInit_ex(context, EVP_sha256(), nullptr);
    }
    State(const State& other) : context(EVP_MD_CTX_new()) {
        if (context == nullptr) throw std::bad_alloc();
        EVP_MD_CTX_copy_ex(context, other.context);
    }
    State& operator=(const State&) = delete;
    ~State() { EVP_MD_CTX_free(context); }

    void add(std::span<const std::byte> bytes) {
        EVP_DigestUpdate(context, bytes.data(), bytes.size());
    }
    void finish(Digest& digest) { EVP_DigestFinal_ex(context, digest.data(), nullptr); }
};
#endif

Sha256::Sha256() : m_state(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::span<const std::byte> bytes) {
    m_state->add(bytes);
}

void Sha256::add(std::string_view text) {
    add(std::as_bytes(std::span(text.data(), text.size())));
}

std::string Sha256::hex() const {
    // Finishing consumes a digest, so a copy is finished and this one stays open.
    Digest digest{};
    State(*m_state).finish(digest);

    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * digest.size());
    for (const unsigned char byte : digest) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::string sha256Hex(std::span<const std::byte> bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

std::string sha256Hex(std::string_view text) {
    Sha256 hash;
    hash.add(text);
    return hash.hex();
}

}  // namespace duelo
