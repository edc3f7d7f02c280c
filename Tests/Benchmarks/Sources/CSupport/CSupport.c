#include "CSupport.h"

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
