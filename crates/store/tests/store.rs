//! Opening, versions and locks of an SQLite store.

use store::{Store, StoreError};

fn path(folder: &tempfile::TempDir) -> String {
    folder.path().join("a store?").display().to_string()
}

#[tokio::test]
async fn a_store_of_a_newer_version_is_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&path(&folder)).await.expect("a store");
    let insert = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                  values (999, 'from the future', true, x'00', 0)";
    store::sqlx::query(insert).execute(store.pool()).await.expect("a version");
    store.close().await;
    let error = Store::open(&path(&folder)).await.expect_err("a newer store");
    assert!(matches!(error, StoreError::Newer { found: 999, .. }), "{error}");
    assert!(error.to_string().contains("version 999, but this croupier knows versions up to"), "{error}");
}

#[tokio::test]
async fn a_file_that_is_no_store_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(path(&folder), "name = \"Spring Durak\"\n".repeat(100)).expect("a file");
    let error = Store::open(&path(&folder)).await.expect_err("no store");
    assert!(matches!(error, StoreError::Foreign { .. }), "{error:?}");
    let error = Store::open_existing(&format!("{} not", path(&folder))).await.expect_err("nothing there");
    assert!(error.to_string().ends_with("a store? not: no such store"), "{error}");
}

#[tokio::test]
async fn a_lock_is_held_once_and_ends_when_it_is_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&path(&folder)).await.expect("a store");
    let other = Store::open(&path(&folder)).await.expect("the same store");
    let lock = store.lock("runner").await.expect("a lock");
    let refused = other.lock("runner").await.expect_err("taken");
    assert!(refused.to_string().contains("another process works on this store (runner)"), "{refused}");
    other.lock("another").await.expect("another lock");
    drop(lock);
    other.lock("runner").await.expect("free again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn several_may_make_a_store_at_the_same_time() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || {
            let path = path(&folder);
            tokio::spawn(async move { Store::open(&path).await })
        };
        let all = [open(), open(), open(), open()];
        for one in all {
            one.await.expect("it ends").expect("a store");
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_read_a_store() {
    let folder = tempfile::tempdir().expect("a folder");
    Store::open(&path(&folder)).await.expect("a store");
    let file = std::fs::metadata(path(&folder)).expect("a file");
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o777, 0o600);
}
