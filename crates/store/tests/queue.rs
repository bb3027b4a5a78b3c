//! The queue on a private PostgreSQL: leases, batches, and what a transaction keeps.

use std::time::Duration;

use cluster::Cluster;
use store::Store;

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(work)
}

fn messages(count: usize) -> Vec<String> {
    (0..count).map(|number| format!(r#"{{"deal": {number}}}"#)).collect()
}

const LEASE: Duration = Duration::from_secs(30);

#[test]
fn a_leased_message_is_seen_by_nobody_until_it_is_given_back() {
    let cluster = Cluster::start();
    let url = cluster.database("one");
    block(async {
        let store = Store::open(&url).await.expect("it opens");
        let queue = store.queue().expect("PostgreSQL has one");
        let mut write = store.begin().await.expect("a transaction");
        queue.send(&mut write, &messages(3)).await.expect("they are sent");
        assert_eq!(queue.count().await.expect("a count"), 0, "not before the commit");
        write.commit().await.expect("it commits");
        let first = queue.read(LEASE, 2).await.expect("messages");
        assert_eq!(first.len(), 2);
        assert_eq!((first[0].reads, first[0].text.as_str()), (1, r#"{"deal": 0}"#));
        let second = queue.read(LEASE, 2).await.expect("messages");
        assert_eq!(second.len(), 1, "the others are leased");
        assert_eq!(queue.count().await.expect("a count"), 3);
        // Given back, it is read again, and counted.
        assert_eq!(queue.extend(&[first[0].id], Duration::ZERO).await.expect("it is there"), [first[0].id]);
        let again = queue.read(LEASE, 9).await.expect("messages");
        assert_eq!(again.iter().map(|one| (one.id, one.reads)).collect::<Vec<_>>(), [(first[0].id, 2)]);
    });
}

#[test]
fn deleting_and_archiving_happen_with_their_transaction_or_not_at_all() {
    let cluster = Cluster::start();
    let url = cluster.database("one");
    block(async {
        let store = Store::open(&url).await.expect("it opens");
        let queue = store.queue().expect("PostgreSQL has one");
        let mut write = store.begin().await.expect("a transaction");
        queue.send(&mut write, &messages(2)).await.expect("they are sent");
        write.commit().await.expect("it commits");
        let read = queue.read(LEASE, 2).await.expect("messages");
        let mut write = store.begin().await.expect("a transaction");
        queue.delete(&mut write, &[read[0].id]).await.expect("it is deleted");
        write.rollback().await.expect("it rolls back");
        assert_eq!(queue.count().await.expect("a count"), 2);
        let mut write = store.begin().await.expect("a transaction");
        queue.delete(&mut write, &[read[0].id]).await.expect("it is deleted");
        queue.archive(&mut write, &[read[1].id]).await.expect("it is archived");
        write.commit().await.expect("it commits");
        assert_eq!(queue.count().await.expect("a count"), 0);
        assert_eq!(queue.archived().await.expect("messages")[0].text, r#"{"deal": 1}"#);
        assert_eq!(queue.extend(&[read[0].id], LEASE).await.expect("an answer"), [0_i64; 0]);
        assert_eq!(queue.forget_archived().await.expect("one"), 1);
    });
}

#[test]
fn many_may_open_a_new_store_at_once() {
    let cluster = Cluster::start();
    let url = cluster.database("one");
    let open = || block(async { Store::open(&url).await.map(drop) });
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..6).map(|_| scope.spawn(open)).collect();
        for one in all {
            one.join().expect("no panic").expect("it opens");
        }
    });
    assert_eq!(cluster.sql("one", "select count(*) from pgmq.meta"), "1");
}

#[test]
fn a_lock_ends_with_its_session_when_the_server_restarts() {
    let mut cluster = Cluster::start();
    let url = cluster.database("one");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let store = runtime.block_on(Store::open(&url)).expect("it opens");
    let mut lock = runtime.block_on(store.lock("queue")).expect("it is free");
    assert!(runtime.block_on(store.lock("queue")).is_err() && runtime.block_on(lock.is_held()));
    cluster.kill();
    assert!(!runtime.block_on(lock.is_held()));
    cluster.restart();
    runtime.block_on(async {
        assert!(!lock.is_held().await, "it does not come back");
        Store::join(&url).await.expect("the server is there").lock("queue").await.expect("it is free");
    });
}
