"""``python -m docs.site``: builds the documentation into the folder that the house serves under ``/docs``."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from docs.site.building import build
from docs.site.pictures import unavailable
from houseway.complaint import Complaint
from houseway.web.documentation import SITE


def main() -> int:
    goes = Path(sys.argv[1]) if len(sys.argv) > 1 else SITE
    without = unavailable()
    if without:
        print(f"The pages are built without pictures: {without}.")
    began = time.monotonic()
    try:
        pages = build(goes)
    except Complaint as wrong:
        print(f"houseway: {wrong}", file=sys.stderr)
        return 2
    print(f"{pages} pages in {time.monotonic() - began:.0f} s, in {goes}; houseway serve shows them under /docs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
