//! `std::net`: addresses, as text and as numbers.
//!
//! Left out: what sockets do and name look-up (a checked program does not touch the host), `is_global` and
//! the other unstable questions.

use crate::cmp::Ordering;
use crate::error::Error;
use crate::fmt;
use crate::fmt::Write as _;
use crate::hash::{Hash, Hasher};
use crate::str::FromStr;
use crate::string::String;
use crate::vec::Vec;

/// Sockets, of which there are none.
#[derive(Debug)]
pub enum TcpStream {}
#[derive(Debug)]
pub enum TcpListener {}
#[derive(Debug)]
pub enum UdpSocket {}
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shutdown {
    Read,
    Write,
    Both,
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ipv4Addr {
    v4_octets: [u8; 4],
}
/// As one number.
impl Hash for Ipv4Addr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        u32::from_ne_bytes(self.v4_octets).hash(state)
    }
}
impl Ipv4Addr {
    pub const BITS: u32 = 32;
    pub const LOCALHOST: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
    pub const UNSPECIFIED: Ipv4Addr = Ipv4Addr::new(0, 0, 0, 0);
    pub const BROADCAST: Ipv4Addr = Ipv4Addr::new(255, 255, 255, 255);
    pub const fn new(a: u8, b: u8, c: u8, d: u8) -> Ipv4Addr {
        Ipv4Addr { v4_octets: [a, b, c, d] }
    }
    pub const fn octets(&self) -> [u8; 4] {
        self.v4_octets
    }
    pub const fn from_octets(octets: [u8; 4]) -> Ipv4Addr {
        Ipv4Addr { v4_octets: octets }
    }
    pub const fn to_bits(self) -> u32 {
        u32::from_be_bytes(self.v4_octets)
    }
    pub const fn from_bits(bits: u32) -> Ipv4Addr {
        Ipv4Addr { v4_octets: bits.to_be_bytes() }
    }
    pub const fn is_unspecified(&self) -> bool {
        self.to_bits() == 0
    }
    pub const fn is_loopback(&self) -> bool {
        self.v4_octets[0] == 127
    }
    pub const fn is_private(&self) -> bool {
        let [a, b, _, _] = self.v4_octets;
        a == 10 || (a == 172 && b >= 16 && b <= 31) || (a == 192 && b == 168)
    }
    pub const fn is_link_local(&self) -> bool {
        self.v4_octets[0] == 169 && self.v4_octets[1] == 254
    }
    pub const fn is_multicast(&self) -> bool {
        self.v4_octets[0] >= 224 && self.v4_octets[0] <= 239
    }
    pub const fn is_broadcast(&self) -> bool {
        self.to_bits() == u32::MAX
    }
    pub const fn is_documentation(&self) -> bool {
        matches!(self.v4_octets, [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _])
    }
    pub const fn to_ipv6_compatible(&self) -> Ipv6Addr {
        Ipv6Addr::from_bits(self.to_bits() as u128)
    }
    pub const fn to_ipv6_mapped(&self) -> Ipv6Addr {
        let bits = self.to_bits();
        Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, (bits >> 16) as u16, bits as u16)
    }
}
impl fmt::Display for Ipv4Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.v4_octets;
        f.pad(&format!("{a}.{b}.{c}.{d}"))
    }
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ipv6Addr {
    v6_segments: [u16; 8],
}
impl Ipv6Addr {
    pub const BITS: u32 = 128;
    pub const LOCALHOST: Ipv6Addr = Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 1);
    pub const UNSPECIFIED: Ipv6Addr = Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 0);
    #[allow(clippy::too_many_arguments)]
    pub const fn new(a: u16, b: u16, c: u16, d: u16, e: u16, f: u16, g: u16, h: u16) -> Ipv6Addr {
        Ipv6Addr { v6_segments: [a, b, c, d, e, f, g, h] }
    }
    pub const fn segments(&self) -> [u16; 8] {
        self.v6_segments
    }
    pub const fn to_bits(self) -> u128 {
        let mut bits = 0u128;
        let mut at = 0;
        while at < 8 {
            bits = bits << 16 | self.v6_segments[at] as u128;
            at += 1;
        }
        bits
    }
    pub const fn from_bits(bits: u128) -> Ipv6Addr {
        let mut v6_segments = [0u16; 8];
        let mut at = 0;
        while at < 8 {
            v6_segments[at] = (bits >> (112 - 16 * at)) as u16;
            at += 1;
        }
        Ipv6Addr { v6_segments }
    }
    pub const fn octets(&self) -> [u8; 16] {
        self.to_bits().to_be_bytes()
    }
    pub const fn is_unspecified(&self) -> bool {
        self.to_bits() == 0
    }
    pub const fn is_loopback(&self) -> bool {
        self.to_bits() == 1
    }
    pub const fn is_multicast(&self) -> bool {
        self.v6_segments[0] >> 8 == 0xff
    }
    pub const fn is_unique_local(&self) -> bool {
        self.v6_segments[0] & 0xfe00 == 0xfc00
    }
    pub const fn is_unicast_link_local(&self) -> bool {
        self.v6_segments[0] & 0xffc0 == 0xfe80
    }
    pub const fn from_octets(octets: [u8; 16]) -> Ipv6Addr {
        Ipv6Addr::from_bits(u128::from_be_bytes(octets))
    }
    pub const fn from_segments(segments: [u16; 8]) -> Ipv6Addr {
        Ipv6Addr { v6_segments: segments }
    }
    pub const fn to_ipv4_mapped(&self) -> Option<Ipv4Addr> {
        match self.v6_segments {
            [0, 0, 0, 0, 0, 0xffff, ..] => Some(Ipv4Addr::from_bits(self.to_bits() as u32)),
            _ => None,
        }
    }
    /// The mapped one, or the compatible one.
    pub const fn to_ipv4(&self) -> Option<Ipv4Addr> {
        match self.v6_segments {
            [0, 0, 0, 0, 0, 0 | 0xffff, ..] => Some(Ipv4Addr::from_bits(self.to_bits() as u32)),
            _ => None,
        }
    }
    pub const fn to_canonical(&self) -> IpAddr {
        match self.to_ipv4_mapped() {
            Some(mapped) => IpAddr::V4(mapped),
            None => IpAddr::V6(*self),
        }
    }
}
/// Start and length of the first of the longest runs of zeros.
fn zeros(segments: &[u16; 8]) -> (usize, usize) {
    let mut best = (0, 0);
    for start in 0..8 {
        let len = segments[start..].iter().take_while(|segment| **segment == 0).count();
        if len > best.1 {
            best = (start, len);
        }
    }
    best
}
fn colons(out: &mut String, segments: &[u16]) {
    for (at, segment) in segments.iter().enumerate() {
        if at > 0 {
            out.push(':');
        }
        let _ = write!(out, "{segment:x}");
    }
}
impl fmt::Display for Ipv6Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        let (start, len) = zeros(&self.v6_segments);
        if let Some(v4) = self.to_ipv4_mapped() {
            let _ = write!(out, "::ffff:{v4}");
        } else if len > 1 {
            colons(&mut out, &self.v6_segments[..start]);
            out.push_str("::");
            colons(&mut out, &self.v6_segments[start + len..]);
        } else {
            colons(&mut out, &self.v6_segments);
        }
        f.pad(&out)
    }
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IpAddr {
    V4(Ipv4Addr),
    V6(Ipv6Addr),
}
impl IpAddr {
    pub const fn is_unspecified(&self) -> bool {
        match self {
            IpAddr::V4(ip) => ip.is_unspecified(),
            IpAddr::V6(ip) => ip.is_unspecified(),
        }
    }
    pub const fn is_loopback(&self) -> bool {
        match self {
            IpAddr::V4(ip) => ip.is_loopback(),
            IpAddr::V6(ip) => ip.is_loopback(),
        }
    }
    pub const fn is_multicast(&self) -> bool {
        match self {
            IpAddr::V4(ip) => ip.is_multicast(),
            IpAddr::V6(ip) => ip.is_multicast(),
        }
    }
    pub const fn is_ipv4(&self) -> bool {
        matches!(self, IpAddr::V4(_))
    }
    pub const fn is_ipv6(&self) -> bool {
        matches!(self, IpAddr::V6(_))
    }
    pub const fn to_canonical(&self) -> IpAddr {
        match self {
            IpAddr::V4(_) => *self,
            IpAddr::V6(ip) => ip.to_canonical(),
        }
    }
}
impl fmt::Display for IpAddr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IpAddr::V4(ip) => fmt::Display::fmt(ip, f),
            IpAddr::V6(ip) => fmt::Display::fmt(ip, f),
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SocketAddrV4 {
    v4_ip: Ipv4Addr,
    v4_port: u16,
}
impl SocketAddrV4 {
    pub const fn new(ip: Ipv4Addr, port: u16) -> SocketAddrV4 {
        SocketAddrV4 { v4_ip: ip, v4_port: port }
    }
    pub const fn ip(&self) -> &Ipv4Addr {
        &self.v4_ip
    }
    pub const fn port(&self) -> u16 {
        self.v4_port
    }
    pub fn set_ip(&mut self, ip: Ipv4Addr) {
        self.v4_ip = ip;
    }
    pub fn set_port(&mut self, port: u16) {
        self.v4_port = port;
    }
}
impl fmt::Display for SocketAddrV4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{}", self.v4_ip, self.v4_port))
    }
}
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SocketAddrV6 {
    v6_ip: Ipv6Addr,
    v6_port: u16,
    v6_flow: u32,
    v6_scope: u32,
}
impl SocketAddrV6 {
    pub const fn new(ip: Ipv6Addr, port: u16, flowinfo: u32, scope_id: u32) -> SocketAddrV6 {
        SocketAddrV6 { v6_ip: ip, v6_port: port, v6_flow: flowinfo, v6_scope: scope_id }
    }
    pub const fn ip(&self) -> &Ipv6Addr {
        &self.v6_ip
    }
    pub const fn port(&self) -> u16 {
        self.v6_port
    }
    pub const fn flowinfo(&self) -> u32 {
        self.v6_flow
    }
    pub const fn scope_id(&self) -> u32 {
        self.v6_scope
    }
    pub fn set_ip(&mut self, ip: Ipv6Addr) {
        self.v6_ip = ip;
    }
    pub fn set_port(&mut self, port: u16) {
        self.v6_port = port;
    }
    pub fn set_flowinfo(&mut self, flowinfo: u32) {
        self.v6_flow = flowinfo;
    }
    pub fn set_scope_id(&mut self, scope_id: u32) {
        self.v6_scope = scope_id;
    }
}
impl fmt::Display for SocketAddrV6 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.v6_scope {
            0 => f.pad(&format!("[{}]:{}", self.v6_ip, self.v6_port)),
            scope => f.pad(&format!("[{}%{scope}]:{}", self.v6_ip, self.v6_port)),
        }
    }
}
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SocketAddr {
    V4(SocketAddrV4),
    V6(SocketAddrV6),
}
impl SocketAddr {
    pub const fn new(ip: IpAddr, port: u16) -> SocketAddr {
        match ip {
            IpAddr::V4(ip) => SocketAddr::V4(SocketAddrV4::new(ip, port)),
            IpAddr::V6(ip) => SocketAddr::V6(SocketAddrV6::new(ip, port, 0, 0)),
        }
    }
    pub const fn ip(&self) -> IpAddr {
        match self {
            SocketAddr::V4(addr) => IpAddr::V4(addr.v4_ip),
            SocketAddr::V6(addr) => IpAddr::V6(addr.v6_ip),
        }
    }
    pub const fn port(&self) -> u16 {
        match self {
            SocketAddr::V4(addr) => addr.v4_port,
            SocketAddr::V6(addr) => addr.v6_port,
        }
    }
    pub fn set_ip(&mut self, ip: IpAddr) {
        *self = SocketAddr::new(ip, self.port());
    }
    pub fn set_port(&mut self, port: u16) {
        match self {
            SocketAddr::V4(addr) => addr.set_port(port),
            SocketAddr::V6(addr) => addr.set_port(port),
        }
    }
    pub const fn is_ipv4(&self) -> bool {
        matches!(self, SocketAddr::V4(_))
    }
    pub const fn is_ipv6(&self) -> bool {
        matches!(self, SocketAddr::V6(_))
    }
}
impl fmt::Display for SocketAddr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SocketAddr::V4(addr) => fmt::Display::fmt(addr, f),
            SocketAddr::V6(addr) => fmt::Display::fmt(addr, f),
        }
    }
}

macro_rules! debug_as_display {
    ($($Addr:ty)*) => {
        $(
            impl fmt::Debug for $Addr {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    fmt::Display::fmt(self, f)
                }
            }
        )*
    };
}
debug_as_display! { Ipv4Addr Ipv6Addr IpAddr SocketAddrV4 SocketAddrV6 SocketAddr }

macro_rules! conversions {
    ($($From:ty, $To:ty, $from:ident => $value:expr;)*) => {
        $(
            impl From<$From> for $To {
                fn from($from: $From) -> $To {
                    $value
                }
            }
        )*
    };
}
conversions! {
    [u8; 4], Ipv4Addr, from => Ipv4Addr::from_octets(from);
    u32, Ipv4Addr, from => Ipv4Addr::from_bits(from);
    Ipv4Addr, u32, from => from.to_bits();
    [u16; 8], Ipv6Addr, from => Ipv6Addr::from_segments(from);
    [u8; 16], Ipv6Addr, from => Ipv6Addr::from_octets(from);
    u128, Ipv6Addr, from => Ipv6Addr::from_bits(from);
    Ipv6Addr, u128, from => from.to_bits();
    Ipv4Addr, IpAddr, from => IpAddr::V4(from);
    Ipv6Addr, IpAddr, from => IpAddr::V6(from);
    [u8; 4], IpAddr, from => IpAddr::V4(from.into());
    [u8; 16], IpAddr, from => IpAddr::V6(from.into());
    [u16; 8], IpAddr, from => IpAddr::V6(from.into());
    SocketAddrV4, SocketAddr, from => SocketAddr::V4(from);
    SocketAddrV6, SocketAddr, from => SocketAddr::V6(from);
}
macro_rules! compared_with_any {
    ($($Addr:ident $V:ident)*) => {
        $(
            impl PartialEq<IpAddr> for $Addr {
                fn eq(&self, other: &IpAddr) -> bool {
                    IpAddr::$V(*self) == *other
                }
            }
            impl PartialEq<$Addr> for IpAddr {
                fn eq(&self, other: &$Addr) -> bool {
                    *self == IpAddr::$V(*other)
                }
            }
            impl PartialOrd<IpAddr> for $Addr {
                fn partial_cmp(&self, other: &IpAddr) -> Option<Ordering> {
                    IpAddr::$V(*self).partial_cmp(other)
                }
            }
            impl PartialOrd<$Addr> for IpAddr {
                fn partial_cmp(&self, other: &$Addr) -> Option<Ordering> {
                    self.partial_cmp(&IpAddr::$V(*other))
                }
            }
        )*
    };
}
compared_with_any! { Ipv4Addr V4 Ipv6Addr V6 }
impl<I: Into<IpAddr>> From<(I, u16)> for SocketAddr {
    fn from((ip, port): (I, u16)) -> SocketAddr {
        SocketAddr::new(ip.into(), port)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum AddrKind {
    Ip,
    Ipv4,
    Ipv6,
    Socket,
    SocketV4,
    SocketV6,
}
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddrParseError(AddrKind);
impl fmt::Display for AddrParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            AddrKind::Ip => "invalid IP address syntax",
            AddrKind::Ipv4 => "invalid IPv4 address syntax",
            AddrKind::Ipv6 => "invalid IPv6 address syntax",
            AddrKind::Socket => "invalid socket address syntax",
            AddrKind::SocketV4 => "invalid IPv4 socket address syntax",
            AddrKind::SocketV6 => "invalid IPv6 socket address syntax",
        })
    }
}
impl Error for AddrParseError {}

/// Digits only, at most so many, without zeros in front.
fn decimal(text: &str, digits: usize) -> Option<u32> {
    let fits = !text.is_empty() && text.len() <= digits && text.bytes().all(|b| b.is_ascii_digit());
    let leading = text.len() > 1 && text.starts_with('0');
    if !fits || leading {
        return None;
    }
    text.parse().ok()
}
fn parse_v4(text: &str) -> Option<Ipv4Addr> {
    let mut v4_octets = [0u8; 4];
    let mut count = 0;
    for part in text.split('.') {
        let value = u8::try_from(decimal(part, 3)?).ok()?;
        *v4_octets.get_mut(count)? = value;
        count += 1;
    }
    if count == 4 { Some(Ipv4Addr { v4_octets }) } else { None }
}
/// The last two segments may be given as an IPv4 address.
fn parse_segments(text: &str, may_end_in_v4: bool) -> Option<Vec<u16>> {
    let mut segments = Vec::new();
    if text.is_empty() {
        return Some(segments);
    }
    let mut parts = text.split(':').peekable();
    while let Some(part) = parts.next() {
        if may_end_in_v4 && parts.peek().is_none() && part.contains('.') {
            let bits = parse_v4(part)?.to_bits();
            segments.extend([(bits >> 16) as u16, bits as u16]);
        } else if matches!(part.len(), 1..=4) && !part.starts_with('+') {
            segments.push(u16::from_str_radix(part, 16).ok()?);
        } else {
            return None;
        }
    }
    Some(segments)
}
fn parse_v6(text: &str) -> Option<Ipv6Addr> {
    let mut v6_segments = [0u16; 8];
    match text.split_once("::") {
        None => {
            let all = parse_segments(text, true)?;
            if all.len() != 8 {
                return None;
            }
            v6_segments.copy_from_slice(&all);
        }
        Some((front, back)) => {
            let (front, back) = (parse_segments(front, false)?, parse_segments(back, true)?);
            if front.len() + back.len() > 7 {
                return None;
            }
            v6_segments[..front.len()].copy_from_slice(&front);
            v6_segments[8 - back.len()..].copy_from_slice(&back);
        }
    }
    Some(Ipv6Addr { v6_segments })
}
fn parse_digits<N: FromStr>(text: &str) -> Option<N> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}
fn parse_socket_v4(text: &str) -> Option<SocketAddrV4> {
    let (ip, port) = text.rsplit_once(':')?;
    Some(SocketAddrV4::new(parse_v4(ip)?, parse_digits(port)?))
}
fn parse_socket_v6(text: &str) -> Option<SocketAddrV6> {
    let (ip, port) = text.strip_prefix('[')?.rsplit_once("]:")?;
    let (ip, scope) = ip.split_once('%').unwrap_or((ip, "0"));
    Some(SocketAddrV6::new(parse_v6(ip)?, parse_digits(port)?, 0, parse_digits(scope)?))
}

macro_rules! parsed {
    ($($Addr:ty, $kind:ident, $text:ident => $value:expr;)*) => {
        $(
            impl FromStr for $Addr {
                type Err = AddrParseError;
                fn from_str($text: &str) -> Result<$Addr, AddrParseError> {
                    $value.ok_or(AddrParseError(AddrKind::$kind))
                }
            }
        )*
    };
}
parsed! {
    Ipv4Addr, Ipv4, text => parse_v4(text);
    Ipv6Addr, Ipv6, text => parse_v6(text);
    IpAddr, Ip, text => parse_v4(text).map(IpAddr::V4).or_else(|| parse_v6(text).map(IpAddr::V6));
    SocketAddrV4, SocketV4, text => parse_socket_v4(text);
    SocketAddrV6, SocketV6, text => parse_socket_v6(text);
    SocketAddr, Socket, text => parse_socket_v4(text)
        .map(SocketAddr::V4)
        .or_else(|| parse_socket_v6(text).map(SocketAddr::V6));
}
