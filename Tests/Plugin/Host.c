// A program that loads a plugin, uses it on a thread, unloads it, ends the thread, and then causes a bus error.
//
//     Host PLUGIN STORE FILE [handler]
//
// With "handler" it has a handler of bus errors of its own, which ends it with 7.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char **arguments;
static void *plugin;
static pthread_barrier_t used, unloaded;

static void handle(int signal) { _exit(7); }

static void *use(void *unused) {
  plugin = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (!plugin) {
    fprintf(stderr, "%s\n", dlerror());
    _exit(2);
  }
  int (*run)(const char *) = (int (*)(const char *))dlsym(plugin, "usePlugin");
  if (!run || run(arguments[2]) != 0) _exit(3);
  pthread_barrier_wait(&used);
  pthread_barrier_wait(&unloaded);
  return NULL;
}

int main(int count, char **given) {
  arguments = given;
  if (count > 4) signal(SIGBUS, handle);
  pthread_t thread;
  pthread_barrier_init(&used, NULL, 2);
  pthread_barrier_init(&unloaded, NULL, 2);
  pthread_create(&thread, NULL, use, NULL);
  pthread_barrier_wait(&used);
  if (dlclose(plugin) != 0) return 4;
  pthread_barrier_wait(&unloaded);
  pthread_join(thread, NULL);
  // The thread that watches files ends a second after the last of them was observed.
  sleep(2);
  int file = open(given[3], O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (ftruncate(file, 1) != 0) return 5;
  volatile char *page = mmap(NULL, 1, PROT_READ, MAP_SHARED, file, 0);
  if (ftruncate(file, 0) != 0) return 6;
  return *page;
}
