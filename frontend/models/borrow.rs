//! `std::borrow`. Left out: `Cow`'s unstable `is_borrowed`.

use crate::cmp::Ordering;
use crate::fmt;
use crate::hash::{Hash, Hasher};
use crate::ops::{Add, AddAssign, Deref};
use crate::string::String;
use crate::vec::Vec;

pub trait Borrow<Borrowed: ?Sized> {
    fn borrow(&self) -> &Borrowed;
}
pub trait BorrowMut<Borrowed: ?Sized>: Borrow<Borrowed> {
    fn borrow_mut(&mut self) -> &mut Borrowed;
}
impl<T: ?Sized> Borrow<T> for T {
    #[inline]
    fn borrow(&self) -> &T {
        self
    }
}
impl<T: ?Sized> BorrowMut<T> for T {
    #[inline]
    fn borrow_mut(&mut self) -> &mut T {
        self
    }
}
impl<T: ?Sized> Borrow<T> for &T {
    #[inline]
    fn borrow(&self) -> &T {
        &**self
    }
}
impl<T: ?Sized> Borrow<T> for &mut T {
    #[inline]
    fn borrow(&self) -> &T {
        &**self
    }
}
impl<T: ?Sized> BorrowMut<T> for &mut T {
    #[inline]
    fn borrow_mut(&mut self) -> &mut T {
        &mut **self
    }
}

pub trait ToOwned {
    type Owned: Borrow<Self>;
    fn to_owned(&self) -> Self::Owned;
    fn clone_into(&self, target: &mut Self::Owned) {
        *target = self.to_owned();
    }
}
impl<T: Clone> ToOwned for T {
    type Owned = T;
    #[inline]
    fn to_owned(&self) -> T {
        self.clone()
    }
    fn clone_into(&self, target: &mut T) {
        target.clone_from(self)
    }
}

pub enum Cow<'a, B: ?Sized + ToOwned + 'a> {
    Borrowed(&'a B),
    Owned(<B as ToOwned>::Owned),
}
use Cow::{Borrowed, Owned};

impl<B: ?Sized + ToOwned> Cow<'_, B> {
    pub fn to_mut(&mut self) -> &mut <B as ToOwned>::Owned {
        if let Borrowed(borrowed) = *self {
            *self = Owned(borrowed.to_owned());
        }
        match self {
            Owned(owned) => owned,
            Borrowed(_) => unreachable!(),
        }
    }
    pub fn into_owned(self) -> <B as ToOwned>::Owned {
        match self {
            Borrowed(borrowed) => borrowed.to_owned(),
            Owned(owned) => owned,
        }
    }
}
impl<B: ?Sized + ToOwned> Deref for Cow<'_, B> {
    type Target = B;
    fn deref(&self) -> &B {
        match self {
            Borrowed(borrowed) => borrowed,
            Owned(owned) => owned.borrow(),
        }
    }
}
impl<'a, B: ?Sized + ToOwned> Borrow<B> for Cow<'a, B> {
    fn borrow(&self) -> &B {
        &**self
    }
}
impl<B: ?Sized + ToOwned> Clone for Cow<'_, B> {
    fn clone(&self) -> Self {
        match self {
            Borrowed(borrowed) => Borrowed(*borrowed),
            Owned(owned) => {
                let borrowed: &B = owned.borrow();
                Owned(borrowed.to_owned())
            }
        }
    }
}
impl<T: ?Sized + ToOwned> AsRef<T> for Cow<'_, T> {
    fn as_ref(&self) -> &T {
        self
    }
}
impl<B: ?Sized + Eq + ToOwned> Eq for Cow<'_, B> {}
impl<B: ?Sized + Ord + ToOwned> Ord for Cow<'_, B> {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(&**self, &**other)
    }
}
impl<'a, B: ?Sized + PartialOrd + ToOwned> PartialOrd for Cow<'a, B> {
    fn partial_cmp(&self, other: &Cow<'a, B>) -> Option<Ordering> {
        PartialOrd::partial_cmp(&**self, &**other)
    }
}
impl<'a, 'b, B: ?Sized + PartialEq<C> + ToOwned, C: ?Sized + ToOwned> PartialEq<Cow<'b, C>> for Cow<'a, B> {
    fn eq(&self, other: &Cow<'b, C>) -> bool {
        PartialEq::eq(&**self, &**other)
    }
}
impl<B: ?Sized + fmt::Debug + ToOwned> fmt::Debug for Cow<'_, B>
where
    B::Owned: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Borrowed(borrowed) => fmt::Debug::fmt(*borrowed, f),
            Owned(owned) => fmt::Debug::fmt(owned, f),
        }
    }
}
impl<B: ?Sized + fmt::Display + ToOwned> fmt::Display for Cow<'_, B>
where
    B::Owned: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Borrowed(borrowed) => fmt::Display::fmt(*borrowed, f),
            Owned(owned) => fmt::Display::fmt(owned, f),
        }
    }
}
impl<B: ?Sized + Hash + ToOwned> Hash for Cow<'_, B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Hash::hash(&**self, state)
    }
}
impl<B: ?Sized + ToOwned> Default for Cow<'_, B>
where
    B::Owned: Default,
{
    fn default() -> Self {
        Owned(<B as ToOwned>::Owned::default())
    }
}
macro_rules! add_to_cow {
    ($($Text:ty)*) => {
        $(
            impl<'a> Add<$Text> for Cow<'a, str> {
                type Output = Cow<'a, str>;
                fn add(self, rhs: $Text) -> Cow<'a, str> {
                    let mut sum = self;
                    sum += rhs;
                    sum
                }
            }
            /// Nothing is copied where one of the two is empty.
            impl<'a> AddAssign<$Text> for Cow<'a, str> {
                fn add_assign(&mut self, rhs: $Text) {
                    if self.is_empty() {
                        *self = rhs.into();
                    } else if !rhs.is_empty() {
                        self.to_mut().push_str(&rhs);
                    }
                }
            }
        )*
    };
}
add_to_cow! { &'a str Cow<'a, str> }
impl<'a> From<&'a str> for Cow<'a, str> {
    fn from(s: &'a str) -> Cow<'a, str> {
        Borrowed(s)
    }
}
impl<'a> From<String> for Cow<'a, str> {
    fn from(s: String) -> Cow<'a, str> {
        Owned(s)
    }
}
impl<'a> From<&'a String> for Cow<'a, str> {
    fn from(s: &'a String) -> Cow<'a, str> {
        Borrowed(s.as_str())
    }
}
impl<'a, T: Clone> From<&'a [T]> for Cow<'a, [T]> {
    fn from(s: &'a [T]) -> Cow<'a, [T]> {
        Borrowed(s)
    }
}
impl<'a, T: Clone, const N: usize> From<&'a [T; N]> for Cow<'a, [T]> {
    fn from(s: &'a [T; N]) -> Cow<'a, [T]> {
        Borrowed(s as &[T])
    }
}
impl<'a, T: Clone> From<&'a Vec<T>> for Cow<'a, [T]> {
    fn from(v: &'a Vec<T>) -> Cow<'a, [T]> {
        Borrowed(v.as_slice())
    }
}
impl<T: PartialEq<U> + Clone, U> PartialEq<&[U]> for Cow<'_, [T]> {
    fn eq(&self, other: &&[U]) -> bool {
        self[..] == other[..]
    }
}
impl<T: PartialEq<U> + Clone, U> PartialEq<&mut [U]> for Cow<'_, [T]> {
    fn eq(&self, other: &&mut [U]) -> bool {
        self[..] == other[..]
    }
}
impl<T: PartialEq<U> + Clone, U> PartialEq<Vec<U>> for Cow<'_, [T]> {
    fn eq(&self, other: &Vec<U>) -> bool {
        self[..] == other[..]
    }
}
impl<'a, T: Clone> From<Vec<T>> for Cow<'a, [T]> {
    fn from(v: Vec<T>) -> Cow<'a, [T]> {
        Owned(v)
    }
}
impl<'a, T: Clone> FromIterator<T> for Cow<'a, [T]> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Cow<'a, [T]> {
        Cow::Owned(Vec::from_iter(iter))
    }
}
