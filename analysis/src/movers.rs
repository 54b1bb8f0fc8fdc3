//! Movers: operations that nothing in the program can tell when they happen, so that no order of them
//! needs to be explored (Lipton 1975; see [`vscheck_ir::action`]). Releases of locks that nobody tries
//! to take (rule C2, see `docs/static-pass.md`), and changes of reference counts that nobody looks at
//! and whose last drop runs nothing but library code without operations of its own (rule R12).

use rustc_hash::FxHashSet;
use vscheck_ir::{Action, Inst, InstId, Operand, Program, Site};

use crate::call_graph::{InstanceId, site_of};
use crate::points_to::{AtomId, PointsTo};

/// What an action means for movers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Could be moved, if nobody looks.
    Release,
    /// As a release, of a reference count that stays above zero.
    Count,
    /// As a count, but the last one drops what is counted.
    Drop,
    /// Looks at its object without acquiring it.
    Look,
    /// None of these.
    Other,
}

fn role(action: Action) -> Role {
    if matches!(
        action,
        Action::MutexUnlock | Action::RwLockUnlockRead | Action::RwLockUnlockWrite
    ) {
        return Role::Release;
    }
    if action == Action::RefIncrement {
        return Role::Count;
    }
    if action == Action::RefDecrement {
        return Role::Drop;
    }
    let looks = matches!(
        action,
        Action::MutexTryLock
            | Action::RwLockTryRead
            | Action::RwLockTryWrite
            | Action::RefCount
            | Action::RefIncrementIfAlive
            | Action::RefIsUnique
            | Action::RefDecrementIfUnique
    );
    if looks { Role::Look } else { Role::Other }
}

/// An action in an instance.
struct SyncSite {
    instance: InstanceId,
    site: Site,
    role: Role,
    /// The object; empty if it is not known.
    cells: Vec<AtomId>,
}

/// The sites of all movers.
pub fn find(program: &Program, facts: &PointsTo) -> FxHashSet<Site> {
    let sites = sync_sites(program, facts);
    let seen = Seen::new(&sites);
    let mut movers: FxHashSet<Site> = sites
        .iter()
        .filter(|sync| matches!(sync.role, Role::Release | Role::Count | Role::Drop))
        .map(|sync| sync.site)
        .collect();
    for sync in sites.iter().filter(|sync| seen.meets(&sync.cells)) {
        movers.remove(&sync.site);
    }
    loop {
        let before = movers.len();
        for sync in sites.iter().filter(|sync| sync.role == Role::Drop) {
            if movers.contains(&sync.site) && !drops_quietly(program, facts, &movers, sync.instance)
            {
                movers.remove(&sync.site);
            }
        }
        if movers.len() == before {
            return movers;
        }
    }
}

/// What is looked at.
struct Seen {
    cells: FxHashSet<AtomId>,
    /// Something is looked at and nobody knows what.
    anything: bool,
}

impl Seen {
    fn new(sites: &[SyncSite]) -> Seen {
        let looks = || sites.iter().filter(|sync| sync.role == Role::Look);
        Seen {
            cells: looks()
                .flat_map(|sync| sync.cells.iter().copied())
                .collect(),
            anything: looks().any(|sync| sync.cells.is_empty()),
        }
    }

    /// Whether an object of these cells may be looked at. One that is not known may be, if any is.
    fn meets(&self, cells: &[AtomId]) -> bool {
        let unknown = cells.is_empty() && !self.cells.is_empty();
        self.anything || unknown || cells.iter().any(|cell| self.cells.contains(cell))
    }
}

fn object(args: &[Operand], facts: &PointsTo, instance: InstanceId) -> Vec<AtomId> {
    args.first()
        .map_or(Vec::new(), |&operand| facts.cells(instance, operand))
}

fn sync_sites(program: &Program, facts: &PointsTo) -> Vec<SyncSite> {
    let mut found = Vec::new();
    for index in 0..facts.call_graph.instances.len() {
        let instance = InstanceId::new(index);
        let func = facts.call_graph.func(instance);
        for (at, inst) in program.function(func).code.iter().enumerate() {
            let Inst::Sync { action, args, .. } = inst else {
                continue;
            };
            let role = role(*action);
            if role != Role::Other {
                found.push(SyncSite {
                    instance,
                    site: site_of(func, InstId::new(at)),
                    role,
                    cells: object(args, facts, instance),
                });
            }
        }
    }
    found
}

/// Whether the function that gives up a reference, with all it calls, is library code whose only
/// operations are movers. (What the last one drops is called from there.)
fn drops_quietly(
    program: &Program,
    facts: &PointsTo,
    movers: &FxHashSet<Site>,
    instance: InstanceId,
) -> bool {
    let mut seen = FxHashSet::from_iter([instance]);
    let mut work = vec![instance];
    while let Some(next) = work.pop() {
        let func = facts.call_graph.func(next);
        let function = program.function(func);
        if !function.is_model {
            return false;
        }
        for (index, inst) in function.code.iter().enumerate() {
            let at = InstId::new(index);
            let operation = matches!(inst, Inst::Sync { .. } | Inst::Panic { .. });
            if operation && !movers.contains(&site_of(func, at)) {
                return false;
            }
            let callees = facts.call_graph.callees(next, at).iter();
            work.extend(callees.filter(|&&callee| seen.insert(callee)));
        }
    }
    true
}
