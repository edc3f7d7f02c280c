// Words that threads share: what Swift has as Synchronization.Atomic, which this package replaces.
#pragma once

#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>

// The bytes of memory that was allocated.
static inline size_t size_of_memory(void *memory) { return malloc_usable_size(memory); }

static inline uint64_t word_load(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }

static inline void word_store(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_SEQ_CST); }

static inline bool word_exchange(uint64_t *word, uint64_t expected, uint64_t desired) {
  return __atomic_compare_exchange_n(word, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
