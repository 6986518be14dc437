"""The gate `figure`: every figure of the chip is in the cited sections, at the same value."""

from __future__ import annotations

import pytest

from reviews.core.gates import Source
from tests.core.gates.building import held, missing, says, two_sections

# (what the section says, what the answer says): the same figure said in another way.
SAME = [
    ("It sails at 16:40.", "It sails at twenty to five."),
    ("It has five to ten rows.", "It stands at five to ten."),
    ("It lasted a fortnight.", "It lasted two weeks."),
    ("It is dark in the fortnight of May.", "It is dark for 14 days in May."),
    ("It grows by about a twentieth in length.", "It grows by about 5 %."),
    ("It released 5.6 × 10¹³ J.", "It released 5.6 × 10¹³ joules."),
    ("Give 15 ml/kg.", "Give 15 ml per kilo."),
    ("It costs €5 a kilo.", "It costs 5 euros per kg."),
    ("It takes 15&nbsp;minutes.", "It takes 15 minutes."),
    ("It takes 15&#160;minutes.", "It takes a quarter of an hour."),
    ("It takes 15 minutes.", "It takes roughly a quarter of an hour."),
    ("It weighs 5&thinsp;&micro;g.", "It weighs 5 micrograms."),
    ("It sank by &minus;5 %.", "It sank to −5 per cent."),
    ("It takes 2&frac12; hours.", "It takes two and a half hours."),
    ("It has 10<sup>6</sup> rows.", "It has a million rows."),
    ("It covers 12 km<sup>2</sup>.", "It covers 12 km²."),
    ("It is 5 mm thick.", "It is half a centimetre thick."),
    ("It holds 1.2 L of water.", "It holds 1.2 litres of water."),
    ("It holds 2l of water.", "It holds 2 L of water."),
    ("They may file only once three months have passed.", "They may file after three months."),
    ("It is served once two hours are over.", "It is served after two hours."),
    ("It is free for under-fives.", "It is free for children under five."),
    ("Over-sixties pay half.", "Those over sixty pay half."),
    ("It has 1,000 rows.", "It has 1000 rows."),
    ("It has 1000 rows.", "It has a thousand rows."),
    ("It has 10\u202f000 rows.", "It has 10,000 rows."),
    ("It has 10 000 rows.", "It has 10000 rows."),
    ("It has 1_000 rows.", "It has 1,000 rows."),
    ("It has 30% less.", "It has 30 per cent less."),
    ("It has 30 % less.", "It has thirty percent less."),
    ("It cost 25 to 30 per cent.", "It cost 25% to 30%."),
    ("It cost 25–30%.", "It cost 25 % at least."),
    ("It cost 25-30 %.", "It cost between 25 and 30 per cent."),
    ("Reading is forty times faster.", "Reading is 40× faster."),
    ("It is 2× as fast.", "It is twice as fast."),
    ("It is twice as fast.", "It is two times as fast."),
    ("It doubled the speed.", "It is twice as fast."),
    ("It took a quarter of the time.", "It took 25% of the time."),
    ("It took 50% of the time.", "It took half of the time."),
    ("It took half of the time.", "It took one half of the time."),
    ("Two-thirds of it went.", "Two thirds of it went."),
    ("A 27-billion-parameter model.", "A model of 27 billion parameters."),
    ("A 27B model.", "A 27-billion-parameter model."),
    ("It needs 128K tokens.", "It needs 128,000 tokens."),
    ("It has 1.5 million users.", "It has 1,500,000 users."),
    ("It has half a million users.", "It has 500,000 users."),
    ("It is only **6kb**.", "It is only 6 KB."),
    ("It took `30` ms.", "It took 30 milliseconds."),
    ("| time |\n| 41.2 |", "It wrote 41.2 tokens a second."),
    ("It ran at 60 frames per second.", "It ran at 60 fps."),
    ("It moved 40 MB per second.", "It moved 40 MB/s."),
    ("It froze at −5 °C.", "It froze at -5 °C."),
    ("It froze at minus five degrees Celsius.", "It froze at -5°C."),
    ("It changed by −5%.", "It fell by 5%."),
    ("It changed by +5%.", "It rose 5%."),
    ("On 1 July 2022 it shipped.", "It shipped on 2022-07-01."),
    ("It shipped on 2022-07-01.", "It shipped in 2022."),
    ("It shipped in the 1990s.", "It shipped in the 1990s."),
    ("The third try worked.", "The 3rd try worked."),
    ("It cost $1.5 million.", "It cost 1.5 million dollars."),
    ("It is 1920×1080 wide.", "It is 1920 x 1080 wide."),
    ("Python 3.10 and 3.11 work.", "Python 3.10 works."),
    ("Take release 1.10.2 of it.", "Release 1.10.2 does it."),
    ("It uses Vue 3.x now.", "It uses Vue 3 now."),
    ("It has 1.50 parts.", "It has 1.5 parts."),
    ("Both of them went.", "The two of them went."),
    ("A dozen of them went.", "Twelve of them went."),
    ("We used 2× RTX 4090.", "It used two RTX 4090 cards."),
    ("It took 1.5e6 steps.", "It took 1.5 million steps."),
    ("It took twenty-five steps.", "It took 25 steps."),
    ("It took one hundred and five steps.", "It took 105 steps."),
    ("It took ½ of it.", "It took half of it."),
    ("A quarter of a million rows.", "It has 250,000 rows."),
    ("It had 4,200 users.", "It had thousands of users."),
    ("It took three quarters of it.", "It took 75 per cent of it."),
    ("It took 1½ hours.", "It took one and a half hours."),
    ("It took 1 1/2 hours.", "It took 1.5 hours."),
    ("It took 2/3 of it.", "It took two thirds of it."),
    ("It took ⅔ of it.", "It took 2/3 of it."),
    ("It took 3/4 of it.", "It took 75%."),
    ("It won 1/2 of 1/2.", "It won one of two."),
    ("It boils for 5 minutes more.", "It boils for five more minutes."),
    ("It has 28 days.", "It has 28 full days."),
    ("It ran from 1914 to 1918.", "It ran in 1914–18."),
    ("It ran in 1914-18.", "It ran until 1918."),
    ("It cost £1.2m to make.", "It cost 1.2 million pounds to make."),
    ("It took 3h 20m.", "It took 3 hours 20 minutes."),
    ("It lagged by a second, for an hour.", "It lagged by one second, for 1 hour."),
    ("It is 4.6 × 10⁹ years old.", "It is 4.6 × 10^9 years old."),
    ("It is 4.6 × 10^9 years old.", "It is 4.6 billion years old."),
    ("It did 10⁻³ of it.", "It did 10^-3 of it."),
    ("It takes five weeks' rent.", "It takes 5 weeks of rent, or 5 weeks."),
    ("It cost four months’ pay.", "It cost 4 months' pay."),
    ("It costs kr 3m and CHF 20.", "It costs 3 million kr and 20 francs."),
    ("It fell (difference 0.9, 95 % of the time).", "The difference is 0.9 points."),
    ("It took about a third (3,150).", "It took a third."),
    ("It moves at 58 km/s.", "It moves at 58 kilometres per second."),
    ("Adults aged 45–74, all told.", "Adults of 45 to 74 years came."),
    ("It rose by 375 basis points.", "It rose by 375 basis points."),
    ("| | days |\n| a | 32–35 |", "It took 32 to 35 days."),
    ("In the 3rd millennium BC.", "In the third millennium BC."),
    ("It was kept at 48 % ± 3 %.", "It was kept at 48 ± 3%."),
    ("It was won in the 23rd minute.", "It was won in minute 23."),
    ("It starts at 18:30.", "It starts at 6.30 pm, or 18.30."),
    ("It starts at 6 p.m.", "It starts at 18:00."),
    ("It opens at 5:00 a.m.", "It opens at 5 a.m. sharp."),
    ("On 14 March 2026 it came.", "It came on 14/03/2026."),
    ("On 03/14/2026 it came.", "It came on March 14, 2026."),
    ("It fell to −12 °C.", "It fell to minus twelve degrees."),
    ("It costs 5p and 5¢.", "It costs five pence, or five cents."),
    ("It holds 3.06 million tonnes.", "It holds 3.06m tonnes."),
    ("A lorry of 7½ t.", "A lorry of 7.5 tonnes."),
    ("It was on move 41.", "It was on the forty-first move."),
    ("It runs every quarter of an hour.", "It runs every 15 minutes."),
    ("It takes 30 minutes.", "It takes half an hour."),
    ("It cost Kč 1.4bn.", "It cost 1.4 billion, all told."),
    ("Ada Reed, 17, won.", "The winner is seventeen years old."),
    ("It grew by a factor of 2.5.", "It grew 2.5-fold, or 2.5 times."),
    ("| percentage |\n| 12.5 |", "It was 12.5% of it."),
    ("It ran at double speed.", "It ran twice as fast."),
    ("Chapter IV of 4.", "Chapter IV has it."),
    ("In the 1410s it burnt.", "It burnt in the 1410s."),
    ("It was −0.7 at first.", "It was -0.7 at first."),
    ("It is 10\u2009000 m² wide.", "It is 10,000 m² wide."),
    ("It moved 2 × 14 W.", "It took 14 W each."),
    ("It starts at half past six.", "It starts at 6:30, or 6.30 pm."),
    ("It starts at 18:30.", "It starts at half past six."),
    ("It starts at 8:45.", "It starts at a quarter to nine."),
    ("It starts at ten past six in the evening.", "It starts at 6:10 pm."),
    ("It starts at 7 am.", "It starts at seven o'clock."),
    ("It closes at noon.", "It closes at 12:00."),
    ("It lasts from seven to seven.", "It lasts from 7 am to 7 pm."),
    ("It took 1,480 ms.", "It took 1.48 s."),
    ("It took 90 minutes.", "It took 1.5 hours."),
    ("It took 1 h 22 min.", "It took 82 minutes."),
    ("It covers 34 square kilometres.", "It covers 34 km²."),
    ("It moves 14 cubic metres.", "It moves 14 m³."),
    ("It has two 40-MHz antennas.", "It has two antennas of 40 MHz."),
    ("It took fourteen days.", "It took two weeks."),
    ("It took 2 GB of it.", "It took 2,000 MB of it."),
    ("It is 4.1 km long.", "It is 4,100 m long."),
    ("It rose by 310 basis points.", "It rose by 3.1 percentage points."),
    ("It may wait for 500 ms.", "It may wait for half a second."),
    ("It lagged by four tenths of a second.", "It lagged by 0.4 seconds."),
    ("It fell by a fifth in relative terms.", "It fell by one fifth."),
    ("The ratio should be 1.38, yet it is 1.22 here.", "It is 1.22× and not 1.38×."),
    ("It is 1.15 on it and 1.22 on an RTX 4090, a ratio.", "The RTX 4090 and 1.15× differ."),
    ("He won at last. He is 41.", "The 41-year-old won."),
    ("The Q3_K_S build has 3.50 bits.", "The build has the 3.5 of it."),
    ("It shipped on 2024-05-03.", "It shipped on May 3, 2024, or 05/03/2024."),
    ("On 22 and 23 August 2026 it runs.", "It runs on August 22, 2026."),
    ("It ran from 1 to 5 June, in 2019.", "It ran from June 1, 2019."),
    ("It cost 4,000 US dollars.", "It cost $4,000."),
    ("It cost 20 Swiss francs.", "It cost 20 francs."),
    ("It took 31 trilogue hours.", "It took 31 hours of talks."),
    ("It took 400 GPU hours.", "It took 400 hours of it."),
    ("It is 1,900 kelvin warm.", "It is 1900 K warm."),
    ("It draws 40 milliwatts.", "It draws 40 mW, or 0.04 W."),
    ("It sends 1.2 gigabits.", "It sends 1,200 megabits."),
    ("It fell from 1 h 41 to 1 h 33.", "It fell from 1 hour 41 minutes to 93 minutes."),
    ("It costs 20 øre.", "It costs twenty øre."),
    ("In nine of them it failed.", "It failed nine times."),
    ("Two drives were tested.", "One kind was tested twice."),
    ("In October 2026 it ends. In 2027 it starts again in October.", "It starts in October 2027."),
    ("It rose from 1.2 to 1.4 million.", "It rose from 1.2 million to 1.4 million."),
    ("It rose from 1.2 million to 1.4 million.", "It rose from 1.2 to 1.4 million."),
    ("Between 3 and 4 million people came.", "Between three million and four million people came."),
    ("It cost £900m–1.1bn.", "It cost £1.1 billion at most."),
    ("It cost £4.1 million last year, against 3.6 the year before.", "It cost £3.6m before."),
    ("They sold 12 thousand, up from nine in May.", "They sold nine thousand in May."),
    ("It fell to 1.2 billion from 1.9.", "It was 1.9 billion before."),
    ("A family on £38,000 gains £2, one on 90,000 loses £61.", "A family on £90,000 loses £61."),
    ("Look within 10 days, and mend it within five more.", "It is mended within 5 more days."),
    ("People over 75, or who are ill, wait.", "People over 75 years of age wait."),
    ("A man of 52 was seen.", "A man was seen who was 52 years old."),
    ("Women of 50 and over go.", "Women of 50 years and over go."),
    ("The youngest, Mila Petrosyan, is nine.", "The youngest is nine years old."),
    ("The over-75s go free.", "Those over 75 years go free."),
    ("It has a sixth, optional field.", "The sixth field is optional."),
]
# Words and digits that claim no figure.
NO_CLAIM = [
    "One may call it one of them, and no one minds.",
    "The one that is cited is the one to read.",
    "First, it reads; second, it writes.",
    "It runs on an H100 with a G4 beside it, in ES2016.",
    "It speaks UTF-8 and runs GPT-4 or Qwen3.8-Flash.",
    "It is a half-open range in the slow half of it.",
    "Two-way binding and one-way flow differ.",
    "It listens at localhost:3000.",
    "It pins core@3.4.1 as it is.",
    "A third-party library and a third option differ.",
    "The double quotes close it.",
    "It is written in C++11 style, said #42.",
    "The file a1d515a8 holds it.",
    "It is CVE-2026-31882, and XB-3-14.",
]
# (section, answer, what is held)
OTHER = [
    ("It sails at 16:40.", "It sails at ten to five.", ["ten to five"]),
    ("It costs €5 a metre.", "It costs €5 a foot.", ["€5"]),
    ("It costs €5 a metre each way.", "It costs €5 a foot each way.", ["€5"]),
    ("It costs 5 francs a kilometre.", "It costs 5 francs a mile.", ["5 francs"]),
    ("Give 15 ml/kg.", "Give 15 ml per gram.", ["15 ml"]),
    ("It costs €5 a litre.", "It costs €5 a month.", ["€5"]),
    ("It lasted a fortnight.", "It lasted three weeks.", ["three weeks"]),
    ("It grows by a twentieth in length.", "It grows by 20 %.", ["20 %"]),
    ("It takes 15&nbsp;minutes.", "It takes 15 hours.", ["15 hours"]),
    ("It has 10<sup>6</sup> rows.", "It has 10⁷ rows.", ["10⁷"]),
    ("It holds 1.2 ml of water.", "It holds 1.2 L of water.", ["1.2 L"]),
    ("They may file only once three months have passed.", "They may file after two months.", ["two months"]),
    ("He ran 4:31.07 and was sixth.", "He had the fourth-best time.", ["fourth"]),
    ("It closes at 9:30.", "It was the ninth.", ["ninth"]),
    ("It gained 1.34× speed.", "It gained 1.43× speed.", ["1.43×"]),
    ("It was 1990.", "It had 90 rows.", ["90"]),
    ("It gained 1.43 points.", "It gained 1.4 points.", ["1.4"]),
    ("It gained 1.4 points.", "It gained 1.43 points.", ["1.43"]),
    ("It had 1,000 rows.", "It had 10,000 rows.", ["10,000"]),
    ("It had 3 in 10.", "It had 30% of them.", ["30%"]),
    ("It had 30% of them.", "It had three in ten.", ["three", "ten"]),
    ("It had 30 models.", "It had 30% of models.", ["30%"]),
    ("It had 30% of models.", "It had 30 models.", ["30"]),
    ("It took 30 ms.", "It took 30 seconds.", ["30 seconds"]),
    ("It took 6 kB.", "It took 6 MB.", ["6 MB"]),
    ("It is twice as fast.", "It is three times as fast.", ["three times"]),
    ("It has two parts.", "It is twice as fast.", ["twice"]),
    ("It took half of it.", "It took a quarter of it.", ["quarter"]),
    ("It took 20% of it.", "It took a quarter of it.", ["quarter"]),
    ("It froze at −5 °C.", "It froze at 5 °C.", ["5 °C"]),
    ("It froze at 5 °C.", "It froze at -5 °C.", ["-5 °C"]),
    ("It changed by +5%.", "It changed by −5%.", ["−5%"]),
    ("Python 3.10 works.", "Python 3.1 works.", ["3.1"]),
    ("Take release 1.10.2 of it.", "Release 1.10 does it.", ["1.10"]),
    ("Take release 1.10.21 of it.", "Release 1.10.2 does it.", ["1.10.2"]),
    ("On 1 July 2022 it shipped.", "It shipped on 2022-07-02.", ["2022-07-02"]),
    ("It shipped in 2014.", "It shipped in 2016.", ["2016"]),
    ("It has a million users.", "It has a billion users.", ["billion"]),
    ("It has 1.5 million users.", "It has 15 million users.", ["15 million"]),
    ("It has many users.", "It has thousands of users.", ["thousands"]),
    ("It cost 25 to 30 per cent.", "It cost 25 to 35 per cent.", ["35 per cent"]),
    ("It has forty parts.", "It has fourteen parts.", ["fourteen"]),
    ("It has 14 parts.", "It has forty parts.", ["forty"]),
    ("Runs on an H100.", "It has 100 parts.", ["100"]),
    ("It cost $20.", "It cost €20.", ["€20"]),
    ("The 21st try worked.", "The 22nd try worked.", ["22nd"]),
    ("It has a 16:9 screen.", "It has a 4:3 screen.", ["4:3"]),
    ("It said one thing.", "It took one second.", ["one second"]),
    ("Nothing.", "It takes forty-two steps.", ["forty-two"]),
    ("It took 1½ hours.", "It took 2½ hours.", ["2½ hours"]),
    ("It took 1½ hours.", "It took half an hour.", ["half an hour"]),
    ("It took 1/2 of it.", "It took 1/3 of it.", ["1/3"]),
    ("It boils for 5 minutes.", "It boils for five more jars.", ["five"]),
    ("It had 30 of the 40.", "It had 30% of them.", ["30%"]),
    ("It ran in 1914–18.", "It ran until 1919.", ["1919"]),
    ("It cost £1.2m.", "It cost £1.2.", ["£1.2"]),
    ("They mended 41 miles; it will now be 26.", "They mend 26 kilometres.", ["26 kilometres"]),
    ("It fell by 1.4 mmol/L.", "It fell by 1.4 mg/dL.", ["1.4 mg/dL"]),
    ("It passed at 1.36 au.", "It passed at 1.36 ly.", ["1.36 ly"]),
    ("It wrote 347 tokens per second.", "It wrote 347 tokens per minute.", ["347"]),
    ("It costs £118 a year.", "It costs £118 a week.", ["£118"]),
    ("In the late third millennium BC.", "In the late fourth millennium BC.", ["fourth"]),
    ("In the 15th century.", "In the sixteenth century.", ["sixteenth century"]),
    ("It is 4.6 × 10^9 years old.", "It is 4.6 × 10^8 years old.", ["4.6 × 10^8 years"]),
    ("It rose by 375 basis points.", "It rose by 375 percentage points.", ["375 percentage points"]),
    ("It starts at 18:30.", "It starts at 7.30 pm.", ["7.30 pm"]),
    ("On 14 March 2026 it came.", "It came on 15/03/2026.", ["15/03/2026"]),
    ("It was on move 41.", "It was on the forty-second move.", ["forty-second"]),
    ("It runs every quarter of an hour.", "It runs every 20 minutes.", ["20 minutes"]),
    ("There are three: ours.", "It is three times as much.", ["three times"]),
    ("It opens at 6 a.m.", "It opens at 6 p.m. sharp.", ["6 p.m"]),
    ("It starts at half past six.", "It starts at half past seven.", ["half past seven"]),
    ("It has seven doors.", "It opens at 7 am.", ["7 am"]),
    ("It took 1,480 ms.", "It took 1.84 s.", ["1.84 s"]),
    ("It has two fans, a metre apart.", "They are two metres apart.", ["two metres"]),
    ("At 6 a.m. it takes nine hours.", "It takes six hours.", ["six hours"]),
    (
        "It covers 34 hectares, of 9 square kilometres.",
        "It covers 34 square kilometres.",
        ["34 square kilometres"],
    ),
    ("It has two 200-W panels, for 1 h.", "It takes 2 h.", ["2 h"]),
    ("It took 2 GiB of it.", "It took 2,000 MiB of it.", ["2,000 MiB"]),
    ("It may wait for 400 ms.", "It may wait for half a second.", ["half a second"]),
    ("It runs on an RTX 4090 at 1.15×.", "An RTX 4080 and 1.15× differ.", ["4080"]),
    ("It ends in October 2026, due before March 2027.", "It ends in October 2027.", ["October 2027"]),
    ("It ran on 5 May and 3 June.", "It ran on 3 May.", ["3 May"]),
    ("It draws 40 mW at idle.", "It draws 40 W at idle.", ["40 W"]),
    ("It draws 40 mW at idle.", "It draws 40 MW at idle.", ["40 MW"]),
    ("It sends 1.2 gigabits.", "It sends 1.2 terabits.", ["1.2 terabits"]),
    ("It took 31 trilogue hours.", "It took 31 days of talks.", ["31 days"]),
    ("Nine of them came.", "It is nine times the price.", ["nine times"]),
    ("It came in version 2.", "It was tested twice.", ["twice"]),
    ("It ran on 2024-05-03, for 5 days.", "It ran on 5 May 2024.", ["5 May 2024"]),
    ("It fell to 1.2 billion from 1.9.", "It was 1.9 million before.", ["1.9 million"]),
    ("It is £98bn now, and £71bn later.", "It is £98bn now, and £71 later.", ["£71"]),
    ("It sold 1.2 million. In 3.6 years it will end.", "It sold 3.6 million.", ["3.6 million"]),
    ("It has 12 million users and 14 offices.", "It has 14 million offices.", ["14 million"]),
    ("It is between 1,200 and 1.4 million.", "It is 1,200 million at least.", ["1,200 million"]),
    ("It is 3 % of 4 million.", "It is 3 million.", ["3 million"]),
    ("It ran 400 m to 2 million people.", "It reached 400 million.", ["400 million"]),
    ("People over 75 kg are out.", "People over 75 years are out.", ["75 years"]),
    ("The over-75s go free.", "It takes 75 seconds.", ["75 seconds"]),
    ("It took 16s.", "It took 16 years.", ["16 years"]),
    ("The rest of it, is nine.", "It took nine years.", ["nine years"]),
    ("It needs five more jars within 10 days.", "It needs 10 jars within five days.", ["10", "five days"]),
    ("It has a sixth of them.", "The sixth one has them.", ["sixth"]),
]


@pytest.mark.parametrize(("section", "answer"), SAME)
def test_figure_is_silent_on_the_same_value(section: str, answer: str) -> None:
    assert held("figure", answer, section) == []


@pytest.mark.parametrize("answer", NO_CLAIM)
def test_figure_is_silent_where_no_figure_is_claimed(answer: str) -> None:
    assert held("figure", answer, "Nothing is counted here.") == []


@pytest.mark.parametrize(("section", "answer", "words"), OTHER)
def test_figure_holds_another_value(section: str, answer: str, words: list[str]) -> None:
    assert held("figure", answer, section) == words


def test_figure_says_what_was_expected_and_what_was_found() -> None:
    (one,) = says("figure", "It gained 1.43 points.", "It gained 1.34 points.")
    assert one.text == "1.43 is not in “How it went”; it has 1.34."


def test_figure_names_an_amount_with_its_sign() -> None:
    (one,) = says("figure", "The grant is £150,000.", "| Grant | −£150,000 |")
    assert one.text == "£150,000 is not in “How it went”; it has −£150,000."


def test_figure_names_a_running_time_in_one_piece() -> None:
    (one,) = says("figure", "He took 31 seconds.", "He ran it in 4:31.07.")
    assert one.text == "31 seconds is not in “How it went”; it has 4:31.07."


def test_figure_says_that_the_section_has_none() -> None:
    (one,) = says("figure", "It gained 1.43 points.", "It gained.")
    assert one.text == "1.43 is not in “How it went”; it has no figure."


def test_figure_names_times_of_day_as_they_are_written() -> None:
    (one,) = says("figure", "It took two of them.", "It opens at 9 p.m. for all.")
    assert one.text == "two is not in “How it went”; it has 9 p.m."


def test_figure_names_the_nearest_of_the_same_unit() -> None:
    (one,) = says("figure", "It gained 31%.", "It had 31 users, 32 users, 33 users, 30% and 90%.")
    assert one.text == "31% is not in “How it went”; it has 30%, 90% and 31."


def test_figure_does_not_look_into_a_section_that_is_not_cited() -> None:
    where = two_sections("It has 12 parts. ", "It has 15 parts.")
    assert held("figure", "It has 15 parts.", where, cites=("s",)) == ["15"]


@pytest.mark.parametrize(
    ("answer", "words"), [("Of the two releases it is one.", []), ("The three releases differ.", ["three"])]
)
def test_figure_lets_a_definite_number_point_back(answer: str, words: list[str]) -> None:
    where = two_sections("It fell between the releases. ", "Each of the two releases had three bugs.")
    assert held("figure", answer, where) == words


def test_figure_lets_a_question_count_what_it_asks_about() -> None:
    assert says("figure", "It is the first.", "It has rows.", q="which of the three is it?") == []
    assert len(says("figure", "It is the first.", "It has rows.", q="which of the three rows is it?")) == 1


def test_figure_says_which_date_the_section_has() -> None:
    (one,) = says("figure", "It ends in October 2027.", "It ends in October 2026; it began in March 2027.")
    assert one.text == "October 2027 is not in “How it went”; it has October 2026."


def test_figure_looks_into_every_cited_section() -> None:
    where = two_sections("It has 12 parts. ", "It has 15 parts.")
    assert held("figure", "It has 15 parts.", where, cites=("s", "t")) == []


def test_figure_looks_into_the_whole_article_without_a_readable_cite() -> None:
    where = two_sections("It has 12 parts. ", "It has 15 parts.")
    assert held("figure", "It has 15 parts.", where, cites=("gone",)) == []


def test_figure_reads_the_question_too() -> None:
    (one,) = says("figure", "It does.", "It has 12 parts.", q="why has it 13 parts?")
    assert (one.field, one.start, one.end) == ("q", 11, 13)


def test_figure_is_silent_while_the_article_is_missing() -> None:
    assert says("figure", "It has 13 parts.", missing()) == []


@pytest.mark.parametrize("piece", ["12 parts, ", "12 million parts, ", "twelve parts, "])
def test_figure_says_so_when_it_stops_looking(piece: str) -> None:
    answer = "It has " + piece * 600
    (one,) = says("figure", answer, "It has 12 parts, or 12 million parts.")
    assert one.text == "At most 300 figures are looked up in a text; the rest of this one was not."


def test_figure_says_so_when_it_stops_reading_what_may_be_none() -> None:
    answer = "0x1f " * 1_001 + "and 13 parts"
    (one,) = says("figure", answer, "It has 12 parts.")
    assert one.text == "At most 1,000 numbers are read in a text; the rest of this one was not."
    assert (one.start, one.end) == (2_500, len(answer))  # each has two runs of digits


@pytest.mark.parametrize(
    ("q", "n"),
    [("how fast is Strata 4.2?", 0), ("what came with Strata 4.3?", 1), ("what was done in May 2016?", 1)],
)
def test_figure_lets_a_question_call_the_subject_by_its_whole_name(q: str, n: int) -> None:
    where = two_sections("It is fast. ", "Strata 4.2 is new. It came after May 2016, in 4.3.")
    assert len([one for one in says("figure", "It is fast.", where, q=q) if one.field == "q"]) == n


@pytest.mark.parametrize(("year", "n"), [("2027", 0), ("2028", 1)])
def test_figure_lets_a_question_name_the_year_of_the_title(year: str, n: int) -> None:
    text = "# The budget for 2027\n\n## It\n\nIt is passed.\n"
    where = Source.of([{"id": "s", "heading": "It"}], text, {"s": (text.index("##"), len(text))})
    assert len(says("figure", "It is.", where, q=f"is the budget for {year} passed?")) == n


def test_figure_holds_the_same_name_in_an_answer() -> None:
    where = two_sections("It is fast. ", "Strata 4.2 is new.")
    assert held("figure", "Strata 4.2 is fast.", where) == ["4.2"]
