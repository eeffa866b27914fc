"""For every test: values are really frozen, so that nothing assigns to one unnoticed, and no example is judged by the clock."""

import os

from hypothesis import settings

os.environ.setdefault("HOUSEWAY_FREEZE", "1")
settings.register_profile("house", deadline=None)
settings.load_profile("house")
