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
    """Runs `hrv dashboard` in a folder that goes away with it; `{home}` in an option is that folder.

    `DASHBOARD_COMMAND` names another command, which has to take the same options.
    """

    def __init__(self, tool, *options, beside=None):
        """`beside`: another one, whose folder and history it shares."""
        self.command = shlex.split(os.environ.get("DASHBOARD_COMMAND", "")) or [tool, "dashboard"]
        self.options = options
        self.is_guest = beside is not None
        self.folder = beside.folder if beside else tempfile.TemporaryDirectory(prefix="dashboard-")
        self.port = 0
        self.start()

    @property
    def home(self):
        return self.folder.name

    @property
    def database(self):
        return self.home + "/history.sqlite"

    @property
    def environment(self):
        """Of every program that shares its folder; the player of whoever runs this is not among them."""
        return dict(os.environ, HOME=self.home, XDG_DATA_HOME=self.home, XDG_STATE_HOME=self.home,
                    XDG_CONFIG_HOME=self.home, XDG_RUNTIME_DIR=self.home, MPD_HOST=self.home + "/mpd",
                    DBUS_SESSION_BUS_ADDRESS=f"unix:path={self.home}/bus")

    def start(self, port=0):
        """Starts it; the address of the link is then known."""
        options = [option.replace("{home}", self.home) for option in self.options]
        self.keyboard, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [*self.command, "--port", str(port), "--database", self.database, *options],
            stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.environment)
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
        if not self.is_guest:
            self.folder.cleanup()
