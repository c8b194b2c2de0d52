"""The DevTools protocol of a page, or of the whole browser: commands, answers and events over its own line."""

import json
import time
import urllib.request

import websocket


class DevTools:
    def __init__(self, driver, of_browser=False):
        address = driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json" + ("/version" if of_browser else "")) as response:
            found = json.load(response)
        if not of_browser:
            found = next(each for each in found if each["id"] == driver.current_window_handle)
        self.line = websocket.create_connection(found["webSocketDebuggerUrl"], suppress_origin=True, timeout=30)
        self.number = 0
        self.events = []

    def send(self, method, **parameters):
        """Sends a command without waiting; gives its number."""
        self.number += 1
        self.line.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        return self.number

    def call(self, method, **parameters):
        """A command's answer; events meanwhile are kept."""
        number = self.send(method, **parameters)
        while True:
            message = json.loads(self.line.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']['message']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def wait(self, method, seconds=10):
        """The next event of this name."""
        end = time.monotonic() + seconds
        while True:
            for index, event in enumerate(self.events):
                if event["method"] == method:
                    return self.events.pop(index)["params"]
            self.line.settimeout(max(0.01, end - time.monotonic()))
            try:
                message = json.loads(self.line.recv())
            except websocket.WebSocketTimeoutException:
                raise AssertionError(f"no {method} within {seconds} s") from None
            finally:
                self.line.settimeout(30)
            if "method" in message:
                self.events.append(message)

    def close(self):
        self.line.close()
