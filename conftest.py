"""For every test: no example is judged by the clock, and nothing is taken from a cache of figures."""

import os

from hypothesis import settings

os.environ["HOUSEWAY_CACHE"] = "off"  # what comes with the house may be used; what somebody found before may not
settings.register_profile("house", deadline=None)
settings.load_profile("house")
