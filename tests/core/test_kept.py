"""What a function answered is kept by its arguments, and no more of it than so many bytes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from reviews.core.kept import kept, size


def made(most: int):
    asked: list[str] = []

    @kept(most, size)
    def doubled(text: str) -> str:
        asked.append(text)
        return text * 2

    return doubled, asked


def test_the_same_question_is_worked_out_once():
    doubled, asked = made(10_000)
    assert [doubled("a"), doubled("a"), doubled("b")] == ["aa", "aa", "bb"]
    assert asked == ["a", "b"]


def test_answers_weigh_no_more_than_was_said():
    doubled, asked = made(100_000)
    for n in range(500):
        doubled(f"{n:04}" * 250)
        assert doubled.weight <= 100_000
    assert len(asked) == 500


def test_what_was_asked_for_longest_ago_goes_first():
    doubled, asked = made(10_000)
    for text in ("a" * 1_000, "b" * 1_000, "c" * 1_000, "a" * 1_000, "d" * 1_000, "a" * 1_000, "b" * 1_000):
        doubled(text)
    assert [text[0] for text in asked] == ["a", "b", "c", "d", "b"]


def test_an_answer_too_large_is_kept_alone():
    doubled, asked = made(1_000)
    for text in ("a", "b" * 5_000, "b" * 5_000, "a", "a"):
        doubled(text)
    assert [text[0] for text in asked] == ["a", "b", "a"]


def test_nothing_is_left_after_a_clearing():
    doubled, asked = made(1_000)
    doubled("a")
    doubled.cache_clear()
    assert (doubled.weight, doubled("a"), asked) == (0, "aa", ["a", "a"])


def test_many_threads_get_the_right_answers():
    doubled, _ = made(20_000)
    texts = [f"{n % 40}" * 100 for n in range(2_000)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(doubled, texts)) == [text * 2 for text in texts]
    assert doubled.weight <= 20_000 + 8 * 1_000
