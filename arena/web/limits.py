"""How often somebody may do something: counted in Redis for all hosts together, or here while there is none."""

from __future__ import annotations

import math
import time
from threading import Lock

import redis

PREFIX = "bothy-limit"
MOST_KEYS = 10_000


class Limiter:
    """Counts in windows of time, each beginning with the first that is counted in it."""

    def __init__(self, redis_url: str) -> None:
        self._redis = redis.Redis.from_url(redis_url, socket_timeout=1, socket_connect_timeout=1) if redis_url else None
        self._own: dict[str, tuple[float, int]] = {}
        self._lock = Lock()

    def wait_seconds(self, what: str, who: str, most: int, seconds: int) -> int:
        """Counts one; 0 if that is not too often, else how long to wait."""
        key = f"{PREFIX}:{what}:{who}"
        try:
            count, left = self._in_redis(key, seconds) if self._redis is not None else self._here(key, seconds)
        except redis.RedisError:
            count, left = self._here(key, seconds)  # Redis may be away; limits are not
        return max(1, math.ceil(left)) if count > most else 0

    def forget(self) -> None:
        """All counts begin again."""
        self._own.clear()
        if self._redis is not None:
            for key in self._redis.scan_iter(f"{PREFIX}:*"):
                self._redis.delete(key)

    def _in_redis(self, key: str, seconds: int) -> tuple[int, float]:
        assert self._redis is not None
        with self._redis.pipeline() as pipe:
            pipe.set(key, 0, ex=seconds, nx=True)
            pipe.incr(key)
            pipe.pttl(key)
            _, count, left_ms = pipe.execute()
        return int(count), max(0, int(left_ms)) / 1000

    def _here(self, key: str, seconds: int) -> tuple[int, float]:
        now = time.monotonic()
        with self._lock:
            if len(self._own) >= MOST_KEYS:
                self._own = {name: one for name, one in self._own.items() if one[0] > now}
            until, count = self._own.get(key, (0.0, 0))
            until, count = (until, count + 1) if until > now else (now + seconds, 1)
            self._own[key] = (until, count)
        return count, until - now
