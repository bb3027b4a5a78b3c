//! A search tree in one block of memory. Children are linked lists; nodes are freed all at once.

/// The index of a node. The root has 0 and is nobody's child, so 0 also means "none".
pub(crate) type At = u32;

/// The root.
pub(crate) const ROOT: At = 0;

/// The statistics of an action, taken after the actions above it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<A> {
    /// The action that leads here; meaningless for the root.
    pub action: A,
    /// The next child of the same parent.
    next: At,
    /// The first child.
    first: At,
    /// How often it was selected.
    pub visits: u32,
    /// How often it was legal when its parent was visited: that depends on the sampled world. Only UCB1 uses it, and
    /// only UCB1 and the opponent model count it.
    pub available: u32,
    /// The sum of the payoffs to the seat that takes it.
    pub total: i64,
}

/// The nodes, allocated once.
pub(crate) struct Tree<A> {
    nodes: Vec<Node<A>>,
    most: usize,
    /// Where each node moves when a subtree becomes the tree, [`GONE`] if it is dropped.
    moves: Vec<At>,
    /// Nodes whose children are still to be visited.
    waiting: Vec<At>,
}

/// Dropped.
const GONE: At = At::MAX;

impl<A: Copy + PartialEq> Tree<A> {
    /// A tree of at most `most` nodes.
    pub fn new(most: usize) -> Tree<A> {
        Tree { nodes: Vec::new(), most, moves: Vec::new(), waiting: Vec::new() }
    }

    /// Drops everything and starts with a root; `filler` is any action. Memory is kept.
    pub fn clear(&mut self, filler: A) {
        self.nodes.clear();
        // The system backs these pages with memory only when they are written to.
        self.nodes.reserve_exact(self.most);
        self.moves.reserve_exact(self.most);
        self.waiting.reserve_exact(self.most);
        self.nodes.push(Node { action: filler, next: 0, first: 0, visits: 0, available: 0, total: 0 });
    }

    /// Drops everything.
    pub fn forget(&mut self) {
        self.nodes.clear();
    }

    /// Drops the root's children except those for which `stays` is true.
    pub fn prune(&mut self, mut stays: impl FnMut(A) -> bool) {
        let (mut before, mut at) = (ROOT, self.node(ROOT).first);
        while at != 0 {
            let Node { action, next, .. } = *self.node(at);
            if stays(action) {
                before = at;
            } else if before == ROOT {
                self.nodes[ROOT as usize].first = next;
            } else {
                self.nodes[before as usize].next = next;
            }
            at = next;
        }
    }

    /// Makes the node at the end of these actions the root and drops everything else. `false`, and the
    /// tree unchanged, if the tree does not have that node.
    pub fn reroot(&mut self, actions: &[A]) -> bool {
        if self.nodes.is_empty() {
            return false;
        }
        let mut root = ROOT;
        for &action in actions {
            let Some(child) = self.find(root, 0, action) else { return false };
            root = child;
        }
        self.moves.clear();
        self.moves.resize(self.nodes.len(), GONE);
        self.moves[root as usize] = ROOT;
        self.waiting.clear();
        self.waiting.push(root);
        while let Some(parent) = self.waiting.pop() {
            let mut at = self.node(parent).first;
            while at != 0 {
                self.moves[at as usize] = ROOT;
                self.waiting.push(at);
                at = self.node(at).next;
            }
        }
        // A child has a higher index than its parent. So nodes move towards the front in their old order and
        // never overwrite one that has still to move.
        let mut kept = 0;
        for place in &mut self.moves {
            if *place != GONE {
                *place = kept;
                kept += 1;
            }
        }
        self.nodes[root as usize].next = 0;
        for old in root as usize..self.nodes.len() {
            let new = self.moves[old];
            if new != GONE {
                let mut node = self.nodes[old];
                node.next = if node.next == 0 { 0 } else { self.moves[node.next as usize] };
                node.first = if node.first == 0 { 0 } else { self.moves[node.first as usize] };
                self.nodes[new as usize] = node;
            }
        }
        self.nodes.truncate(kept as usize);
        true
    }

    /// Is there no room for another node?
    pub fn is_full(&self) -> bool {
        self.nodes.len() >= self.most
    }

    #[inline]
    pub fn node(&self, at: At) -> &Node<A> {
        &self.nodes[at as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, at: At) -> &mut Node<A> {
        &mut self.nodes[at as usize]
    }

    /// The child reached by `action`, searched for from `hint` on. Games list actions in a fixed order, so a
    /// search in that order finds each child at once.
    #[inline]
    pub fn find(&self, parent: At, hint: At, action: A) -> Option<At> {
        let first = self.node(parent).first;
        let begin = if hint == 0 { first } else { self.node(hint).next };
        let mut at = begin;
        while at != 0 {
            let node = self.node(at);
            if node.action == action {
                return Some(at);
            }
            at = node.next;
        }
        at = first;
        while at != begin {
            let node = self.node(at);
            if node.action == action {
                return Some(at);
            }
            at = node.next;
        }
        None
    }

    /// Inserts a child behind its sibling `before`, or in front of all if that is 0.
    pub fn add(&mut self, parent: At, before: At, action: A) -> At {
        debug_assert!(!self.is_full());
        let at = self.nodes.len() as At;
        let link = if before == 0 {
            &mut self.nodes[parent as usize].first
        } else {
            &mut self.nodes[before as usize].next
        };
        let next = std::mem::replace(link, at);
        self.nodes.push(Node { action, next, first: 0, visits: 0, available: 1, total: 0 });
        at
    }

    /// The children, from the first.
    pub fn children(&self, parent: At) -> impl Iterator<Item = &Node<A>> {
        let mut at = self.node(parent).first;
        std::iter::from_fn(move || {
            let node = (at != 0).then(|| self.node(at))?;
            at = node.next;
            Some(node)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_found_wherever_the_search_for_it_begins() {
        let mut tree = Tree::new(100);
        tree.clear(' ');
        let children: Vec<At> = "abcdef".chars().map(|letter| tree.add(ROOT, 0, letter)).collect();
        let below = tree.add(children[2], 0, 'a');
        let between = tree.add(ROOT, children[3], 'x');
        for hint in std::iter::once(0).chain(children.iter().copied()) {
            for (letter, &child) in "abcdef".chars().zip(&children) {
                assert_eq!(tree.find(ROOT, hint, letter), Some(child));
            }
            assert_eq!(tree.find(ROOT, hint, 'g'), None);
            assert_eq!(tree.find(ROOT, hint, 'x'), Some(between));
        }
        assert_eq!(tree.find(children[2], 0, 'a'), Some(below));
        let order: String = tree.children(ROOT).map(|child| child.action).collect();
        assert_eq!(order, "fedxcba");
    }

    /// Every path of the tree and how often its last node was visited, in the order of the lists.
    fn paths(tree: &Tree<char>, at: At, before: &str, all: &mut Vec<(String, u32)>) {
        let mut child = tree.node(at).first;
        while child != 0 {
            let path = format!("{before}{}", tree.node(child).action);
            all.push((path.clone(), tree.node(child).visits));
            paths(tree, child, &path, all);
            child = tree.node(child).next;
        }
    }

    #[test]
    fn a_rerooted_tree_is_the_subtree_that_was_below() {
        let mut rng = cards::Rng::new(4);
        for size in 1..200 {
            let mut tree = Tree::new(size);
            tree.clear(' ');
            while !tree.is_full() {
                let parent = rng.below(tree.nodes.len() as u32);
                let letter = char::from(b'a' + rng.below(6) as u8);
                if tree.find(parent, 0, letter).is_none() {
                    let at = tree.add(parent, 0, letter);
                    tree.node_mut(at).visits = at;
                }
            }
            let mut before = Vec::new();
            paths(&tree, ROOT, "", &mut before);
            let way: Vec<char> = ('a'..'g').take(rng.below(4) as usize).collect();
            let name: String = way.iter().collect();
            let is_there = way.is_empty() || before.iter().any(|(path, _)| *path == name);
            assert_eq!(tree.reroot(&way), is_there, "{name}");
            let below = |(path, visits): (String, u32)| Some((path.strip_prefix(&name)?.to_owned(), visits));
            let expected: Vec<_> = match is_there {
                true => before.into_iter().filter_map(below).filter(|(path, _)| !path.is_empty()).collect(),
                false => before,
            };
            let mut after = Vec::new();
            paths(&tree, ROOT, "", &mut after);
            assert_eq!(after, expected, "{name}");
            assert!(!is_there || tree.nodes.len() == expected.len() + 1);
            tree.prune(|letter| letter > 'b');
            after.retain(|(path, _)| path.as_str() >= "c");
            let mut pruned = Vec::new();
            paths(&tree, ROOT, "", &mut pruned);
            assert_eq!(pruned, after);
        }
    }
}
