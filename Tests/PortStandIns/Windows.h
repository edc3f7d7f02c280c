// The headers of Microsoft's C library, in place of those that CLibrary.h lists.
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

// MinGW does not declare it.
int strerror_s(char* buffer, size_t size, int code);
