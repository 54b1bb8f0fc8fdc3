//! The lifetimes in the type of a function pointer. Types have none but there: `fn(&T)` and `fn(&'static T)`
//! have different `TypeId`s.

use syn::{GenericArgument, Lifetime, PathArguments, ReturnType, Type, TypeBareFn};

/// For each lifetime in a function pointer's type which it is; empty where they are as if all were left out.
/// (Lifetimes that a path does not show are not seen.)
pub(super) fn of_pointer(function: &TypeBareFn) -> Box<[u8]> {
    let written = Walk::of(function, false);
    match written == Walk::of(function, true) {
        true => Box::default(),
        false => written.into(),
    }
}

struct Walk<'a> {
    function: &'a TypeBareFn,
    /// Whether to take all lifetimes as left out.
    ignores: bool,
    /// The function's own lifetimes in the order in which they come; those left out have no name.
    own: Vec<Option<&'a Lifetime>>,
    found: Vec<u8>,
    in_result: bool,
}

impl<'a> Walk<'a> {
    fn of(function: &'a TypeBareFn, ignores: bool) -> Vec<u8> {
        let mut walk = Walk {
            function,
            ignores,
            own: Vec::new(),
            found: Vec::new(),
            in_result: false,
        };
        for input in &function.inputs {
            walk.ty(&input.ty);
        }
        walk.in_result = true;
        if let ReturnType::Type(_, ty) = &function.output {
            walk.ty(ty);
        }
        walk.found
    }

    fn lifetime(&mut self, lifetime: Option<&'a Lifetime>) {
        let named = lifetime.filter(|name| !self.ignores && name.ident != "_");
        let number = match named {
            // A result has the lifetime of the only parameter that has one.
            None if self.in_result => 1,
            None => self.choice(None),
            Some(name) if self.is_own(name) => {
                let known = self.own.iter().position(|own| *own == Some(name));
                known.map_or_else(|| self.choice(named), |index| index + 1)
            }
            Some(_) => 0,
        };
        self.found.push(number.min(u8::MAX.into()) as u8);
    }

    fn choice(&mut self, name: Option<&'a Lifetime>) -> usize {
        self.own.push(name);
        self.own.len()
    }

    fn is_own(&self, name: &Lifetime) -> bool {
        let bound = self.function.lifetimes.iter();
        let mut bound = bound.flat_map(|bound| &bound.lifetimes);
        bound.any(
            |param| matches!(param, syn::GenericParam::Lifetime(param) if param.lifetime == *name),
        )
    }

    /// Function pointers and trait objects inside have lifetimes of their own.
    fn ty(&mut self, ty: &'a Type) {
        match ty {
            Type::Reference(reference) => {
                self.lifetime(reference.lifetime.as_ref());
                self.ty(&reference.elem);
            }
            Type::Array(array) => self.ty(&array.elem),
            Type::Group(group) => self.ty(&group.elem),
            Type::Paren(paren) => self.ty(&paren.elem),
            Type::Ptr(pointer) => self.ty(&pointer.elem),
            Type::Slice(slice) => self.ty(&slice.elem),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| self.ty(ty)),
            Type::Path(path) => {
                for segment in &path.path.segments {
                    self.arguments(&segment.arguments);
                }
            }
            _ => {}
        }
    }

    fn arguments(&mut self, arguments: &'a PathArguments) {
        let PathArguments::AngleBracketed(arguments) = arguments else {
            return;
        };
        for argument in &arguments.args {
            match argument {
                GenericArgument::Lifetime(lifetime) => self.lifetime(Some(lifetime)),
                GenericArgument::Type(ty) => self.ty(ty),
                _ => {}
            }
        }
    }
}
