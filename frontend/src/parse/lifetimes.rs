//! The lifetimes in the types of function pointers and trait objects. Types have none but there: `fn(&T)` and
//! `fn(&'static T)` have different `TypeId`s, and so have `dyn Fn(&T)` and `dyn Fn(&'static T)`.

use syn::{
    BoundLifetimes, GenericArgument, Lifetime, PathArguments, ReturnType, Type, TypeBareFn,
    TypeParamBound, TypeTraitObject,
};

/// For each lifetime in a function pointer's type which it is; empty where they are as if all were left out.
/// (Lifetimes that a path does not show are not seen.)
pub(super) fn of_pointer(function: &TypeBareFn) -> Box<[u8]> {
    told(|ignores| {
        let mut walk = Walk::new(function.lifetimes.as_ref(), ignores);
        let inputs = function.inputs.iter().map(|input| &input.ty);
        walk.function(inputs, &function.output);
        walk.found
    })
}

/// The same for a trait object's type.
pub(super) fn of_object(object: &TypeTraitObject) -> Box<[u8]> {
    told(|ignores| {
        let bounds = object.bounds.iter().filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) => Some(bound),
            _ => None,
        });
        let found = bounds.flat_map(|bound| {
            let mut walk = Walk::new(bound.lifetimes.as_ref(), ignores);
            for segment in &bound.path.segments {
                match &segment.arguments {
                    PathArguments::Parenthesized(list) => {
                        walk.function(list.inputs.iter(), &list.output);
                    }
                    other => walk.arguments(other),
                }
            }
            walk.found
        });
        found.collect()
    })
}

/// What a walk finds, unless it finds the same if it ignores what is written.
fn told(walk: impl Fn(bool) -> Vec<u8>) -> Box<[u8]> {
    let written = walk(false);
    match written == walk(true) {
        true => Box::default(),
        false => written.into(),
    }
}

struct Walk<'a> {
    /// What `for<..>` declares.
    bound: Option<&'a BoundLifetimes>,
    /// Whether to take all lifetimes as left out.
    ignores: bool,
    /// The function's own lifetimes in the order in which they come; those left out have no name.
    own: Vec<Option<&'a Lifetime>>,
    found: Vec<u8>,
    place: Place,
}

/// What a lifetime that is left out means.
#[derive(Clone, Copy)]
enum Place {
    /// One of its own.
    Parameter,
    /// That of the only parameter that has one.
    Result,
    /// One from outside.
    Argument,
}

impl<'a> Walk<'a> {
    fn new(bound: Option<&'a BoundLifetimes>, ignores: bool) -> Walk<'a> {
        Walk {
            bound,
            ignores,
            own: Vec::new(),
            found: Vec::new(),
            place: Place::Argument,
        }
    }

    fn function(&mut self, inputs: impl Iterator<Item = &'a Type>, output: &'a ReturnType) {
        self.place = Place::Parameter;
        inputs.for_each(|input| self.ty(input));
        self.place = Place::Result;
        if let ReturnType::Type(_, ty) = output {
            self.ty(ty);
        }
    }

    fn lifetime(&mut self, lifetime: Option<&'a Lifetime>) {
        let named = lifetime.filter(|name| !self.ignores && name.ident != "_");
        let number = match named {
            None => match self.place {
                Place::Parameter => self.choice(None),
                Place::Result => 1,
                Place::Argument => 0,
            },
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
        let mut bound = self.bound.iter().flat_map(|bound| &bound.lifetimes);
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
                GenericArgument::AssocType(binding) => self.ty(&binding.ty),
                _ => {}
            }
        }
    }
}
