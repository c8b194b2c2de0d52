"""What a case works with: dashboards and browsers that are closed after it, and judged."""

from bridge import Bridge
from browser import Browser
from dashboard import Dashboard

CASES = {}


def case(function):
    """A case, by the name of its function."""
    CASES[function.__name__] = function
    return function


class Bench:
    def __init__(self, tool):
        self.tool = tool
        self.dashboards = []
        self.browsers = []
        # What ends before the dashboards.
        self.helpers = []

    def dashboard(self, *options, beside=None):
        self.dashboards.append(Dashboard(self.tool, *options, beside=beside))
        return self.dashboards[-1]

    def bridge(self, path):
        """A bridge at this socket."""
        self.helpers.append(Bridge(path))
        return self.helpers[-1]

    def browser(self, dashboard, *flags, enters=True, **options):
        browser = Browser(dashboard.address, *flags, **options)
        self.browsers.append(browser)
        if enters:
            browser.enter(dashboard.link)
        return browser

    def open(self, *flags, **options):
        """A dashboard, and a browser that it let in."""
        dashboard = self.dashboard()
        return dashboard, self.browser(dashboard, *flags, **options)

    def close(self, has_failed):
        complaints = []
        for browser in self.browsers:
            try:
                browser.drop() if has_failed else browser.close()
            except AssertionError as complaint:
                complaints.append(str(complaint))
        for helper in self.helpers:
            helper.close()
        for dashboard in reversed(self.dashboards):
            if has_failed:
                print("".join(filter(None, dashboard.lines[-20:])))
            dashboard.close()
        assert not complaints, "\n".join(complaints)
