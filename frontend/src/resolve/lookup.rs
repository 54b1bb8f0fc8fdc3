//! Looking names up: in a module, lexically, along a path, through imports and globs.

use super::module::find_textual;
use super::{
    Crate, Import, MacroScope, Module, ModuleKind, Namespace, Res, UsePath, Visibility,
    hygiene::{self, STD_CRATE},
    model_files,
};
use crate::hir::{DefId, Edition};
use crate::parse::{Builtin, Node, primitive_named};
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

type Query = (DefId, Symbol, Namespace);

/// What look-ups remember.
#[derive(Default)]
pub(crate) struct LookupState {
    /// Queries under way: an import that leads back to itself gives nothing.
    active: RefCell<FxHashSet<Query>>,
    /// Type aliases being followed, each to the next.
    pub alias_depth: Cell<u32>,
    /// Names found lexically from a module.
    lexical: RefCell<FxHashMap<Query, Res>>,
    /// Whether the user's modules are complete, so that results may be kept.
    pub complete: Cell<bool>,
    /// Names of all traits of the user's crate: an import of another name needs no look-up to find
    /// the traits in scope.
    pub trait_names: RefCell<FxHashSet<Symbol>>,
}

/// Where a path leads: the definition, and how many segments name it. The rest is relative to a type.
#[derive(Debug)]
pub(crate) struct Resolved {
    pub res: Res,
    pub used: usize,
}

impl Crate {
    /// A name in a module or enum. With `from`, only if it is visible there (for globs).
    pub(crate) fn lookup_in(
        &self,
        container: DefId,
        name: Symbol,
        space: Namespace,
        from: Option<DefId>,
    ) -> Option<Res> {
        let Some(module) = self.module(container) else {
            return self.lookup_variant(container, name, space);
        };
        let query = (container, name, space);
        if !self.lookups.active.borrow_mut().insert(query) {
            return None;
        }
        let result = self.lookup_in_module(&module, name, space, from);
        self.lookups.active.borrow_mut().remove(&query);
        result
    }

    fn lookup_variant(&self, container: DefId, name: Symbol, space: Namespace) -> Option<Res> {
        match &self.entry(container).node {
            Node::Enum(_, variants) if space != Namespace::Macro => {
                let found = variants
                    .borrow()
                    .iter()
                    .copied()
                    .find(|&v| self.entry(v).name == name);
                found.map(Res::Def)
            }
            Node::Trait(_) if space == Namespace::Value => {
                let items = crate::parse::children(self, container);
                items
                    .iter()
                    .copied()
                    .find(|&item| self.entry(item).name == name)
                    .map(Res::Def)
            }
            _ => None,
        }
    }

    fn lookup_in_module(
        &self,
        module: &Module,
        name: Symbol,
        space: Namespace,
        from: Option<DefId>,
    ) -> Option<Res> {
        if let Some(binding) = module.items.borrow().get(&(name, space))
            && (self.is_visible(binding.visibility, from)
                || space == Namespace::Macro && self.shows_own(module, name, from))
        {
            return Some(binding.res.clone());
        }
        self.lookup_imports(module, name, space, from)
            .or_else(|| self.lookup_globs(module, name, space, from))
            .or_else(|| self.lookup_std_macro(module, name, space))
    }

    /// Whether a module has a `use name;` for what it defines itself: so it shows its `macro_rules!`.
    fn shows_own(&self, module: &Module, name: Symbol, from: Option<DefId>) -> bool {
        let imports = module.imports.borrow();
        let mut of_name = imports.get(&name).into_iter().flatten();
        of_name.any(|import| {
            import.path.segments[..] == [name] && self.is_visible(import.visibility, from)
        })
    }

    fn lookup_imports(
        &self,
        module: &Module,
        name: Symbol,
        space: Namespace,
        from: Option<DefId>,
    ) -> Option<Res> {
        let imports = module.imports.borrow().get(&name)?.clone();
        imports
            .iter()
            .filter(|import| self.is_visible(import.visibility, from))
            .find_map(|import| self.resolve_import(import, space))
    }

    fn lookup_globs(
        &self,
        module: &Module,
        name: Symbol,
        space: Namespace,
        from: Option<DefId>,
    ) -> Option<Res> {
        let globs = module.globs.borrow().clone();
        globs
            .iter()
            .filter(|glob| self.is_visible(glob.visibility, from))
            .find_map(|glob| self.lookup_in(self.glob_target(glob)?, name, space, Some(module.def)))
    }

    /// The library's macros: exported ones at its root, those the compiler provides anywhere in it.
    fn lookup_std_macro(&self, module: &Module, name: Symbol, space: Namespace) -> Option<Res> {
        if space != Namespace::Macro || !module.is_model || module.kind == ModuleKind::Block {
            return None;
        }
        if let Some(builtin) = Builtin::named(name.as_str()) {
            return Some(Res::Builtin(builtin));
        }
        if module.kind != ModuleKind::Root {
            return None;
        }
        self.enter_model_file(model_files::file_of_macro(name.as_str())?);
        Some(module.items.borrow().get(&(name, space))?.res.clone())
    }

    /// The module or enum that a glob takes its names from.
    fn glob_target(&self, glob: &Import) -> Option<DefId> {
        let target = self.resolve_import(glob, Namespace::Type);
        match target.or_else(|| self.lone_crate(glob))? {
            Res::Def(def) => Some(def),
            Res::Primitive(_) | Res::Macro(_) | Res::Builtin(_) | Res::Procedural(_) => None,
        }
    }

    fn is_visible(&self, visibility: Visibility, from: Option<DefId>) -> bool {
        match (visibility, from) {
            (Visibility::Public, _) | (_, None) => true,
            (Visibility::In(module), Some(from)) => self.is_inside(from, module),
        }
    }

    fn is_inside(&self, mut scope: DefId, module: DefId) -> bool {
        loop {
            if scope == module {
                return true;
            }
            match self
                .modules
                .borrow()
                .get(&scope)
                .and_then(|scope| scope.parent)
            {
                Some(parent) => scope = parent,
                None => return false,
            }
        }
    }

    fn resolve_import(&self, import: &Import, space: Namespace) -> Option<Res> {
        if import.types_only && space != Namespace::Type {
            return None;
        }
        if import.is_crate {
            return (space == Namespace::Type)
                .then(|| {
                    self.extern_crate(
                        self.scope_module(import.module).root,
                        import.path.segments[0],
                    )
                })
                .flatten();
        }
        let found = self.follow_import(import, &import.path.segments, space)?;
        let is_other = space == Namespace::Type && self.names_something_else(import);
        (!is_other).then_some(found)
    }

    /// What the first segments of an import lead to.
    fn follow_import(&self, import: &Import, segments: &[Symbol], space: Namespace) -> Option<Res> {
        let resolved = match self.import_start(import)? {
            Start::Lexical => self.walk_lexical(import.module, segments, space)?,
            Start::Crate(root) => self.walk(Res::Def(root), 0, segments, space),
            Start::Relative(module, skip) => self.walk(Res::Def(module), skip, segments, space),
        };
        (resolved.used == segments.len()).then_some(resolved.res)
    }

    /// Whether an import is of a function or macro, and the module or type of the same name beside it is
    /// private.
    fn names_something_else(&self, import: &Import) -> bool {
        let Some((&name, parents)) = import.path.segments.split_last() else {
            return false;
        };
        let container = match parents.is_empty() {
            true => None,
            false => self.follow_import(import, parents, Namespace::Type),
        };
        let Some(Res::Def(container)) = container else {
            return false;
        };
        let sees = |space| {
            let found = self.lookup_in(container, name, space, Some(import.module));
            found.is_some()
        };
        !sees(Namespace::Type) && (sees(Namespace::Value) || sees(Namespace::Macro))
    }

    /// The crate that a glob of edition 2015 takes all names of: `use std::*`.
    fn lone_crate(&self, glob: &Import) -> Option<Res> {
        match glob.path.segments[..] {
            [only] if glob.path.edition == Edition::E2015 => {
                self.extern_crate(self.scope_module(glob.module).root, only)
            }
            _ => None,
        }
    }

    /// What an import's path starts from. In edition 2015 it is the crate's root, or else a crate.
    fn import_start(&self, import: &Import) -> Option<Start> {
        let UsePath {
            global,
            segments,
            edition,
            ..
        } = &import.path;
        let start = self.path_start(import.module, segments, *global, *edition)?;
        let root = self.scope_module(import.module).root;
        match start {
            Start::Lexical if *edition == Edition::E2015 => {
                let first = *segments.first()?;
                let in_root = self.lookup_in(root, first, Namespace::Type, None).is_some()
                    || segments.len() == 1;
                match self.extern_crate(root, first) {
                    Some(Res::Def(found)) if !in_root => Some(Start::Relative(found, 1)),
                    _ => Some(Start::Crate(root)),
                }
            }
            other => Some(other),
        }
    }

    /// What a path starts from, by its first segments.
    fn path_start(
        &self,
        scope: DefId,
        segments: &[Symbol],
        global: bool,
        edition: Edition,
    ) -> Option<Start> {
        let root = self.scope_module(scope).root;
        let Some(first) = segments.first() else {
            return Some(Start::Crate(root));
        };
        if global {
            return match self.extern_crate(root, *first) {
                Some(Res::Def(found))
                    if edition > Edition::E2015
                        || self
                            .lookup_in(root, *first, Namespace::Type, None)
                            .is_none() =>
                {
                    Some(Start::Relative(found, 1))
                }
                _ => (edition == Edition::E2015).then_some(Start::Crate(root)),
            };
        }
        match first.as_str() {
            "crate" => Some(Start::Relative(root, 1)),
            STD_CRATE => Some(Start::Relative(self.std_root(), 1)),
            written if hygiene::unit_named(written).is_some() => {
                let unit = hygiene::unit_named(written)?;
                Some(Start::Relative(self.unit_root(unit)?, 1))
            }
            "self" | "super" => self.upwards(scope, segments),
            _ => Some(Start::Lexical),
        }
    }

    /// `self::`, `super::`, `super::super::`.
    fn upwards(&self, scope: DefId, segments: &[Symbol]) -> Option<Start> {
        let mut module = self.nearest_module(scope);
        let mut used = 0;
        while let Some(segment) = segments.get(used) {
            match segment.as_str() {
                "self" => {}
                "super" => module = self.nearest_module(module.parent?),
                _ => break,
            }
            used += 1;
        }
        Some(Start::Relative(module.def, used))
    }

    /// A crate by the name it has in the crate with this root: a dependency, or else `std`, `core`,
    /// `alloc`, which are the models' root, or a crate that is modelled besides.
    fn extern_crate(&self, root: DefId, name: Symbol) -> Option<Res> {
        if let Some(found) = self.dependency(root, name) {
            return Some(Res::Def(found));
        }
        match name.as_str() {
            "std" | "core" | "alloc" => Some(Res::Def(self.std_root())),
            "self" => Some(Res::Def(root)),
            _ => {
                let modelled = self.modelled_crate(name).map(Res::Def);
                modelled.or_else(|| self.renamed_crate(root, name))
            }
        }
    }

    /// `extern crate a as name;` in a crate's root names it everywhere in that crate, as
    /// `extern crate self as name;` does the crate itself.
    fn renamed_crate(&self, root: DefId, name: Symbol) -> Option<Res> {
        let module = self.module(root)?;
        let imports = module.imports.borrow().get(&name)?.clone();
        let mut renamed = imports.iter().filter(|import| {
            let own = import.path.segments.first();
            import.is_crate && own.is_some_and(|own| *own != name)
        });
        let import = renamed.next()?;
        self.extern_crate(root, import.path.segments[0])
    }

    /// A crate other than std that is modelled: a module of the models.
    pub(super) fn modelled_crate(&self, name: Symbol) -> Option<DefId> {
        if !model_files::is_crate(name.as_str()) {
            return None;
        }
        let path = [Symbol::new("crates"), name];
        match self.resolve_from(self.std_root(), &path, Namespace::Type)? {
            Res::Def(found) => Some(found),
            Res::Primitive(_) | Res::Macro(_) | Res::Builtin(_) | Res::Procedural(_) => None,
        }
    }

    /// A path in the type, value or macro name space as far as it leads through modules and enums.
    /// Fails with the index of the segment that is not found.
    pub(crate) fn resolve_path(
        &self,
        scope: DefId,
        segments: &[Symbol],
        global: bool,
        space: Namespace,
    ) -> std::result::Result<Resolved, usize> {
        let edition = self.scope_module(scope).edition;
        let resolved = match self.path_start(scope, segments, global, edition) {
            None => return Err(0),
            Some(Start::Lexical) => self.walk_lexical(scope, segments, space).ok_or(0usize)?,
            Some(Start::Crate(root)) => self.walk(Res::Def(root), 0, segments, space),
            Some(Start::Relative(module, skip)) => {
                self.walk(Res::Def(module), skip, segments, space)
            }
        };
        if !self.is_module(&resolved.res) {
            return Ok(resolved);
        }
        match self.primitive_behind(segments, resolved.used, space) {
            Some(primitive) => Ok(primitive),
            None if resolved.used < segments.len() => Err(resolved.used),
            None => Ok(resolved),
        }
    }

    /// The primitive type that is meant where a module of its name (`use std::str`) leads nowhere.
    fn primitive_behind(
        &self,
        segments: &[Symbol],
        used: usize,
        space: Namespace,
    ) -> Option<Resolved> {
        let ends_here = used == segments.len();
        if used != 1 || (ends_here && space != Namespace::Type) {
            return None;
        }
        let res = Res::Primitive(primitive_named(segments[0].as_str())?);
        Some(Resolved { res, used })
    }

    /// A whole path from a module, for paths that the front end itself writes.
    pub(super) fn resolve_from(
        &self,
        module: DefId,
        segments: &[Symbol],
        space: Namespace,
    ) -> Option<Res> {
        let resolved = self.walk(Res::Def(module), 0, segments, space);
        (resolved.used == segments.len()).then_some(resolved.res)
    }

    fn is_module(&self, res: &Res) -> bool {
        matches!(res, Res::Def(def) if self.modules.borrow().contains_key(def))
    }

    fn walk_lexical(
        &self,
        scope: DefId,
        segments: &[Symbol],
        space: Namespace,
    ) -> Option<Resolved> {
        let first = *segments.first()?;
        let first_space = if segments.len() == 1 {
            space
        } else {
            Namespace::Type
        };
        let res = self.lookup_lexical(scope, first, first_space)?;
        Some(self.walk(res, 1, segments, space))
    }

    /// Follows segments as long as they lead through modules and to variants.
    fn walk(&self, start: Res, used: usize, segments: &[Symbol], space: Namespace) -> Resolved {
        let mut resolved = Resolved { res: start, used };
        while let Some(&name) = segments.get(resolved.used) {
            let Res::Def(container) = resolved.res else {
                break;
            };
            let last = resolved.used + 1 == segments.len();
            let wanted = if last { space } else { Namespace::Type };
            match self.lookup_in(container, name, wanted, None) {
                Some(res) => {
                    resolved = Resolved {
                        res,
                        used: resolved.used + 1,
                    }
                }
                None => break,
            }
        }
        resolved
    }

    /// A name as seen from a scope: blocks outwards, the module, crates, the prelude, primitives.
    pub(crate) fn lookup_lexical(
        &self,
        scope: DefId,
        name: Symbol,
        space: Namespace,
    ) -> Option<Res> {
        let mut module = self.scope_module(scope);
        while module.kind == ModuleKind::Block {
            if let Some(res) = self.lookup_in(module.def, name, space, None) {
                return Some(res);
            }
            module = self.scope_module(module.parent?);
        }
        self.lookup_from_module(&module, name, space)
    }

    /// A name as seen from a module that is not a block.
    pub(crate) fn lookup_from_module(
        &self,
        module: &Rc<Module>,
        name: Symbol,
        space: Namespace,
    ) -> Option<Res> {
        let query = (module.def, name, space);
        if let Some(res) = self.lookups.lexical.borrow().get(&query) {
            return Some(res.clone());
        }
        let res = self
            .lookup_in(module.def, name, space, None)
            .or_else(|| self.lookup_prelude(module, name, space))?;
        if self.lookups.complete.get() && self.lookups.active.borrow().is_empty() {
            self.lookups.lexical.borrow_mut().insert(query, res.clone());
        }
        Some(res)
    }

    fn lookup_prelude(&self, module: &Module, name: Symbol, space: Namespace) -> Option<Res> {
        if space == Namespace::Type
            && let Some(found) = self.extern_crate(module.root, name)
        {
            return Some(found);
        }
        if self.is_import_of_nothing(module, name) {
            return None;
        }
        self.preludes(module.edition)
            .into_iter()
            .find_map(|prelude| self.lookup_in(prelude, name, space, None))
            .or_else(|| self.lookup_language(module.root, name, space))
    }

    /// Whether a module imports a name from where nothing has it: it means nothing else then.
    fn is_import_of_nothing(&self, module: &Module, name: Symbol) -> bool {
        if !self.lookups.complete.get() || !self.lookups.active.borrow().is_empty() {
            return false;
        }
        let Some(imports) = module.imports.borrow().get(&name).cloned() else {
            return false;
        };
        // What comes here again on the way, as by `use name;`, finds nothing.
        let query = (module.def, name, Namespace::Type);
        self.lookups.active.borrow_mut().insert(query);
        let spaces = [Namespace::Type, Namespace::Value, Namespace::Macro];
        let gives = |import: &Rc<Import>| {
            let mut spaces = spaces.iter();
            spaces.any(|&space| self.resolve_import(import, space).is_some())
        };
        let is_nothing = !imports.is_empty() && !imports.iter().any(gives);
        self.lookups.active.borrow_mut().remove(&query);
        is_nothing
    }

    /// Macros that need no import, and primitive types.
    fn lookup_language(&self, root: DefId, name: Symbol, space: Namespace) -> Option<Res> {
        match space {
            Namespace::Type => primitive_named(name.as_str()).map(Res::Primitive),
            Namespace::Value => None,
            Namespace::Macro => self
                .lookup_used_macro(root, name)
                .or_else(|| self.lookup_in(self.std_root(), name, space, None)),
        }
    }

    /// The prelude modules of an edition, the newest first.
    fn preludes(&self, edition: Edition) -> Vec<DefId> {
        let Some(Res::Def(prelude)) = self.lookup_in(
            self.std_root(),
            Symbol::new("prelude"),
            Namespace::Type,
            None,
        ) else {
            return Vec::new();
        };
        let newest_first: &[&str] = match edition {
            Edition::E2015 | Edition::E2018 => &["v1"],
            Edition::E2021 => &["rust_2021", "v1"],
            Edition::E2024 => &["rust_2024", "rust_2021", "v1"],
        };
        newest_first
            .iter()
            .filter_map(|name| {
                match self.lookup_in(prelude, Symbol::new(name), Namespace::Type, None)? {
                    Res::Def(def) => Some(def),
                    _ => None,
                }
            })
            .collect()
    }

    /// A macro by path: textual scope first for a plain name.
    pub(crate) fn lookup_macro(
        &self,
        scope: DefId,
        textual: &MacroScope,
        segments: &[Symbol],
        global: bool,
    ) -> Option<Res> {
        if let [name] = segments
            && !global
            && let Some(def) = find_textual(textual, *name)
        {
            return Some(Res::Macro(def));
        }
        let resolved = self
            .resolve_path(scope, segments, global, Namespace::Macro)
            .ok()?;
        (resolved.used == segments.len()).then_some(resolved.res)
    }

    /// The traits whose methods can be called in a scope: of its blocks, its module and the prelude,
    /// and the trait that is being implemented.
    pub(crate) fn traits_in_scope(
        &self,
        scopes: &[DefId],
        implemented: Option<DefId>,
    ) -> Rc<Vec<DefId>> {
        let mut traits: Vec<DefId> = implemented.into_iter().collect();
        for &scope in scopes {
            self.add_lexical_traits(scope, &mut traits);
        }
        if let Some(&scope) = scopes.first() {
            for prelude in self.preludes(self.scope_module(scope).edition) {
                traits.extend(self.module_traits(prelude).iter());
            }
        }
        traits.sort_unstable();
        traits.dedup();
        Rc::new(traits)
    }

    fn add_lexical_traits(&self, scope: DefId, traits: &mut Vec<DefId>) {
        let mut module = self.scope_module(scope);
        loop {
            traits.extend(self.module_traits(module.def).iter());
            match module.parent {
                Some(parent) if module.kind == ModuleKind::Block => {
                    module = self.scope_module(parent);
                }
                _ => return,
            }
        }
    }

    fn module_traits(&self, module: DefId) -> Rc<Vec<DefId>> {
        let module = self.scope_module(module);
        let known = |this: &Crate| this.lookups.trait_names.borrow().len();
        let kept = module.traits.borrow().clone();
        if let Some((of, traits)) = kept
            && of == known(self)
        {
            return traits;
        }
        let mut traits = Vec::new();
        self.collect_traits(&module, None, &mut FxHashSet::default(), &mut traits);
        let traits = Rc::new(traits);
        let answer = Some((known(self), traits.clone()));
        *module.traits.borrow_mut() = answer;
        traits
    }

    fn collect_traits(
        &self,
        module: &Module,
        from: Option<DefId>,
        visited: &mut FxHashSet<DefId>,
        traits: &mut Vec<DefId>,
    ) {
        if !visited.insert(module.def) {
            return;
        }
        for binding in module.items.borrow().values() {
            if self.is_visible(binding.visibility, from) {
                self.push_trait(Some(binding.res.clone()), traits);
            }
        }
        for import in self.possible_trait_imports(module, from) {
            self.push_trait(self.resolve_import(&import, Namespace::Type), traits);
        }
        let globs = module.globs.borrow().clone();
        for glob in globs
            .iter()
            .filter(|glob| self.is_visible(glob.visibility, from))
        {
            if let Some(target) = self.glob_target(glob)
                && let Some(target) = self.module(target)
            {
                self.collect_traits(&target, Some(module.def), visited, traits);
            }
        }
    }

    fn possible_trait_imports(&self, module: &Module, from: Option<DefId>) -> Vec<Rc<Import>> {
        let mut imports: Vec<Rc<Import>> = module
            .imports
            .borrow()
            .values()
            .flatten()
            .cloned()
            .collect();
        // The names of a library's traits are known once it has been read.
        for import in &imports {
            if let Some(first) = import.path.segments.first() {
                self.dependency(module.root, *first);
            }
        }
        let names = self.lookups.trait_names.borrow();
        imports.retain(|import| {
            let last = import.path.segments.last();
            last.is_some_and(|&name| {
                names.contains(&name) || model_files::is_trait_name(name.as_str())
            })
        });
        // `use Trait as _` gives nothing but a trait.
        imports.extend(module.unnamed.borrow().iter().cloned());
        imports.retain(|import| self.is_visible(import.visibility, from));
        imports
    }

    /// The import of a name that leads nowhere.
    pub(crate) fn broken_import(&self, scope: DefId, name: Symbol) -> Option<Rc<Import>> {
        let mut module = self.scope_module(scope);
        loop {
            let imports = module
                .imports
                .borrow()
                .get(&name)
                .cloned()
                .unwrap_or_default();
            let spaces = [Namespace::Type, Namespace::Value, Namespace::Macro];
            let broken = imports.iter().find(|import| {
                spaces
                    .iter()
                    .all(|&space| self.resolve_import(import, space).is_none())
            });
            if let Some(import) = broken {
                return Some(import.clone());
            }
            match module.parent {
                Some(parent) if module.kind == ModuleKind::Block => {
                    module = self.scope_module(parent);
                }
                _ => return None,
            }
        }
    }

    /// The first import of the program from a crate that is not there.
    pub(crate) fn import_of_missing_crate(&self) -> Option<Rc<Import>> {
        let mut missing = Vec::new();
        self.collect_missing_crates(self.root(), &mut missing);
        missing.into_iter().min_by_key(|import| {
            let span = import.path.span;
            (span.file.index(), span.line, span.column)
        })
    }

    fn collect_missing_crates(&self, module: DefId, missing: &mut Vec<Rc<Import>>) {
        let Some(module) = self.module(module) else {
            return;
        };
        let named = module.imports.borrow();
        let (unnamed, globs) = (module.unnamed.borrow(), module.globs.borrow());
        let through = |import: &&Rc<Import>| import.path.segments.len() > 1;
        let named = named.values().flatten().chain(unnamed.iter());
        let imports = named.filter(through).chain(globs.iter());
        let leads_nowhere = |import: &&Rc<Import>| {
            let path = &import.path;
            let Some(&first) = path.segments.first() else {
                return false;
            };
            let space = Namespace::Type;
            match self.import_start(import) {
                Some(Start::Crate(root)) => self.lookup_in(root, first, space, None).is_none(),
                Some(Start::Relative(..)) => false,
                Some(Start::Lexical) => {
                    let found = self.resolve_path(module.def, &[first], path.global, space);
                    found.is_err()
                }
                None => true,
            }
        };
        missing.extend(imports.filter(leads_nowhere).cloned());
        for &child in module.children.borrow().iter() {
            self.collect_missing_crates(child, missing);
        }
    }

    fn push_trait(&self, res: Option<Res>, traits: &mut Vec<DefId>) {
        if let Some(Res::Def(def)) = res
            && matches!(self.entry(def).node, Node::Trait(_))
        {
            traits.push(def);
        }
    }
}

/// What a path is relative to.
enum Start {
    /// Names in scope.
    Lexical,
    /// A crate's root, all segments still to come.
    Crate(DefId),
    /// A module, with this many segments used.
    Relative(DefId, usize),
}
