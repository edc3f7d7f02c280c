#define _GNU_SOURCE
#include "CSupport.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/magic.h>
#include <malloc.h>
#include <sys/vfs.h>
#endif

void give_memory_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

bool is_memory_file_system(const char *path) {
#ifdef __linux__
  struct statfs status;
  return statfs(path, &status) == 0 && status.f_type == TMPFS_MAGIC;
#else
  return false;
#endif
}

bool write_under_lock(int file, const char *path, const void *bytes, size_t count, long offset) {
  if (flock(file, LOCK_EX) != 0) return false;
#ifdef __linux__
  struct statx status;
  bool is_there = statx(AT_FDCWD, path, 0, STATX_INO | STATX_SIZE, &status) == 0;
#else
  struct stat status;
  bool is_there = stat(path, &status) == 0;
#endif
  bool is_written = is_there && pwrite(file, bytes, count, offset) == (ssize_t)count;
  return flock(file, LOCK_UN) == 0 && is_written;
}
