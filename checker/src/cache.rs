//! What was worked out before, kept in a package's target folder: its compiled programs, the static facts
//! of large ones, and what its dependencies' build scripts say. An entry holds only for this build of
//! vscheck, for the whole text of its key, and as long as everything that was read for it is as it was.
//! Whatever is wrong with the folder or with an entry, the answer is worked out anew.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, UNIX_EPOCH};
use vscheck_frontend::inputs::{Inputs, fingerprint};

/// The folder's name within the target folder.
const FOLDER: &str = "vscheck";

/// Bytes that the folder may have.
const ROOM: u64 = 1 << 30;

/// Entries that were written longer ago make room for others.
const AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Where entries are kept, if anywhere.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    folder: Option<PathBuf>,
}

/// Where that is kept which follows from one entry and nothing else: it holds as long as that does.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    cache: Cache,
    /// The sum over the entry.
    of: u64,
}

/// An entry that holds.
struct Found<T> {
    value: T,
    inputs: Inputs,
    sum: u64,
}

/// What stands before the value of an entry.
#[derive(Serialize, Deserialize)]
struct Head {
    tool: String,
    key: String,
    inputs: Inputs,
}

impl Cache {
    /// One in a target folder.
    pub fn within(target: &Path) -> Cache {
        Cache {
            folder: Some(target.join(FOLDER)),
        }
    }

    /// What was kept under this key, if it still holds.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        self.get_noting(key).map(|(value, _)| value)
    }

    /// The same, and what it was worked out from.
    pub fn get_noting<T: DeserializeOwned>(&self, key: &str) -> Option<(T, Inputs)> {
        self.find(key).map(|found| (found.value, found.inputs))
    }

    /// The same, and where what follows from it is kept.
    pub fn get_shelf<T: DeserializeOwned>(&self, key: &str) -> Option<(T, Shelf)> {
        let found = self.find(key)?;
        Some((found.value, self.shelf(found.sum)))
    }

    fn find<T: DeserializeOwned>(&self, key: &str) -> Option<Found<T>> {
        let entry = self.entry(key)?;
        wait_for(Some(&entry));
        let bytes = std::fs::read(entry).ok()?;
        let (sum, body) = bytes.split_first_chunk()?;
        let sum = u64::from_le_bytes(*sum);
        if sum != fingerprint(body) {
            return None;
        }
        let (head, value): (Head, &[u8]) = postcard::take_from_bytes(body).ok()?;
        let holds = head.key == key && head.tool == tool()? && head.inputs.hold();
        let value = holds.then(|| postcard::from_bytes(value).ok())?;
        Some(Found {
            value: value?,
            inputs: head.inputs,
            sum,
        })
    }

    /// Keeps a value that was worked out from its key and these inputs. Where that fails, nothing is kept.
    /// Gives where what follows from it is kept.
    pub fn put<T: Serialize>(&self, key: &str, inputs: Inputs, value: &T) -> Shelf {
        let Some(entry) = self.entry(key) else {
            return Shelf::default();
        };
        let Some(bytes) = encode(key, inputs, value) else {
            return Shelf::default();
        };
        let sum = bytes.first_chunk();
        let shelf = self.shelf(sum.map_or(0, |&sum| u64::from_le_bytes(sum)));
        meanwhile(entry.clone(), move || write(&entry, &bytes));
        shelf
    }

    /// The same of a value that is in use while it is made ready to be kept.
    pub fn put_shared<T>(&self, key: String, inputs: Inputs, value: Arc<T>)
    where
        T: Serialize + Send + Sync + 'static,
    {
        if let Some(entry) = self.entry(&key) {
            meanwhile(entry.clone(), move || {
                if let Some(bytes) = encode(&key, inputs, &*value) {
                    write(&entry, &bytes);
                }
            });
        }
    }

    fn shelf(&self, sum: u64) -> Shelf {
        Shelf {
            cache: self.clone(),
            of: sum,
        }
    }

    fn entry(&self, key: &str) -> Option<PathBuf> {
        let name = format!("{:016x}", fingerprint(key.as_bytes()));
        Some(self.folder.as_ref()?.join(name))
    }
}

impl Shelf {
    /// What was kept under this name.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.cache.get(&self.key(name))
    }

    /// Keeps a value that follows from the entry and this name, and is in use.
    pub fn put_shared<T>(&self, name: &str, value: Arc<T>)
    where
        T: Serialize + Send + Sync + 'static,
    {
        let key = self.key(name);
        self.cache.put_shared(key, Inputs::default(), value);
    }

    fn key(&self, name: &str) -> String {
        format!("{name} of {:016x}", self.of)
    }
}

/// What is being written, by entry.
static BEING_WRITTEN: Mutex<Vec<(PathBuf, JoinHandle<()>)>> = Mutex::new(Vec::new());

/// Has an entry written while other work goes on.
fn meanwhile(entry: PathBuf, work: impl FnOnce() + Send + 'static) {
    // Where there is no thread for it, nothing is kept.
    if let Ok(writer) = Builder::new().spawn(work) {
        being_written().push((entry, writer));
    }
}

fn being_written() -> MutexGuard<'static, Vec<(PathBuf, JoinHandle<()>)>> {
    BEING_WRITTEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until entries are written: this one, or all.
fn wait_for(entry: Option<&Path>) {
    let is_meant = |(path, _): &mut (PathBuf, _)| entry.is_none_or(|entry| entry == path);
    let meant: Vec<_> = being_written().extract_if(.., is_meant).collect();
    for (_, writer) in meant {
        // What could not be written is not there.
        let _ = writer.join();
    }
}

/// Waits until all that is to be kept is written. Otherwise it may be lost when the process ends.
pub fn finish() {
    wait_for(None);
}

/// An entry's bytes: their sum, what they were worked out from, the value.
fn encode<T: Serialize>(key: &str, inputs: Inputs, value: &T) -> Option<Vec<u8>> {
    let head = Head {
        tool: tool()?,
        key: key.to_string(),
        inputs,
    };
    let bytes = postcard::to_extend(&head, vec![0; size_of::<u64>()]).ok()?;
    let mut bytes = postcard::to_extend(value, bytes).ok()?;
    let (sum, body) = bytes.split_first_chunk_mut()?;
    *sum = fingerprint(body).to_le_bytes();
    Some(bytes)
}

/// Writes an entry if there is room for it.
fn write(entry: &Path, bytes: &[u8]) {
    let folder = entry.parent().unwrap_or(Path::new("."));
    if make_room(folder, bytes.len() as u64, ROOM, AGE) {
        write_whole(entry, bytes);
    }
}

/// This build of vscheck: what it makes of a source is in its executable, models included.
fn tool() -> Option<String> {
    let executable = std::fs::metadata(std::env::current_exe().ok()?).ok()?;
    let built = executable
        .modified()
        .ok()?
        .duration_since(UNIX_EPOCH)
        .ok()?;
    let version = env!("CARGO_PKG_VERSION");
    Some(format!("{version} {} {built:?}", executable.len()))
}

/// Makes room for more bytes in a folder: where there is too little, old entries are removed. Whether there is
/// enough then.
fn make_room(folder: &Path, bytes: u64, room: u64, age: Duration) -> bool {
    let files = std::fs::read_dir(folder).into_iter().flatten();
    let files = files.filter_map(|file| {
        let file = file.ok()?;
        Some((file.path(), file.metadata().ok()?))
    });
    let files: Vec<(PathBuf, Metadata)> = files.collect();
    let mut used: u64 = files.iter().map(|(_, data)| data.len()).sum();
    if used + bytes <= room {
        return true;
    }
    for (path, data) in files {
        let written = data.modified().ok().and_then(|time| time.elapsed().ok());
        if written.is_some_and(|written| written >= age) && std::fs::remove_file(path).is_ok() {
            used -= data.len();
        }
    }
    used + bytes <= room
}

/// Writes a file such that others find all of it or nothing.
fn write_whole(path: &Path, bytes: &[u8]) {
    static WRITTEN: AtomicU32 = AtomicU32::new(0);
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let part = path.with_extension(format!("{}-{number}", std::process::id()));
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || {
        std::fs::create_dir_all(folder)?;
        std::fs::write(&part, bytes)?;
        std::fs::rename(&part, path)
    };
    if write().is_err() {
        // There may be nothing to remove.
        let _ = std::fs::remove_file(&part);
    }
}

#[cfg(test)]
mod tests {
    use super::{AGE, Cache, finish, make_room};
    use std::time::Duration;
    use vscheck_frontend::inputs::Inputs;

    #[test]
    fn what_is_broken_is_not_there() {
        let folder = std::env::temp_dir().join(format!("vscheck-cache-{}", std::process::id()));
        let cache = Cache::within(&folder);
        assert_eq!(cache.get::<u32>("key"), None);
        cache.put("key", Inputs::default(), &7u32);
        assert_eq!(cache.get("key"), Some(7u32));
        assert_eq!(cache.get::<u32>("other"), None);
        assert_eq!(Cache::default().get::<u32>("key"), None);
        let entry = cache.entry("key").expect("a path");
        finish();
        let whole = std::fs::read(&entry).expect("an entry");
        for at in 0..whole.len() {
            let mut broken = whole.clone();
            broken[at] ^= 1;
            std::fs::write(&entry, broken).expect("written");
            assert_eq!(cache.get::<u32>("key"), None, "byte {at}");
            std::fs::write(&entry, &whole[..at]).expect("written");
            assert_eq!(cache.get::<u32>("key"), None, "{at} bytes");
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn what_is_old_makes_room() {
        let folder = std::env::temp_dir().join(format!("vscheck-room-{}", std::process::id()));
        assert!(make_room(&folder, 3, 3, AGE));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("entry"), [0; 2]).expect("written");
        assert!(make_room(&folder, 1, 3, Duration::ZERO));
        assert!(!make_room(&folder, 2, 3, AGE));
        assert!(folder.join("entry").exists());
        assert!(make_room(&folder, 2, 3, Duration::ZERO));
        assert!(!folder.join("entry").exists());
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
