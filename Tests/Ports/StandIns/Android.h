// What the library uses of Android's C library for 64-bit processors, as the NDK's headers declare it: the types, and which
// pointers may be null. The constants are those of the Linux kernel's headers, which the NDK's include as well.
#include <asm/fcntl.h>
#include <asm/poll.h>
#include <asm/ioctls.h>
#include <asm-generic/mman-common.h>
#include <linux/errno.h>
#include <linux/inotify.h>
#include <linux/limits.h>
#include <linux/mman.h>
#include <linux/resource.h>
#include <linux/stat.h>
#include <linux/time.h>
#include <stddef.h>
#include <stdint.h>

#define sigaction __kernel_sigaction
#include <linux/signal.h>
#undef sigaction

#pragma clang assume_nonnull begin

typedef long ssize_t;
typedef long off_t;
typedef long time_t;
typedef unsigned int mode_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned long dev_t;
typedef unsigned long ino_t;
typedef int clockid_t;
typedef int pid_t;

// dirent.h, dlfcn.h, fcntl.h, poll.h, stdlib.h, string.h, unistd.h
#define MAP_ANON MAP_ANONYMOUS
#define MAP_FAILED __BIONIC_CAST(reinterpret_cast, void*, -1)
#define F_DUPFD_CLOEXEC (F_LINUX_SPECIFIC_BASE + 6)
#define F_OK 0
#define SEEK_SET 0
#define STDERR_FILENO 2
#define IN_CLOEXEC O_CLOEXEC
#define IN_NONBLOCK O_NONBLOCK
#define ENOTSUP EOPNOTSUPP
#define _SC_PAGESIZE 0x0027
typedef struct DIR DIR;
struct dirent {
  uint64_t d_ino;
  int64_t d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};
int access(const char* path, int mode);
int atexit(void (*function)(void));
int chmod(const char* path, mode_t mode);
int close(int descriptor);
int closedir(DIR* directory);
void* _Nullable dlsym(void* _Nullable handle, const char* _Nullable symbol);
int fchmod(int descriptor, mode_t mode);
int fchown(int descriptor, uid_t owner, gid_t group);
int fdatasync(int descriptor);
int flock(int descriptor, int operation);
void free(void* _Nullable pointer);
int fsync(int descriptor);
int ftruncate(int descriptor, off_t length);
char* _Nullable getenv(const char* name);
gid_t getegid(void);
uid_t geteuid(void);
gid_t getgid(void);
pid_t getpid(void);
uid_t getuid(void);
int inotify_add_watch(int queue, const char* path, uint32_t mask);
int inotify_init1(int flags);
int inotify_rm_watch(int queue, uint32_t watch);
off_t lseek(int descriptor, off_t offset, int whence);
int mkdir(const char* path, mode_t mode);
char* _Nullable mkdtemp(char* path);
void* mmap(void* _Nullable address, size_t size, int protection, int flags, int descriptor, off_t offset);
DIR* _Nullable opendir(const char* path);
int pipe(int ends[_Nonnull 2]);
int poll(struct pollfd* _Nullable descriptors, unsigned int count, int timeout);
ssize_t pread(int descriptor, void* buffer, size_t count, off_t offset);
ssize_t pwrite(int descriptor, const void* buffer, size_t count, off_t offset);
ssize_t read(int descriptor, void* _Nullable buffer, size_t count);
struct dirent* _Nullable readdir(DIR* directory);
ssize_t readlink(const char* path, char* buffer, size_t size);
char* _Nullable realpath(const char* path, char* _Nullable resolved);
int remove(const char* path);
int rename(const char* path, const char* newPath);
int sched_yield(void);
char* _Nullable strdup(const char* string);
char* strerror(int code);
long sysconf(int name);
int unlink(const char* path);
ssize_t write(int descriptor, const void* _Nullable buffer, size_t count);

// pthread.h
typedef int pthread_key_t;
typedef long pthread_t;
typedef long pthread_mutexattr_t;
typedef struct { int32_t __private[10]; } pthread_mutex_t;
typedef long pthread_condattr_t;
typedef struct { int32_t __private[12]; } pthread_cond_t;
typedef struct { uint32_t flags; void* _Nullable stack_base; size_t stack_size; } pthread_attr_t;
enum { PTHREAD_MUTEX_NORMAL = 0, PTHREAD_MUTEX_RECURSIVE = 1, PTHREAD_MUTEX_ERRORCHECK = 2 };
int pthread_atfork(void (* _Nullable prepare)(void), void (* _Nullable parent)(void), void (* _Nullable child)(void));
int pthread_cond_broadcast(pthread_cond_t* condition);
int pthread_cond_destroy(pthread_cond_t* condition);
int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* _Nullable attributes);
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const struct timespec* _Nullable time);
int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex);
int pthread_condattr_destroy(pthread_condattr_t* attributes);
int pthread_condattr_init(pthread_condattr_t* attributes);
int pthread_condattr_setclock(pthread_condattr_t* attributes, clockid_t clock);
// Older NDKs have no nullable pointers here, newer ones do.
int pthread_create(
  pthread_t* thread, const pthread_attr_t* _Nullable attributes, void* (*start)(void*), void* _Nullable argument
);
int pthread_detach(pthread_t thread);
void* _Nullable pthread_getspecific(pthread_key_t key);
int pthread_key_create(pthread_key_t* key, void (* _Nullable destructor)(void* _Nullable));
int pthread_mutex_destroy(pthread_mutex_t* mutex);
int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* _Nullable attributes);
int pthread_mutex_lock(pthread_mutex_t* mutex);
int pthread_mutex_trylock(pthread_mutex_t* mutex);
int pthread_mutex_unlock(pthread_mutex_t* mutex);
int pthread_mutexattr_destroy(pthread_mutexattr_t* attributes);
int pthread_mutexattr_init(pthread_mutexattr_t* attributes);
int pthread_mutexattr_settype(pthread_mutexattr_t* attributes, int type);
int pthread_setspecific(pthread_key_t key, const void* _Nullable value);

// pwd.h
struct passwd {
  char* _Nullable pw_name;
  char* _Nullable pw_passwd;
  uid_t pw_uid;
  gid_t pw_gid;
  char* _Nullable pw_gecos;
  char* _Nullable pw_dir;
  char* _Nullable pw_shell;
};
int getpwuid_r(
  uid_t user, struct passwd* entry, char* buffer, size_t size, struct passwd* _Nullable * _Nonnull result
);

// signal.h
typedef __sighandler_t sighandler_t;
struct sigaction {
  int sa_flags;
  union {
    sighandler_t _Null_unspecified sa_handler;
    void (* _Null_unspecified sa_sigaction)(int, struct siginfo* _Null_unspecified, void* _Null_unspecified);
  };
  sigset_t sa_mask;
  void (* _Null_unspecified sa_restorer)(void);
};
int pthread_sigmask(int how, const sigset_t* _Nullable set, sigset_t* _Nullable previous);
int raise(int signal);
int sigaction(int signal, const struct sigaction* _Nullable action, struct sigaction* _Nullable previous);
int sigdelset(sigset_t* set, int signal);
int sigfillset(sigset_t* set);

// sys/resource.h, sys/stat.h, time.h
struct stat {
  dev_t st_dev;
  ino_t st_ino;
  mode_t st_mode;
  unsigned int st_nlink;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  unsigned long __pad1;
  off_t st_size;
  int st_blksize;
  int __pad2;
  long st_blocks;
  struct timespec st_atim;
  struct timespec st_mtim;
  struct timespec st_ctim;
};
int clock_gettime(clockid_t clock, struct timespec* time);
int fstat(int descriptor, struct stat* status);
int getrlimit(int resource, struct rlimit* limit);
int lstat(const char* path, struct stat* status);
int nanosleep(const struct timespec* duration, struct timespec* _Nullable rest);
int stat(const char* path, struct stat* status);

#pragma clang assume_nonnull end
