//@ no-bug
//@ source: addresses of `std::net`: text, numbers, order, errors

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4};
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let seen = Arc::new(Mutex::new(BTreeSet::new()));
    let threads: Vec<_> = ["10.0.0.7:80", "[::1]:8080", "9.255.0.1:443"]
        .into_iter()
        .map(|text| {
            let seen = Arc::clone(&seen);
            thread::spawn(move || {
                seen.lock()
                    .unwrap()
                    .insert(text.parse::<SocketAddr>().unwrap())
            })
        })
        .collect();
    for thread in threads {
        assert!(thread.join().unwrap());
    }
    println!("{:?}", seen.lock().unwrap());

    for text in [
        "127.0.0.1",
        "1.2.3",
        "01.2.3.4",
        "256.1.1.1",
        "::",
        "fe80::1:0:2",
        "1::2::3",
        "",
    ] {
        match text.parse::<IpAddr>() {
            Ok(ip) => println!("{ip:>20} {} {}", ip.is_loopback(), ip.is_ipv6()),
            Err(error) => println!("{text:?}: {error} {error:?}"),
        }
    }
    let v6 = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 1, 0, 0, 1);
    println!(
        "{v6} {} {}",
        Ipv6Addr::from(1u128 << 112),
        Ipv4Addr::LOCALHOST.to_ipv6_mapped()
    );
    let v4 = Ipv4Addr::from(0xc0a8_0001);
    println!(
        "{v4} {} {:?} {}",
        v4.is_private(),
        v4.octets(),
        u32::from(v4)
    );
    let mut socket = SocketAddr::from(([1, 2, 3, 4], 5));
    socket.set_port(6);
    println!(
        "{socket} {:?} {}",
        socket.ip(),
        SocketAddrV4::new(v4, 1) < "200.0.0.1:1".parse().unwrap()
    );
    println!(
        "{:?} {:?}",
        "1.2.3.4:70000".parse::<SocketAddr>(),
        "[::1]".parse::<SocketAddr>()
    );
}
