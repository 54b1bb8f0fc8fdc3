//! Sizes in bytes, as rustc gives them to types whose layout is its own affair.

/// `size_of`, `align_of` and niches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    /// Bytes.
    pub bytes: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Invalid bit patterns that an enum around it can use.
    pub niches: u64,
    /// At which bytes these patterns are: from, and how many.
    pub niche_at: (u64, u64),
    /// Whether there is no value of it, as of `!` and `Infallible`.
    pub uninhabited: bool,
}

impl Size {
    /// The size of what takes no room.
    pub const NOTHING: Size = Size {
        bytes: 0,
        align: 1,
        niches: 0,
        niche_at: (0, 0),
        uninhabited: false,
    };

    /// The size of what there is no value of.
    pub const NEVER: Size = Size {
        uninhabited: true,
        ..Size::NOTHING
    };

    /// The size of a scalar with as many invalid bit patterns.
    pub fn scalar(bytes: u64, niches: u64) -> Size {
        Size {
            bytes,
            align: bytes,
            niches,
            niche_at: (0, bytes),
            uninhabited: false,
        }
    }

    /// The size of the same in a type that aligns nothing to more than `limit`.
    pub fn within(self, limit: u64) -> Size {
        Size {
            align: self.align.min(limit),
            ..self
        }
    }

    fn is_nothing(&self) -> bool {
        self.bytes == 0 && self.align == 1
    }
}

/// Size of fields laid out one after another in rustc's order: most aligned first, and of those the one with
/// the most invalid patterns.
pub fn struct_size(fields: impl Iterator<Item = Size>) -> Size {
    laid_out(fields, 0)
}

/// The same of a tuple, whose last field stays the last: it might have no size.
pub fn tuple_size(fields: impl Iterator<Item = Size>) -> Size {
    laid_out(fields, 1)
}

/// The size of fields of which so many of the last stay where they are.
fn laid_out(fields: impl Iterator<Item = Size>, fixed: usize) -> Size {
    let fields: Vec<Size> = fields.collect();
    let order = struct_order(&fields, fixed).into_iter();
    ordered_size(order.map(|index| fields[index]))
}

/// The fields of a struct in the order in which they stand, of which so many of the last stay where they are.
pub fn struct_order(fields: &[Size], fixed: usize) -> Vec<usize> {
    let most = match fields.iter().any(|field| field.niches > 0) {
        true => most_aligned(fields),
        false => u32::MAX,
    };
    let place = |field: &Size| {
        (
            group(field, most),
            field.niches,
            u64::MAX - field.niche_at.0,
        )
    };
    let movable = fields.len().saturating_sub(fixed);
    let mut order: Vec<usize> = (0..fields.len()).collect();
    order[..movable].sort_by_key(|&index| std::cmp::Reverse(place(&fields[index])));
    order
}

/// The logarithm of the largest alignment.
fn most_aligned(fields: &[Size]) -> u32 {
    let logs = fields.iter().map(|field| field.align.trailing_zeros());
    logs.max().unwrap_or(0)
}

/// Fields of one group stand together. They count as aligned to what their size is a multiple of, up to the
/// alignment with this logarithm.
fn group(field: &Size, most: u32) -> u32 {
    field.align.max(field.bytes).trailing_zeros().min(most)
}

/// Size of fields laid out in the order in which they stand.
pub fn ordered_size(fields: impl Iterator<Item = Size>) -> Size {
    let (mut end, mut whole) = (0u64, Size::default());
    whole.align = 1;
    for field in fields {
        end = aligned_up(end, field.align);
        whole.align = whole.align.max(field.align);
        whole.uninhabited |= field.uninhabited;
        if field.niches > whole.niches {
            whole.niches = field.niches;
            whole.niche_at = (end.saturating_add(field.niche_at.0), field.niche_at.1);
        }
        end = end.saturating_add(field.bytes);
    }
    whole.bytes = aligned_up(end, whole.align);
    whole
}

/// The next multiple, if there is one.
fn aligned_up(bytes: u64, align: u64) -> u64 {
    bytes.checked_next_multiple_of(align).unwrap_or(bytes)
}

/// The size of an enum whose layout is rustc's affair, by the fields of its variants and the
/// discriminants. rustc tries both layouts, and takes the smaller one; of two of one size the one that
/// leaves more invalid patterns.
pub fn enum_size(variants: &[Vec<Size>], discriminants: Discriminants) -> Size {
    let mut present = variants.iter().filter(|fields| !is_absent(fields));
    let size = match (present.next(), present.next()) {
        (None, _) => return Size::NEVER,
        (Some(only), None) => struct_size(only.iter().copied()),
        (Some(_), Some(_)) => niched_if_better(variants, discriminants)
            .unwrap_or_else(|| tagged_size(variants, discriminants)),
    };
    let mut fields = variants.iter().map(|fields| fields.iter());
    Size {
        uninhabited: fields.all(|mut fields| fields.any(|field| field.uninhabited)),
        ..size
    }
}

/// Whether there is no value of a variant with these fields, and no room for one.
pub fn is_absent(fields: &[Size]) -> bool {
    fields.iter().any(|field| field.uninhabited) && fields.iter().all(|field| field.bytes == 0)
}

/// Of an enum whose layout is rustc's affair, the only variant that there is room for, if there is just one: it has no
/// bytes beside that one's.
pub fn only_present(variants: &[Vec<Size>]) -> Option<usize> {
    let mut present = (0..variants.len()).filter(|&index| !is_absent(&variants[index]));
    let only = present.next();
    only.filter(|_| present.next().is_none())
}

/// Whether such an enum has no bytes for its discriminant: the payload's say it.
pub fn is_niched(variants: &[Vec<Size>], discriminants: Discriminants) -> bool {
    let present = variants.iter().filter(|fields| !is_absent(fields));
    present.count() > 1 && niched_if_better(variants, discriminants).is_some()
}

fn niched_if_better(variants: &[Vec<Size>], discriminants: Discriminants) -> Option<Size> {
    let tagged = tagged_size(variants, discriminants);
    let better = |niched: &Size| {
        niched.bytes < tagged.bytes || niched.bytes == tagged.bytes && niched.niches > tagged.niches
    };
    niched_size(variants).filter(better)
}

/// The variant whose invalid patterns may say which one it is.
pub fn largest(variants: &[Vec<Size>]) -> Option<usize> {
    let bytes = |fields: &Vec<Size>| struct_size(fields.iter().copied()).bytes;
    (0..variants.len()).max_by_key(|&index| bytes(&variants[index]))
}

/// The size with the variant in the invalid patterns of the largest variant, if the others have room beside
/// these.
fn niched_size(variants: &[Vec<Size>]) -> Option<Size> {
    let alone = variants
        .iter()
        .map(|fields| struct_size(fields.iter().copied()));
    let alone: Vec<Size> = alone.collect();
    let (at, largest) = (alone.iter().enumerate()).max_by_key(|(_, size)| size.bytes)?;
    let is_told = |&index: &usize| index != at && !is_absent(&variants[index]);
    let mut told = (0..alone.len()).filter(is_told);
    let first = told.next()?;
    let count = (told.next_back().unwrap_or(first) - first + 1) as u64;
    let align = alone.iter().map(|size| size.align).max()?;
    let bytes = aligned_up(largest.bytes, align);
    let (from, len) = largest.niche_at;
    let mut others = alone
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != at)
        .map(|(_, size)| size);
    let fit = others.all(|other| {
        let behind = aligned_up(from + len, other.align);
        other.bytes <= from || behind.saturating_add(other.bytes) <= bytes
    });
    (fit && largest.niches >= count).then(|| Size {
        bytes,
        align,
        niches: largest.niches - count,
        niche_at: largest.niche_at,
        uninhabited: false,
    })
}

/// The fields of a variant in the order in which they stand behind a tag: the least aligned first.
pub fn tagged_order(fields: &[Size]) -> Vec<usize> {
    let most = most_aligned(fields);
    let mut order: Vec<usize> = (0..fields.len()).collect();
    order.sort_by_key(|&index| (group(&fields[index], most), fields[index].niches));
    order
}

/// The size with a tag before the fields, the least aligned of which come first.
fn tagged_size(variants: &[Vec<Size>], discriminants: Discriminants) -> Size {
    let least_tag = tag_bytes(discriminants);
    let (mut bytes, mut align, mut start) = (least_tag, least_tag, 256);
    for fields in variants {
        let order = tagged_order(fields).into_iter();
        let fields: Vec<Size> = order.map(|index| fields[index]).collect();
        if let Some(first) = fields.iter().find(|field| !field.is_nothing()) {
            start = first.align.min(start);
        }
        let tag = std::iter::once(Size::scalar(least_tag, 0));
        let whole = ordered_size(tag.chain(fields));
        (bytes, align) = (bytes.max(whole.bytes), align.max(whole.align));
    }
    // A tag takes the padding behind it.
    let tag = match start {
        1..=8 => start.max(least_tag),
        _ => least_tag,
    };
    Size {
        bytes: aligned_up(bytes, align),
        align,
        niches: discriminants.unused(tag),
        niche_at: (0, tag),
        uninhabited: false,
    }
}

/// The discriminants of an enum, as far as its layout depends on them.
#[derive(Clone, Copy, Debug)]
pub struct Discriminants {
    least: i128,
    greatest: i128,
    /// The two with most numbers between them that are none.
    apart: (i128, i128),
    signed: bool,
}

impl Discriminants {
    /// Those of a type of which it is known whether it has a sign, or of one that has it if it has to.
    pub fn new(mut values: Vec<i128>, signed: Option<bool>) -> Discriminants {
        values.sort_unstable();
        let (least, greatest) = match values[..] {
            [least, .., greatest] => (least, greatest),
            [only] => (only, only),
            [] => (0, 0),
        };
        let pairs = values.windows(2).map(|pair| (pair[0], pair[1]));
        Discriminants {
            least,
            greatest,
            apart: pairs.max_by_key(|(a, b)| b - a).unwrap_or((least, least)),
            signed: signed.unwrap_or(least < 0),
        }
    }

    /// Whether some is negative.
    pub fn are_signed(&self) -> bool {
        self.least < 0
    }

    /// What a tag of some bytes may be, from the first number to the last, perhaps by way of zero. rustc leaves
    /// out most of what lies between two, or else what lies outside, which it counts up to the largest number
    /// of the tag's type.
    pub fn range(&self, bytes: u64) -> (u64, u64) {
        let bits = 8 * bytes.clamp(1, 8);
        let largest = (1i128 << (bits - u64::from(self.signed))) - 1;
        let outside = largest - (self.greatest - self.least);
        let (before, after) = self.apart;
        let (first, last) = match (0..after - before).contains(&outside) {
            true => (after, before),
            false => (self.least, self.greatest),
        };
        let mask = u64::MAX >> (64 - bits);
        (first as u64 & mask, last as u64 & mask)
    }

    /// How many numbers a tag of some bytes never is.
    pub fn unused(&self, bytes: u64) -> u64 {
        let (first, last) = self.range(bytes);
        let mask = u64::MAX >> (64 - 8 * bytes.clamp(1, 8));
        first.wrapping_sub(last).wrapping_sub(1) & mask
    }
}

/// Bytes of the smallest integer that holds all discriminants.
fn tag_bytes(discriminants: Discriminants) -> u64 {
    let (least, greatest) = (discriminants.least, discriminants.greatest);
    let fits = |bytes: &u64| {
        let bits = 8 * bytes - u64::from(least < 0);
        greatest >> bits == 0 && !least >> bits <= 0
    };
    [1, 2, 4].into_iter().find(fits).unwrap_or(8)
}
