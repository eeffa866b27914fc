/* Taped: what a program writes below one folder goes on a tape, in the order in which it was done.

   Put in front of the C library (LD_PRELOAD) of a PostgreSQL server. HOUSEWAY_TAPE names the tape, HOUSEWAY_TAPED the folder. Every
   record is one writev to a file opened for appending, made when the call has succeeded and before its caller hears of it: whatever
   somebody did because of it stands behind it on the tape. A sync says how long the tape was when it began; what stood there by then
   is what it covers. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct record {
    char what;           /* w write, t truncate, s sync, c create, r rename, l link, u unlink, m mkdir, d rmdir */
    char rest[3];
    uint32_t name, other; /* how long the names are that follow */
    uint32_t size;        /* and the data */
    uint64_t at;
};

static int tape = -1;
static char folder[PATH_MAX];
static size_t folder_length;

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("HOUSEWAY_TAPE"), *taped = getenv("HOUSEWAY_TAPED");
    if (!path || !taped || strlen(taped) >= sizeof folder) return;
    int (*opens)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    int fd = opens(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0) return;
    tape = fcntl(fd, F_DUPFD_CLOEXEC, 400);
    close(fd);
    strcpy(folder, taped);
    folder_length = strlen(folder);
}

/* The name below the folder, or NULL. The server works in that folder, so a relative name is one of its own. */
static const char *below(const char *path) {
    if (tape < 0 || !path) return NULL;
    if (path[0] != '/') return strncmp(path, "./", 2) ? path : path + 2;
    if (strncmp(path, folder, folder_length) || (path[folder_length] != '/' && path[folder_length])) return NULL;
    return path[folder_length] ? path + folder_length + 1 : path + folder_length;
}

static const char *named(int fd, char *room) {
    char link[64];
    if (tape < 0) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, room, PATH_MAX - 1);
    if (size <= 0 || room[0] != '/') return NULL;
    room[size] = 0;
    return below(room);
}

static void note(char what, const char *name, const char *other, uint64_t at, const struct iovec *data, int count, size_t size) {
    int kept = errno;
    struct record head = {what, {0}, strlen(name), other ? strlen(other) : 0, size, at};
    struct iovec all[IOV_MAX];
    int n = 0;
    all[n++] = (struct iovec){&head, sizeof head};
    all[n++] = (struct iovec){(void *)name, head.name};
    if (other) all[n++] = (struct iovec){(void *)other, head.other};
    for (int i = 0; i < count && size; i++) {
        size_t part = data[i].iov_len < size ? data[i].iov_len : size;
        all[n++] = (struct iovec){data[i].iov_base, part};
        size -= part;
    }
    size_t whole = 0;
    for (int i = 0; i < n; i++) whole += all[i].iov_len;
    REAL(writev);
    if (real(tape, all, n) != (ssize_t)whole) abort(); /* a tape with a hole would prove nothing */
    errno = kept;
}

static void wrote(int fd, const struct iovec *data, int count, ssize_t done, off_t at) {
    char room[PATH_MAX];
    const char *name = done > 0 ? named(fd, room) : NULL;
    if (!name) return;
    int kept = errno;
    if (at < 0) at = lseek(fd, 0, SEEK_CUR) - done;
    errno = kept;
    note('w', name, NULL, at, data, count, done);
}

#define WRITES(name, offset) \
    ssize_t name(int fd, const void *data, size_t size, offset at) { \
        REAL(name); \
        ssize_t done = real(fd, data, size, at); \
        wrote(fd, &(struct iovec){(void *)data, size}, 1, done, at); \
        return done; \
    }
WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)

#define WRITES_PARTS(name, offset) \
    ssize_t name(int fd, const struct iovec *data, int count, offset at) { \
        REAL(name); \
        ssize_t done = real(fd, data, count, at); \
        wrote(fd, data, count, done, at); \
        return done; \
    }
WRITES_PARTS(pwritev, off_t)
WRITES_PARTS(pwritev64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
    REAL(write);
    ssize_t done = real(fd, data, size);
    wrote(fd, &(struct iovec){(void *)data, size}, 1, done, -1);
    return done;
}

ssize_t writev(int fd, const struct iovec *data, int count) {
    REAL(writev);
    ssize_t done = real(fd, data, count);
    wrote(fd, data, count, done, -1);
    return done;
}

#define SETS_SIZE(name, offset) \
    int name(int fd, offset size) { \
        REAL(name); \
        char room[PATH_MAX]; \
        int done = real(fd, size); \
        const char *file = done == 0 ? named(fd, room) : NULL; \
        if (file) note('t', file, NULL, size, NULL, 0, 0); \
        return done; \
    }
SETS_SIZE(ftruncate, off_t)
SETS_SIZE(ftruncate64, off64_t)

int truncate(const char *path, off_t size) {
    REAL(truncate);
    int done = real(path, size);
    const char *file = done == 0 ? below(path) : NULL;
    if (file) note('t', file, NULL, size, NULL, 0, 0);
    return done;
}

/* Room that is made for a file is zeros at its end. */
static void grown(int fd, off_t to) {
    char room[PATH_MAX];
    const char *file = named(fd, room);
    if (file) note('g', file, NULL, to, NULL, 0, 0);
}

#define MAKES_ROOM(name, offset) \
    int name(int fd, offset at, offset size) { \
        REAL(name); \
        int done = real(fd, at, size); \
        if (done == 0) grown(fd, at + size); \
        return done; \
    }
MAKES_ROOM(posix_fallocate, off_t)
MAKES_ROOM(posix_fallocate64, off64_t)

#define SYNCS(name) \
    int name(int fd) { \
        REAL(name); \
        char room[PATH_MAX]; \
        const char *file = named(fd, room); \
        off_t began = file ? lseek(tape, 0, SEEK_END) : 0; \
        int done = real(fd); \
        if (file && done == 0) note('s', file, NULL, began, NULL, 0, 0); \
        return done; \
    }
SYNCS(fsync)
SYNCS(fdatasync)

#define OPENS(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        mode_t mode = 0; \
        if (flags & (O_CREAT | __O_TMPFILE)) { \
            va_list more; \
            va_start(more, flags); \
            mode = va_arg(more, mode_t); \
            va_end(more); \
        } \
        const char *file = flags & (O_CREAT | O_TRUNC) ? below(path) : NULL; \
        struct stat was; \
        int there = file && stat(path, &was) == 0; \
        int fd = real(path, flags, mode); \
        if (fd >= 0 && file && !there) note('c', file, NULL, 0, NULL, 0, 0); \
        else if (fd >= 0 && file && (flags & O_TRUNC)) note('t', file, NULL, 0, NULL, 0, 0); \
        return fd; \
    }
OPENS(open)
OPENS(open64)

int rename(const char *from, const char *to) {
    REAL(rename);
    int done = real(from, to);
    if (done == 0 && below(from) && below(to)) note('r', below(from), below(to), 0, NULL, 0, 0);
    return done;
}

int link(const char *from, const char *to) {
    REAL(link);
    int done = real(from, to);
    if (done == 0 && below(from) && below(to)) note('l', below(from), below(to), 0, NULL, 0, 0);
    return done;
}

#define OF_A_NAME(name, what) \
    int name(const char *path) { \
        REAL(name); \
        int done = real(path); \
        if (done == 0 && below(path)) note(what, below(path), NULL, 0, NULL, 0, 0); \
        return done; \
    }
OF_A_NAME(unlink, 'u')
OF_A_NAME(rmdir, 'd')

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    int done = real(path, mode);
    if (done == 0 && below(path)) note('m', below(path), NULL, 0, NULL, 0, 0);
    return done;
}
