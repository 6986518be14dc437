"""Which spellings name the same unit or the same power of ten; tables of our own, no reckoning with them."""

from __future__ import annotations

from decimal import Decimal

PERCENT, TIMES, ORDINAL = "%", "×", "ordinal"

# canonical name: its spellings. One letter alone counts only where it is written as here.
_SPELLINGS = {
    PERCENT: "% ％ ﹪ percent pct",
    "‰": "‰ permille",
    "percentage_point": "pp ppt ppts",
    "basis_point": "bp bps",
    TIMES: "× x times fold",
    ORDINAL: "st nd rd th",
    "ps": "ps picosecond picoseconds",
    "ns": "ns nanosecond nanoseconds",
    "µs": "µs μs us usec microsecond microseconds",
    "ms": "ms msec msecs millisecond milliseconds millis",
    "s": "s sec secs second seconds",
    "min": "min mins minute minutes",
    "h": "h hr hrs hour hours",
    "day": "d day days",
    "week": "week weeks wk wks",
    "fortnight": "fortnight fortnights",
    "month": "month months",
    "night": "night nights",
    "year": "year years yr yrs",
    "decade": "decade decades",
    "century": "century centuries",
    "bit": "bit bits",
    "kbit": "kbit kilobit kilobits",
    "Mbit": "mbit megabit megabits",
    "Gbit": "gbit gigabit gigabits",
    "Tbit": "tbit terabit terabits",
    "byte": "byte bytes",
    "kB": "kb kilobyte kilobytes",
    "MB": "mb megabyte megabytes",
    "GB": "gb gigabyte gigabytes gig gigs",
    "TB": "tb terabyte terabytes",
    "PB": "pb petabyte petabytes",
    "EB": "exabyte exabytes",
    "KiB": "kib kibibyte kibibytes",
    "MiB": "mib mebibyte mebibytes",
    "GiB": "gib gibibyte gibibytes",
    "TiB": "tib tebibyte tebibytes",
    "kbit/s": "kbps kbit/s kb/s",
    "Mbit/s": "mbps mbit/s",
    "Gbit/s": "gbps gbit/s",
    "MB/s": "mb/s",
    "GB/s": "gb/s",
    "TB/s": "tb/s",
    "km/h": "km/h kph kmh",
    "km/s": "km/s",
    "m/s": "m/s",
    "mile/h": "mph mile/h",
    "knot": "kn knot knots",
    "Hz": "hz hertz",
    "kHz": "khz kilohertz",
    "MHz": "mhz megahertz",
    "GHz": "ghz gigahertz",
    "fps": "fps",
    "µW": "µW μW microwatt microwatts",
    "mW": "mW milliwatt milliwatts",
    "W": "W watt watts",
    "kW": "kw kilowatt kilowatts",
    "MW": "MW megawatt megawatts",
    "GW": "gw gigawatt gigawatts",
    "Wh": "wh",
    "kWh": "kwh",
    "MWh": "mwh",
    "GWh": "gwh",
    "TWh": "twh",
    "J": "J joule joules",
    "kJ": "kj kilojoule kilojoules",
    "kcal": "kcal kilocalorie kilocalories",
    "N": "newton newtons",
    "Pa": "pascal pascals",
    "hPa": "hpa hectopascal hectopascals",
    "kPa": "kpa kilopascal kilopascals",
    "MPa": "MPa megapascal megapascals",
    "psi": "psi",
    "bar": "bar bars",
    "A": "amp amps ampere amperes",
    "mA": "ma milliampere milliamperes",
    "mAh": "mah",
    "Ah": "Ah",
    "mV": "mV millivolt millivolts",
    "kV": "kV kilovolt kilovolts",
    "Ω": "Ω ohm ohms",
    "lm": "lm lumen lumens",
    "nit": "nit nits",
    "dB": "db decibel decibels",
    "lux": "lux lx",
    "rpm": "rpm",
    "ppm": "ppm",
    "ppb": "ppb",
    "K": "K kelvin kelvins",
    "mol": "mol moles",
    "mmol": "mmol",
    "mmol/L": "mmol/l",
    "mg/dL": "mg/dl",
    "mg/L": "mg/l",
    "g/L": "g/l",
    "µg/L": "µg/l μg/l ug/l",
    "mmHg": "mmhg",
    "V": "V volt volts",
    "nm": "nm nanometre nanometres nanometer nanometers",
    "µm": "µm μm micrometre micrometres micrometer micrometers micron microns",
    "mm": "mm millimetre millimetres millimeter millimeters",
    "cm": "cm centimetre centimetres centimeter centimeters",
    "m": "m metre metres meter meters",
    "km": "km kilometre kilometres kilometer kilometers",
    "m²": "m² m2 sqm",
    "km²": "km² km2",
    "m³": "m³ m3",
    "m³/s": "m³/s m3/s cumec cumecs",
    "m³/h": "m³/h m3/h",
    "ha": "ha hectare hectares",
    "acre": "acre acres",
    "au": "au",
    "ly": "ly light-year light-years lightyear lightyears",
    "yard": "yard yards yd",
    "mile": "mile miles mi",
    "inch": "inch inches",
    "foot": "foot feet ft",
    "px": "px pixel pixels",
    "pt": "pt",
    "em": "em",
    "rem": "rem",
    "vh": "vh",
    "vw": "vw",
    "dpi": "dpi",
    "ppi": "ppi",
    "L": "L l litre litres liter liters",
    "mL": "ml millilitre millilitres milliliter milliliters",
    "cL": "cl centilitre centilitres",
    "gallon": "gallon gallons gal",
    "pint": "pint pints",
    "barrel": "barrel barrels bbl",
    "teaspoon": "tsp teaspoon teaspoons",
    "tablespoon": "tbsp tablespoon tablespoons",
    "µg": "µg μg microgram micrograms",
    "mg": "mg milligram milligrams",
    "g": "g gram grams",
    "kg": "kg kilo kilos kilogram kilograms",
    "tonne": "t tonne tonnes ton tons",
    "kt": "kilotonne kilotonnes",
    "Mt": "Mt megatonne megatonnes",
    "Gt": "Gt gigatonne gigatonnes",
    "ounce": "oz ounce ounces",
    "pound": "lb lbs pound pounds £ gbp",
    "°": "° degree degrees",
    "°C": "°c ℃ celsius",
    "°F": "°f ℉ fahrenheit",
    "dollar": "$ dollar dollars usd",
    "euro": "€ euro euros eur",
    "yen": "¥ yen jpy",
    "crown": "kr krone kroner krona kronor sek nok dkk kč czk koruna korun crown crowns",
    "zloty": "zł pln zloty zlotys",
    "franc": "chf franc francs",
    "rupee": "rs inr rupee rupees ₹",
    "cent": "cent cents ¢",
    "penny": "p penny pence",
    "øre": "øre öre",
    "yuan": "yuan renminbi rmb cny",
    "rouble": "rouble roubles ruble rubles rub",
    "shilling": "shilling shillings",
}
UNITS = {spelling: name for name, spellings in _SPELLINGS.items() for spelling in spellings.split()}

# Between a space and a unit a single letter is as likely a name (“3 V”, “5 M”), so only these stand alone.
ALONE = frozenset("s h m g t L l W K x".split())

# Units for which a bare count of something else is no match: 30 % of models is not 30 models.
STRICT = frozenset(
    """% ‰ percentage_point basis_point × dollar euro yen crown franc rupee cent penny °C °F ns µs ms s min h day week month year
    byte kB MB GB TB PB KiB MiB GiB TiB""".split()
)

# These may be counted under another name: “60 frames” are 60 fps, “seventeen candles” may be 17 years.
LAX = frozenset("fps rpm px pt em rem dpi year decade century night".split())

POWERS = {
    **dict.fromkeys(("hundred",), Decimal(100)),
    **dict.fromkeys(("thousand", "k", "K"), Decimal(1000)),
    **dict.fromkeys(("million", "mn", "M"), Decimal(10**6)),
    **dict.fromkeys(("billion", "bn", "B", "b"), Decimal(10**9)),
    **dict.fromkeys(("trillion", "tn", "T"), Decimal(10**12)),
}
CURRENCY = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee"}
# Written before the amount with a space: “kr 245”.
CODES = {
    "kr": "crown",
    "Kč": "crown",
    "CZK": "crown",
    "PLN": "zloty",
    "SEK": "crown",
    "NOK": "crown",
    "DKK": "crown",
    "CHF": "franc",
    "Rs": "rupee",
    "INR": "rupee",
    "USD": "dollar",
    "EUR": "euro",
    "GBP": "pound",
    "JPY": "yen",
}
# Words that give a unit without naming it.
IMPLIED = {
    **dict.fromkeys("aged age ages old yearly annual annually".split(), "year"),
    "monthly": "month",
    "weekly": "week",
    "daily": "day",
    "nightly": "night",
    "hourly": "h",
    "frames": "fps",
    **dict.fromkeys("percentage percentages".split(), PERCENT),
    "revolutions": "rpm",
    **dict.fromkeys("square squared".split(), "m² km²"),
    **dict.fromkeys("cubic cubed".split(), "m³"),
    "miles": "mile/h",
    **dict.fromkeys("factor multiple multiples ratio ratios speedup speed-up".split(), TIMES),
}
# “half an hour” and “a quarter of an hour”: of what, and how many of which they are in all.
PARTS_OF_TIME = {
    "second": ("ms", 1000),
    "minute": ("s", 60),
    "hour": ("min", 60),
    "day": ("h", 24),
    "year": ("month", 12),
}
# How often in time, or for how much: “a day”, “per minute”, “/s”, “a kilometre”, “per kg”.
TIMES_OF = frozenset(
    "s min h day night week fortnight month year km mile m foot yard kg g ounce tonne L mL ha acre m² m³".split()
)


def unit(spelling: str) -> str | None:
    """The canonical unit of a spelling, as written or, beyond one letter, in any case; US is a country."""
    if spelling in UNITS:
        return UNITS[spelling]
    if len(spelling) == 1 or spelling == "US":
        return None
    return UNITS.get(spelling.lower())
