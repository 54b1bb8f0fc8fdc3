//@ no-bug
//@ source: addresses with scopes and flows, IPv4 within IPv6, and addresses of either kind compared

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddrV6};

fn main() {
    let mut socket = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, 0, 0);
    socket.set_scope_id(3);
    socket.set_flowinfo(2);
    assert_eq!(
        (socket.to_string().as_str(), socket.flowinfo()),
        ("[::1%3]:80", 2)
    );
    let parsed: SocketAddrV6 = "[::1%3]:80".parse().unwrap();
    assert_eq!((parsed.scope_id(), parsed.flowinfo()), (3, 0));
    assert!("[::1%]:80".parse::<SocketAddrV6>().is_err());

    let v4 = Ipv4Addr::new(1, 2, 3, 4);
    assert_eq!("::ffff:1.2.3.4".parse(), Ok(v4.to_ipv6_mapped()));
    assert_eq!("::1.2.3.4".parse(), Ok(v4.to_ipv6_compatible()));
    assert_eq!(
        "1:2:3:4:5:6:1.2.3.4".parse(),
        Ok(Ipv6Addr::new(1, 2, 3, 4, 5, 6, 0x102, 0x304))
    );
    for wrong in [
        "1.2.3.4",
        "1.2.3.4::",
        "::1.2.3.4:5",
        ":::1.2.3.4",
        "::1.2.3",
        "1:2:3:4:5:6:7:1.2.3.4",
    ] {
        assert!(wrong.parse::<Ipv6Addr>().is_err());
    }
    assert_eq!(v4.to_ipv6_mapped().to_ipv4(), Some(v4));
    assert_eq!(v4.to_ipv6_compatible().to_ipv4(), Some(v4));
    assert_eq!(v4.to_ipv6_compatible().to_ipv4_mapped(), None);
    assert_eq!(Ipv6Addr::new(1, 0, 0, 0, 0, 0, 0, 1).to_ipv4(), None);
    assert_eq!(v4.to_ipv6_mapped().to_canonical(), v4);
    assert!(v4 == IpAddr::V4(v4) && IpAddr::V6(Ipv6Addr::LOCALHOST) == Ipv6Addr::LOCALHOST);
    assert!(v4 != Ipv6Addr::LOCALHOST.to_canonical() && v4 < IpAddr::V6(Ipv6Addr::UNSPECIFIED));
    assert_eq!(
        IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
        IpAddr::from(Ipv6Addr::LOCALHOST)
    );
}
