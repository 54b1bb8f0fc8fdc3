//@ bug: panic
//@ message: "there is no reactor running, must be called from the context of a Tokio 1.x runtime"
//@ source: tasks need a runtime.

fn main() {
    tokio::spawn(async {});
}
