"""Every change of one place of a JSON value."""

import copy
import math

# Of every type, with those that Python or JavaScript take for each other.
STAND_INS = (None, True, False, 0, 1, 1.0, "", [], {}, {"__tuple__": []})


def changes(value):
    """Yield (kind, path, changed copy) for every change of one place: another `value`, another
    `type`, something `missing`, something `extra`, something `reordered`.

    The copy is the same object each time, put back afterwards: it is not to be kept.
    """
    whole = copy.deepcopy(value)
    names = sorted(set(texts(value)))
    for path in list(places(whole)):
        holder, key, found = whole, None, whole
        for step in path:
            holder, key, found = found, step, found[step]
        if path:
            for kind, other in others(found, names if key == "owner" else ()):
                holder[key] = other
                yield kind, path, whole
            holder[key] = found
        if isinstance(found, dict):
            yield from of_object(whole, path, found)
        elif isinstance(found, list):
            yield from of_list(whole, path, found)


def places(value, path=()):
    """Yield the path to every place, the containers too."""
    yield path
    for key in value if isinstance(value, dict) else range(is_list(value) and len(value)):
        yield from places(value[key], (*path, key))


def texts(value):
    """Yield every text under the key "owner"."""
    if isinstance(value, dict):
        for key, child in value.items():
            if key == "owner":
                yield child
            yield from texts(child)
    elif isinstance(value, list):
        for child in value:
            yield from texts(child)


def is_list(value):
    return isinstance(value, list)


def others(found, names):
    """Yield (kind, value) for what may stand in the place of `found`."""
    for other in STAND_INS:
        if not is_same(other, found):
            yield ("value" if type(other) is type(found) else "type"), other
    yield "type", [found]
    if isinstance(found, str):
        for other in {found + " ", found[1:], found.swapcase(), found + "\u0301", *names} - {found}:
            yield "value", other
    elif isinstance(found, int) and not isinstance(found, bool):
        yield "value", found + 1
        yield "value", -found - 1
        yield "type", float(found)
        yield "type", str(found)
    elif isinstance(found, float):
        for towards in (-math.inf, math.inf):
            other = math.nextafter(found, towards)
            if math.isfinite(other):
                yield "value", other
        yield "value", -found
        yield "type", str(found)
        if found.is_integer() and abs(found) < 2**53:
            yield "type", int(found)


def of_object(whole, path, found):
    items = list(found.items())

    def put(*changed):
        found.clear()
        found.update(changed)

    for index, (key, child) in enumerate(items):
        put(*items[:index], *items[index + 1 :])
        yield "missing", (*path, key), whole
        put(*items[:index], (f"{key} ", child), *items[index + 1 :])
        yield "missing", (*path, key), whole
    for extra in ("more", "", "__tuple__", "Owner", "__proto__"):
        put(*items, (extra, 1))
        yield "extra", (*path, extra), whole
    for order in (items[::-1], items[1:] + items[:1]):
        put(*order)
        yield "reordered", path, whole
    put(*items)


def of_list(whole, path, found):
    items = found[:]
    for index in range(len(items)):
        found[:] = items[:index] + items[index + 1 :]
        yield "missing", (*path, index), whole
        found[:] = [*items, items[index]]
        yield "extra", (*path, len(items)), whole
        if index and not is_same(items[index - 1], items[index]):
            found[:] = items
            found[index - 1 : index + 1] = items[index], items[index - 1]
            yield "reordered", path, whole
    for extra in (None, "Dan", {}):
        found[:] = [extra, *items]
        yield "extra", (*path, 0), whole
    found[:] = items


def is_same(one, other):
    """Whether two values are one JSON text; True, 1 and 1.0 are three."""
    return type(one) is type(other) and repr(one) == repr(other)
