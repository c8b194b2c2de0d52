"""A MIDI file as sound, by fluidsynth with the soundfont TimGM6mb, from second 3 to second 63."""

import subprocess
import tempfile
import wave

RATE_HZ = 44_100
BEGIN_SECONDS, END_SECONDS = 3, 63
BYTES_PER_FRAME = 4  # two channels of 16 bits
SOUNDFONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"


def render(data, path):
    """Writes 16-bit stereo to the WAV file. A piece that ends earlier is shorter."""
    with tempfile.NamedTemporaryFile(suffix=".mid") as file:
        file.write(data)
        file.flush()
        with subprocess.Popen(
            ["fluidsynth", "--no-shell", "--no-midi-in", "--quiet", "--sample-rate", str(RATE_HZ),
             "--audio-file-type", "raw", "--audio-file-format", "s16", "--audio-file-endian",
             "little", "--fast-render", "-", SOUNDFONT, file.name],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
            program.stdout.read(BEGIN_SECONDS * RATE_HZ * BYTES_PER_FRAME)
            sound = program.stdout.read((END_SECONDS - BEGIN_SECONDS) * RATE_HZ * BYTES_PER_FRAME)
            program.terminate()
    if not sound:
        raise RuntimeError("fluidsynth wrote no sound")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(sound)
