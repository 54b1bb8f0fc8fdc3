//@ no-bug

const LIMIT: u32 = 3 * 4;
const NAMES: [&str; 3] = ["a", "b", "c"];
static GREETING: &str = "hi";
static TABLE: [i32; 3] = [1, 2, 3];

const fn square(x: u32) -> u32 {
    x * x
}

const SQUARED: u32 = square(LIMIT) + 1;

struct Config {
    depth: usize,
}

impl Config {
    const DEFAULT: Config = Config { depth: 3 };
}

fn main() {
    println!("{LIMIT} {SQUARED} {GREETING}");
    println!("{} {}", NAMES[1], TABLE[2]);
    println!("{}", Config::DEFAULT.depth);
    const LOCAL: usize = NAMES.len();
    static LOCAL_STATIC: usize = LOCAL + 1;
    println!("{} {}", LOCAL, LOCAL_STATIC);
    let zeros = [0; LOCAL];
    println!("{:?}", zeros);
}
