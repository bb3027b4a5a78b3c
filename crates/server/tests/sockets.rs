//! What a stranger can try, and what friends do: through real sockets and forms.

mod common;

use cards::Seat;
use common::{Client, Running, Table, start, start_with};
use serde_json::{Value, json};
use server::table_state::Words;
use server::terms::{Terms, Wish};
use server::tokens::Token;
use sha2::{Digest, Sha256};
use table::record::Record;
use table::verify::verify;
use tokio_tungstenite::tungstenite::Message;

fn terms(game: &str, rules: &str, people: usize, level: &str) -> Terms {
    let wish = Wish {
        game,
        rules,
        seats: None,
        level,
        people,
        clock: "",
        hints: None,
        absent: 60,
        listed: true,
        pace: 10,
    };
    Terms::read(&wish).expect("terms")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn run(test: impl AsyncFnOnce(Running)) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async { test(start().await).await });
}

#[test]
fn a_whole_match_against_ours_and_its_key_fits_what_was_told_before() {
    run(async |server| {
        let table = server.table(&terms("mau-mau", "seats=2", 1, "club")).await;
        let mut person = server.connect(&table, Some(Seat::new(0))).await;
        let mut watcher = server.connect(&table, None).await;
        watcher.scene_text().await;
        let told = watcher.scene["commitment"].clone();
        assert_eq!((&watcher.scene["you"], &watcher.scene["key"]), (&Value::Null, &Value::Null));
        while person.scene["table"]["over"].is_null() {
            if let Some(choice) = person.scene["ask"]["choices"].get(0) {
                let action = choice["action"].as_str().expect("an action").to_owned();
                assert_eq!(person.act(&action).await["ok"], true);
                person.scene["ask"] = Value::Null;
            } else {
                person.scene_text().await;
            }
        }
        while watcher.scene["key"].is_null() {
            watcher.scene_text().await;
        }
        let key = watcher.scene["key"].as_str().expect("a key");
        let bytes: Vec<u8> =
            (0..32).map(|at| u8::from_str_radix(&key[2 * at..2 * at + 2], 16).expect("digits")).collect();
        assert_eq!(told, hex(&Sha256::digest(bytes)));
        let hidden = |zone: &Value| zone["kind"] == "hand" && zone["hidden"] != 0;
        assert!(!watcher.scene["zones"].as_array().expect("zones").iter().any(hidden), "everything is open");
        let (status, _, body) = server.http("GET", &format!("/t/{}/record", table.id), &[], "").await;
        assert_eq!(status, 200);
        let record = Record::read(body.as_bytes()).expect("a record");
        assert_eq!(verify(&record), Ok(()));
        let (status, _, page) =
            server.http("GET", &format!("/replay/{}/1?at=3&seat=1", table.id), &[], "").await;
        assert_eq!(status, 200, "{page}");
        server.stop().await;
    });
}

#[test]
fn nonsense_floods_and_long_messages_are_answered_and_change_nothing() {
    run(async |server| {
        let table = server.table(&terms("house", "", 2, "club")).await;
        let mut client = server.connect(&table, Some(Seat::new(0))).await;
        client.scene_text().await;
        for nonsense in ["", "{", "[]", "{\"do\":\"act\"}", "{\"do\":\"fly\"}", "\u{0}", "null"] {
            client.say(nonsense).await.expect("sent");
            let answer: Value = serde_json::from_str(&client.text().await.expect("an answer")).expect("JSON");
            assert_eq!((&answer["kind"], &answer["ok"]), (&"answer".into(), &false.into()), "{nonsense}");
        }
        use futures_util::SinkExt;
        client.socket.send(Message::binary(vec![0, 1, 2])).await.expect("sent");
        assert!(client.text().await.expect("an answer").contains("\"ok\":false"));
        // A flood: the first forty are answered, then each is refused, and at last the connection ends.
        let mut flooder = server.connect(&table, Some(Seat::new(1))).await;
        let ping = "{\"do\":\"ping\"}";
        for _ in 0..40 {
            flooder.say(ping).await.expect("sent");
        }
        let mut fine = 0;
        while fine < 40 {
            let text = flooder.text().await.expect("an answer");
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            assert_ne!(answer["ok"], false, "{answer}");
            fine += usize::from(answer["ok"] == true);
        }
        // Each answer is read before the next is sent: what is on its way when a connection ends may be lost.
        let mut refused = 0;
        while flooder.say(ping).await.is_some()
            && let Some(text) = flooder.text().await
        {
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            refused += usize::from(answer["ok"] == false);
        }
        assert_eq!(refused, 200);
        // Too long: the connection ends, the table goes on.
        let mut long = server.connect(&table, None).await;
        long.scene_text().await;
        let _ = long.say(&"x".repeat(5000)).await;
        assert_eq!(long.text().await, None);
        assert_eq!(client.ask(json!({ "do": "ping" })).await.expect("an answer")["ok"], true);
        let entries = server.hub.journal().load(&table.id).await.expect("a journal").expect("a table").1;
        assert!(entries.is_empty());
        server.stop().await;
    });
}

#[test]
fn only_our_own_pages_may_change_something() {
    run(async |server| {
        let own = format!("http://{}", server.address);
        let form = "game=durak&name=Ann";
        for (headers, status) in [
            (vec![("Origin", own.as_str())], 303),
            (vec![], 403),
            (vec![("Origin", "http://evil.example")], 403),
            (vec![("Origin", "null")], 403),
            (vec![("Origin", own.as_str()), ("Host", "evil.example")], 421),
        ] {
            let (found, head, _) = server.http("POST", "/tables", &headers, form).await;
            assert_eq!(found, status, "{headers:?}");
            let head = head.to_lowercase();
            assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
            assert!(!head.contains("unsafe"), "{head}");
        }
        let (status, head, _) = server.http("GET", "/", &[("Host", "evil.example")], "").await;
        assert_eq!(status, 421, "{head}");
        for wrong in [
            "game=poker",
            "game=uno&level=god",
            "game=uno&people=9",
            "game=uno&clock=x",
            "game=uno&name=%E2%80%AE",
        ] {
            let (status, _, page) = server.http("POST", "/tables", &[("Origin", &own)], wrong).await;
            assert_eq!(status, 400, "{wrong}: {page}");
        }
        let long = format!("game=durak&name={}", "x".repeat(5000));
        assert_eq!(server.http("POST", "/tables", &[("Origin", &own)], &long).await.0, 413);
        let bold = "game=durak&name=%3Cb%3E%22%27%26";
        let (_, head, _) = server.http("POST", "/tables", &[("Origin", &own)], bold).await;
        let place = head.lines().find_map(|line| line.strip_prefix("location: ")).expect("a table");
        let (_, _, page) = server.http("GET", place, &[], "").await;
        assert!(!page.contains("<b>\""), "names are escaped");
        server.stop().await;
    });
}

#[test]
fn an_invitation_is_shown_by_get_and_taken_once_by_post() {
    run(async |server| {
        let person = Token::secret().expect("chance");
        let terms = terms("house", "", 2, "club");
        let made = server.hub.make(&terms, "Ann", &person).await.expect("a table");
        let (id, origin) = (made.id.as_str(), format!("http://{}", server.address));
        let seat = terms.people().nth(1).expect("a second person");
        let invitation = made.token.invitation(seat);
        let link = format!("/t/{id}/join?k={}", invitation.reveal());
        // The host's page has the link, nobody else's has.
        let cookie = format!("seat={}", made.token.reveal());
        let page = format!("/t/{id}/");
        let (_, _, hosts) = server.http("GET", &page, &[("Cookie", &cookie)], "").await;
        assert!(hosts.contains(invitation.reveal()));
        let (_, head, others) = server.http("GET", &page, &[], "").await;
        assert!(!others.contains(invitation.reveal()) && !head.to_lowercase().contains("set-cookie"));
        // Previews fetch links; nobody sits down by that.
        for _ in 0..2 {
            let (status, head, _) = server.http("GET", &link, &[], "").await;
            assert!(status == 200 && !head.to_lowercase().contains("set-cookie"), "{head}");
        }
        let sit = format!("/t/{id}/sit");
        let form = format!("k={}&name=Bea", invitation.reveal());
        let from = [("Origin", origin.as_str())];
        let (status, head, _) = server.http("POST", &sit, &from, &form).await;
        assert_eq!(status, 303);
        let cookies: Vec<&str> =
            head.lines().filter(|line| line.to_lowercase().starts_with("set-cookie")).collect();
        assert!(
            cookies.iter().all(|line| line.contains("HttpOnly") && line.contains("SameSite=Lax")),
            "{head}"
        );
        assert!(cookies[0].contains(&format!("Path=/t/{id}/")), "{head}");
        assert_eq!(server.http("POST", &sit, &from, &form).await.0, 404, "it is used up");
        let wrong = format!("k={}&name=Eve", Token::secret().expect("chance").reveal());
        assert_eq!(server.http("POST", &sit, &from, &wrong).await.0, 404);
        // A token is good for its own table only.
        let other = server.hub.make(&terms, "Eve", &person).await.expect("a table");
        let table = Table { id: id.to_owned(), tokens: vec![Some(other.token), None] };
        let mut stranger = server.connect(&table, Some(Seat::new(0))).await;
        stranger.scene_text().await;
        assert_eq!(stranger.scene["you"], Value::Null);
        assert_eq!(stranger.ask(json!({ "do": "act", "n": 1 })).await.expect("an answer")["ok"], false);
        // The person's own link leads back to the seat.
        let back = format!("k={}", made.token.reveal());
        let (status, head, _) = server.http("POST", &sit, &from, &back).await;
        assert!(status == 303 && head.contains(made.token.reveal()));
        server.stop().await;
    });
}

#[test]
fn a_lost_connection_comes_back_with_nothing_missed() {
    run(async |server| {
        let table = server.table(&terms("house", "", 2, "club")).await;
        let mut clients = [
            server.connect(&table, Some(Seat::new(0))).await,
            server.connect(&table, Some(Seat::new(1))).await,
        ];
        let mut first: Option<Client> = None;
        for number in 0..10 {
            for client in &mut clients {
                while client.scene["seq"] != number {
                    client.scene_text().await;
                }
            }
            let turn = clients.iter().position(|client| !client.scene["ask"].is_null()).expect("a turn");
            let action = clients[turn].scene["ask"]["choices"][0]["action"].as_str().expect("one").to_owned();
            assert_eq!(clients[turn].act(&action).await["ok"], true);
            if number == 5 {
                first = Some(server.connect(&table, Some(Seat::new(0))).await);
            }
        }
        let mut late = server.connect(&table, Some(Seat::new(0))).await;
        late.scene_text().await;
        assert_eq!((&late.scene["seq"], &late.scene["log_from"]), (&10.into(), &0.into()));
        assert!(late.scene["said"].as_array().expect("sentences").len() >= 10);
        drop(first);
        server.stop().await;
    });
}

#[test]
fn a_client_that_does_not_read_gets_a_last_scene_and_is_let_go() {
    run(async |server| {
        let table = server.table(&terms("house", "", 2, "club")).await;
        let mut slow = server.hub.join(&table.id, None, server::english()).await.expect("a connection");
        let ping: Words = serde_json::from_str("{\"do\":\"ping\"}").expect("a request");
        // More than the inbox of the table holds, so that the mailbox is full before anything is read.
        for _ in 0..1000 {
            server.hub.tell(&table.id, slow.client, None, Some((server::english(), ping.clone()))).await;
        }
        let mut texts = 0;
        while slow.mail.next().await.is_some() {
            texts += 1;
        }
        let last: Value = serde_json::from_str(&slow.mail.last().expect("a last scene")).expect("JSON");
        assert_eq!((texts, &last["kind"], &last["log_from"]), (48, &"scene".into(), &0.into()));
        server.stop().await;
    });
}

#[test]
fn too_many_connections_and_tables_are_refused() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let server = start_with(|config| {
            config.quotas.sockets_per_table = 2;
            config.quotas.tables_per_address = 1;
        })
        .await;
        let table = server.table(&terms("house", "", 2, "club")).await;
        let _both = [server.connect(&table, None).await, server.connect(&table, None).await];
        let refused = Client::connect(server.address, &table.id, None).await.err().expect("refused");
        assert!(refused.contains("429"), "{refused}");
        let own = format!("http://{}", server.address);
        let from = [("Origin", own.as_str())];
        assert_eq!(server.http("POST", "/tables", &from, "game=uno").await.0, 303);
        assert_eq!(server.http("POST", "/tables", &from, "game=uno").await.0, 429);
        drop(_both);
        server.stop().await;
    });
}

#[test]
fn hints_come_from_our_champion_and_a_table_leaves_memory_and_comes_back() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let server = start_with(|config| config.retire_after = std::time::Duration::from_millis(50)).await;
        let table = server.table(&terms("mau-mau", "seats=2", 1, "random")).await;
        let mut person = server.connect(&table, Some(Seat::new(0))).await;
        person.scene_text().await;
        while person.scene["ask"]["all"].as_u64().unwrap_or(0) < 2 {
            if person.scene["ask"]["all"] == 1 {
                assert_eq!(person.ask(json!({ "do": "hint" })).await.expect("an answer")["ok"], false);
                assert_eq!(person.ask(json!({ "do": "act", "n": 1 })).await.expect("an answer")["ok"], true);
            }
            person.scene_text().await;
        }
        assert_eq!(person.ask(json!({ "do": "hint" })).await.expect("an answer")["ok"], true);
        while person.scene["hints"].is_null() {
            person.scene_text().await;
        }
        assert!(person.scene["hints"][0]["value"].is_number());
        let seq = person.scene["seq"].clone();
        drop(person);
        while server.hub.count() > 0 {
            tokio::task::yield_now().await;
        }
        let mut again = server.connect(&table, Some(Seat::new(0))).await;
        again.scene_text().await;
        assert_eq!(again.scene["seq"], seq);
        drop(again);
        server.stop().await;
    });
}

#[test]
fn a_whole_match_without_script_by_forms() {
    run(async |server| {
        let table = server.table(&terms("mau-mau", "seats=2", 2, "club")).await;
        let origin = format!("http://{}", server.address);
        let cookies: Vec<String> =
            table.tokens.iter().flatten().map(|token| format!("seat={}", token.reveal())).collect();
        let (page, act) = (format!("/t/{}/", table.id), format!("/t/{}/act", table.id));
        for _ in 0..2000 {
            let mut played = false;
            for cookie in &cookies {
                let (_, _, html) = server.http("GET", &page, &[("Cookie", cookie)], "").await;
                if !html.contains("name=\"n\" value=\"1\"") {
                    continue;
                }
                let seq = html.split("name=\"seq\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
                let form = format!("n=1&seq={}", seq.expect("a number"));
                let headers = [("Cookie", cookie.as_str()), ("Origin", origin.as_str())];
                assert_eq!(server.http("POST", &act, &headers, &form).await.0, 303);
                // The same form again is refused: the table has moved on.
                assert_eq!(server.http("POST", &act, &headers, &form).await.0, 409);
                played = true;
                break;
            }
            if !played {
                break;
            }
        }
        let (status, _, _) = server.http("GET", &format!("/t/{}/record", table.id), &[], "").await;
        assert_eq!(status, 200, "the match is over and on record");
        server.stop().await;
    });
}

#[test]
fn a_table_that_nobody_visits_is_forgotten_and_others_are_not() {
    run(async |server| {
        let table = server.table(&terms("house", "", 1, "club")).await;
        let journal = server.hub.journal();
        let hour = std::time::Duration::from_secs(3600);
        assert_eq!(journal.forget(hour).await.expect("a store"), 0);
        assert!(journal.load(&table.id).await.expect("a store").is_some());
        // The store counts milliseconds: at the latest in the next one the table is old.
        while journal.forget(std::time::Duration::ZERO).await.expect("a store") == 0 {}
        assert!(journal.load(&table.id).await.expect("a store").is_none());
        assert!(journal.seats(&table.id).await.expect("a store").is_empty());
        let (status, _, page) = server.http("GET", &format!("/t/{}/", table.id), &[], "").await;
        assert_eq!(status, 404, "{page}");
        server.stop().await;
    });
}
