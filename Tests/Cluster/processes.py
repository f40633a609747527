"""Child processes in a folder of their own, which end with this process however it ends."""

import ctypes
import os
import shutil
import signal
import subprocess
import tempfile
import threading

libc = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG = 1


def program(name):
    """Returns the path of an installed program; None where it is missing."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/local/bin")


def end_with_parent():
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def family(pid):
    """Returns a process and all that descend from it, the parents first."""
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                children.setdefault(int(file.read().rsplit(")", 1)[1].split()[1]), []).append(int(name))
        except OSError:
            pass
    found = [pid]
    for parent in found:
        found += children.get(parent, [])
    return found


class Child:
    """A process in a session of its own."""

    def __init__(self, arguments, log, environment=None, folder=None):
        # The kernel sends the signal at the end of the thread that started the child.
        assert threading.current_thread() is threading.main_thread()
        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=folder, start_new_session=True,
                env={**os.environ, **(environment or {})}, preexec_fn=end_with_parent)

    def signal(self, number):
        """Sends the process and its helpers a signal."""
        if self.process.returncode is None:
            for pid in family(self.process.pid):
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    pass

    def kill(self):
        """Kills the process with all its helpers, none of which can act in between."""
        self.signal(signal.SIGSTOP)
        self.signal(signal.SIGKILL)
        self.process.wait()

    def kill_alone(self):
        """Kills the process; its helpers see it end."""
        self.process.kill()
        self.process.wait()

    @property
    def code(self):
        return self.process.poll()


class Stage:
    """The folder and the processes of a trial."""

    def __init__(self, name):
        # A short name: a socket's path has at most 107 bytes.
        self.folder = tempfile.mkdtemp(prefix=f"hsw-{name}-")
        os.chmod(self.folder, 0o755)
        self.children = []

    def start(self, arguments, log, environment=None, folder=None):
        child = Child(arguments, f"{self.folder}/{log}", environment, folder)
        self.children.append(child)
        return child

    def logs(self, count=12):
        """Returns the last lines of each log."""
        text = []
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".log"):
                with open(f"{self.folder}/{name}", encoding="utf-8", errors="replace") as log:
                    text.append(f"== {name}\n" + "".join(log.readlines()[-count:]))
        return "".join(text)

    def close(self):
        for child in reversed(self.children):
            child.kill()

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
