//! A small map for ids that only grow.

use crate::time::Instant;

/// A map kept as a vector that is sorted by key.
///
/// New keys are larger than old ones, so an insertion is a push and a look-up a
/// binary search; on wasm it is a fraction of a tree map's code. The values are
/// boxed, which makes the code of all tables the same.
#[derive(Clone, Debug)]
pub(super) struct Table<K, V>(Vec<(K, Box<V>)>);

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord + Copy, V> Table<K, V> {
    fn find(&self, key: K) -> Result<usize, usize> {
        self.0.binary_search_by_key(&key, |(known, _)| *known)
    }

    /// Puts `value` under `key`, in place of an earlier one.
    pub(super) fn insert(&mut self, key: K, value: V) {
        self.remove(key);
        let (Ok(index) | Err(index)) = self.find(key);
        self.0.insert(index, (key, Box::new(value)));
    }

    pub(super) fn remove(&mut self, key: K) -> Option<Box<V>> {
        let index = self.find(key).ok()?;
        Some(self.0.remove(index).1)
    }

    pub(super) fn get(&self, key: K) -> Option<&V> {
        self.0.get(self.find(key).ok()?).map(|(_, value)| &**value)
    }

    pub(super) fn get_mut(&mut self, key: K) -> Option<&mut V> {
        let index = self.find(key).ok()?;
        self.0.get_mut(index).map(|(_, value)| &mut **value)
    }

    /// Gives the keys of the values that are picked, in their order.
    pub(super) fn pick(&self, is_it: &dyn Fn(&V) -> bool) -> Vec<K> {
        let mut picked = Vec::new();
        for (key, value) in &self.0 {
            if is_it(value) {
                picked.push(*key);
            }
        }
        picked
    }

    /// Gives the key of the first value that is picked.
    pub(super) fn first(&self, is_it: &dyn Fn(&V) -> bool) -> Option<K> {
        self.pick(is_it).first().copied()
    }

    /// Gives the keys of the values whose instant has come.
    pub(super) fn due(&self, now: Instant, at: fn(&V) -> Option<Instant>) -> Vec<K> {
        self.pick(&|value| at(value).is_some_and(|at| at <= now))
    }

    /// Gives the earliest of the instants that the values name.
    pub(super) fn earliest(&self, at: fn(&V) -> Option<Instant>) -> Option<Instant> {
        let mut earliest = None;
        for (_, value) in &self.0 {
            earliest = sooner(earliest, at(value));
        }
        earliest
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes everything out, in the order of the keys.
    pub(super) fn drain(&mut self) -> Vec<(K, Box<V>)> {
        std::mem::take(&mut self.0)
    }
}

/// Gives the earlier of two instants, if there is any.
pub(super) fn sooner(one: Option<Instant>, other: Option<Instant>) -> Option<Instant> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use crate::time::Instant;

    #[test]
    fn what_was_put_in_is_found_until_it_is_taken_out() {
        let mut table = Table::default();
        for key in [3_u64, 7, 5] {
            table.insert(key, key * 10);
        }
        table.insert(5, 55);
        assert_eq!(table.remove(5).as_deref(), Some(&55));
        assert_eq!(table.remove(5), None);
        assert_eq!(table.get(7), Some(&70));
        assert_eq!(table.pick(&|value| *value > 30), [7]);
        assert_eq!(table.first(&|_| true), Some(3));
        let at = |value: &u64| (*value > 30).then(|| Instant::from_millis(*value));
        assert_eq!(table.earliest(at), Some(Instant::from_millis(70)));
        assert!(table.due(Instant::from_millis(69), at).is_empty());
        assert_eq!(table.due(Instant::from_millis(70), at), [7]);
        assert_eq!(table.drain().into_iter().map(|(key, _)| key).collect::<Vec<_>>(), [3, 7]);
        assert_eq!(table.len(), 0);
    }
}
