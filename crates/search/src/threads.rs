//! Work on several threads, or on fewer where the system limits them.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does `work` for every item on as many threads as there are items, or as the system allows. Items are taken in
/// order, and the calling thread works too.
pub fn each<T: Send>(items: &mut [T], work: impl Fn(&mut T) + Sync) {
    if let [only] = items {
        return work(only);
    }
    let threads = items.len();
    let queue = Mutex::new(items.iter_mut());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let serve = || {
        while let Some(item) = next() {
            work(item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If a thread cannot be started, the others take its share.
            if thread::Builder::new().spawn_scoped(scope, serve).is_err() {
                break;
            }
        }
        serve();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once() {
        for count in [0, 1, 2, 7] {
            let mut items = vec![0; count];
            each(&mut items, |item| *item += 1);
            assert_eq!(items, vec![1; count]);
        }
    }
}
