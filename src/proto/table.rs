//! A small map for ids that only grow.

/// A map kept as a vector that is sorted by key.
///
/// New keys are larger than old ones, so an insertion is a push and a look-up a
/// binary search; on wasm it is a fraction of a tree map's code.
#[derive(Clone, Debug)]
pub(super) struct Table<K, V>(Vec<(K, V)>);

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
        match self.find(key) {
            Ok(index) => {
                if let Some((_, old)) = self.0.get_mut(index) {
                    *old = value;
                }
            }
            Err(index) => self.0.insert(index, (key, value)),
        }
    }

    pub(super) fn remove(&mut self, key: K) -> Option<V> {
        let index = self.find(key).ok()?;
        Some(self.0.remove(index).1)
    }

    pub(super) fn get(&self, key: K) -> Option<&V> {
        self.0.get(self.find(key).ok()?).map(|(_, value)| value)
    }

    pub(super) fn get_mut(&mut self, key: K) -> Option<&mut V> {
        let index = self.find(key).ok()?;
        self.0.get_mut(index).map(|(_, value)| value)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (*key, value))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes everything out, in the order of the keys.
    pub(super) fn drain(&mut self) -> Vec<(K, V)> {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn what_was_put_in_is_found_until_it_is_taken_out() {
        let mut table = Table::default();
        for key in [3, 7, 5] {
            table.insert(key, key * 10);
        }
        table.insert(5, 55);
        assert_eq!(
            table.iter().map(|(k, v)| (k, *v)).collect::<Vec<_>>(),
            [(3, 30), (5, 55), (7, 70)]
        );
        assert_eq!(table.remove(5), Some(55));
        assert_eq!(table.remove(5), None);
        assert_eq!(table.get(7), Some(&70));
        assert_eq!(table.drain(), [(3, 30), (7, 70)]);
        assert_eq!(table.len(), 0);
    }
}
