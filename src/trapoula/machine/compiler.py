"""How kernels are compiled, for solver and bots alike: functions become machine code, arrays bare pointers.

Importing this loads the compiler; whoever only runs what was compiled asks `kernels`. Compiled code
makes no arrays: whoever calls it brings the room that it needs, so that it calls nothing but itself.
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
word = cast("Callable[[int], int]", np.uint64)  # a number as a word of bits, such as a set of cards
wide = cast("Callable[[int], int]", np.int64)  # a word or a narrow number as a whole number
njit: Any = numba.njit  # the compiler has no types that say what it does
types: Any = numba.types
_config: Any = numba.config


class _Part(JITCodeLibrary):
    """What only compiled code calls: handed to its callers as it is, since it is optimised once, with them.

    Left to itself the compiler optimises every function with all that it calls, and makes machine code of it
    that nobody runs.
    """

    finished = 0  # of all functions

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True
        _Part.finished += 1

    @property
    def codegen(self) -> "_Part":
        return self

    def set_env(self, name: str, env: object) -> None:
        """Nothing: what is never run by itself needs no surroundings."""


class _Whole(_Part):
    """An entrance with all that it calls, optimised together; its machine code is made elsewhere."""

    def finalize(self) -> None:
        super().finalize()
        self._optimize_final_module()


class _Parts(Compiler):
    """The compiler for what only compiled code calls."""

    library: Any = _Part

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        self.state.library = self.library(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


class _Wholes(_Parts):
    """The compiler for entrances."""

    library = _Whole


_INSIDE = {  # nothing is called from outside, nobody counts who holds an array, and nothing is raised
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}


_functions: list[object] = []  # all that are to be compiled
PARTLY = 0.85  # of the work is done when all functions are compiled, before they are put together


def share() -> float:
    """How much of what is compiled here is done, from 0 to 1."""
    return PARTLY * min(1.0, _Part.finished / (len(_functions) or 1))


def fast(function: F) -> F:
    """For what compiled code calls: compiled once, since all whole numbers are taken as wide ones."""
    _functions.append(function)
    made = njit(pipeline_class=_Parts, **_INSIDE)(function)
    template = made.get_call_template
    made.get_call_template = lambda given, named: template(tuple(map(_wide, given)), named)
    return made  # type: ignore[no-any-return]


def _wide(kind: Any) -> Any:
    plain = types.unliteral(kind)
    return types.int64 if plain == types.int32 else plain


def machine_code(entrance: Callable[..., int], numbers: int) -> bytes:
    """The machine code of an entrance, which takes a task, the address of a book and so many numbers."""
    signature = types.int64(*[types.int64] * (2 + numbers))
    with _no_vectors():
        made = njit(signature, pipeline_class=_Wholes, **_INSIDE)(entrance)
    module = llvm.parse_assembly(made.inspect_llvm(made.signatures[0]))
    needs = [
        one.name
        for one in (*module.functions, *module.global_variables)
        if one.is_declaration and not one.name.startswith("llvm.")
    ]
    if needs:
        raise NotAlone(f"{entrance.__module__} may call only what is compiled with it, not {needs}")
    (way_in,) = (
        one
        for one in module.functions
        if not one.is_declaration and one.linkage == llvm.Linkage.external
    )
    way_in.name = ENTRANCE
    code: bytes = processor().emit_object(module)
    return code


class NotAlone(Exception):
    """Compiled code that needs what is not there when it is loaded: it makes an array, or raises."""


@contextmanager
def _no_vectors() -> Iterator[None]:
    """While a kernel is compiled: loops are short."""
    before = _config.LOOP_VECTORIZE
    _config.LOOP_VECTORIZE = 0
    try:
        yield
    finally:
        _config.LOOP_VECTORIZE = before


def _pointer(kind: Any) -> Any:
    """How an address becomes a bare pointer, which costs nothing to hand on."""

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
    """What lies at a pointer as an array of some shape, which nobody owns."""
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
    """The lowest card of a set that is not empty."""

    def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), code


lowest: Any = intrinsic(_lowest)
