"""`python -m arena.cli`"""

from arena.cli import main

main()
