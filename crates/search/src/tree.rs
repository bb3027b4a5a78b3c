//! A tree of actions in one block of memory: children are lists, and nothing is ever freed singly.

/// A place in the tree. The root is number 0 and nobody's child, so 0 also means "none".
pub(crate) type At = u32;

/// The root.
pub(crate) const ROOT: At = 0;

/// What was learned of an action taken after the actions above it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<A> {
    /// The action that leads here; the root's means nothing.
    pub action: A,
    /// The next child of the same parent.
    next: At,
    /// The first child.
    first: At,
    /// How often it was taken.
    pub visits: u32,
    /// How often it could have been taken: what is hidden decides whether an action is there.
    pub available: u32,
    /// The sum of the payoffs to the seat that takes it.
    pub total: i64,
}

/// The nodes, allocated once.
pub(crate) struct Tree<A> {
    nodes: Vec<Node<A>>,
    most: usize,
}

impl<A: Copy + PartialEq> Tree<A> {
    /// A tree of at most so many nodes.
    pub fn new(most: usize) -> Tree<A> {
        Tree { nodes: Vec::new(), most }
    }

    /// Forgets everything and begins with a root; `filler` is any action. Memory is kept.
    pub fn clear(&mut self, filler: A) {
        self.nodes.clear();
        // Pages of it are real only once they are written to.
        self.nodes.reserve_exact(self.most);
        self.nodes.push(Node { action: filler, next: 0, first: 0, visits: 0, available: 0, total: 0 });
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

    /// The child reached by `action`, looked for after `hint` first: games list actions in an order
    /// of their own, and children found in that order are found at once.
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

    /// Puts a child behind its sibling `before`, or in front of all if that is 0.
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
}
