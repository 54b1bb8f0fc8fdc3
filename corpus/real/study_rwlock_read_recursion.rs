//@ bug: deadlock
//@ source: bug study: a reader reads again while a writer waits between the two

use std::sync::{Arc, RwLock};
use std::thread;

struct Config {
    name: String,
    retries: u32,
}

struct Service {
    config: RwLock<Config>,
}

impl Service {
    fn retries(&self) -> u32 {
        self.config.read().unwrap().retries
    }

    fn describe(&self) -> String {
        let config = self.config.read().unwrap();
        format!("{}:{}", config.name, self.retries())
    }

    fn reload(&self) {
        let mut config = self.config.write().unwrap();
        config.retries += 1;
        config.name.push('!');
    }
}

fn main() {
    let service = Arc::new(Service { config: RwLock::new(Config { name: "svc".into(), retries: 3 }) });
    let writer = {
        let service = service.clone();
        thread::spawn(move || service.reload())
    };
    let text = service.describe();
    assert!(text.starts_with("svc"));
    writer.join().unwrap();
}
