"""Documentation: the site that ``make docs`` builds, served under ``/docs``.

It is no part of the tree, and of a wheel only where it was built before the wheel was. Where it is not there, ``/docs`` says how
it is built; and it shows the description of the API, which stood at that address before there was a site.
"""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from houseway.web import api_page
from houseway.web.problems import Problem

router = APIRouter(include_in_schema=False)

SITE = Path(__file__).parent / "site"
UNBUILT = (
    "The documentation is not built here. In a clone of Houseway, make docs builds it, and a house at work shows it at once; "
    "its pages can be read as they stand in the folder docs."
)


def built() -> bool:
    return (SITE / "index.html").exists()


@router.api_route("/docs", methods=["GET", "HEAD"])
async def front(request: Request) -> Response:
    return RedirectResponse("/docs/") if built() else api_page.shown(request, before=UNBUILT)


@router.api_route("/docs/{path:path}", methods=["GET", "HEAD"])
async def page(path: str, request: Request) -> Response:
    """A file of the site; a browser keeps it and asks whether it is still the same."""
    if not built():
        raise Problem("unknown", UNBUILT)
    try:
        found = await StaticFiles(directory=SITE, html=True).get_response(path or "index.html", request.scope)
    except HTTPException:
        found = Response(status_code=404)
    if found.status_code == 404:
        raise Problem("unknown", "The documentation has no such page.")
    found.headers.setdefault("Cache-Control", "no-cache")
    return found
