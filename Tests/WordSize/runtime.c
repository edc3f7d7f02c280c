// The runtime of a program without an operating system: an entry point, and an allocator that never frees.

#include <stddef.h>
#include <stdint.h>

__attribute__((import_module("wasi_snapshot_preview1"), import_name("proc_exit"))) void proc_exit(uint32_t code);

uint32_t check(void);

void _start(void) { proc_exit(check()); }

static unsigned char memory[1 << 20];
static size_t used;

int posix_memalign(void **result, size_t alignment, size_t size) {
  size_t start = (used + alignment - 1) / alignment * alignment;
  if (start > sizeof memory || size > sizeof memory - start) return 12;
  *result = memory + start;
  used = start + size;
  return 0;
}

void free(void *pointer) {}

int putchar(int character) { return character; }

void *memset(void *target, int byte, size_t count) {
  for (size_t index = 0; index < count; index++) ((unsigned char *)target)[index] = (unsigned char)byte;
  return target;
}
