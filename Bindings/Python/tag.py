"""Gives the wheel the tag of what lies in it: a library of this system, and no code of one Python version."""

import pathlib
import sysconfig

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIBRARY = "src/resonance_hrv/libresonance.so.1"


class Tag(BuildHookInterface):
    def initialize(self, version, build_data):
        if not (pathlib.Path(self.root) / LIBRARY).exists():
            raise RuntimeError(
                f"{LIBRARY} is missing: it is built with Swift 6.2 or later, from the repository of Resonance, by "
                "`make wheel`; install a wheel where there is no Swift")
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
