//! Macro invocations of models that give impls and nothing else, expanded when one may be wanted: an
//! arm that is one repetition (over the integer types, say) round by round.

use super::super::macro_rules::Round;
use super::macros::invocation_of;
use super::*;

/// Such an invocation, or one round of it.
pub(crate) struct LazyImpls {
    /// What the impls may be of or for.
    pub names: ImplNames,
    pub(super) deferred: Deferred,
    pub(super) round: Option<Round>,
}

/// Expands it, or splits it into its rounds.
pub(crate) fn expand_lazy(krate: &Crate, lazy: LazyImpls) {
    let result = match lazy.round {
        Some(round) => expand_round(krate, lazy.deferred, &round),
        None => split(krate, &lazy.deferred).and_then(|split| match split {
            true => Ok(()),
            false => expand_deferred(krate, vec![lazy.deferred]),
        }),
    };
    if let Err(diagnostic) = result {
        krate.model_errors.borrow_mut().push(*diagnostic);
    }
}

fn expand_round(krate: &Crate, deferred: Deferred, round: &Round) -> Result<()> {
    let mut next = Vec::new();
    let (mut collector, _) = deferred.collector(krate, &mut next);
    let tokens = round.expand(krate)?;
    collector.expanded(tokens)?;
    expand_deferred(krate, next)
}

/// Replaces an invocation by its rounds, if it has several.
fn split(krate: &Crate, deferred: &Deferred) -> Result<bool> {
    let (Some(mac), Some(Res::Macro(def))) = (deferred.item_macro(), deferred.called(krate)) else {
        return Ok(false);
    };
    let call = invocation_of(mac, deferred.file());
    let rounds = def.rounds(&call)?;
    let Some(implemented) = def
        .implements(deferred.macros())
        .filter(|_| rounds.len() > 1)
    else {
        return Ok(false);
    };
    for round in rounds {
        let mut names = (*implemented).clone();
        round.for_each_token(&mut |tokens| names.fill_in(tokens));
        krate.add_lazy_impls(LazyImpls {
            names,
            deferred: deferred.clone(),
            round: Some(round),
        });
    }
    Ok(true)
}
