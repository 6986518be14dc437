"""How many of one unit are one of another of the same kind; only where that is exact, so no miles and no currencies."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

# Each with how many of the one before it make one of it.
_LADDERS = (
    "ps 1 ns 1000 µs 1000 ms 1000 s 1000 min 60 h 60 day 24 week 7 fortnight 2",
    "month 1 year 12 decade 10 century 10",
    "byte 1 kB 1000 MB 1000 GB 1000 TB 1000 PB 1000 EB 1000",
    "KiB 1 MiB 1024 GiB 1024 TiB 1024",
    "bit 1 kbit 1000 Mbit 1000 Gbit 1000 Tbit 1000",
    "kbit/s 1 Mbit/s 1000 Gbit/s 1000",
    "MB/s 1 GB/s 1000 TB/s 1000",
    "nm 1 µm 1000 mm 1000 cm 10 m 100 km 1000",
    "µg 1 mg 1000 g 1000 kg 1000 tonne 1000 kt 1000 Mt 1000 Gt 1000",
    "mL 1 cL 10 L 100",
    "Hz 1 kHz 1000 MHz 1000 GHz 1000",
    "µW 1 mW 1000 W 1000 kW 1000 MW 1000 GW 1000",
    "Wh 1 kWh 1000 MWh 1000 GWh 1000 TWh 1000",
    "J 1 kJ 1000",
    "Pa 1 hPa 100 kPa 10 MPa 1000",
    "mA 1 A 1000",
    "mV 1 V 1000 kV 1000",
    "mAh 1 Ah 1000",
    "basis_point 1 percentage_point 100",
)


def _sizes(ladder: str) -> dict[str, Decimal]:
    """Each unit in its ladder's lowest."""
    sizes, size = {}, Decimal(1)
    names = iter(ladder.split())
    for name, steps in zip(names, names, strict=True):
        size *= Decimal(steps)
        sizes[name] = size
    return sizes


_KINDS = tuple(map(_sizes, _LADDERS))
_KIND_OF = {name: sizes for sizes in _KINDS for name in sizes}


def others(value: Decimal, unit: str) -> Iterator[tuple[Decimal, str]]:
    """The same amount in each other unit of its kind: 1.48 s is 1480 ms; nothing for a unit that has no kind here."""
    sizes = _KIND_OF.get(unit, {})
    for name, size in sizes.items():
        if name != unit:
            yield value * sizes[unit] / size, name
