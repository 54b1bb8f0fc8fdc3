//@ no-bug
//@ source: a pointer to what is allocated late has 47 bits as others have, above which a list keeps a count
const ADDRESS: usize = (1 << 47) - 1;

fn main() {
    let nodes: Vec<Box<[u64; 3]>> = (0..5_000).map(|number| Box::new([number; 3])).collect();
    let last = nodes.last().unwrap();
    let number = (&raw const **last).addr();
    assert_eq!(number & ADDRESS, number);
    let tagged = (&raw const **last).expose_provenance() | 5 << 48;
    let node = std::ptr::with_exposed_provenance::<[u64; 3]>(tagged & ADDRESS);
    assert_eq!((unsafe { *node }, tagged >> 48), ([4_999; 3], 5));
    let third = &raw const last[2];
    assert_eq!(third.addr() - number, 16);
    drop(nodes);
}
