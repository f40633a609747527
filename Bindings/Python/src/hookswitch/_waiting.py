"""The parts of waiting that all objects of a host share: futures that can be cancelled alone, and bounded queues."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from typing import Any, Callable, Generic, Optional, TypeVar

from ._native_library import is_forked

Item = TypeVar("Item")


class Waiters:
    """The tasks that wait for one thing. A cancelled one leaves the others alone."""

    __slots__ = ("_futures",)

    def __init__(self) -> None:
        self._futures: list[asyncio.Future[bool]] = []

    async def wait(self) -> bool:
        """Waits for `wake`, and returns its argument."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._futures.append(future)
        try:
            return await future
        finally:
            # A wake in the same turn has emptied the list already.
            if future.cancelled() and future in self._futures:
                self._futures.remove(future)

    def wake(self, answer: bool = True) -> None:
        """Wakes all that wait now."""
        futures, self._futures = self._futures, []
        for future in futures:
            if not future.done():
                future.set_result(answer)

    def __bool__(self) -> bool:
        return bool(self._futures)


class Subscription(Generic[Item]):
    """A bounded queue that one task reads with `async for`. It ends after its source.

    A reader that is too slow loses the oldest items; `lost` counts them, and `tell_loss` makes an item of their number.
    """

    def __init__(
        self, limit: int, tell_loss: Optional[Callable[[int], Item]] = None, skip: Optional[Callable[[Item], bool]] = None
    ) -> None:
        self._items: deque[Item] = deque()
        self._limit = max(1, limit)
        self._tell_loss = tell_loss
        self._skip = skip
        self._untold = 0
        self._waiters = Waiters()
        self._error: Optional[BaseException] = None
        self._has_ended = False
        #: The number of items that were left out.
        self.lost = 0

    def put(self, item: Item) -> None:
        """Adds an item."""
        if self._has_ended:
            return
        if len(self._items) >= self._limit:
            self._items.popleft()
            self.lost += 1
            self._untold += 1
        self._items.append(item)
        self._waiters.wake()

    def end(self) -> None:
        """Ends the iteration once the items that wait were read."""
        self._has_ended = True
        self._waiters.wake()

    def close(self) -> None:
        """Ends the iteration now."""
        self._items.clear()
        self.end()

    def __aiter__(self) -> Subscription[Item]:
        return self

    async def __anext__(self) -> Item:
        while True:
            if self._untold and self._tell_loss is not None:
                count, self._untold = self._untold, 0
                return self._tell_loss(count)
            while self._items:
                item = self._items.popleft()
                if self._skip is None or not self._skip(item):
                    return item
            if self._has_ended:
                raise StopAsyncIteration
            await self._waiters.wait()

    async def aclose(self) -> None:
        """Ends the iteration now."""
        self.close()


class Subscribers(Generic[Item]):
    """The queues that receive the same items. Those that the program has dropped fall out by themselves."""

    __slots__ = ("_queues", "_has_ended")

    def __init__(self) -> None:
        self._queues: list[weakref.ref[Subscription[Item]]] = []
        self._has_ended = False

    def add(self, queue: Subscription[Item]) -> Subscription[Item]:
        """Adds a queue; one that comes after the end ends at once."""
        if self._has_ended:
            queue.end()
        else:
            self._queues.append(weakref.ref(queue, self._queues.remove))
        return queue

    def put(self, item: Item) -> None:
        """Gives an item to each queue."""
        for reference in tuple(self._queues):
            queue = reference()
            if queue is not None:
                queue.put(item)

    def end(self) -> None:
        """Ends all queues, also those to come."""
        self._has_ended = True
        for reference in tuple(self._queues):
            queue = reference()
            if queue is not None:
                queue.end()

    def __bool__(self) -> bool:
        return bool(self._queues)


def unwatch(loop: asyncio.AbstractEventLoop, descriptor: int) -> None:
    """Lets an event loop watch a descriptor no longer.

    Not in a child after fork: it shares the loop's epoll instance with its parent, who would go blind.
    """
    if not is_forked() and not loop.is_closed():
        loop.remove_reader(descriptor)


def spawn(tasks: set[asyncio.Task[Any]], coroutine: Any) -> asyncio.Task[Any]:
    """Starts a task and keeps it until it ends; asyncio itself only has a weak reference."""
    task = asyncio.get_running_loop().create_task(coroutine)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task
