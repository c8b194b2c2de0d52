"""A dashboard of its own for a test: its process, its address, what it keeps."""

import os
import pty
import re
import shlex
import signal
import subprocess
import tempfile
import threading


class Dashboard:
    """Runs `hrv dashboard` in a folder that goes away with it.

    `DASHBOARD_COMMAND` names another command, which has to take the same options.
    """

    def __init__(self, tool, *options):
        self.command = shlex.split(os.environ.get("DASHBOARD_COMMAND", "")) or [tool, "dashboard"]
        self.options = options
        self.folder = tempfile.TemporaryDirectory(prefix="dashboard-")
        self.port = 0
        self.start()

    def start(self, port=0):
        """Starts it; the address of the link is then known."""
        home = self.folder.name
        environment = dict(os.environ, HOME=home, XDG_DATA_HOME=home, XDG_STATE_HOME=home,
                           XDG_CONFIG_HOME=home)
        self.keyboard, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [*self.command, "--port", str(port), "--database", home + "/history.sqlite", *self.options],
            stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        os.close(terminal)
        self.lines, self.links = [], []
        self.arrived = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        self.link = self.next_link()
        self.port = int(re.search(r":(\d+)/", self.link).group(1))

    def _read(self):
        for line in self.process.stdout:
            with self.arrived:
                self.lines.append(line)
                self.links += re.findall(r"http://\S+#token=[^\s\"]+", line)
                self.arrived.notify_all()
        with self.arrived:
            self.lines.append(None)
            self.arrived.notify_all()

    def press(self, key):
        """A key in its terminal."""
        os.write(self.keyboard, key.encode())

    def next_link(self, seconds=20):
        """The next link that is printed; each opens once."""
        with self.arrived:
            self.arrived.wait_for(lambda: self.links or None in self.lines, seconds)
            if not self.links:
                raise AssertionError("the dashboard printed no link: " + "".join(filter(None, self.lines)))
            return self.links.pop(0)

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        """As a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        """As a person ends it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        os.close(self.keyboard)

    def close(self):
        self.stop()
        self.folder.cleanup()
