//@ no-bug
//@ source: The Rust Programming Language, chapter 18: trait objects in a gui, a blog post's states as Option<Box<dyn State>>, and as types

pub trait Draw {
    fn draw(&self) -> String;
}

pub struct Screen {
    pub components: Vec<Box<dyn Draw>>,
}

impl Screen {
    pub fn run(&self) {
        for component in self.components.iter() {
            println!("{}", component.draw());
        }
    }
}

struct Button {
    width: u32,
    label: String,
}
impl Draw for Button {
    fn draw(&self) -> String {
        format!("[{:^1$}]", self.label, self.width as usize)
    }
}
struct SelectBox {
    options: Vec<String>,
}
impl Draw for SelectBox {
    fn draw(&self) -> String {
        self.options.iter().enumerate().map(|(i, o)| format!("{i}:{o}")).collect::<Vec<_>>().join("|")
    }
}

pub struct Post {
    state: Option<Box<dyn State>>,
    content: String,
}

impl Post {
    pub fn new() -> Post {
        Post { state: Some(Box::new(Draft {})), content: String::new() }
    }
    pub fn add_text(&mut self, text: &str) {
        self.content.push_str(text);
    }
    pub fn content(&self) -> &str {
        self.state.as_ref().unwrap().content(self)
    }
    pub fn request_review(&mut self) {
        if let Some(s) = self.state.take() {
            self.state = Some(s.request_review())
        }
    }
    pub fn approve(&mut self) {
        if let Some(s) = self.state.take() {
            self.state = Some(s.approve())
        }
    }
}

trait State {
    fn request_review(self: Box<Self>) -> Box<dyn State>;
    fn approve(self: Box<Self>) -> Box<dyn State>;
    fn content<'a>(&self, _post: &'a Post) -> &'a str {
        ""
    }
}

struct Draft {}
impl State for Draft {
    fn request_review(self: Box<Self>) -> Box<dyn State> {
        Box::new(PendingReview { approvals: 0 })
    }
    fn approve(self: Box<Self>) -> Box<dyn State> {
        self
    }
}
struct PendingReview {
    approvals: u8,
}
impl State for PendingReview {
    fn request_review(self: Box<Self>) -> Box<dyn State> {
        self
    }
    fn approve(mut self: Box<Self>) -> Box<dyn State> {
        self.approvals += 1;
        if self.approvals == 2 { Box::new(Published {}) } else { self }
    }
}
struct Published {}
impl State for Published {
    fn request_review(self: Box<Self>) -> Box<dyn State> {
        self
    }
    fn approve(self: Box<Self>) -> Box<dyn State> {
        self
    }
    fn content<'a>(&self, post: &'a Post) -> &'a str {
        &post.content
    }
}

mod typed {
    pub struct Post {
        content: String,
    }
    pub struct DraftPost {
        content: String,
    }
    pub struct PendingReviewPost {
        content: String,
    }
    impl Post {
        pub fn new() -> DraftPost {
            DraftPost { content: String::new() }
        }
        pub fn content(&self) -> &str {
            &self.content
        }
    }
    impl DraftPost {
        pub fn add_text(&mut self, text: &str) -> &mut Self {
            self.content.push_str(text);
            self
        }
        pub fn request_review(self) -> PendingReviewPost {
            PendingReviewPost { content: self.content }
        }
    }
    impl PendingReviewPost {
        pub fn approve(self) -> Post {
            Post { content: self.content }
        }
    }
}

fn main() {
    let screen = Screen {
        components: vec![
            Box::new(SelectBox { options: vec!["Yes".into(), "Maybe".into(), "No".into()] }),
            Box::new(Button { width: 10, label: String::from("OK") }),
        ],
    };
    screen.run();
    let mut post = Post::new();
    post.add_text("I ate a salad for lunch today");
    assert_eq!("", post.content());
    post.request_review();
    post.approve();
    assert_eq!("", post.content());
    post.approve();
    println!("{}", post.content());
    let mut draft = typed::Post::new();
    draft.add_text("typed ").add_text("post");
    println!("{}", draft.request_review().approve().content());
}
