"""The examples of docs/python.md and README.md print what the pages say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(("page", "least"), [("docs/python.md", 15), ("README.md", 8)])
def test_the_page_s_examples(page: str, least: int) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    examples = "\n".join(block for block in blocks if ">>>" in block)
    assert examples.count(">>>") >= least
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    test = doctest.DocTestParser().get_doctest(examples, {}, page, page, 0)
    assert runner.run(test).failed == 0
