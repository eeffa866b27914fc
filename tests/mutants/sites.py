"""Sites: where the house can be changed by one small thing, and how it then reads.

Only what stands in the body of a function is changed, so that a running house takes the change up by its new code. Words for
people, docstrings, annotations and the messages of assertions are left alone: nobody promised them. So are answers made up by
chance (``some``), practice, drawing and print, which are no rule.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).parents[2]
SEED = "houseway-2026"
SAMPLE = 1_000

PARTS = ("law", "play", "games", "floor", "ledger")
# What draws and prints, what counts odds, what practice makes up, and the floor's own tools for telling and judging worked cases.
LEFT_OUT = (
    "/figures/", "/tests/", "/page/", "/cloth/", "/floor/story/", "/floor/keno/story", "/law/released/", "/floor/scenario.py",
    "/floor/coverage.py", "/floor/obedience.py", "/play/cloth.py", "/practice.py", "/papers/printed.py",
)  # fmt: skip
NO_RULE = (
    "words",
    "headline",
    "some",
    "__repr__",
    "__str__",
)  # functions of words for people, and of answers made up by chance

WORDS = ""  # what a change is now that only says something else to people

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True)
class Site:
    """One place and one change. The key goes by the function, not by the line, so that it outlives changes elsewhere."""

    path: str  # from the root of the project
    function: str  # with its class and the functions around it
    nth: int  # of the changes to this function
    line: int
    was: str
    is_now: str
    digest: str  # of the function as it was changed

    @property
    def key(self) -> str:
        return f"{self.path}:{self.function}:{self.nth}"

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def rank(self) -> str:
        return hashlib.sha256(f"{SEED}:{self.key}".encode()).hexdigest()


def files() -> list[Path]:
    found = [path for part in PARTS for path in (ROOT / "houseway" / part).rglob("*.py")]
    return sorted(path for path in found if not any(out in str(path) for out in LEFT_OUT))


def sample(most: int = SAMPLE) -> list[Site]:
    """The fixed sample: of all sites those whose keys come first in the order that the seed gives them."""
    return sorted((site for path in files() for site in sites(path)), key=lambda site: site.rank)[:most]


def sites(path: Path) -> Iterator[Site]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = str(path.relative_to(ROOT))
    for function, node in _functions(tree):
        if function.rpartition(".")[2] in NO_RULE:
            continue
        digest = hashlib.sha256(ast.dump(node).encode()).hexdigest()[:16]
        for nth, (line, was, is_now) in enumerate(_each(node)):
            if is_now != WORDS:  # which keep their number, so that others keep theirs
                yield Site(name, function, nth, line, was, is_now, digest)


def mutated(site: Site) -> CodeType:
    """The module with this one thing changed, compiled."""
    path = ROOT / site.path
    tree = ast.parse(path.read_text(encoding="utf-8"))
    node = next(node for function, node in _functions(tree) if function == site.function)
    for nth, _ in enumerate(_each(node)):  # the change stands while the generator rests at it
        if nth == site.nth:
            return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)
    raise LookupError(site.key)


def marked(path: Path, chosen: Iterable[Site], mark: str) -> CodeType:
    """The module with a mark before each statement that one of the sites stands in: a call of what ``builtins`` has under that
    name, with the site's key."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = dict(_functions(tree))
    for site in chosen:
        block, statement = _statement(functions[site.function].body, site.line)
        call = ast.Call(ast.Name(mark, ast.Load()), [ast.Constant(site.key)], [])
        block.insert(block.index(statement), ast.copy_location(ast.Expr(call), statement))
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def _statement(block: list[ast.stmt], line: int) -> tuple[list[ast.stmt], ast.stmt]:
    """The innermost statement that this line is a part of, and the block in which it stands."""
    statement = next(one for one in block if one.lineno <= line <= (one.end_lineno or one.lineno))
    for node in ast.walk(statement):
        for _, field in ast.iter_fields(node):
            inner = field if isinstance(field, list) and field and isinstance(field[0], ast.stmt) else []
            if any(one.lineno <= line <= (one.end_lineno or one.lineno) for one in inner):
                return _statement(inner, line)
    return block, statement


def _functions(tree: ast.AST, around: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions and methods that stand in a module or a class; what is defined inside them is a part of them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{around}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield f"{around}{node.name}", node
        elif isinstance(node, (ast.If, ast.Try)):
            yield from _functions(node, around)


def _each(function: ast.FunctionDef) -> Iterator[tuple[int, str, str]]:
    """Makes every change to the body of a function in turn, and takes it back after it has been looked at."""
    for statement in function.body:
        yield from _in(statement, function.body)


def _in(node: ast.AST, block: list[ast.stmt]) -> Iterator[tuple[int, str, str]]:
    """The changes of a node and of what stands in it."""
    for line, was, is_now in _changes(node, block):
        yield line, was, WORDS if _only_says(node) else is_now


def _only_says(node: ast.AST) -> bool:
    """Whether a node chooses between sentences, or adds to one."""
    if isinstance(node, ast.IfExp):
        return isinstance(node.body, ast.JoinedStr) or isinstance(node.orelse, ast.JoinedStr)
    return isinstance(node, ast.AugAssign) and _text(node)


def _changes(node: ast.AST, block: list[ast.stmt]) -> Iterator[tuple[int, str, str]]:
    if isinstance(node, (ast.Expr, ast.AugAssign)) and not _is_words(node) and not _waits(node):
        at = block.index(node)
        # never come to, rather than away: a function whose only word of its class is left out would not fit its old place
        left_out = ast.fix_missing_locations(ast.copy_location(ast.If(ast.Constant(False), [node], []), node))
        block[at] = left_out
        yield node.lineno, ast.unparse(node), "nothing"
        block[at] = node
    yield from _here(node)
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "args", "msg") and not isinstance(node, ast.Call):
            continue
        if isinstance(node, ast.Raise) or isinstance(field, ast.JoinedStr) or _is_words(node):
            continue
        inner = field if isinstance(field, list) else [field]
        stands_in = field if isinstance(field, list) and field and isinstance(field[0], ast.stmt) else block
        for child in [one for one in inner if isinstance(one, ast.AST) and not isinstance(one, ast.JoinedStr)]:
            yield from _in(child, stands_in)


def _is_words(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _waits(node: ast.AST) -> bool:
    """A question that nobody hears the answer of is still asked: without it the function would be no script."""
    return isinstance(node, ast.Expr) and isinstance(node.value, (ast.Yield, ast.YieldFrom))


def _here(node: ast.AST) -> Iterator[tuple[int, str, str]]:
    """The changes of one node itself."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        yield from _swapped(node, "ops", [COMPARED[type(node.ops[0])]()])
    elif isinstance(node, ast.BoolOp):
        yield from _swapped(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and _cites(node):
        yield from _swapped(node, "right", node.left, ast.unparse(node.left))  # a ground is left out
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in COMPUTED and not _text(node):
        yield from _swapped(node, "op", COMPUTED[type(node.op)]())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _swapped(node, "op", ast.UAdd(), f"bool({ast.unparse(node.operand)})", bool_only=True)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        yield from _swapped(node, "value", not node.value if isinstance(node.value, bool) else node.value + 1)
    elif isinstance(node, (ast.If, ast.IfExp)) and not isinstance(node.test, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
        yield from _swapped(node, "test", ast.UnaryOp(ast.Not(), node.test), f"if not {ast.unparse(node.test)}")
    elif (
        isinstance(node, ast.Return)
        and node.value is not None
        and not isinstance(node.value, (ast.Constant, ast.Yield))
    ):
        yield from _swapped(node, "value", ast.Constant(None))


def _cites(node: ast.BinOp) -> bool:
    """Whether two bases are added: what comes of both cites both."""
    return any(re.search(r"\bby\b", ast.unparse(side)) for side in (node.left, node.right))


def _text(node: ast.BinOp | ast.AugAssign) -> bool:
    sides = [node.value] if isinstance(node, ast.AugAssign) else [node.left, node.right]
    return any(isinstance(side, (ast.JoinedStr, ast.Constant)) and not _number(side) for side in sides)


def _number(side: ast.AST) -> bool:
    return isinstance(side, ast.Constant) and isinstance(side.value, int)


def _swapped(
    node: ast.expr | ast.stmt, field: str, other: object, told: str = "", bool_only: bool = False
) -> Iterator[tuple[int, str, str]]:
    if bool_only:  # "not x" becomes the truth of x, whatever x is
        assert isinstance(node, ast.UnaryOp)
        other, field = ast.UnaryOp(ast.Not(), node.operand), "operand"
    was, before = ast.unparse(node).splitlines()[0], getattr(node, field)
    setattr(node, field, other)
    ast.fix_missing_locations(node)
    yield node.lineno, was, told or ast.unparse(node).splitlines()[0]
    setattr(node, field, before)
