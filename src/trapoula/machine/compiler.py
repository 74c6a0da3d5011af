"""The compiler of kernels, for the solver and the bots: it turns functions into machine code.

Arrays become bare pointers. Importing this module loads numba; to run a kernel that is already
compiled, use `kernels`. Compiled code allocates no arrays and calls nothing outside itself: the
caller passes in all the memory.
"""

# mypy: disable-error-code="no-untyped-call"

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from trapoula.machine.kernels import ENTRANCE, llvm, processor

F = TypeVar("F", bound=Callable[..., Any])
word = cast("Callable[[int], int]", np.uint64)  # a number as a 64-bit word, such as a set of cards
wide = cast("Callable[[int], int]", np.int64)  # a word or a narrow number as an int64
njit: Any = numba.njit  # numba has no types
types: Any = numba.types
_config: Any = numba.config


class _Callee(JITCodeLibrary):
    """A function that only compiled code calls. It is handed to its callers unoptimized.

    By default numba optimizes every function with all its callees and emits machine code for each.
    That is wasted work here, because only entry points run; `_EntryPoint` optimizes once.
    """

    finished = 0  # counts all compiled functions

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True
        _Callee.finished += 1

    @property
    def codegen(self) -> "_Callee":
        return self

    def set_env(self, name: str, env: object) -> None:
        """Do nothing: code that never runs by itself needs no environment."""


class _EntryPoint(_Callee):
    """An entry point, optimized with everything it calls; `machine_code` emits its machine code."""

    def finalize(self) -> None:
        super().finalize()
        self._optimize_final_module()


class _CalleeCompiler(Compiler):
    """The compiler for functions that only compiled code calls."""

    library: Any = _Callee

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        self.state.library = self.library(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


class _EntryCompiler(_CalleeCompiler):
    """The compiler for entry points."""

    library = _EntryPoint


_SETTINGS = {  # no calls from Python, no reference counts for arrays, no exceptions
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}


_functions: list[object] = []  # all functions to compile
# the fraction of the work that is done when all functions are compiled but not yet linked
PARTLY = 0.85


def progress() -> float:
    """Return how much of the compilation is done, from 0 to 1."""
    return PARTLY * min(1.0, _Callee.finished / (len(_functions) or 1))


def fast(function: F) -> F:
    """Compile a function that only compiled code calls.

    It widens all integers, so that each function is compiled once.
    """
    _functions.append(function)
    made = njit(pipeline_class=_CalleeCompiler, **_SETTINGS)(function)
    template = made.get_call_template
    made.get_call_template = lambda given, named: template(tuple(map(_wide, given)), named)
    return made  # type: ignore[no-any-return]


def _wide(kind: Any) -> Any:
    plain = types.unliteral(kind)
    return types.int64 if plain == types.int32 else plain


def machine_code(entrance: Callable[..., int], numbers: int) -> bytes:
    """Return the machine code of an entry point: it takes a task, the address of a book and numbers."""
    signature = types.int64(*[types.int64] * (2 + numbers))
    with _no_vectors():
        made = njit(signature, pipeline_class=_EntryCompiler, **_SETTINGS)(entrance)
    module = llvm.parse_assembly(made.inspect_llvm(made.signatures[0]))
    needs = [
        one.name
        for one in (*module.functions, *module.global_variables)
        if one.is_declaration and not one.name.startswith("llvm.")
    ]
    if needs:
        raise NotSelfContained(
            f"{entrance.__module__} may call only what is compiled with it, not {needs}"
        )
    (entry,) = (
        one
        for one in module.functions
        if not one.is_declaration and one.linkage == llvm.Linkage.external
    )
    entry.name = ENTRANCE
    code: bytes = processor().emit_object(module)
    return code


class NotSelfContained(Exception):
    """Compiled code that needs something outside itself: it allocates an array or raises."""


@contextmanager
def _no_vectors() -> Iterator[None]:
    """Turn vectorization off while a kernel compiles: its loops are short."""
    before = _config.LOOP_VECTORIZE
    _config.LOOP_VECTORIZE = 0
    try:
        yield
    finally:
        _config.LOOP_VECTORIZE = before


def _pointer(kind: Any) -> Any:
    """Make an intrinsic that casts an address to a bare pointer, which is free to pass on."""

    @intrinsic
    def pointer(context, address):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(kind)(types.uintp), code

    return pointer


ints, longs = _pointer(types.int32), _pointer(types.int64)
words, octets = _pointer(types.uint64), _pointer(types.uint8)
reals, marks = _pointer(types.float64), _pointer(types.boolean)


def _grid(context, pointer, shape):  # type: ignore[no-untyped-def]
    """View the memory at a pointer as an array of a shape; nothing owns the memory."""
    kind = types.Array(pointer.dtype, len(shape), "C")

    def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        wide = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        lengths = cgutils.unpack_tuple(builder, arguments[1])
        strides = [context.get_constant(types.intp, wide)]
        for length in reversed(lengths):
            strides.insert(0, builder.mul(strides[0], length))
        array = context.make_array(kind)(context, builder)
        populate_array(array, arguments[0], lengths, strides[1:], strides[-1], None)
        return array._getvalue()

    return kind(pointer, shape), code


grid: Any = intrinsic(_grid)


def _lowest(context, word):  # type: ignore[no-untyped-def]
    """Return the lowest card of a nonempty set."""

    def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), code


lowest: Any = intrinsic(_lowest)
