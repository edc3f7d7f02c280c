#ifndef C_SUPPORT_H
#define C_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

/// Tells the optimiser that whatever is at the address is read, and that all of memory may have changed.
///
/// It becomes no instruction of its own: only what was to be measured is.
static inline void swallow(const void *address) {
  __asm__ volatile("" : : "r"(address) : "memory");
}

/// Gives freed memory back to the system, so that it does not count as used.
void give_memory_back(void);

/// Whether the files of a directory are in memory and not on a disk.
bool is_memory_file_system(const char *path);

/// The system calls of a `FileStore`'s write: locks a file, looks which one the path leads to, writes, unlocks.
bool write_under_lock(int file, const char *path, const void *bytes, size_t count, long offset);

#endif
