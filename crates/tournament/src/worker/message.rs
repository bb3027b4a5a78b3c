//! What the queue says: which deal of which tournament, and its key.
//!
//! The key of a deal is secret until the deal is played, and says nothing about the tournament's. So a worker learns
//! the deals of the queue and no other.

use serde_json::{Value, json};
use table::key::Key;

/// A deal in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueuedDeal {
    /// The tournament's number in the store.
    pub tournament: i64,
    /// The deal's number in the plan.
    pub deal: u64,
    /// The deal's own key.
    pub key: Key,
}

impl QueuedDeal {
    /// As a message.
    pub fn text(&self) -> String {
        let QueuedDeal { tournament, deal, key } = self;
        json!({ "tournament": tournament, "deal": deal, "key": key.to_string() }).to_string()
    }

    /// Reads a message; `None` if it is not one of ours.
    pub fn read(text: &str) -> Option<QueuedDeal> {
        let message: Value = serde_json::from_str(text).ok()?;
        Some(QueuedDeal {
            tournament: message.get("tournament")?.as_i64()?,
            deal: message.get("deal")?.as_u64()?,
            key: message.get("key")?.as_str()?.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_reads_as_it_was_written() {
        let deal = QueuedDeal { tournament: 3, deal: 1 << 40, key: Key::from_seed(9) };
        assert_eq!(QueuedDeal::read(&deal.text()), Some(deal));
        for wrong in ["", "{}", "[1]", r#"{"tournament": 1, "deal": -1, "key": "00"}"#] {
            assert_eq!(QueuedDeal::read(wrong), None, "{wrong}");
        }
    }
}
