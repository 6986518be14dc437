"""The gate `new_noun`: every name and number of the chip is somewhere in the article."""

from __future__ import annotations

import pytest

from reviews.core.gates.new_noun import Checked, checked
from tests.core.gates.building import held, missing, says, source, two_sections

# (article, answer)
KNOWN = [
    ("It emits CO₂.", "It emits CO2."),
    ("It emits CO2 or H<sub>2</sub>O.", "It emits CO₂ or H₂O."),
    ("The Gruy&egrave;re melts.", "It is Gruyère."),
    ("J&ouml;rg spoke.", "Then Jörg spoke."),
    ("It emits CO<sub>2</sub>.", "It emits CO2."),
    ("It holds 1.2 litres.", "It holds 1.2 L of it."),
    ("Elena Varga began it; the Vargas moved.", "Then the Vargas moved."),
    ("A Ford Fiesta was hit.", "They hit Ford Fiestas."),
    ("Elena Varga began it.", "It was Varga's, and both Vargas knew."),
    ("They came on Easter Monday.", "They come on Mondays."),
    ("The Strata engine reads.", "It is the Strata engine."),
    ("Reads with strata.", "Here the Strata of it read."),
    ("The Strata engine reads.", "It is Strata's engine, and Strata’s only."),
    ("Every GPU and each API counts.", "The GPUs and APIs count."),
    ("All GPUs count.", "The GPU counts."),
    ("All Proxies count.", "The Proxy counts."),
    ("It calls `activeId` and `onTrack()`.", "It calls activeId and onTrack()."),
    ("It calls app.config.errorHandler.", "It calls app.config.errorHandler."),
    ("Single-File Components are read.", "In Single-File Components it is read."),
    ("A Single-File\nComponent is read.", "In a Single-File Component it is read."),
    ("It runs JavaScript.", "It is a JavaScript-only thing."),
    ("It is Vue 3 now.", "It is a Vue-3-only thing."),
    ("A 27-billion-parameter model.", "It has 27 billion parameters."),
    ("It has 1,000 rows.", "It has 1000 rows."),
    ("It has 30 per cent.", "It has 30% of it."),
    ("See https://github.com/x/petite.", "It is on GitHub as petite."),
    ("# About Marrow\n\nIt reads.", "It tells of Marrow."),
    ("The W3C's WAI-ARIA guides.", "It follows WAI-ARIA of the W3C."),
    ("An iPhone shows it.", "iPhone screens show it."),
    ("Mont\nBlanc and Ada\n> Lovelace.", "It is Mont Blanc, as Ada Lovelace says."),
    ("It froze at −5 °C.", "It froze at minus five degrees Celsius."),
    ("Of 44 projects in Sudan and of European ones.", "Of Sudanese projects and of those in Europe."),
    ("Taken in Denmark and Austria.", "It took Danish and Austrian ones."),
    ("The Dutch and French came.", "They came from France and the Netherlands."),
    ("It is 1,900 kelvin warm.", "It is 1900 K warm."),
    ("Version 1.10.2 mends it.", "It is mended in v1.10.2 alone."),
    ("It starts at 18:30.", "It starts at 6.30 pm."),
    ("Under Louis XIV.", "It began with Louis XIV, under Louis."),
    ("The U.S. Army and the US Navy.", "The US and the U.S. both have it."),
    ("He said \"it's 'Fine' now\".", "He says “it’s ‘Fine’ now”."),
    ("It is 4.6 × 10⁹ years old.", "It is 4.6 billion years old."),
    ("Routes stand under `@app.get`.", "Each @app.get has one."),
    ("It listens on ::1 there.", "It is at ::1 alone."),
    ("Nothing.", "Never does it. However, it may. Yet it is."),
    ("Nothing.", 'It says "The best" and (If so) more.'),
    ("Nothing.", "It works: Always so. And I'm glad, as I said; It's done."),
    ("Nothing.", "Reading takes a while."),
    ("Take Qwen3.8-Flash-Next for it.", "It takes Qwen3.8-Flash-Next."),
    ("Take Qwen3.8 for it.", "It takes Qwen3.8."),
    ("Use GPT-4 for it.", "It uses GPT-4 or GPT 4."),
    ("The US and us.", "It is in the US."),
    ("The front-end is read.", "The Frontend is read."),
    ("Uses `<keep-alive>` there.", "It uses KeepAlive there."),
    ("Written by Mu\u0308ller.", "It is by M\u00fcller."),
    ("It is **Type**Script and C++.", "It is C++ at heart."),
    ("React and Rust react to rust.", "It is React with Rust."),
    ("On 2022-07-01 it shipped in July.", "It shipped in July 2022."),
    ("It has 4x CPU on 4G.", "It has 4× CPU on 4G."),
    ("Release 1.10.2 is out.", "Here is 1.10.2 of it."),
    ("It says “the ‘Marrow’ of it” there.", "It says “so ‘Marrow’ it is”."),
    ("From 0x1C to 0b28ac8 it is.", "It is 0x1C or 0b28ac8."),
    ("R&D pays.", "It pays R&D."),
    ("The U.K. pays the U.S. for it.", "It is the UK that pays the US."),
    ("In the US the law differs.", "The U.S. law differs."),
    ("Lord\nJustice Penn-\nworth wrote it.", "It is by Lord Justice Penn-worth."),
    ("On 3 Oct. 2016 it began.", "It began in October."),
    ("On 2016-10-03 it began.", "It began on 3 October."),
    ("A quarter of it went.", "It lost 25% of it."),
    ("It took 1½ hours.", "It took 1.5 hours."),
    ("In the years 1914–18 it ran.", "It ran until 1918."),
    ("See what the eBay shop has.", "eBay shows the shop."),
    # At the start of a sentence: plain English, or a word that the article has in some form.
    (
        "See the rest.",
        "Unsealed jars, footpaths and tired beekeepers went. Encryption, squeezing and patience help.",
    ),
    ("See the kubernetes docs.", "Kubernetes has docs."),
    ("Siehe Anhang.", "Vielleicht geht es so."),
]
# (article, answer, what is held)
NEW = [
    ("It emits CO₂.", "It emits CO₃.", ["CO₃"]),
    ("Elena Varga began it.", "Then Elena Vargas spoke.", ["Vargas"]),
    ("Elena Varga began it.", "Vargas began it.", ["Vargas"]),
    ("Mr Jones was there, says Kim.", "There was Mr Jone.", ["Jone"]),
    ("We met *Luis* Hughes.", "They met Luis Hugh.", ["Hugh"]),
    ("It reads.", "It reads, as Marrowgate first reported.", ["Marrowgate"]),
    ("It reads.", "It reads vs. Marrowgate, e.g. Dowland.", ["Marrowgate", "Dowland"]),
    ("It helps us.", "It helps the US.", ["US"]),
    ("It may react.", "It is used by React.", ["React"]),
    ("Make it go.", "It is written in Go.", ["Go"]),
    ("Takes Qwen3.8-Flash-Next.", "It takes Qwen3.8-Flash.", ["Qwen3.8-Flash"]),
    ("Takes Qwen3.8-Flash.", "It takes Qwen3.5-Flash.", ["Qwen3.5-Flash"]),
    ("Takes Qwen3.8.", "It takes Qwen3.", ["Qwen3"]),
    ("Uses GPT-4o-mini.", "It uses GPT-4o.", ["GPT-4o"]),
    ("See section 5 and table 2.", "See section 5A and table 2L.", ["5A", "2L"]),
    ("Under Louis XIV.", "It began under Louis XV.", ["XV"]),
    ("It asked us for it.", "It asked the US for it.", ["US"]),
    ("It froze at −5 °F.", "It froze at minus five degrees Celsius.", ["Celsius"]),
    ("Version 1.10.2 mends it.", "It is mended in v1.10.3 alone.", ["v1.10.3"]),
    ("Takes Qwen3.", "It takes Qwen3.8.", ["Qwen3.8"]),
    ("Uses GPT-4 only.", "It uses GPT-5 only.", ["GPT-5"]),
    ("Uses GPT-4o only.", "It uses GPT-4 only.", ["GPT-4"]),
    ("It has 90 rows.", "It was 1990.", ["1990"]),
    ("It was 1990.", "It has 90 rows.", ["90"]),
    ("It has 1.43 of it.", "It has 1.4 of it.", ["1.4"]),
    ("Release 1.10.2 is out.", "Here is 1.10.3 of it.", ["1.10.3"]),
    ("It runs Java.", "It runs JavaScript.", ["JavaScript"]),
    ("It runs JavaScript.", "It runs Java.", ["Java"]),
    ("Reads `activeId`.", "It reads passiveId.", ["passiveId"]),
    ("It is an H100.", "It is an H200.", ["H200"]),
    ("It knows 3G.", "It knows 5G.", ["5G"]),
    ("It reads.", "It reads Marrowgate's book.", ["Marrowgate"]),
    ("It reads.", "It is a Marrowgate-like book.", ["Marrowgate-like"]),
    ("It reads.", "It says (Marrowgate) so.", ["Marrowgate"]),
    ("It reads.", "iPad screens show it.", ["iPad"]),
    ("It reads.", 'It says "Marrowgate" twice: Marrowgate.', ["Marrowgate", "Marrowgate"]),
    ("It reads.", "It says “so ‘Marrowgate’ it is”.", ["Marrowgate"]),
    ("From 0x1C it is.", "It is from 0x1D.", ["0x1D"]),
    ("It reads.", "OMG, it reads.", ["OMG"]),
    ("It reads.", "It reads the NHS.", ["NHS"]),
    ("Evan You made it.", "It is by Evan Mue.", ["Mue"]),
    ("See the rest.", "Kubernetes runs it. Marrowgate’s plan is one.", ["Kubernetes", "Marrowgate"]),
    ("See the rest.", "“Wexcombe” was its name.", ["Wexcombe"]),
    ("See the rest.", "Müller wrote it.", ["Müller"]),
    ("It ran in 1914–18.", "It ran until 1916.", ["1916"]),
    ("It took Danish ones.", "It went to Norway.", ["Norway"]),
    ("It took the line.", "It took the Linen.", ["Linen"]),
]


@pytest.mark.parametrize(("article", "answer"), KNOWN)
def test_new_noun_is_silent_on_what_the_article_has(article: str, answer: str) -> None:
    assert held("new_noun", answer, article) == []


@pytest.mark.parametrize(("article", "answer", "words"), NEW)
def test_new_noun_holds_what_the_article_lacks(article: str, answer: str, words: list[str]) -> None:
    assert held("new_noun", answer, article) == words


def test_new_noun_looks_into_the_whole_article() -> None:
    where = two_sections("It reads. ", "Marrowgate reads.")
    assert held("new_noun", "It is read by Marrowgate.", where, cites=("s",)) == []


def test_new_noun_says_that_the_word_is_there_in_lower_case_only() -> None:
    (one,) = says("new_noun", "It helps the US.", "It helps us.")
    assert one.text == "“US” is nowhere in the article; it has only “us”."


def test_new_noun_names_the_person_whose_name_it_nearly_is() -> None:
    (one,) = says("new_noun", "Vargas began it.", "Elena Varga began it.")
    assert one.text == "“Vargas” is nowhere in the article; it has “Varga”."


def test_new_noun_names_the_longer_name() -> None:
    (one,) = says("new_noun", "It takes Qwen3.8-Flash.", "Takes Qwen3.8-Flash-Next.")
    assert one.text == "“Qwen3.8-Flash” is nowhere in the article; it has “Qwen3.8-Flash-Next”."


def test_new_noun_is_silent_while_the_article_is_missing() -> None:
    assert says("new_noun", "It is read by Marrowgate.", missing()) == []


def test_checked_tokens_are_sorted_by_code_point_and_the_missing_only_counted() -> None:
    where = source("The FLy and DSpark use 27-billion-parameter Qwen3.8-Flash-Next at 1.34×, 85%, from 2026.")
    texts = ["In 2026 the FLy, with DSpark and Medusa.", "It has 1.34× with Qwen3.8-Flash-Next, 85%."]
    tokens = ("1.34×", "2026", "85%", "DSpark", "FLy", "Qwen3.8-Flash-Next")
    assert checked(texts, where) == Checked(tokens, n_withheld=1)


def test_new_noun_holds_no_german_noun_for_its_capital() -> None:
    text = "Der Hof und die Kühe liegen in Wertach. Die Milch bringt 61 Cent."
    assert held("new_noun", "Im Sommer frisst jedes Tier das Gras der Weide.", text) == []


def test_new_noun_still_holds_codes_and_figures_in_german() -> None:
    text = "Der Hof und die Kühe liegen in Wertach. Die Milch bringt 61 Cent."
    assert held("new_noun", "Im Stall stehen 14 Kühe, sagt die BSBX.", text) == ["14", "BSBX"]


def test_new_noun_holds_a_name_in_an_english_article_with_german_words() -> None:
    text = "The board says that Der Hof und die Kühe is a song."
    assert held("new_noun", "It is a song by Brutscher.", text) == ["Brutscher"]
