// kqueue(2) as Darwin's manual describes it, with the numbers of its <sys/event.h>, for watched files and for wake-ups.
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define EVFILT_VNODE (-4)
#define EVFILT_USER (-10)
#define EV_ADD 0x0001
#define EV_DELETE 0x0002
#define EV_CLEAR 0x0020
#define NOTE_DELETE 0x00000001
#define NOTE_WRITE 0x00000002
#define NOTE_EXTEND 0x00000004
#define NOTE_RENAME 0x00000020
#define NOTE_REVOKE 0x00000040
#define NOTE_TRIGGER 0x01000000

struct kevent {
  uintptr_t ident;
  int16_t filter;
  uint16_t flags;
  uint32_t fflags;
  intptr_t data;
  void *udata;
};

int kqueue(void);
int kevent(int queue, const struct kevent *changes, int changeCount, struct kevent *events, int eventCount,
           const struct timespec *timeout);

// What a test sees and does.

// Tells the queues what has happened to the file at a path, before it is removed there.
void tellQueues(const char *path, int what);
// The queue that was made last, how many events all of them have returned, and the last time limit; -1 for none.
int lastQueue(void);
int returnedEvents(void);
struct timespec lastTimeout(void);
