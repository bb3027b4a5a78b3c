//! A transposition table of fixed size. It compares whole keys: it may forget an entry, but it never mixes
//! two positions up.

use std::hash::{Hash, Hasher};

/// Bounds of a position's value-to-go, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// The lower bound.
    pub least: i16,
    /// The upper bound.
    pub most: i16,
    /// The hash move: the number of the best action found, in the game's order.
    pub best: u8,
}

#[derive(Clone, Copy)]
struct Slot<K> {
    key: K,
    least: i16,
    most: i16,
    best: u8,
    /// The remaining depth: bounds for other depths differ.
    depth: u8,
    /// The generation of the table that wrote it, one for each match; 0 for an empty slot.
    generation: u16,
}

/// Slots that share an index; the older is replaced first. Small ones fit into one cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket<K>([Slot<K>; WAYS]);

/// Slots a bucket.
const WAYS: usize = 2;

/// The buckets.
pub(crate) struct TranspositionTable<K> {
    buckets: Vec<Bucket<K>>,
    bits: u32,
    generation: u16,
}

impl<K: Copy + Eq + Hash> TranspositionTable<K> {
    /// A table of `2^bits` slots; they are allocated when the first match begins.
    pub fn new(bits: u32) -> TranspositionTable<K> {
        assert!((2..=28).contains(&bits), "a table has from 4 to 2^28 slots");
        TranspositionTable { buckets: Vec::new(), bits, generation: 0 }
    }

    /// Drops everything; `filler` is any key. The slots are overwritten only every 65,535th time.
    pub fn clear(&mut self, filler: K) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 || self.buckets.is_empty() {
            self.generation = 1;
            self.buckets.clear();
            let nothing = Slot { key: filler, least: 0, most: 0, best: 0, depth: 0, generation: 0 };
            self.buckets.resize((1 << self.bits) / WAYS, Bucket([nothing; WAYS]));
        }
    }

    /// How many bytes the slots take.
    pub fn bytes(&self) -> usize {
        size_of::<Bucket<K>>() * ((1 << self.bits) / WAYS)
    }

    #[inline]
    fn bucket(&self, key: K, depth: u8) -> usize {
        let mut mix = Mix(u64::from(depth));
        key.hash(&mut mix);
        (mix.finish() >> (65 - self.bits)) as usize
    }

    /// The bounds of a position, if it is stored.
    #[inline]
    pub fn get(&self, key: K, depth: u8) -> Option<Bounds> {
        let Bucket(bucket) = &self.buckets[self.bucket(key, depth)];
        let found =
            bucket.iter().find(|e| e.key == key && e.depth == depth && e.generation == self.generation);
        found.map(|e| Bounds { least: e.least, most: e.most, best: e.best })
    }

    /// Stores the bounds of a position.
    #[inline]
    pub fn put(&mut self, key: K, depth: u8, bounds: Bounds) {
        let (at, generation) = (self.bucket(key, depth), self.generation);
        let Bucket(bucket) = &mut self.buckets[at];
        let Bounds { least, most, best } = bounds;
        let slot = Slot { key, least, most, best, depth, generation };
        if !(bucket[0].generation == generation && bucket[0].key == key && bucket[0].depth == depth) {
            bucket[1] = bucket[0];
        }
        bucket[0] = slot;
    }
}

/// A multiply-and-fold hash. Keys come from games, not from attackers, so it need not resist them.
struct Mix(u64);

impl Hasher for Mix {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }
    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
}
