/* watch_functions.c - the functions that allocate, lock, wait, do input or output, or ask for the time of day.
 *
 * The list has what the C library exports, under every name by which a compiler may call it. What tries without waiting, such as
 * pthread_mutex_trylock and sem_post, is allowed. The library's own use of its functions is not redirected, so that the list also names
 * what allocates or locks inside, such as strdup and rand. What C++ and Swift allocate comes to malloc. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/syscall.h>
#include <time.h>

#include "CConformanceWatch.h"
#include "stubs.h"
#include "watch.h"

#define ALWAYS(name) {#name, always}

const struct watched_function hookswitch_watched_functions[] = {
    /* memory */
    ALWAYS(malloc), ALWAYS(calloc), ALWAYS(realloc), ALWAYS(reallocarray), ALWAYS(aligned_alloc), ALWAYS(memalign),
    ALWAYS(posix_memalign), ALWAYS(valloc), ALWAYS(pvalloc), ALWAYS(mallopt), ALWAYS(malloc_trim), ALWAYS(mallinfo), ALWAYS(mallinfo2),
    ALWAYS(strdup), ALWAYS(strndup), ALWAYS(__strdup), ALWAYS(__strndup), ALWAYS(wcsdup), ALWAYS(asprintf), ALWAYS(vasprintf),
    ALWAYS(__asprintf_chk), ALWAYS(__vasprintf_chk), ALWAYS(getline), ALWAYS(getdelim), ALWAYS(__getdelim), ALWAYS(open_memstream),
    ALWAYS(fmemopen), ALWAYS(realpath), ALWAYS(__realpath_chk), ALWAYS(canonicalize_file_name), ALWAYS(obstack_begin), ALWAYS(brk),
    ALWAYS(sbrk), ALWAYS(mmap), ALWAYS(mmap64), ALWAYS(munmap), ALWAYS(mremap), ALWAYS(mprotect), ALWAYS(madvise),
    ALWAYS(posix_madvise), ALWAYS(mlock), ALWAYS(mlock2), ALWAYS(mlockall), ALWAYS(munlock), ALWAYS(munlockall), ALWAYS(msync),
    ALWAYS(shm_open), ALWAYS(shm_unlink), ALWAYS(memfd_create),
    {"free", with_memory}, {"cfree", with_memory},
    /* locks */
    ALWAYS(pthread_mutex_lock), ALWAYS(pthread_mutex_timedlock), ALWAYS(pthread_mutex_clocklock), ALWAYS(pthread_rwlock_rdlock),
    ALWAYS(pthread_rwlock_wrlock), ALWAYS(pthread_rwlock_timedrdlock), ALWAYS(pthread_rwlock_timedwrlock),
    ALWAYS(pthread_rwlock_clockrdlock), ALWAYS(pthread_rwlock_clockwrlock), ALWAYS(pthread_spin_lock), ALWAYS(pthread_cond_wait),
    ALWAYS(pthread_cond_timedwait), ALWAYS(pthread_cond_clockwait), ALWAYS(pthread_barrier_wait), ALWAYS(sem_wait),
    ALWAYS(sem_timedwait), ALWAYS(sem_clockwait), ALWAYS(sem_open), ALWAYS(sem_unlink), ALWAYS(mtx_lock), ALWAYS(mtx_timedlock),
    ALWAYS(cnd_wait), ALWAYS(cnd_timedwait), ALWAYS(flock), ALWAYS(lockf), ALWAYS(lockf64), ALWAYS(flockfile), ALWAYS(rand),
    ALWAYS(random), ALWAYS(srand), ALWAYS(srandom),
    /* threads and processes */
    ALWAYS(pthread_create), ALWAYS(pthread_join), ALWAYS(pthread_timedjoin_np), ALWAYS(pthread_clockjoin_np), ALWAYS(pthread_cancel),
    ALWAYS(pthread_kill), ALWAYS(pthread_setschedparam), ALWAYS(pthread_setaffinity_np), ALWAYS(pthread_setname_np),
    ALWAYS(pthread_sigmask), ALWAYS(thrd_create), ALWAYS(thrd_join), ALWAYS(thrd_sleep), ALWAYS(thrd_yield), ALWAYS(fork),
    ALWAYS(_Fork), ALWAYS(vfork), ALWAYS(clone), ALWAYS(system), ALWAYS(popen), ALWAYS(pclose), ALWAYS(execv), ALWAYS(execve),
    ALWAYS(execvp), ALWAYS(posix_spawn), ALWAYS(posix_spawnp), ALWAYS(wait), ALWAYS(wait3), ALWAYS(wait4), ALWAYS(waitpid),
    ALWAYS(waitid), ALWAYS(kill), ALWAYS(raise), ALWAYS(sigaction), ALWAYS(signal), ALWAYS(sigprocmask), ALWAYS(sigsuspend),
    ALWAYS(sigwait), ALWAYS(sigwaitinfo), ALWAYS(sigtimedwait), ALWAYS(pause), ALWAYS(alarm), ALWAYS(setitimer), ALWAYS(timer_create),
    ALWAYS(timer_settime), ALWAYS(timer_delete), ALWAYS(setpriority), ALWAYS(nice), ALWAYS(sched_setscheduler),
    ALWAYS(sched_setaffinity), ALWAYS(sched_yield), ALWAYS(setenv), ALWAYS(unsetenv), ALWAYS(putenv), ALWAYS(setlocale),
    ALWAYS(newlocale), ALWAYS(getrandom), ALWAYS(getentropy), ALWAYS(arc4random), ALWAYS(arc4random_uniform), ALWAYS(arc4random_buf),
    /* sleep */
    ALWAYS(sleep), ALWAYS(usleep), ALWAYS(nanosleep), ALWAYS(clock_nanosleep), ALWAYS(poll), ALWAYS(ppoll), ALWAYS(__poll_chk),
    ALWAYS(__ppoll_chk), ALWAYS(select), ALWAYS(pselect), ALWAYS(epoll_create), ALWAYS(epoll_create1), ALWAYS(epoll_ctl),
    ALWAYS(epoll_wait), ALWAYS(epoll_pwait), ALWAYS(epoll_pwait2), ALWAYS(eventfd), ALWAYS(eventfd_read), ALWAYS(eventfd_write),
    ALWAYS(timerfd_create), ALWAYS(timerfd_settime), ALWAYS(timerfd_gettime), ALWAYS(signalfd), ALWAYS(inotify_init1),
    ALWAYS(inotify_add_watch),
    /* files */
    ALWAYS(open), ALWAYS(open64), ALWAYS(openat), ALWAYS(openat64), ALWAYS(__open_2), ALWAYS(__open64_2), ALWAYS(__openat_2),
    ALWAYS(__openat64_2), ALWAYS(creat), ALWAYS(creat64), ALWAYS(close), ALWAYS(close_range), ALWAYS(closefrom), ALWAYS(dup),
    ALWAYS(dup2), ALWAYS(dup3), ALWAYS(pipe), ALWAYS(pipe2), ALWAYS(fcntl), ALWAYS(fcntl64), ALWAYS(ioctl), ALWAYS(read), ALWAYS(write),
    ALWAYS(pread), ALWAYS(pread64), ALWAYS(pwrite), ALWAYS(pwrite64), ALWAYS(readv), ALWAYS(writev), ALWAYS(preadv), ALWAYS(preadv64),
    ALWAYS(pwritev), ALWAYS(pwritev64), ALWAYS(preadv2), ALWAYS(pwritev2), ALWAYS(__read_chk), ALWAYS(__pread_chk),
    ALWAYS(__pread64_chk), ALWAYS(lseek), ALWAYS(lseek64), ALWAYS(fsync), ALWAYS(fdatasync), ALWAYS(sync), ALWAYS(syncfs),
    ALWAYS(ftruncate), ALWAYS(ftruncate64), ALWAYS(truncate), ALWAYS(truncate64), ALWAYS(stat), ALWAYS(stat64), ALWAYS(fstat),
    ALWAYS(fstat64), ALWAYS(lstat), ALWAYS(lstat64), ALWAYS(fstatat), ALWAYS(fstatat64), ALWAYS(statx), ALWAYS(__xstat),
    ALWAYS(__fxstat), ALWAYS(__lxstat), ALWAYS(statfs), ALWAYS(fstatfs), ALWAYS(access), ALWAYS(faccessat), ALWAYS(unlink),
    ALWAYS(unlinkat), ALWAYS(rename), ALWAYS(renameat), ALWAYS(mkdir), ALWAYS(rmdir), ALWAYS(opendir), ALWAYS(fdopendir),
    ALWAYS(readdir), ALWAYS(readdir64), ALWAYS(closedir), ALWAYS(scandir), ALWAYS(nftw), ALWAYS(glob), ALWAYS(chdir), ALWAYS(fchdir),
    ALWAYS(getcwd), ALWAYS(mkstemp), ALWAYS(mkstemp64), ALWAYS(mkostemp), ALWAYS(mkostemp64), ALWAYS(mkdtemp), ALWAYS(tmpfile),
    ALWAYS(tmpfile64), ALWAYS(readlink), ALWAYS(symlink), ALWAYS(link), ALWAYS(sendfile), ALWAYS(sendfile64), ALWAYS(splice),
    ALWAYS(tee), ALWAYS(copy_file_range), ALWAYS(posix_fallocate), ALWAYS(chmod), ALWAYS(fchmod), ALWAYS(umask),
    /* stdio */
    ALWAYS(fopen), ALWAYS(fopen64), ALWAYS(freopen), ALWAYS(freopen64), ALWAYS(fdopen), ALWAYS(fclose), ALWAYS(fcloseall),
    ALWAYS(fwrite), ALWAYS(fwrite_unlocked), ALWAYS(fread), ALWAYS(fread_unlocked), ALWAYS(__fread_chk), ALWAYS(fputs),
    ALWAYS(fputs_unlocked), ALWAYS(puts), ALWAYS(fputc), ALWAYS(putc), ALWAYS(putchar), ALWAYS(fputc_unlocked), ALWAYS(putc_unlocked),
    ALWAYS(putchar_unlocked), ALWAYS(_IO_putc), ALWAYS(fgets), ALWAYS(fgets_unlocked), ALWAYS(__fgets_chk), ALWAYS(fgetc), ALWAYS(getc),
    ALWAYS(getchar), ALWAYS(_IO_getc), ALWAYS(getc_unlocked), ALWAYS(ungetc), ALWAYS(fflush), ALWAYS(fflush_unlocked), ALWAYS(fseek),
    ALWAYS(fseeko), ALWAYS(fseeko64), ALWAYS(ftell), ALWAYS(ftello), ALWAYS(ftello64), ALWAYS(rewind), ALWAYS(setbuf), ALWAYS(setvbuf),
    ALWAYS(setlinebuf), ALWAYS(printf), ALWAYS(fprintf), ALWAYS(vprintf), ALWAYS(vfprintf), ALWAYS(dprintf), ALWAYS(vdprintf),
    ALWAYS(__printf_chk), ALWAYS(__fprintf_chk), ALWAYS(__vprintf_chk), ALWAYS(__vfprintf_chk), ALWAYS(__dprintf_chk),
    ALWAYS(__vdprintf_chk), ALWAYS(scanf), ALWAYS(fscanf), ALWAYS(vscanf), ALWAYS(vfscanf), ALWAYS(__isoc99_scanf),
    ALWAYS(__isoc99_fscanf), ALWAYS(__isoc23_scanf), ALWAYS(__isoc23_fscanf), ALWAYS(perror), ALWAYS(psignal), ALWAYS(fputws),
    ALWAYS(fputwc), ALWAYS(fwprintf), ALWAYS(wprintf), ALWAYS(__overflow), ALWAYS(__uflow), ALWAYS(error), ALWAYS(warn), ALWAYS(warnx),
    ALWAYS(err), ALWAYS(errx), ALWAYS(syslog), ALWAYS(vsyslog), ALWAYS(__syslog_chk), ALWAYS(__vsyslog_chk), ALWAYS(openlog),
    ALWAYS(closelog), ALWAYS(sd_journal_print), ALWAYS(sd_journal_send),
    /* sockets */
    ALWAYS(socket), ALWAYS(socketpair), ALWAYS(bind), ALWAYS(listen), ALWAYS(accept), ALWAYS(accept4), ALWAYS(connect),
    ALWAYS(shutdown), ALWAYS(send), ALWAYS(sendto), ALWAYS(sendmsg), ALWAYS(sendmmsg), ALWAYS(recv), ALWAYS(recvfrom), ALWAYS(recvmsg),
    ALWAYS(recvmmsg), ALWAYS(__recv_chk), ALWAYS(__recvfrom_chk), ALWAYS(getsockopt), ALWAYS(setsockopt), ALWAYS(getsockname),
    ALWAYS(getpeername), ALWAYS(getaddrinfo), ALWAYS(freeaddrinfo), ALWAYS(getnameinfo), ALWAYS(gethostbyname), ALWAYS(gethostbyname2),
    ALWAYS(gethostbyname_r), ALWAYS(gethostbyaddr), ALWAYS(gethostbyaddr_r), ALWAYS(getservbyname), ALWAYS(getifaddrs),
    ALWAYS(freeifaddrs), ALWAYS(if_nametoindex), ALWAYS(gethostname), ALWAYS(res_init), ALWAYS(res_query), ALWAYS(res_search),
    ALWAYS(getpwnam), ALWAYS(getpwnam_r), ALWAYS(getpwuid), ALWAYS(getpwuid_r), ALWAYS(getgrnam), ALWAYS(getgrgid), ALWAYS(getlogin),
    ALWAYS(mq_open), ALWAYS(mq_send), ALWAYS(mq_receive), ALWAYS(mq_timedsend), ALWAYS(mq_timedreceive), ALWAYS(msgsnd), ALWAYS(msgrcv),
    ALWAYS(semop), ALWAYS(semtimedop),
    /* the linker */
    ALWAYS(dlopen), ALWAYS(dlmopen), ALWAYS(dlclose), ALWAYS(dlsym), ALWAYS(dlvsym), ALWAYS(dladdr), ALWAYS(dladdr1), ALWAYS(dlinfo),
    ALWAYS(dl_iterate_phdr),
    /* the time of day */
    ALWAYS(time), ALWAYS(gettimeofday), ALWAYS(ftime), ALWAYS(settimeofday), ALWAYS(clock_settime), ALWAYS(timespec_get),
    ALWAYS(localtime), ALWAYS(localtime_r), ALWAYS(gmtime), ALWAYS(gmtime_r), ALWAYS(mktime), ALWAYS(timelocal), ALWAYS(timegm),
    ALWAYS(ctime), ALWAYS(ctime_r), ALWAYS(strftime), ALWAYS(tzset), ALWAYS(getdate),
    {"clock_gettime", for_time_of_day},
    {"syscall", by_number},
    {NULL, always},
};

enum { most = sizeof hookswitch_watched_functions / sizeof *hookswitch_watched_functions };

int hookswitch_watch_is_wall_clock(long clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI; }

int hookswitch_watch_is_harmless(long number) {
  return number == SYS_clock_gettime || number == SYS_getcpu || number == SYS_gettid || number == SYS_getpid;
}

static void note(const struct hookswitch_stub *stub, const uintptr_t *words) {
  (void)words;
  if (hookswitch_is_watched) hookswitch_watch_note(stub->name);
}

static void note_memory(const struct hookswitch_stub *stub, const uintptr_t *words) {
  if (hookswitch_is_watched && words[0] != 0) hookswitch_watch_note(stub->name);
}

static void note_clock(const struct hookswitch_stub *stub, const uintptr_t *words) {
  (void)stub;
  if (hookswitch_is_watched && hookswitch_watch_is_wall_clock((int)words[0])) hookswitch_watch_note("clock_gettime of the time of day");
}

static void note_number(const struct hookswitch_stub *stub, const uintptr_t *words) {
  if (hookswitch_is_watched && !hookswitch_watch_is_harmless((int)words[0])) hookswitch_watch_note(stub->name);
}

int hookswitch_watch_redirect(void) {
  static void (*const notes[])(const struct hookswitch_stub *, const uintptr_t *) = {
      [always] = note, [with_memory] = note_memory, [for_time_of_day] = note_clock, [by_number] = note_number};
  static struct hookswitch_redirection table[most];
  static int count;
  if (count == 0)
    for (const struct watched_function *it = hookswitch_watched_functions; it->name != NULL; it++) {
      void *original = dlsym(RTLD_DEFAULT, it->name);
      if (original == NULL) continue;
      table[count++] = (struct hookswitch_redirection){it->name, original, hookswitch_stub_make(it->name, original, notes[it->when])};
    }
  return hookswitch_redirect_images(table, count, 0) > 0 ? 0 : -1;
}
