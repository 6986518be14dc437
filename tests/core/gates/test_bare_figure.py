"""The gate `bare_figure`: every figure says what it counts."""

from __future__ import annotations

import pytest

from tests.core.gates.building import held, says

TOLD = [
    "The motion failed by 4 votes to 13.",
    "It is 92 parsecs away, give or take 11.",
    "It takes 30 ms and 4 GB on two cores.",
    "It cost 25 to 30 per cent, or 2, 3 or 4 models.",
    "It runs on Vue 2 and 3, Python 3.10 or 3.11.",
    "It scores 100 in performance on a Moto G4.",
    "It was made in 2014, and shipped on July 1st, 2022.",
    "It defaults to 300, up to 400 and set to 5.",
    "The limit is 20 and n = 5.",
    "In step 3 of chapter 4, level 2 begins.",
    "It is forty times faster, and twice as fast.",
    "Three of them went; a quarter went too.",
    "The two differ, and so do these three.",
    "One may call it one of them.",
    "Since 3.3 it works, on 3.11 or newer.",
    "It cast the index to 1 (number).",
    "It has 1.5 million users and 27-billion-parameter models.",
    "It uses HTTP 404, RFC 2119 and CC BY 4.0.",
    "It is 1920×1080 and 16:9.",
    "It had 15 out of 20, and 95 in 100.",
    "It costs $5 and €20.",
    "It ran at 12:30, for 5–7 days.",
    "A batch size of 32 was used with seed 42.",
    "The total was 42.",
    "It was taken for older than 1.9.",
    "It was held by three to two, and won 3–1.",
    "It sends a 404 there, and the status code changed to 403.",
    "The next release, 4.3, sets the Python version to 3.7.",
    "It took 3/4 and ½.",
    "Spruce lies for 10 years and maple for 15, as it must.",
    "It opens 4 days a week rather than 6.",
    "It fell from 11.4 kW to 8.2, and answers in 11.8 s, compared with 31.",
    "Its value is about 6.1, whereas a circle has less than 1.",
    "She makes violins for money, 4 a year, at most five.",
    "Only 1,850, which is 0.9 per cent of the flats, were free.",
    "Of 40 walkers 29 had left, four because they had moved.",
    "A third of the 9,300, or 3,150, were rebuilt.",
    "One write in 4,000 is lost.",
    "It helped those over 65, and values under 16 are refused.",
    "It is kept at 48 ± 3 % and 50 lux.",
    "It was found in 1899, after a fire in 1348 and before the 1880s.",
    "Under s. 4(3) it can be asked back, see fig. 3.",
    "Nine wins make the record, and the present run stands at five.",
    "It was set 10,000 above the last value.",
    "It fell from 73 to six per week.",
    "The mean shifts by 0.05.",
    "The mean moved by over 2.",
    "Recall fell to 0.79, and then the rate rose to 3.",
    "Of the 206 tickets that it opened people closed nineteen.",
    "Of the 161, teams mended 127.",
    "Flu jabs and nine other diagnoses, and at 14 she left.",
    "The jury voted 3–2 against it.",
    "It is read as two's complement.",
    "It has two 40-MHz antennas.",
    "Total: 45.",
    "It came on 14 May, and again on 3 May 2026.",
    "It strips the sign and takes `+13` for 13.",
    "It listens on `[::1]:5000` and `0.0.0.0:80`.",
    "It took eight minutes, not eleven.",
    "It took 3 days, rather than 6.",
    "It ran with the temperature at 0.6 and top-p at 0.95.",
    "The effect was small, its interval running from -6 to 4.",
    "It costs 20 øre.",
    "The box is 10 by 20 by 30 cm.",
    "It fell from 21.2 at the start to 12.1 at the end.",
    "They want a pulse of under 100.",
    "A patient whose score was below 8 was well.",
    "It stops at an INR above 4, or a temperature below 38.",
    "The effect was large, with p below 0.001.",
    "It was rated 2 on a scale of 0 to 9.",
    "There were 11 corners for Skelby and three for Northgate.",
    "It has 4 doors in the north, but only two in the south.",
]
BARE = [
    ("The motion got 4 votes, with 13.", ["13"]),
    ("It handles rendering and routing, at 13.", ["13"]),
    ("To improve it, first measure it, at 55.", ["55"]),
    ("It is as good as it gets, by 67.", ["67"]),
    ("It went on for 13, it is said.", ["13"]),
    ("It rose to 42.", ["42"]),
    ("It reached 55.", ["55"]),
    ("It is faster than 90.", ["90"]),
    ("It went with 12, and with 13.", ["12", "13"]),
    ("It was done by twelve.", ["twelve"]),
    ("Values under 16 cost more than they save, roughly 35.", ["35"]),
    ("It gives 3.", ["3"]),
    ("It is nearly as quick as it was with the older code: 3.4.", ["3.4"]),
    ("It was sent with the same name (around 23).", ["23"]),
    ("It is tightened because of the cassette, up to 120.", ["120"]),
    ("The pay has gone up since, and by now it is 160.", ["160"]),
    ("It went on and on, in all 57.", ["57"]),
    ("It went on and on, a total of 88.", ["88"]),
    ("It printed, after it had run for ten seconds, 1,611.", ["1,611"]),
    ("About 1.5 is what it did.", ["1.5"]),
    ("It weighs 5.", ["5"]),
    ("It is faster than 1.9.", ["1.9"]),
    ("It took 12 days and was done well, in 13.", ["13"]),
    ("It lies for 10 years in the dark, and then for 15.", ["15"]),
    ("The jury compared the moves, and there were 652.", ["652"]),
    ("People left without a word, and they were 29.", ["29"]),
    ("Two men broke a stone, and it took them 4.", ["4"]),
    ("On 3 June it rose with the rain, by 14.", ["14"]),
    ("It printed `12`, and went on for 13.", ["13"]),
    ("It was seen from 40.", ["40"]),
    ("It was 10 by 20, all told.", ["10", "20"]),
    (f"It reached {10**33 - 1}.", [str(10**33 - 1)]),
    ("No fewer than forty-one; nobody answered.", ["forty-one"]),
    ("The pay has gone up since, and by now it is above 160.", ["160"]),
    ("It climbed above 160.", ["160"]),
    ("It went on, with a view to 160.", ["160"]),
    ("It had two doors in the north, and went on for 15.", ["15"]),
]


@pytest.mark.parametrize("answer", TOLD)
def test_bare_figure_is_silent_where_something_is_counted(answer: str) -> None:
    assert held("bare_figure", answer) == []


@pytest.mark.parametrize(("answer", "words"), BARE)
def test_bare_figure_notes_a_figure_that_counts_nothing(answer: str, words: list[str]) -> None:
    assert held("bare_figure", answer) == words


@pytest.mark.parametrize(
    ("section", "answer"),
    [
        (
            "It is 4.5 mm thick in the middle and 2.4 at the edges.",
            "It is thicker in the middle and 2.4 at the edges.",
        ),
        ("It used to take 31.", "It used to take 31."),
        ("The motion failed, 15–16.", "It failed with 15 to 16."),
        ("Water and ethanol (70:30) did it.", "It was mixed at 70 to 30."),
        ("They last 90 days; they are renewed after 60.", "They last 90 days and are renewed after sixty."),
        ("They are renewed after sixty.", "Each is to be renewed after 60."),
        ("Police put the crowd at 350,000.", "Police put it at 350,000, as they do."),
        ("The organisers had it at half a million.", "Others put it at half a million."),
        ("Entry costs €95, or 120 from March on.", "Entry costs more then, or 120 from March."),
        ("It was passed by 341 to 268.", "It was passed by 341 votes to 268, as it had to be."),
    ],
)
def test_bare_figure_is_silent_on_the_sections_own_words(section: str, answer: str) -> None:
    assert held("bare_figure", answer, section) == []


def test_bare_figure_notes_what_the_section_gives_a_unit_after_that_word() -> None:
    section = "Most begin with 5 mg once a day. It is measured on days 3, 5 and 8."
    assert held("bare_figure", "Most adults begin with 5 once a day.", section) == ["5"]


@pytest.mark.parametrize(
    ("q", "answer", "words"),
    [
        ("how many titles has he won?", "He has won five.", []),
        ("how many disks were there?", "There were 1140 among the papers.", []),
        ("how many visitors came in July?", "In July there were 412, by their own count.", []),
        ("how many kids does a goat have?", "A goat usually has two, each of them small.", []),
        ("what was found?", "There were 1140 among the papers.", ["1140"]),
        ("how many people came?", "3250 on Saturday, to begin with.", []),
        ("who came?", "3250 on Saturday, to begin with.", ["3250"]),
        ("does it have buttons?", "Yes, two on the right, for the thumb.", []),
        ("is this his?", "Yes, two on the right, for the thumb.", ["two"]),
        ("how many tokens are made?", "Kitefin makes seven, and Marl makes 11.", []),
        ("how many people were saved?", "Most of them were saved, namely 5.", ["5"]),
        ("how many workers are there?", "It went faster when it was raised to 6.", ["6"]),
        ("how much did it take?", "It took five.", ["five"]),
        ("to what is it set?", "To 441 if strings take part.", []),
        ("what was the score after a month?", "It was 18.4, down from more.", []),
        ("what was the score after a month?", "At week four it was 18.4, down from more.", []),
        ("what was seen after a month?", "It was 18.4, down from more.", ["18.4"]),
        ("what was the score after a month?", "The score fell for long: by the end it was 18.", ["18"]),
    ],
)
def test_bare_figure_lets_a_question_name_what_is_counted(q: str, answer: str, words: list[str]) -> None:
    assert [answer[one.start : one.end] for one in says("bare_figure", answer, q=q)] == words


@pytest.mark.parametrize(
    ("number", "is_held"),
    [("9" * 29, False), ("9" * 39 + " million million", False), ("9e999", False), ("1.5", True)],
)
def test_bare_figure_reads_a_number_that_is_longer_than_it_can_reckon_with(
    number: str, is_held: bool
) -> None:
    assert bool(says("bare_figure", f"They won {number}.", q="how many titles did they win?")) == is_held


@pytest.mark.parametrize(
    ("section", "answer", "words"),
    [
        ("It has 38.2%.", "The rate is 38.2.", ["38.2"]),
        ("It costs £95, then £160.", "The price was £95 and is 160 now.", []),
        ("It has 38.2%, or 38.2 in the table.", "The rate is 38.2.", []),
        ("He is 41 years old.", "The number is 41.", []),
        ("It was 29 °C, then 17 °C.", "It fell from 29 degrees to 17 on Sunday.", []),
        ("It was 29 °C, then 17 °C.", "It fell to 17 on Sunday.", ["17"]),
        ("Take 320 ml of milk.", "It takes 320 of it.", ["320"]),
        ("Two of the 3 eggs.", "There are 3 of it.", []),
    ],
)
def test_bare_figure_misses_the_unit_that_the_section_has(
    section: str, answer: str, words: list[str]
) -> None:
    assert held("bare_figure", answer, section) == words


@pytest.mark.parametrize(
    ("q", "answer", "words"),
    [
        ("which nights were left out?", "Seven on the balcony were left out.", []),
        ("what was left out?", "Seven on the balcony were left out.", ["Seven"]),
    ],
)
def test_bare_figure_lets_a_question_name_the_unit(q: str, answer: str, words: list[str]) -> None:
    found = says("bare_figure", answer, "The Moon was up on 7 nights.", q=q)
    assert [answer[one.start : one.end] for one in found] == words


def test_bare_figure_says_which_unit_is_missed() -> None:
    (one,) = says("bare_figure", "The rate is 38.2.", "It has 38.2%.")
    assert one.text == "38.2% was expected, as “How it went” has it; 38.2 has no unit."


def test_bare_figure_says_what_was_expected() -> None:
    (one,) = says("bare_figure", "It stands at 13.")
    assert (one.severity, one.text) == (
        "note",
        "A unit, a noun or a label was expected with 13; it stands alone.",
    )
