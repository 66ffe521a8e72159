"""How fast and how large, against a floor measured in the same run: `python -m tests.bench.start` and siblings.

Nothing here is a test: figures are printed, not asserted, since a busy machine says little about a rule.
"""
