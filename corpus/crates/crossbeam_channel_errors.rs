//@ no-bug
//@ outcomes: 1
//@ source: new; the errors of crossbeam's channels can be asked what they are, and give the message back

use crossbeam_channel::{RecvTimeoutError, SendTimeoutError, bounded};
use std::thread;
use std::time::Duration;

fn main() {
    let (s, r) = bounded::<i32>(1);
    assert!(r.try_recv().unwrap_err().is_empty());
    let t = thread::spawn(move || {
        s.send(1).unwrap();
        let full = s.try_send(2).unwrap_err();
        assert!(full.is_full() && !full.is_disconnected());
        assert_eq!(full.into_inner(), 2);
        let late: SendTimeoutError<i32> = s.send_timeout(3, Duration::from_millis(1)).unwrap_err();
        assert!(late.is_timeout() && !late.is_disconnected());
        assert_eq!(late.into_inner(), 3);
    });
    t.join().unwrap();
    assert_eq!(r.recv(), Ok(1));
    let gone: RecvTimeoutError = r.recv_timeout(Duration::from_millis(1)).unwrap_err();
    assert!(gone.is_disconnected() && !gone.is_timeout());
    assert!(r.try_recv().unwrap_err().is_disconnected());
    let (s, r) = bounded::<i32>(1);
    drop(r);
    assert_eq!(s.send(4).unwrap_err().into_inner(), 4);
    assert!(s.try_send(5).unwrap_err().is_disconnected());
}
