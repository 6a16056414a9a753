"""kaggle-environments with two trivial agents. Runs in an environment of its own: `make bench` installs it there.

For each line on stdin it plays one episode and prints how many steps that had. Imports nothing of this project.
"""

import logging
import sys


def main() -> None:
    out, sys.stdout = sys.stdout, sys.stderr  # it tells of what it could not load
    logging.disable(logging.CRITICAL)
    from kaggle_environments import make  # type: ignore[import-not-found]

    name = sys.argv[1]
    agents = {"connectx": ["random", "random"], "rps": [lambda _: 0, lambda _: 1]}[name]
    for _ in sys.stdin:
        environment = make(name)
        environment.run(agents)
        print(len(environment.steps) - 1, file=out, flush=True)


if __name__ == "__main__":
    main()
