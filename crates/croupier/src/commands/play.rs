//! `croupier play`: a table on the terminal, a person in one seat and policies in the others.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::anyhow;
use cards::{Game, Inside, Live, Match, Player, Rng, Rules, Seat};
use games::catalog::{Entry, WithGame};
use games::levels::{self, LEVELS, NotSeated};

use super::{DealArgs, game_name, with};
use crate::markdown::plain;
use crate::table::{Pen, WIDTH};
use crate::{Wrong, seed};

/// Play against the machine
///
/// You sit in one seat and policies play the others. The table shows what you may see, what happened
/// since your last turn and what you can do; answer with a number or with an action as it is spelt.
#[derive(clap::Args)]
#[command(after_long_help = AFTER_HELP)]
pub struct Args {
    /// Which game
    #[arg(value_parser = game_name())]
    game: String,
    /// Where you sit; seats count clockwise from 1
    #[arg(long, value_name = "N", default_value = "1")]
    seat: usize,
    #[command(flatten)]
    deal: DealArgs,
    /// Who plays the other seats; `croupier games` lists the players [default: expert]
    #[arg(long, value_name = "POLICY")]
    against: Option<String>,
}

const AFTER_HELP: &str = "\
At the table:
  a number     the action of that number
  an action    as it is spelt in the list; works for actions that are not listed, too
  Enter        shows the table again
  a            lists all actions, however many there are
  h            a hint: what the champion would do
  ?            help with the game
  r            all its rules
  q            leave the table, as does the end of the input
You are asked where there is a choice. An only action is played for you and told as (no choice).

Examples:
  croupier play durak
  croupier play mau-mau --seats 3 --seat 2 --seed 5
  croupier play uno --against random
  yes 1 | croupier play house --seed 1

Colours are used if standard output is a terminal and NO_COLOR is not set.

Exit status:
  0   the match was played, or left
  1   the terminal could not be read or written
  2   the command line is wrong";

/// So many actions are listed unasked.
const LISTED: usize = 30;
/// Nobody types a longer line than this; what goes beyond is dropped.
const LONGEST_LINE: usize = 4096;

/// A table laid for a person: the match, and a policy in every seat. The one in the person's own
/// seat gives hints.
struct Laid {
    game: Box<dyn Match>,
    players: Vec<Box<dyn Player>>,
    about: &'static str,
    rules: &'static str,
    against: String,
    seed: u64,
    /// How many events the players have been told.
    told: usize,
}

struct Lay<'a>(&'a Args);

impl WithGame for Lay<'_> {
    type Out = Result<Laid, Wrong>;
    fn run<G: Entry>(self) -> Self::Out {
        let args = self.0;
        let rules = args.deal.rules::<G>()?;
        let seats = rules.seats();
        if !(1..=seats).contains(&args.seat) {
            return Err(Wrong(format!("--seat {}: expected a seat from 1 to {seats}", args.seat)));
        }
        let strongest = LEVELS[LEVELS.len() - 1];
        let against = args.against.as_deref().unwrap_or("expert");
        let policy = |name: &str| {
            levels::policy::<G>(name).map_err(|NotSeated(why)| Wrong(format!("--against {name}: {why}")))
        };
        policy(against)?;
        let seed = seed::or_drawn(args.deal.seed);
        let mut players: Vec<Box<dyn Player>> = Vec::new();
        for seat in Seat::all(seats) {
            let name = if seat.index() + 1 == args.seat { strongest } else { against };
            // Stream 0 is the deal's, so that a policy's chance cannot show it the cards.
            let rng = Rng::stream(seed, 1 + seat.index() as u64);
            players.push(Box::new(Inside::<G>::new(&rules, seat, policy(name)?, rng)));
        }
        let game = Box::new(Live::<G>::new(<G as Game>::deal(&rules, &mut Rng::new(seed))));
        Ok(Laid {
            game,
            players,
            about: G::ABOUT,
            rules: G::RULES,
            against: against.to_owned(),
            seed,
            told: 0,
        })
    }
}

/// Plays one match.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let laid = with(&args.game, Lay(args))?;
    let me = Seat::new(args.seat - 1);
    let mut person = Person {
        me,
        input: io::stdin().lock(),
        out: io::stdout().lock(),
        pen: Pen::for_stdout().seated(me),
        echoes: !io::stdin().is_terminal(),
        seen: 0,
        unasked: Vec::new(),
    };
    person.sit_down(laid, args)
}

/// The person at the terminal.
struct Person<I, O> {
    me: Seat,
    input: I,
    out: O,
    pen: Pen,
    /// Input from a pipe is repeated, so that the transcript makes sense.
    echoes: bool,
    /// How many events have been shown.
    seen: usize,
    /// The events that began with an action played for the person, by number.
    unasked: Vec<usize>,
}

/// What became of a person's turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Played,
    Left,
}

impl<I: BufRead, O: Write> Person<I, O> {
    fn sit_down(&mut self, mut laid: Laid, args: &Args) -> anyhow::Result<()> {
        let (game, me) = (laid.game.game(), self.me);
        let Laid { about, against, .. } = &laid;
        writeln!(self.out, "{}", self.pen.heading(&format!("{game}, you are seat {me}")))?;
        writeln!(self.out, "{about}")?;
        let others = if laid.players.len() == 2 { "The other seat plays" } else { "The others play" };
        writeln!(self.out, "{others} {against}. Type ? for help, q to leave.")?;
        while let Some(seat) = laid.game.turn() {
            laid.tell()?;
            if seat != me {
                let action = laid.players[seat.index()].ask();
                let refused = |error| anyhow!("seat {seat} ({}) played {action}: {error}", laid.against);
                laid.game.play(&action).map_err(refused)?;
                continue;
            }
            if laid.game.count() == 1 {
                self.unasked.push(laid.told);
                let only = laid.game.actions(1).concat();
                laid.game.play(&only).map_err(|error| anyhow!("the only action is {only}: {error}"))?;
                continue;
            }
            if self.take_turn(&mut laid)? == Turn::Left {
                writeln!(self.out, "You leave the table.")?;
                return self.part(&laid, args);
            }
        }
        self.end(&laid)?;
        self.part(&laid, args)
    }

    /// Asks until the answer is a legal action, and plays it.
    fn take_turn(&mut self, laid: &mut Laid) -> io::Result<Turn> {
        self.show_table(laid)?;
        self.list(laid, LISTED)?;
        loop {
            let Some(line) = self.ask()? else { return Ok(Turn::Left) };
            match line.trim() {
                "" => {
                    self.show_table(laid)?;
                    self.list(laid, LISTED)?;
                }
                "q" | "quit" | "exit" => return Ok(Turn::Left),
                "?" | "help" => self.help(laid)?,
                "a" => self.list(laid, usize::MAX)?,
                "r" | "rules" => write!(self.out, "{}", plain(laid.rules, WIDTH))?,
                "h" | "hint" => {
                    let hint = laid.players[self.me.index()].ask();
                    writeln!(self.out, "hint: {hint}")?;
                }
                answer => match play(laid.game.as_mut(), answer) {
                    Ok(()) => return Ok(Turn::Played),
                    Err(why) => writeln!(self.out, "{}", self.pen.alert(&why))?,
                },
            }
        }
    }

    fn show_table(&mut self, laid: &Laid) -> io::Result<()> {
        let mut news = laid.game.events(Some(self.me), self.seen);
        for number in self.unasked.drain(..) {
            news[number - self.seen] += " (no choice)";
        }
        self.seen += news.len();
        let picture = laid.game.picture(self.me);
        let Person { out, pen, .. } = self;
        writeln!(out)?;
        write!(out, "{}{}", pen.events(&news), pen.picture(&picture))
    }

    fn list(&mut self, laid: &Laid, most: usize) -> io::Result<()> {
        let (actions, all) = (laid.game.actions(most), laid.game.count());
        writeln!(self.out, "{}", self.pen.heading(&format!("your turn: {}", laid.game.prompt())))?;
        write!(self.out, "{}", self.pen.actions(&actions, all))
    }

    /// One line from the person; `None` at the end of the input.
    fn ask(&mut self) -> io::Result<Option<String>> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        let line = read_line(&mut self.input)?;
        if self.echoes || line.is_none() {
            writeln!(self.out, "{}", line.as_deref().unwrap_or_default().trim())?;
        }
        Ok(line)
    }

    fn help(&mut self, laid: &Laid) -> io::Result<()> {
        writeln!(self.out, "{}", self.pen.heading("help"))?;
        if let Some(summary) = summary(laid.rules) {
            writeln!(self.out, "{}", plain(summary, WIDTH))?;
        }
        if let Some(notation) = section(laid.rules, "Notation") {
            writeln!(self.out, "{}", plain(notation, WIDTH))?;
        }
        writeln!(self.out, "House rules of this match: {}", laid.game.rules())?;
        writeln!(self.out, "\n{HELP}")
    }

    fn end(&mut self, laid: &Laid) -> io::Result<()> {
        self.show_table(laid)?;
        let payoffs = laid.game.payoffs();
        writeln!(self.out, "{}", self.pen.heading("the match is over"))?;
        let verdict = match payoffs[self.me] {
            0 => "You break even.",
            1.. => "You win.",
            _ => "You lose.",
        };
        writeln!(self.out, "{}", self.pen.alert(verdict))?;
        for seat in payoffs.seats() {
            let who = if seat == self.me { " (you)" } else { "" };
            writeln!(self.out, "seat {seat}: {:+}{who}", payoffs[seat])?;
        }
        Ok(())
    }

    /// Says how to have the same deal again.
    fn part(&mut self, laid: &Laid, args: &Args) -> anyhow::Result<()> {
        let mut command = format!("croupier play {} --seed {} --seat {}", args.game, laid.seed, self.me);
        if !args.deal.rules.is_empty() {
            command += &format!(" --rules {:?}", args.deal.rules);
        }
        if let Some(seats) = args.deal.seats {
            command += &format!(" --seats {seats}");
        }
        writeln!(self.out, "The same deal again: {command} --against {}", laid.against)?;
        Ok(self.out.flush()?)
    }
}

const HELP: &str = "\
At the table:
  a number     the action of that number
  an action    as it is spelt in the list, listed or not
  Enter        shows the table again
  a            lists all actions
  h            a hint: what the champion would do
  r            all the rules of the game
  q            leave the table
Seats are numbered clockwise. In events, hidden cards are ??.
You are asked where there is a choice; an only action is played for you and told
as (no choice).";

/// What a text of rules says before its first section, without its title.
fn summary(rules: &str) -> Option<&str> {
    let body = rules.strip_prefix("# ")?.split_once('\n')?.1;
    Some(body.split("\n## ").next()?.trim()).filter(|text| !text.is_empty())
}

/// A section of a text of rules, without its title.
fn section<'a>(rules: &'a str, title: &str) -> Option<&'a str> {
    let mut sections = rules.split("\n## ").skip(1).filter_map(|section| section.split_once('\n'));
    sections.find(|(found, _)| *found == title).map(|(_, body)| body.trim())
}

impl Laid {
    /// Tells every player what has happened, each as much as it may see.
    fn tell(&mut self) -> anyhow::Result<()> {
        let mut news = 0;
        for (seat, player) in Seat::all(self.game.seats()).zip(&mut self.players) {
            let events = self.game.events(Some(seat), self.told);
            news = events.len();
            for event in events {
                player
                    .tell(&event)
                    .map_err(|error| anyhow!("seat {seat} does not understand {event}: {error}"))?;
            }
        }
        self.told += news;
        Ok(())
    }
}

/// Plays what an answer means, or says what is wrong with it.
fn play(game: &mut dyn Match, answer: &str) -> Result<(), String> {
    let count = game.count() as usize;
    let action = if answer.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = answer.parse().ok().filter(|number| (1..=count).contains(number));
        let number = number.ok_or_else(|| format!("expected a number from 1 to {count}"))?;
        game.actions(number).pop()
    } else {
        Some(answer.to_owned())
    };
    let action = action.expect("there are as many actions as counted");
    game.play(&action).map_err(|error| format!("{error} (? for help)"))
}

/// Reads a line, keeping no more of it than anybody would type.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    loop {
        let some = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            some => some?,
        };
        if some.is_empty() {
            let is_over = line.is_empty();
            return Ok((!is_over).then(|| String::from_utf8_lossy(&line).into_owned()));
        }
        let newline = memchr::memchr(b'\n', some);
        let len = newline.unwrap_or(some.len());
        line.extend_from_slice(&some[..len.min(LONGEST_LINE - line.len())]);
        input.consume(newline.map_or(len, |at| at + 1));
        if newline.is_some() {
            return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }
}
