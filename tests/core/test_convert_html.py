"""HTML notes: what a reader sees is kept, what stands beside it is not."""

from __future__ import annotations

import pytest

from tests.shared import case_input
from trayrecall.core.convert import convert
from trayrecall.core.model import Converted, Link, Section


def html(content: str) -> Converted:
    return convert("text", "text/html", content)


def text(content: str) -> str:
    return "\n".join(section.text for section in html(content).sections)


@pytest.mark.case("CC01")
def test_a_table_is_one_line_a_row_with_its_cells_apart() -> None:
    content = (
        '<figure class="table"><table><thead><tr><th>Host</th><th>Rack</th><th>Owner</th></tr></thead><tbody>'
        "<tr><td>alder</td><td>B7</td><td><p>Imke</p><p>Tariq</p></td></tr>"
        "<tr><td>rowan</td><td>C2</td><td>&nbsp;</td></tr></tbody></table></figure>"
    )
    assert text(content) == "Host | Rack | Owner\nalder | B7 | Imke Tariq\nrowan | C2"


def test_an_empty_cell_in_the_middle_keeps_its_place() -> None:
    assert text("<table><tr><td>a</td><td></td><td>c</td></tr></table>") == "a | | c"


@pytest.mark.case("CC01")
def test_a_table_within_a_cell_keeps_rows_and_words_apart() -> None:
    content = (
        "<table><tr><td>left</td><td>before<table><tr><td>x</td><td>y</td></tr></table>after</td>"
        "<td>right</td></tr></table>"
    )
    assert text(content).split("\n\n") == ["left\nbefore", "x | y", "after\nright"]


def test_a_table_of_one_cell_is_only_a_frame_around_its_text() -> None:
    assert text("<table><tr><td><p>one</p><p>two</p></td></tr></table>") == "one\n\ntwo"


def test_a_stray_cell_does_not_run_into_the_word_before() -> None:
    assert "Friday bay 4" in text("<p>Friday<td>bay 4</td>")


@pytest.mark.case("CC02")
def test_inline_tags_never_split_a_word() -> None:
    content = '<p>The <strong>Z</strong>ephyr<span style="color:red">dock</span>, <i>un</i>break<em>able</em> link.</p>'
    assert text(content) == "The Zephyrdock, unbreakable link."


@pytest.mark.case("CC02")
def test_block_tags_always_end_a_line() -> None:
    assert text("<div>a<div>b</div>c</div><p>d</p>e") == "a\nb\nc\n\nd\n\ne"


@pytest.mark.case("CC03")
def test_a_code_block_keeps_lines_and_indentation_and_no_language_name() -> None:
    content = (
        '<p>Use this:</p><pre><code class="language-text-x-python">def pull(n):\n    if n &lt; 3 &amp;&amp; ready:\n'
        "        return fetch(n)\n</code></pre><p>End.</p>"
    )
    assert text(content) == (
        "Use this:\n\ndef pull(n):\n    if n < 3 && ready:\n        return fetch(n)\n\nEnd."
    )


def test_a_section_of_code_alone_is_marked_as_code() -> None:
    assert html("<h2>H</h2><pre>a = 1</pre>").sections == (Section(("H",), "a = 1", is_code=True),)


@pytest.mark.case("CC05")
def test_entities_are_decoded_once() -> None:
    content = (
        "<p>B&amp;W; x&lt;y; &amp;lt; https://shop.example/list?cat=4&amp;page=2 caf&eacute; &#128640;</p>"
    )
    assert text(content) == "B&W; x<y; &lt; https://shop.example/list?cat=4&page=2 café 🚀"


@pytest.mark.case("CC06")
def test_a_formula_keeps_its_source_set_off_by_blanks() -> None:
    content = (
        '<p>Decay rate<span class="math-tex">\\(\\gamma=\\frac{c}{2m}\\)</span>matters.</p>'
        '<p><span class="math-tex">\\[\\ddot{x}=0\\]</span></p>'
    )
    assert text(content) == "Decay rate \\gamma=\\frac{c}{2m} matters.\n\n\\ddot{x}=0"


@pytest.mark.case("CC07")
def test_an_included_note_is_a_link_and_adds_no_text() -> None:
    content = '<p>Goals.</p><section class="include-note" data-note-id="abc" data-box-size="medium">&nbsp;</section><p>Budget.</p>'
    assert html(content) == Converted((Section((), "Goals.\n\nBudget."),), (Link("include", "abc"),))


@pytest.mark.case("CC07")
def test_a_note_of_nothing_but_an_include_has_no_section() -> None:
    assert html('<section class="include-note" data-note-id="x">&nbsp;</section>').sections == ()


@pytest.mark.case("CC07")
def test_an_include_box_that_was_never_closed_swallows_nothing() -> None:
    assert text('<p>a</p><section class="include-note" data-note-id="x">&nbsp;<p>b</p>') == "a\n\nb"


@pytest.mark.case("CC08")
def test_links_keep_their_words_and_are_recorded_without_their_path() -> None:
    content = (
        '<p>See <a class="reference-link" href="#root/aB3d/kL2m">Boiler manual</a> and '
        '<a href="https://docs.example/boiler?x=1">vendor page</a>.</p>'
    )
    assert html(content) == Converted(
        (Section((), "See Boiler manual and vendor page."),),
        (
            Link("internal", "kL2m", "Boiler manual"),
            Link("external", "https://docs.example/boiler?x=1", "vendor page"),
        ),
    )


@pytest.mark.case("CC08")
@pytest.mark.parametrize(
    ("href", "link"),
    [
        ("#root/a/b?viewMode=attachments&amp;attachmentId=x", Link("internal", "b", "t")),
        ("#root/a/b?bookmark=x", Link("internal", "b", "t")),
        ("#?popup&amp;notePath=root/a/c", Link("internal", "c", "t")),
        ("#?popup&amp;notePath=root%2Fa%2Fc", Link("internal", "c", "t")),
        ("#root/abc-XyZ9", Link("internal", "abc", "t")),
        ("#root", Link("internal", "root", "t")),
        ("mailto:a@b.example", Link("external", "mailto:a@b.example", "t")),
        ("//host.example/x", Link("external", "//host.example/x", "t")),
        ("#fnx1", None),
        ("api/attachments/x/download", None),
        ("javascript:alert(1)", None),
        ("data:text/html,hello", None),
        ("", None),
    ],
)
def test_an_address_is_told_from_a_note_and_from_neither(href: str, link: Link | None) -> None:
    assert html(f'<a href="{href}">t</a>').links == ((link,) if link else ())


@pytest.mark.case("CC09")
def test_a_pasted_picture_leaves_nothing_but_its_alternative_text() -> None:
    converted = html(case_input("cc09_base64.html"))
    assert "Fuse F12 blows under load." in converted.sections[0].text
    assert len(converted.sections[0].text) < 200


@pytest.mark.case("CC09")
@pytest.mark.parametrize(
    "content",
    [
        "<p>a ![shot](data:image/png;base64,iVBORw0KGgo=) b</p>",
        "<p>a shot data:image/png;base64,iVBORw0KGgo= b</p>",
        "<p>a shot data:image/svg+xml;charset=utf-8,%3Csvg%3E b</p>",
        '<p>a <img alt="shot" src="data:image/png;base64,iVBORw0KGgo="> b</p>',
        f"<p>a shot data:image/png;base64,{'QUJD' * 19}\n{'QUJD' * 19}\nQUJDRA== b</p>",
    ],
)
def test_an_embedded_file_is_dropped_wherever_it_stands(content: str) -> None:
    assert " ".join(text(content).split()) == "a shot b"


def test_the_caption_of_a_picture_is_kept() -> None:
    content = '<figure class="image"><img src="api/images/x/y.png"><figcaption>The weir</figcaption></figure>'
    assert text(content) == "The weir"


@pytest.mark.case("CC10")
def test_closed_and_nested_details_are_text_and_the_summary_is_a_line() -> None:
    content = (
        "<p>Visible.</p><details><summary>Factory reset</summary><p>Hold the button.</p>"
        "<details><summary>Inner</summary><ul><li>then wait</li></ul></details></details>"
    )
    assert text(content).split("\n\n") == [
        "Visible.",
        "Factory reset",
        "Hold the button.",
        "Inner",
        "- then wait",
    ]


@pytest.mark.case("CC13")
def test_a_task_list_is_one_line_a_task() -> None:
    content = (
        '<ul class="todo-list"><li><label class="todo-list__label"><input type="checkbox" checked="checked">'
        '<span class="todo-list__label__description">Cancel the lease</span></label></li><li><label>'
        '<input type="checkbox"><span>Book a van</span></label></li></ul>'
    )
    assert text(content) == "[x] Cancel the lease\n[ ] Book a van"


@pytest.mark.case("CC14")
def test_items_and_broken_lines_stand_apart() -> None:
    content = (
        "<p>Pack<br>light</p><ul><li>Stove<ul><li>fuel</li><li>matches</li></ul></li><li>Tarp</li></ul>"
        "<ol><li>Leave key<br>with Odile</li><li>Go</li></ol>"
    )
    assert text(content) == (
        "Pack\nlight\n\n- Stove\n  - fuel\n  - matches\n- Tarp\n\n1. Leave key\n  with Odile\n2. Go"
    )


def test_a_numbered_list_goes_on_where_it_says() -> None:
    assert text('<ol start="4"><li>a</li><li>b</li></ol>') == "4. a\n5. b"
    for odd in ("--5", "-", "9" * 30, "4.5", "²", "x"):
        assert text(f'<ol start="{odd}"><li>a</li></ol>') == "1. a"


@pytest.mark.case("CC15")
def test_an_office_page_gives_its_text_and_no_noise() -> None:
    got = text(case_input("cc15_word.html"))
    assert got == "Minutes 14\n\n1. Approve the larch fence\n\nCost 3 450 €\n\nDeep part: call Ruben."


@pytest.mark.case("CC15")
@pytest.mark.parametrize(
    "noise",
    [
        "<script>alert(1)</script>",
        "<style>p{color:red}</style>",
        "<template><p>t</p></template>",
        "<!-- remark -->",
        "<!--[if gte mso 9]><xml><w:x>1</w:x></xml><![endif]-->",
        "<xml><o:OfficeDocumentSettings>1</o:OfficeDocumentSettings></xml>",
        "<o:p></o:p>",
        "<noscript>n</noscript>",
        '<iframe src="x">f</iframe>',
    ],
)
def test_what_is_never_shown_is_no_text(noise: str) -> None:
    assert text(f"<p>start {noise}end</p>").split() == ["start", "end"]


@pytest.mark.case("CC17")
def test_five_thousand_blocks_within_each_other_give_their_text() -> None:
    assert text("<div>" * 5000 + "bottom pearl" + "</div>" * 5000) == "bottom pearl"


@pytest.mark.case("CC17")
def test_blocks_nested_past_what_the_parser_bears_give_their_text() -> None:
    assert text("<div>" * 100_000 + "bottom &amp; pearl") == "bottom & pearl"


@pytest.mark.case("CC17")
def test_deeply_nested_lists_do_not_drown_in_their_indentation() -> None:
    assert len(text("<ul><li>x" * 3000)) < 3000 * 30


@pytest.mark.case("CC18")
def test_broken_markup_gives_its_words() -> None:
    got = text(
        "<p>Stock <b>nine <i>heaters</p><p>arrive</b> Friday</table><td>bay 4</td><<div>>&bogus; &#0; </p></ul><p"
    )
    assert [word in got for word in ("nine", "heaters", "arrive", "Friday", "bay 4")] == [True] * 5


@pytest.mark.case("CC19")
def test_headings_without_text_live_in_the_path_of_what_stands_below() -> None:
    content = (
        "<h2>A night</h2><h3>Sightings</h3><p>Two barn owls.</p><h3>Weather</h3><p>Fog.</p><h2>Empty end</h2>"
    )
    assert html(content).sections == (
        Section(("A night", "Sightings"), "Two barn owls."),
        Section(("A night", "Weather"), "Fog.\nEmpty end"),
    )


@pytest.mark.case("CC19")
def test_a_heading_with_nothing_below_is_joined_to_the_text_that_follows() -> None:
    assert html("<h2>Bare</h2><h2>Full</h2><p>text</p>").sections == (Section(("Full",), "Bare\ntext"),)


@pytest.mark.case("CC19")
def test_a_note_of_headings_alone_is_one_section_of_them() -> None:
    assert html("<h1>One</h1><h3>Two</h3><h2>Three</h2>").sections == (Section((), "Two\nOne\nThree"),)


def test_skipped_levels_and_returns_keep_the_right_path() -> None:
    content = "<p>0</p><h1>A</h1><p>1</p><h4>B</h4><p>2</p><h2>C</h2><p>3</p>"
    assert [section.heading_path for section in html(content).sections] == [
        (),
        ("A",),
        ("A", "B"),
        ("A", "C"),
    ]


def test_a_heading_within_a_cell_or_item_is_a_line() -> None:
    assert html("<ul><li><h3>a</h3>b</li></ul>").sections == (Section((), "- a\n  b"),)


def test_footnotes_and_admonitions_are_text() -> None:
    content = (
        '<p>Claim<sup class="footnote-reference"><a href="#fnx1">[1]</a></sup></p><aside class="admonition warning">'
        '<p>Do not run.</p></aside><ol class="footnotes"><li class="footnote-item"><span class="footnote-back-link">'
        '<sup><a href="#fnref">^</a></sup></span><div class="footnote-content"><p>The manual.</p></div></li></ol>'
    )
    assert text(content) == "Claim[1]\n\nDo not run.\n\n1. The manual."


def test_a_reading_stands_behind_the_whole_word() -> None:
    assert text("<p><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を</p>") == "漢字(かんじ)を"


def test_syllables_of_a_reading_stand_apart() -> None:
    assert text("<p><ruby>漢<rt>hàn</rt>字<rt>zì</rt></ruby></p>") == "漢字(hàn zì)"


def test_text_without_any_tag_keeps_its_lines() -> None:
    assert text("one &amp; two\nthree") == "one & two\nthree"


@pytest.mark.case("EN05")
def test_a_picture_stored_as_text_has_no_sections() -> None:
    raw = bytes.fromhex("89504e470d0a1a0a") + bytes(range(256)) * 4
    for encoding in ("utf-8", "latin-1"):
        assert html(raw.decode(encoding, "replace")) == Converted((), (), "binary")


@pytest.mark.case("PF01")
def test_the_last_sentence_of_a_giant_note_is_kept() -> None:
    assert (
        html(case_input("pf01_long_note.txt"))
        .sections[-1]
        .text.endswith("The brass heron stands in the east window.")
    )
