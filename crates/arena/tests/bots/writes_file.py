"""Leaves a note for its next match, wherever it may: in its folder, in the one it is told, in /dev/shm."""
import sys
from table import at_first_prompt, complain


def misbehave():
    for folder in [sys.path[0], sys.argv[1], "/tmp", "/var/tmp", "/dev/shm"]:
        try:
            with open(folder + "/note-" + sys.argv[2], "w") as note:
                note.write("trump was S")
            complain("wrote " + folder)
        except OSError as error:
            complain("%s: %s" % (folder, error.strerror))
    raise SystemExit(1)


at_first_prompt(misbehave)
