"""The pieces of music in a WAD file of Doom.

A WAD begins with four bytes of name, the number of its lumps and the position of their directory; a
directory row is position, length and a name of eight bytes. Music is in the lumps named D_...
"""

import struct


def music_lumps(data):
    """(name, bytes) of every lump of music, the first of each name, in the file's order."""
    _, count, directory = struct.unpack_from("<4sii", data, 0)
    found = {}
    for index in range(count):
        position, length, name = struct.unpack_from("<ii8s", data, directory + 16 * index)
        name = name.rstrip(b"\0").decode("ascii", "replace").lower()
        if name.startswith("d_") and length:
            found.setdefault(name[2:], data[position:position + length])
    return list(found.items())
