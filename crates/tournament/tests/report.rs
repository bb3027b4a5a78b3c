//! The report page: whole, self-contained, and safe whatever entries are called.

#[allow(dead_code, reason = "the example uses the rest")]
mod invent;

use invent::{HOSTILE, Invented, durak, uno};
use tournament::report::{MatchLine, Records, Report};
use tournament::standings::Counter;

fn page(invented: &Invented, records: impl Fn(&[MatchLine]) -> Records) -> (String, Vec<(String, String)>) {
    let mut counter = Counter::new(&invented.about).with_history(invented.deals.len() as u64);
    invented.deals.iter().for_each(|deal| counter.add(deal).expect("a deal"));
    let standings = counter.finish();
    let matches: Vec<MatchLine> = invented.deals.iter().flatten().map(MatchLine::of).collect();
    let records = records(&matches);
    let report = Report {
        about: &invented.about,
        standings: &standings,
        matches: &matches,
        records,
        program: "croupier 0",
    };
    (report.page(), report.lists())
}

/// Every tag is one that this crate writes.
fn assert_known_tags(html: &str) {
    const KNOWN: &str = "!doctype html head meta title style body main header section footer h1 h2 h3 p span b small \
        dl div dt dd table thead tbody tr th td svg defs symbol polyline polygon line circle text use figure figcaption \
        ul ol li a details summary pre code";
    for piece in html.split('<').skip(1) {
        let name: String =
            piece.trim_start_matches('/').chars().take_while(|c| c.is_alphanumeric() || *c == '!').collect();
        assert!(
            KNOWN.split_whitespace().any(|known| known == name),
            "<{name}: {}",
            &piece[..piece.len().min(60)]
        );
    }
}

#[test]
fn hostile_names_stay_text() {
    let invented = durak(8, 4, true);
    let embed = |matches: &[MatchLine]| {
        Records::Embedded(matches.iter().map(|_| "</pre><script>x</script>".to_owned()).collect())
    };
    let folder = |_: &[MatchLine]| Records::Folder("a\"><script>".to_owned());
    for (html, _) in [page(&invented, embed), page(&invented, folder)] {
        assert_known_tags(&html);
        assert!(!html.contains("<script") && !html.contains('\u{202e}') && !html.contains('\x1b'));
        assert!(!html.contains("javascript:") && !html.contains(" onload="));
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "the name is still readable");
        assert!(html.contains(HOSTILE[5]), "letters of every script are text");
    }
}

#[test]
fn the_page_needs_nothing_but_itself_and_links_to_every_record() {
    let invented = durak(4, 3, false);
    let (html, lists) = page(&invented, |_| Records::Folder("records".to_owned()));
    assert!(lists.is_empty());
    for outside in ["http://", "https://", "src=", "@import", "url(", "<script"] {
        assert!(!html.contains(outside), "{outside}");
    }
    for one in invented.deals.iter().flatten() {
        let file = format!("records/deal-{:06}-seating-{}.txt", one.deal + 1, one.seating + 1);
        assert!(html.contains(&format!("href=\"{file}\"")), "{file}");
    }
    for id in ["standings", "time", "cross", "clock", "matches", "counting"] {
        assert!(html.contains(&format!("<section id={id}>")), "{id}");
    }
}

#[test]
fn embedded_records_are_where_the_links_lead() {
    let invented = uno(4, 2);
    let (html, _) = page(&invented, |matches| {
        Records::Embedded(
            matches.iter().map(|one| format!("record of {}.{}", one.deal, one.seating)).collect(),
        )
    });
    for one in invented.deals.iter().flatten() {
        let anchor = format!("match-{}-{}", one.deal + 1, one.seating + 1);
        assert!(html.contains(&format!("href=\"#{anchor}\"")) && html.contains(&format!("id=\"{anchor}\"")));
        assert!(html.contains(&format!("record of {}.{}", one.deal, one.seating)));
    }
}

#[test]
fn a_long_tournament_lists_its_matches_apart() {
    let invented = durak(3, 1_000, false);
    let (html, lists) = page(&invented, |_| Records::Folder("records".to_owned()));
    assert_eq!(lists.len(), 3);
    assert!(html.len() < 100_000, "{} bytes", html.len());
    for (name, list) in &lists {
        assert!(html.contains(&format!("href=\"records/{name}\"")), "{name}");
        assert_eq!(list.matches("href=\"deal-").count(), 2_000, "{name}");
        assert_known_tags(list);
    }
}

#[test]
fn a_tournament_without_a_deal_has_a_page() {
    let mut invented = durak(3, 1, false);
    invented.deals.clear();
    let (html, _) = page(&invented, |_| Records::None);
    assert!(html.contains("No deal has been played yet."));
    assert_known_tags(&html);
}
