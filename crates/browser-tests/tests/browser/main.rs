//! Stories of people at the tables, in a real browser.
//!
//! One browser and one server for all of them; every person has a context of their own. A story ends with everybody
//! leaving, and nobody's browser may have complained.

mod layout;
mod matches;
mod people;
mod reading;
mod safety;
mod table;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use browser_tests::{Chrome, Stage};
use libtest_mimic::{Arguments, Trial};

/// What stories share.
#[derive(Clone)]
pub struct Place {
    chrome: Arc<Chrome>,
    stage: Arc<Stage>,
}

type Story = fn(Place) -> Pin<Box<dyn Future<Output = ()> + Send>>;

/// Names stories as their functions are named.
macro_rules! stories {
    ($($module:ident: $($name:ident),+ $(,)?);+ $(;)?) => {
        const STORIES: &[(&str, Story)] = &[$($((
            concat!(stringify!($module), "::", stringify!($name)),
            |place| Box::pin($module::$name(place)),
        )),+),+];
    };
}

stories! {
    matches:
        a_whole_match_of_tractor_by_clicks,
        a_whole_match_of_mau_mau_by_clicks,
        a_whole_match_of_durak_by_clicks,
        a_whole_match_of_house_of_cards_by_clicks,
        a_whole_match_of_uno_by_clicks,
        a_whole_match_with_motion,
        a_whole_match_by_keyboard_only,
        a_whole_match_of_tractor_by_touch_on_a_phone,
        a_whole_match_of_uno_by_touch_on_a_phone,
        a_whole_match_of_durak_without_script,
        a_whole_match_of_tractor_without_script,
        without_script_the_page_of_a_waiting_player_loads_again_by_itself;
    people:
        two_people_play_by_invitation,
        a_lost_connection_comes_back_with_nothing_missed,
        a_spectator_sees_what_is_public_and_everything_after_the_end;
    table:
        the_lobby_opens_a_table_of_each_game,
        a_hint_shows_the_best_actions_and_how_sure_it_is,
        an_illegal_card_says_why,
        an_action_can_be_taken_back,
        after_a_match_there_is_another_one,
        the_last_trick_is_one_key_away;
    safety:
        names_stay_text,
        forged_forms_and_addresses_stay_text,
        a_page_that_goes_wrong_is_noticed;
    layout:
        a_table_of_tractor_fits_every_screen,
        a_table_of_mau_mau_fits_every_screen,
        a_table_of_durak_fits_every_screen,
        a_table_of_house_of_cards_fits_every_screen,
        a_table_of_uno_fits_every_screen,
        the_other_pages_fit_every_screen;
    reading:
        a_screen_reader_gets_labelled_cards_the_question_and_the_log,
        other_pages_have_a_heading_and_labelled_fields,
        the_pages_speak_the_language_that_the_browser_wants;
}

fn main() {
    let mut arguments = Arguments::from_args();
    if arguments.list {
        let trials = STORIES.iter().map(|(name, _)| Trial::test(*name, || Ok(()))).collect();
        libtest_mimic::run(&arguments, trials).exit();
    }
    // More at a time would only make each slower.
    arguments.test_threads = arguments.test_threads.or(Some(3));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (chrome, stage) =
        runtime.block_on(async { (Arc::new(Chrome::start().await), Arc::new(Stage::open().await)) });
    let place = Place { chrome, stage };
    let trial = |(name, story): &(&'static str, Story)| {
        let (place, handle, story) = (place.clone(), runtime.handle().clone(), *story);
        Trial::test(*name, move || {
            // A panic is a failure of this story alone.
            handle.block_on(async move { tokio::spawn(story(place)).await }).map_err(Into::into)
        })
    };
    let conclusion = libtest_mimic::run(&arguments, STORIES.iter().map(trial).collect());
    runtime.block_on(async {
        let Place { chrome, stage } = place;
        if let Some(stage) = Arc::into_inner(stage) {
            stage.close().await;
        }
        if let Some(chrome) = Arc::into_inner(chrome) {
            chrome.close().await;
        }
    });
    conclusion.exit();
}
