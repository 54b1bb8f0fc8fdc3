//@ no-bug
//@ source: The Rust Programming Language, chapter 10: traits with defaults, bounds, conditional methods, lifetimes

use std::fmt::{self, Debug, Display};

pub trait Summary {
    fn summarize_author(&self) -> String;
    fn summarize(&self) -> String {
        format!("(Read more from {}...)", self.summarize_author())
    }
}

pub struct NewsArticle {
    pub headline: String,
    pub location: String,
    pub author: String,
}

impl Summary for NewsArticle {
    fn summarize_author(&self) -> String {
        self.author.clone()
    }
    fn summarize(&self) -> String {
        format!("{}, by {} ({})", self.headline, self.author, self.location)
    }
}

pub struct SocialPost {
    pub username: String,
    pub reposts: Option<u32>,
}

impl Summary for SocialPost {
    fn summarize_author(&self) -> String {
        format!("@{}", self.username)
    }
}

pub fn notify(item: &impl Summary) {
    println!("Breaking news! {}", item.summarize());
}

fn returns_summarizable(name: &str) -> impl Summary + use<> {
    SocialPost { username: name.to_string(), reposts: None }
}

struct Pair<T> {
    x: T,
    y: T,
}

impl<T> Pair<T> {
    fn new(x: T, y: T) -> Self {
        Self { x, y }
    }
}

impl<T: Display + PartialOrd> Pair<T> {
    fn cmp_display(&self) {
        if self.x >= self.y {
            println!("The largest member is x = {}", self.x);
        } else {
            println!("The largest member is y = {}", self.y);
        }
    }
}

struct Point<X1, Y1> {
    x: X1,
    y: Y1,
}

impl<X1, Y1> Point<X1, Y1> {
    fn mixup<X2, Y2>(self, other: Point<X2, Y2>) -> Point<X1, Y2> {
        Point { x: self.x, y: other.y }
    }
}

impl Point<f32, f32> {
    fn distance_from_origin(&self) -> f32 {
        (self.x.powi(2) + self.y.powi(2)).sqrt()
    }
}

fn largest<T: PartialOrd>(list: &[T]) -> &T {
    let mut largest = &list[0];
    for item in list {
        if item > largest {
            largest = item;
        }
    }
    largest
}

fn longest<'a>(x: &'a str, y: &'a str) -> &'a str {
    if x.len() > y.len() { x } else { y }
}

struct ImportantExcerpt<'a> {
    part: &'a str,
}

impl<'a> ImportantExcerpt<'a> {
    fn announce_and_return_part(&self, announcement: &str) -> &str {
        println!("Attention please: {announcement}");
        self.part
    }
}

fn longest_with_an_announcement<'a, T>(x: &'a str, y: &'a str, ann: T) -> &'a str
where
    T: Display,
{
    println!("Announcement! {ann}");
    longest(x, y)
}

struct Meters(f64);
impl fmt::Display for Meters {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:.1}m", self.0)
    }
}

trait Shout: Debug {
    fn shout(&self) -> String {
        format!("{:?}", self).to_uppercase()
    }
}
impl<T: Debug> Shout for T {}

fn main() {
    let article = NewsArticle { headline: "Penguins win".into(), location: "Pittsburgh".into(), author: "Iceburgh".into() };
    let post = SocialPost { username: String::from("horse_ebooks"), reposts: Some(3) };
    notify(&article);
    notify(&post);
    notify(&returns_summarizable("me"));
    println!("{:?}", post.reposts.map_or(0, |n| n + 1));
    let items: Vec<Box<dyn Summary>> = vec![Box::new(article), Box::new(post)];
    println!("{}", items.iter().map(|i| i.summarize().len()).sum::<usize>());
    Pair::new(5, 10).cmp_display();
    Pair::new("b", "a").cmp_display();
    let p = Point { x: 5, y: 10.4 }.mixup(Point { x: "Hello", y: 'c' });
    println!("{} {}", p.x, p.y);
    println!("{:.3}", Point { x: 3.0, y: 4.5 }.distance_from_origin());
    println!("{} {} {}", largest(&[34, 50, 25]), largest(&['y', 'm', 'q']), largest(&[1.5, 0.5]));
    let novel = String::from("Call me Ishmael. Some years ago...");
    let first = novel.split('.').next().expect("no '.'");
    let excerpt = ImportantExcerpt { part: first };
    println!("{}", excerpt.announce_and_return_part("look"));
    println!("{}", longest_with_an_announcement("abcd", "xyz", Meters(2.25)));
    println!("{} {}", vec![Some("a")].shout(), 'x'.shout());
}
