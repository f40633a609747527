"""Every method of the host's surface answers through hk_invoke."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from conftest import run
from hookswitch import Host, HookswitchError

PAGE = Path(__file__).parents[3] / "docs/openrpc.json"


@pytest.mark.skipif(not PAGE.exists(), reason="docs/openrpc.json is not here")
def test_every_method_answers() -> None:
    methods = [method["name"] for method in json.loads(PAGE.read_text())["methods"]]
    assert len(methods) > 80

    async def test() -> None:
        async with Host({"audio": {"device": "null"}}) as host:
            for method in methods:
                # It would end the host.
                if method == "host.stop":
                    continue
                for parameters in ({}, {"nothing": 1}, {"call": 5, "line": []}):
                    try:
                        await asyncio.wait_for(host.invoke(method, **parameters), 10)
                    except HookswitchError as error:
                        assert error.code.isalpha() and error.code != "unknown" and error.message, method

    run(test())
