"""The numbers of the suggested sentences stand in the section's margin, for the eye alone."""

from __future__ import annotations

from playwright.sync_api import expect

OFF_BY = """() => [...document.querySelectorAll(".suggestions [data-key]")].map((one) => {
  const number = [...document.querySelectorAll(".margin")].find((made) => made.dataset.n.split(" ").includes(one.dataset.key));
  const runs = [...document.querySelectorAll(".section__text [data-s]")].filter((run) => run.firstChild);
  const run = runs.findLast((made) => Number(made.dataset.s) <= Number(one.dataset.start));
  const begun = document.createRange();
  begun.setStart(run.firstChild, Number(one.dataset.start) - Number(run.dataset.s));
  begun.setEnd(run.firstChild, run.firstChild.length);
  return Math.abs(number.getBoundingClientRect().top - begun.getClientRects()[0].top) < 10;
})"""


def test_each_number_stands_where_its_sentence_begins(desk):
    expect(desk.locator(".margin").first).to_be_visible()
    assert set(desk.evaluate(OFF_BY)) == {True}


def test_the_numbers_go_along_when_the_lines_move(desk):
    expect(desk.locator(".margin").first).to_be_visible()
    desk.set_viewport_size({"width": 900, "height": 800})
    desk.wait_for_function(f"() => ({OFF_BY})().every(Boolean)")
    desk.locator(".sections").evaluate("box => { box.scrollTop = 200 }")
    assert set(desk.evaluate(OFF_BY)) == {True}


def test_no_selection_comes_upon_a_number(desk):
    expect(desk.locator(".margin").first).to_be_visible()
    words = "() => { getSelection().selectAllChildren(document.querySelector('.sections')); return getSelection().toString() }"
    with_numbers = desk.evaluate(words)
    desk.evaluate("document.querySelectorAll('.margin').forEach((one) => one.remove())")
    assert with_numbers.strip() == desk.evaluate(words).strip()


def test_no_reader_hears_a_number(desk):
    expect(desk.locator(".margin").first).to_be_visible()
    heard = desk.locator(".sections").aria_snapshot()
    desk.evaluate("document.querySelectorAll('.margin').forEach((one) => one.remove())")
    assert heard == desk.locator(".sections").aria_snapshot()


def test_on_a_telephone_there_is_no_margin_and_no_number(phone):
    expect(phone.locator(".suggestions li").first).to_be_visible()
    assert phone.locator(".margin").evaluate_all("all => all.every((one) => one.checkVisibility() === false)")
