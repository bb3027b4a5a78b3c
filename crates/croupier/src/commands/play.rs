//! `croupier play`: a table on the terminal, a person in one seat and our own players in the others.

use arena::entrants::{Entrant, EntrantError, Who};
use arena::sandbox::{Limits, Sandbox};
use cards::scene::{Item, Zone, ZoneKind};
use cards::{BySeat, MAX_SEATS, Picture, Seat, Viewer};
use games::catalog::{CatalogGame, Payoff, WithGame};
use games::levels::{NotSeated, PlayerSpec};
use table::clock::{Span, TimeControl, WallTime};
use table::ending::Ending;
use table::key::Key;
use table::player::{seat_advisor, seat_agent};
use table::record::{Conditions, Named, Record};
use table::referee::{CAP, Kind};
use table::stakes::Stakes;
use table::{AnyTable, Player, Referee};

use super::{SetupArgs, game_name, with};
use crate::Wrong;
use crate::entrants::{listed, player_names};
use crate::files::RecordArgs;
use crate::number::{counted, whole};
use crate::terminal::choices::Words;
use crate::terminal::markdown::wrap;
use crate::terminal::paint::{STRONG, card, flowed, painted};
use crate::terminal::person::{AboutGame, Desk, Person, Terminal};

/// Play against the computer
///
/// You sit in one seat, computer players sit in the others. The screen shows what happened since your last turn, the
/// table as you may see it, and your choices. Answer with the number of a choice, or with cards.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// Your seat; seats are numbered clockwise from 1
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole::<usize>(1..=MAX_SEATS as u64))]
    seat: usize,
    #[command(flatten)]
    deal: SetupArgs,
    /// Who plays the other seats: one player for all of them, or a list, one for each other seat: club,expert,club;
    /// `croupier games` lists the players
    #[arg(long, value_name = "PLAYERS", default_value = "expert")]
    against: String,
    /// Your name in the record [default: your user name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    kept: RecordArgs,
    /// Show events and actions in the short bot notation instead of sentences
    #[arg(long)]
    terse: bool,
}

const AFTER_HELP: &str = "\
At the table:
  a number     the choice with that number
  cards        those cards: 6s, 10d 10d, J♦; ? says how to type the cards of the game
  words        the words of a choice, or an action in the game's notation
  h            a hint: the three best moves in the opinion of the strongest computer player
  u            take back your last choice, if nobody has seen it
  l            show again what happened since your last turn
  a            list all choices, even if there are many
  Enter        show the table again
  ?            help with the game
  r            the rules in full, a page at a time
  q            leave the table and lose the match (so does the end of the input, Ctrl-D)
If you have only one possible move, it is played for you.

Examples:
  croupier play durak
  croupier play mau-mau --seats 3 --seat 2 --seed 5
  croupier play uno --against random
  croupier play tractor --against club,champion:iterations=2000,club --record mine.txt
  yes 1 | croupier play house --seed 1

The table is as wide as the terminal, from 40 to 200 columns; without a terminal it is as wide as
COLUMNS says, or 80. Colours are used if standard output is a terminal, TERM is not dumb and
NO_COLOR is empty.

Exit status:
  0   the match was played to its end, or you left
  1   the terminal failed, or a file could not be read or written
  2   the deal or the command line is wrong";

/// What a game says about itself.
struct Described {
    about: &'static str,
    payoff: Payoff,
}

/// What a game says about itself, what a person can ask about it, and its champion.
struct DescribeTable<'a>(&'a dyn AnyTable);
impl WithGame for DescribeTable<'_> {
    type Out = (Described, AboutGame, PlayerSpec);
    fn run<G: CatalogGame>(self) -> Self::Out {
        let header = self.0.header();
        let champion = PlayerSpec::read::<G>("champion").expect("every game has a champion");
        let rules: G::Rules = header.rules.parse().expect("a table's rules read back");
        let about = AboutGame {
            rules: G::RULES,
            stakes: Stakes::of_hints(self.0),
            house_rules: G::house_rules(&rules),
            deck: G::deck(),
            command: format!("croupier games {}", G::NAME),
        };
        (Described { about: G::ABOUT, payoff: G::PAYOFF }, about, champion)
    }
}

/// Plays one match.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let (me, deal) = (args.seat.wrapping_sub(1), args.deal.with_seed());
    let (table, key) = deal.table(&args.game, 0)?;
    let seats = table.header().seats();
    if me >= seats {
        return Err(Wrong(format!("--seat {}: expected a seat from 1 to {seats}", args.seat)).into());
    }
    let me = Seat::new(me);
    let others = opponents(args, seats, me)?;
    let file = args.kept.open()?;
    let agent_key = deal.agent_key(key);
    let (described, game, champion) = with(&args.game, DescribeTable(table.as_ref()));
    let mut desk = Terminal::open();
    desk.show(&welcome(&desk, described.about, &table.picture(me.into(), 0), &args.game, me, &others))?;

    let words = if args.terse { Words::Protocol } else { Words::Sentences };
    let mut person = Person::new(me, desk, words, game, advisor(table.as_ref(), champion, me, agent_key)?);
    let mut players: Vec<Box<dyn Player<Box<dyn AnyTable>> + '_>> = Vec::new();
    let mut at_table = Some(&mut person);
    for (seat, other) in Seat::all(seats).zip(&others) {
        players.push(match other {
            None => Box::new(at_table.take().expect("one seat is the person's")),
            Some((plan, _)) => {
                let player = seat_agent(table.as_ref(), plan, seat, agent_key.agent_rng(0, seat));
                let player = player.map_err(|why| Wrong(format!("--against {}: {why}", args.against)))?;
                Box::new(arena::metered(player))
            }
        });
    }
    let kinds = BySeat::from_fn(seats, |seat| if seat == me { Kind::Person } else { Kind::Agent });
    let mut referee = Referee::new(table, kinds, TimeControl::None, CAP);
    table::run(&mut referee, &mut players, &WallTime::start());
    drop(players);

    let mut desk = person.into_desk()?;
    if let Some(file) = file {
        let conditions = Conditions {
            key,
            clock: TimeControl::None,
            cap: Span(CAP),
            startup: Span(CAP),
            sandbox: "-".to_owned(),
        };
        let named = others.iter().map(|other| match other {
            Some((_, named)) => named.clone(),
            None => Named::new(Kind::Person, None, &name(args)),
        });
        file.write(Record::new(&referee, &conditions, named.collect(), vec![None; seats]))?;
    }
    desk.show(&farewell(&desk, &referee, me, described.payoff))?;
    desk.show(&again(args, &deal, desk.pen().width))?;
    Ok(desk.flush()?)
}

/// The player of each seat and what a record says of it; `None` for the person's seat.
type Others = Vec<Option<(PlayerSpec, Named)>>;

/// Who plays the other seats: `--against` names one or several, separated by commas. A comma within a
/// player's settings is followed by another setting.
fn opponents(args: &Args, seats: usize, me: Seat) -> Result<Others, Wrong> {
    let mut texts: Vec<String> = Vec::new();
    for part in args.against.split(',') {
        match texts.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => *last += &format!(",{part}"),
            _ => texts.push(part.to_owned()),
        }
    }
    let others = seats - 1;
    if !others.is_multiple_of(texts.len()) {
        return Err(Wrong(format!(
            "--against {}: expected one player, or one for each of the {}, found {}",
            args.against,
            counted(others, "other seat", "other seats"),
            texts.len()
        )));
    }
    let mut entrants = Vec::new();
    for text in &texts {
        entrants.push(entrant(&args.game, text).map_err(|why| Wrong(format!("--against {why}")))?);
    }
    let mut in_turn = entrants.iter().cycle();
    let seated = Seat::all(seats).map(|seat| if seat == me { None } else { in_turn.next().cloned() });
    Ok(seated.collect())
}

fn entrant(game: &str, text: &str) -> Result<(PlayerSpec, Named), String> {
    let entrant = Entrant::read(game, text, Sandbox::default(), Limits::default());
    match entrant {
        Ok(Entrant { who: Who::Agent(plan), named }) => Ok((plan, named)),
        Err(why @ EntrantError::Player { .. }) => Err(why.to_string()),
        // Commands are only for `croupier match`.
        _ => {
            let name = text.split(':').next().unwrap_or_default().to_owned();
            Err(format!("{text}: {}", NotSeated::UnknownPlayer { name, known: player_names(game) }))
        }
    }
}

/// An advisor for hints in this seat. Its random numbers are its own.
fn advisor(
    table: &dyn AnyTable,
    champion: PlayerSpec,
    seat: Seat,
    agent_key: Key,
) -> anyhow::Result<Box<dyn Fn() -> Box<dyn table::player::Advisor> + Send>> {
    let header = table.header();
    let blank = table::open(header.game, &header.setup)?;
    Ok(Box::new(move || {
        let advisor = seat_advisor(blank.as_ref(), &champion, seat, agent_key.agent_rng(1, seat));
        advisor.expect("a champion sits at every table")
    }))
}

fn welcome(desk: &Terminal, about: &str, picture: &Picture, game: &str, me: Seat, others: &Others) -> String {
    let pen = desk.pen();
    let mut text = pen.heading(&format!("{game}, you sit in seat {me}"));
    let mut intro = format!("{}. ", crate::terminal::draw::capital(about));
    let side = picture.seats.iter().find(|info| info.seat == me).map(|info| info.side);
    let partners: Vec<Seat> = picture
        .seats
        .iter()
        .filter(|info| info.seat != me && Some(info.side) == side)
        .map(|info| info.seat)
        .collect();
    if !partners.is_empty() {
        intro += &format!("Seat {} is your partner. ", listed(&partners));
    }
    let mut names: Vec<&str> = others.iter().flatten().map(|(_, named)| named.name.as_str()).collect();
    names.dedup();
    match names[..] {
        [name] if others.len() == 2 => intro += &format!("The computer plays the other seat ({name}). "),
        [name] => intro += &format!("The computer plays the other seats ({name}). "),
        _ => {
            let seats =
                others.iter().enumerate().filter_map(|(at, other)| Some((at + 1, &other.as_ref()?.1.name)));
            let seats: Vec<String> = seats
                .enumerate()
                .map(|(at, (seat, name))| match at {
                    0 => format!("The computer plays seat {seat} ({name})"),
                    _ => format!("seat {seat} ({name})"),
                })
                .collect();
            intro += &format!("{}. ", seats.join(", "));
        }
    }
    text += &pen.paragraph("", &(intro + "Type ? for help, q to leave."));
    text
}

/// Who won what, the person's own side first.
fn farewell(desk: &Terminal, referee: &Referee<Box<dyn AnyTable>>, me: Seat, unit: Payoff) -> String {
    let (pen, payoffs) = (desk.pen(), referee.payoffs());
    let has_left = matches!(referee.ending(), Some(Ending::Forfeit { .. }));
    let mut text = pen.heading("the match is over");
    let sides = &referee.table().header().sides;
    let (one, many) = match unit {
        Payoff::Points | Payoff::Difference => ("point", "points"),
        Payoff::MatchPoints => ("match point", "match points"),
    };
    if has_left {
        let is_alone = sides.iter().filter(|side| **side == sides[me]).count() == 1;
        let who = if is_alone { "you pay" } else { "your team pays" };
        let left = format!("You leave the table, which counts as a loss: {who} 1 {one} to each opponent.");
        text += &pen.paragraph("", &left);
    }
    let result = match payoffs[me] {
        0 => "It is a draw.",
        1.. => "You win.",
        _ => "You lose.",
    };
    text += &format!("{}\n", painted(STRONG, result));
    let mut order: Vec<Seat> = Seat::all(payoffs.len()).collect();
    order.sort_by_key(|&seat| (seat != me, sides[seat] != sides[me], seat));
    for seat in order {
        let name = pen.seat(seat, Some(me));
        let partner = if seat != me && sides[seat] == sides[me] { "  partner" } else { "" };
        let won = counted(format!("{:+}", payoffs[seat]), one, many);
        text += &format!("  {name:<8} {won}{partner}\n");
    }
    if !has_left {
        text += &laid_open(desk, referee.table().as_ref(), me);
    }
    text
}

/// What the others held at the end, where that was hidden: after the match there are no secrets.
fn laid_open(desk: &Terminal, table: &dyn AnyTable, me: Seat) -> String {
    let (seen, open) = (table.picture(me.into(), 0), table.picture(Viewer::Open, 0));
    let was_hidden = |zone: &&Zone| {
        seen.zones.iter().any(|own| own.hidden > 0 && (own.name, own.owner) == (zone.name, zone.owner))
    };
    let mut text = String::new();
    for zone in open.zones.iter().filter(|zone| zone.kind == ZoneKind::Hand).filter(was_hidden) {
        let Some(owner) = zone.owner else { continue };
        let items = zone.groups.iter().flat_map(|group| &group.items);
        let cards: Vec<String> = items
            .filter_map(|item| match item {
                Item::Card(shown) => Some(card(&shown.face)),
                _ => None,
            })
            .collect();
        let label = format!("{} had ", desk.pen().seat(owner, Some(me)));
        text += &flowed(&label, &cards, " ", desk.pen().width);
    }
    text
}

/// How to play the same deal again.
fn again(args: &Args, deal: &SetupArgs, width: usize) -> String {
    let Some(seed) = deal.seed else { return String::new() };
    let mut command = format!("croupier play {} --seed {seed} --seat {}", args.game, args.seat);
    if !deal.rules.is_empty() {
        command += &format!(" --rules {:?}", deal.rules);
    }
    if let Some(seats) = deal.seats {
        command += &format!(" --seats {seats}");
    }
    let text = format!("To play the same deal again: {command} --against {}", args.against);
    if text.chars().count() <= width {
        return text + "\n";
    }
    // With a backslash at the end, a shell reads the next line as part of the command.
    format!("{}\n", wrap(&text, width - 4).join(" \\\n  "))
}

/// What the record calls the person.
fn name(args: &Args) -> String {
    let user = || std::env::var("USER").ok();
    args.name
        .clone()
        .or_else(user)
        .filter(|name| !name.trim().is_empty())
        .unwrap_or_else(|| "person".to_owned())
}
