#include "Kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

// What a queue has to tell of a descriptor. It stays until it is told, if the note is registered with EV_CLEAR, and for ever
// otherwise. A note ends when its descriptor is closed.
struct note {
  int queue;
  struct kevent registered;
  uint32_t happened;
  dev_t device;
  ino_t file;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;
static struct note notes[4096];
static int noteCount, newestQueue, returnedCount;
static struct timespec newestTimeout;

static bool isOpen(const struct note *note) {
  struct stat status;
  if (note->registered.filter == EVFILT_USER) return fcntl(note->queue, F_GETFD) >= 0;
  return fstat((int)note->registered.ident, &status) == 0 && status.st_dev == note->device && status.st_ino == note->file;
}

static void forgetClosed(void) {
  int kept = 0;
  for (int index = 0; index < noteCount; index++)
    if (isOpen(&notes[index])) notes[kept++] = notes[index];
  noteCount = kept;
}

int kqueue(void) {
  int kept = 0;
  pthread_mutex_lock(&lock);
  newestQueue = eventfd(0, 0);
  // Of a queue that had the number before.
  for (int index = 0; index < noteCount; index++)
    if (notes[index].queue != newestQueue) notes[kept++] = notes[index];
  noteCount = kept;
  pthread_mutex_unlock(&lock);
  return newestQueue;
}

static int change(int queue, const struct kevent *change) {
  struct note *note = NULL;
  struct stat status = {0};
  for (int index = 0; index < noteCount; index++) {
    struct note *known = &notes[index];
    if (known->queue == queue && known->registered.ident == change->ident && known->registered.filter == change->filter)
      note = known;
  }
  if (change->filter == EVFILT_VNODE && fstat((int)change->ident, &status) != 0) return EBADF;
  if (change->filter != EVFILT_VNODE && change->filter != EVFILT_USER) return EINVAL;
  if (change->flags & EV_DELETE) {
    if (!note) return ENOENT;
    *note = notes[--noteCount];
    return 0;
  }
  if (!note && !(change->flags & EV_ADD)) return ENOENT;
  if (!note) {
    if (noteCount == sizeof notes / sizeof *notes) return ENOMEM;
    note = &notes[noteCount++];
    *note = (struct note){.queue = queue, .device = status.st_dev, .file = status.st_ino};
  }
  if (change->flags & EV_ADD) note->registered = *change;
  if (change->filter == EVFILT_USER && change->fflags & NOTE_TRIGGER) note->happened = NOTE_TRIGGER;
  return 0;
}

static int take(int queue, struct kevent *events, int eventCount) {
  int count = 0;
  forgetClosed();
  for (int index = 0; index < noteCount && count < eventCount; index++) {
    struct note *note = &notes[index];
    if (note->queue != queue || !note->happened) continue;
    events[count] = note->registered;
    events[count++].fflags = note->happened;
    if (note->registered.flags & EV_CLEAR) note->happened = 0;
  }
  returnedCount += count;
  return count;
}

int kevent(int queue, const struct kevent *changes, int changeCount, struct kevent *events, int eventCount,
           const struct timespec *timeout) {
  int count = 0, code = 0;
  struct timespec end;
  pthread_mutex_lock(&lock);
  if (fcntl(queue, F_GETFD) < 0) code = EBADF;
  forgetClosed();
  for (int index = 0; index < changeCount && code == 0; index++) code = change(queue, &changes[index]);
  if (changeCount) pthread_cond_broadcast(&news);
  if (eventCount && code == 0) {
    newestTimeout = timeout ? *timeout : (struct timespec){-1, -1};
    if (timeout) {
      clock_gettime(CLOCK_REALTIME, &end);
      end.tv_nsec += timeout->tv_nsec;
      end.tv_sec += timeout->tv_sec + end.tv_nsec / 1000000000;
      end.tv_nsec %= 1000000000;
    }
    while (!(count = take(queue, events, eventCount)))
      if (timeout ? pthread_cond_timedwait(&news, &lock, &end) : pthread_cond_wait(&news, &lock)) break;
  }
  pthread_mutex_unlock(&lock);
  if (code) errno = code;
  return code ? -1 : count;
}

void tellQueues(const char *path, int what) {
  struct stat status;
  pthread_mutex_lock(&lock);
  forgetClosed();
  if (stat(path, &status) == 0)
    for (int index = 0; index < noteCount; index++)
      if (notes[index].registered.filter == EVFILT_VNODE && notes[index].device == status.st_dev &&
          notes[index].file == status.st_ino)
        notes[index].happened |= what & notes[index].registered.fflags;
  pthread_cond_broadcast(&news);
  pthread_mutex_unlock(&lock);
}

int lastQueue(void) { return newestQueue; }
int returnedEvents(void) { return returnedCount; }
struct timespec lastTimeout(void) { return newestTimeout; }
