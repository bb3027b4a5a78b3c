"""Runs a notebook from top to bottom; fails if a cell does. `--write` keeps the outputs in the file."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def main() -> None:
    paths = [Path(word) for word in sys.argv[1:] if word != "--write"]
    for path in paths:
        begun = time.monotonic()
        notebook = nbformat.read(path, as_version=4)
        NotebookClient(notebook, timeout=900, resources={"metadata": {"path": str(path.parent)}}).execute()
        if "--write" in sys.argv:
            # Warnings and times say more about the machine than about the notebook.
            for cell in notebook.cells:
                cell.metadata.pop("execution", None)
                if "outputs" in cell:
                    cell.outputs = [out for out in cell.outputs if out.get("name") != "stderr"]
            nbformat.write(notebook, path)
        print(f"{path.name}: {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
