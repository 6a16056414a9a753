"""What a bot prints, kept within bounds.

The beginning and the end are kept, because a crash shows at the end; what falls between is dropped. Once a
bot has printed more than is kept, its pipe is emptied only every so often: a flood is slowed by its own full
pipe and costs the referee next to nothing.
"""

from __future__ import annotations

import asyncio
import os

KEPT_BYTES = 256 * 1024
PIPE_BYTES = 65536
PAUSE_SECONDS = 0.05


class Log:
    """Reads a pipe in the running event loop until its end, or until it is closed."""

    def __init__(self, fd: int, limit: int = KEPT_BYTES) -> None:
        self._fd = fd
        self._half = max(limit // 2, 1)
        self._head = bytearray()
        self._tail = bytearray()
        self._notes: list[str] = []
        self._pause: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self.total = 0
        """All bytes that were printed."""
        os.set_blocking(fd, False)
        self._loop.add_reader(fd, self._read)

    @property
    def is_cut(self) -> bool:
        return self.total > 2 * self._half

    @property
    def text(self) -> str:
        parts = [self._head.decode(errors="replace")]
        if self.is_cut:
            missing = self.total - 2 * self._half
            kept = self._tail[-self._half :].decode(errors="replace")
            parts.append(f"\n[bothy: output cut here, {missing:,} bytes are missing]\n{kept}")
        else:
            parts.append(self._tail.decode(errors="replace"))
        text = "".join(parts)
        if self._notes and text and not text.endswith("\n"):
            text += "\n"
        return text + "".join(f"[bothy: {note}]\n" for note in self._notes)

    def note(self, sentence: str) -> None:
        """The referee's own word at the end of the log."""
        self._notes.append(sentence)

    def close(self) -> None:
        """Take what is still in the pipe, and let go of it."""
        if self._fd < 0:
            return
        for _ in range(16):  # a pipe holds no more; a writer that lives on must not keep us here
            if not self._take():
                break
        self._release()

    def _read(self) -> None:
        if self._take() == b"":
            self._release()
        elif self.is_cut:
            self._loop.remove_reader(self._fd)
            self._pause = self._loop.call_later(PAUSE_SECONDS, self._resume)

    def _resume(self) -> None:
        self._pause = None
        self._loop.add_reader(self._fd, self._read)

    def _take(self) -> bytes | None:
        """One read: b"" at the end of the pipe, None when there is nothing to read."""
        try:
            data = os.read(self._fd, PIPE_BYTES)
        except BlockingIOError:
            return None
        self.total += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > 2 * self._half + PIPE_BYTES:
            del self._tail[: -self._half]
        return data

    def _release(self) -> None:
        if self._pause is not None:
            self._pause.cancel()
        self._loop.remove_reader(self._fd)
        os.close(self._fd)
        self._fd = -1
