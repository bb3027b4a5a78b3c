use std::os::unix::fs::symlink;

use super::*;

fn bot_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("bot.py"), "print()").expect("a file");
    fs::create_dir(at("lib")).expect("a folder");
    fs::write(at("lib/book"), vec![7; 100_000]).expect("a file");
    fs::create_dir(at("empty")).expect("a folder");
    symlink("../bot.py", at("lib/back")).expect("a link");
    let long = "n".repeat(180);
    fs::write(at(&long), "long").expect("a file");
    fs::set_permissions(at("bot.py"), Permissions::from_mode(0o700)).expect("a program");
    folder
}

fn in_folder(folder: &Path) -> Command {
    Command { folder: Some(folder.to_owned()), words: vec!["./bot.py".to_owned()] }
}

fn cache() -> (tempfile::TempDir, Cache) {
    let place = tempfile::tempdir().expect("temporary folders can be made");
    let cache = Cache::open(&place.path().join("cache")).expect("a cache");
    (place, cache)
}

fn taken(cache: &Cache, packed: &Packed, command: &Command) -> Result<Entrant, ArtifactError> {
    let (sandbox, limits) = (Sandbox::Strict, Limits::default());
    cache.entrant(packed.sha256, "cd anna && ./bot.py", command, packed.fingerprint, sandbox, limits)
}

#[test]
fn the_same_files_make_the_same_bytes_wherever_and_whenever_they_lie() {
    let (one, two) = (bot_folder(), bot_folder());
    fs::File::open(two.path().join("bot.py"))
        .and_then(|file| file.set_modified(std::time::SystemTime::UNIX_EPOCH))
        .expect("another time");
    fs::set_permissions(two.path().join("bot.py"), Permissions::from_mode(0o777)).expect("other rights");
    let packed = |folder: &tempfile::TempDir| pack(&in_folder(folder.path())).expect("it can be packed");
    assert_eq!(packed(&one).bytes, packed(&two).bytes);
    fs::write(two.path().join("lib/book"), "other").expect("a file");
    assert_ne!(packed(&one).sha256, packed(&two).sha256);
}

#[test]
fn what_is_unpacked_has_the_fingerprint_of_what_was_packed_and_cannot_be_written() {
    let (folder, (_place, cache)) = (bot_folder(), cache());
    let command = in_folder(folder.path());
    let packed = pack(&command).expect("it can be packed");
    assert!(matches!(taken(&cache, &packed, &command), Err(ArtifactError::Missing(_))));
    cache.add(packed.sha256, &packed.bytes).expect("it can be unpacked");
    cache.add(packed.sha256, &packed.bytes).expect("twice is once");
    let entrant = taken(&cache, &packed, &command).expect("it is as it was");
    assert_eq!(entrant.named.hash, Some(packed.fingerprint));
    assert_eq!(entrant.named.name, "cd anna && ./bot.py");
    let own = cache.folder(packed.sha256).join(FOLDER);
    let mode = |name: &str| fs::metadata(own.join(name)).expect("it is there").permissions().mode() & 0o777;
    assert_eq!((mode("bot.py"), mode("lib/book"), mode("lib"), mode("")), (0o555, 0o444, 0o555, 0o555));
    // The same bot from the cache packs to the same artifact.
    assert_eq!(pack(&in_folder(&own)).expect("it can be packed").sha256, packed.sha256);
}

#[test]
fn a_command_without_a_folder_brings_the_files_it_names_and_leaves_the_systems() {
    let (folder, (_place, cache)) = (bot_folder(), cache());
    let script = folder.path().join("bot.py").to_string_lossy().into_owned();
    let command = Command { folder: None, words: vec!["/bin/sh".to_owned(), script, "-x".to_owned()] };
    let packed = pack(&command).expect("it can be packed");
    cache.add(packed.sha256, &packed.bytes).expect("it can be unpacked");
    let here = cache.command(packed.sha256, &command);
    assert_eq!((here.words[0].as_str(), here.words[2].as_str()), ("/bin/sh", "-x"));
    assert!(
        here.words[1].ends_with("/1/bot.py") && here.words[1].starts_with(&*cache.path.to_string_lossy())
    );
    taken(&cache, &packed, &command).expect("the fingerprint is the same");
}

#[test]
fn a_changed_file_in_the_cache_is_found_and_forgotten() {
    let (folder, (_place, cache)) = (bot_folder(), cache());
    let command = in_folder(folder.path());
    let packed = pack(&command).expect("it can be packed");
    cache.add(packed.sha256, &packed.bytes).expect("it can be unpacked");
    let file = cache.folder(packed.sha256).join(FOLDER).join("lib/book");
    fs::set_permissions(&file, Permissions::from_mode(0o644)).expect("we own it");
    fs::write(&file, "better openings").expect("a file");
    assert!(matches!(taken(&cache, &packed, &command), Err(ArtifactError::Differs { .. })));
    cache.forget(packed.sha256).expect("it can be removed");
    assert!(!cache.has(packed.sha256));
}

#[test]
fn other_bytes_are_not_unpacked() {
    let (folder, (_place, cache)) = (bot_folder(), cache());
    let packed = pack(&in_folder(folder.path())).expect("it can be packed");
    let error = cache.add(packed.sha256, &packed.bytes[1..]).expect_err("they are others");
    assert!(error.to_string().starts_with("expected an artifact with SHA-256"));
    let cut = &packed.bytes[..packed.bytes.len() / 2];
    assert!(cache.add(Hash::of(cut), cut).is_err());
    assert_eq!(fs::read_dir(&cache.path).expect("a cache").count(), 0, "nothing is left behind");
}

/// Name, kind, what a link points to, bytes.
type Raw<'a> = (&'a str, EntryType, &'a str, &'a [u8]);

/// An archive of raw entries, as only an enemy writes it.
fn hostile(entries: &[Raw<'_>]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (path, kind, target, bytes) in entries {
        let mut header = Archive::<Vec<u8>>::header(*kind, 0o644, bytes.len() as u64);
        let gnu = header.as_gnu_mut().expect("a header of this kind");
        gnu.name[..path.len()].copy_from_slice(path.as_bytes());
        gnu.linkname[..target.len()].copy_from_slice(target.as_bytes());
        header.set_cksum();
        tar.append(&header, *bytes).expect("memory suffices");
    }
    zstd::encode_all(&tar.into_inner().expect("memory suffices")[..], 3).expect("memory suffices")
}

#[test]
fn nothing_is_written_outside_whatever_the_archive_says() {
    use EntryType::{Directory, Fifo, Link, Regular, Symlink};
    let (place, cache) = cache();
    let outside = place.path().join("outside");
    fs::create_dir(&outside).expect("a folder");
    let absolute = outside.join("x").to_string_lossy().into_owned();
    let attacks: [&[Raw<'_>]; 8] = [
        &[("../outside/x", Regular, "", b"x")],
        &[(&absolute, Regular, "", b"x")],
        &[("a", Symlink, "../../outside", b""), ("a/x", Regular, "", b"x")],
        &[("a", Directory, "", b""), ("a/../../outside/x", Regular, "", b"x")],
        &[("a", Symlink, "../../outside/x", b""), ("a", Regular, "", b"x")],
        &[("a", Fifo, "", b"")],
        &[("a", Link, "../../outside", b"")],
        &[("no/such/folder", Regular, "", b"x")],
    ];
    for attack in attacks {
        let bytes = hostile(attack);
        let error = cache.add(Hash::of(&bytes), &bytes).expect_err("it is hostile");
        assert!(!cache.has(Hash::of(&bytes)), "{error}");
        assert_eq!(fs::read_dir(&outside).expect("a folder").count(), 0, "{error}");
    }
    assert_eq!(fs::read_dir(&cache.path).expect("a cache").count(), 0, "nothing is left behind");
}

#[test]
fn a_bomb_is_bounded() {
    let (_place, cache) = cache();
    let zeros = vec![0; MOST_UNPACKED as usize + (1 << 20)];
    let bytes = hostile(&[("bomb", EntryType::Regular, "", &zeros)]);
    assert!(bytes.len() < 1 << 20);
    let error = cache.add(Hash::of(&bytes), &bytes).expect_err("it is too large");
    assert!(
        error.to_string().contains("cut off") || error.to_string().contains("more than 256 MB"),
        "{error}"
    );
}

#[test]
fn too_large_a_bot_is_refused() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let file = File::create(folder.path().join("sparse")).expect("a file");
    file.set_len(MOST_UNPACKED + 1).expect("it takes no room");
    let error = pack(&in_folder(folder.path())).expect_err("it is too large");
    assert!(error.to_string().ends_with("expected at most 256 MB of files, found more"), "{error}");
}
