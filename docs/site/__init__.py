"""Site: the documentation as pages with search, built by ``make docs`` and served by the house under ``/docs``.

What is read there is what stands in the tree: ``docs/`` page by page, the README as the front page, the books clause by clause
with the redlines of their notices, PAR sheets from the results that come with the house, a reference from docstrings, and
pictures of a house that the build opens for them. ``staged`` says which page comes of which file and where its links lead;
Sphinx with MyST makes HTML of it (docs/decisions/2026-11-16-dependencies.md says why), in a theme of our own that runs no
inline script, so that the pages stand under the policy of all others.
"""
