"""The Python column of docs/migration.md: scripts/check-claims finds each expression of the page here."""

from __future__ import annotations

import pytest
from conftest import FarEnd, run, taken
from hookswitch import End, Host, HookswitchError, Start


def test_the_column_of_the_migration_page() -> None:
    async def test() -> None:
        async with Host() as host:
            network = FarEnd()
            host.add_provider(network)
            call = await host.dial("tel:5550100", provider="own")
            await call.reaches("active")
            await call.hold()
            await call.resume()
            await call.mute()
            await call.send_digits("12#")
            second = await network.report_incoming("5550111", name="Ada")
            await second.answer()
            network.report(second, "connected")
            await second.reaches("active")
            await call.hang_up()
            request = host.transaction(End(second), Start("tel:5550101"))
            await request
            third = next(call for call in host.calls if call.handle == "5550101")
            await third.reaches("active")
            network.report_update(third, name="Eve")
            events = third.events()
            network.report_ended(third, "remoteEnded")
            assert [event async for event in events]
            await third.reaches("ended")
            with pytest.raises(HookswitchError) as error:
                call.hold()
            assert error.value.calls
            host.do_not_disturb()
            host.block("tel:5550112")
            host.remove_provider("own")
            await taken(host)

    run(test())
