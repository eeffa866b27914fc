"""Values are really frozen while the tests run, so that nothing assigns to one unnoticed."""

import os

os.environ.setdefault("HOUSEWAY_FREEZE", "1")
