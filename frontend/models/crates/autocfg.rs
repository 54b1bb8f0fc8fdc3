//! `autocfg`: the version of Rust whose std is modelled, for build scripts; these are run, and what they say holds
//! in `cfg`. Whether the compiler accepts some code it is asked, but for crates that come with it and primitive types.

use crate::string::String;

const MINOR: usize = 95;
const SYSROOT: [&str; 4] = ["alloc", "core", "proc_macro", "std"];
const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16", "u32", "u64", "u128",
    "usize",
];

#[derive(Clone, Debug)]
pub struct Error;
#[derive(Clone, Debug)]
pub struct AutoCfg;

pub fn new() -> AutoCfg {
    AutoCfg
}
pub fn emit(cfg: &str) {
    crate::println!("cargo:rustc-cfg={}", cfg);
}
pub fn emit_possibility(cfg: &str) {
    crate::println!("cargo:rustc-check-cfg=cfg({})", cfg);
}
pub fn rerun_path(path: &str) {
    crate::println!("cargo:rerun-if-changed={}", path);
}
pub fn rerun_env(variable: &str) {
    crate::println!("cargo:rerun-if-env-changed={}", variable);
}
fn emit_if(holds: bool, cfg: &str) {
    emit_possibility(cfg);
    if holds {
        emit(cfg);
    }
}
fn name_of(code: &str) -> String {
    let part = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    code.chars().map(part).collect()
}

impl AutoCfg {
    pub fn new() -> Result<AutoCfg, Error> {
        Ok(AutoCfg)
    }
    pub fn no_std(&self) -> bool {
        false
    }
    pub fn set_no_std(&mut self, _no_std: bool) {}
    pub fn probe_rustc_version(&self, major: usize, minor: usize) -> bool {
        major < 1 || major == 1 && minor <= MINOR
    }
    pub fn emit_rustc_version(&self, major: usize, minor: usize) {
        let cfg = crate::format!("rustc_{}_{}", major, minor);
        emit_if(self.probe_rustc_version(major, minor), &cfg);
    }
    pub fn probe_raw(&self, code: &str) -> Result<(), Error> {
        match crate::process::accepts("2015", code.as_bytes()) {
            true => Ok(()),
            false => Err(Error),
        }
    }
    pub fn probe_sysroot_crate(&self, name: &str) -> bool {
        SYSROOT.contains(&name) || self.accepts(&crate::format!("extern crate {} as probe;", name))
    }
    pub fn probe_path(&self, path: &str) -> bool {
        self.accepts(&crate::format!("pub use {};", path))
    }
    pub fn probe_trait(&self, name: &str) -> bool {
        self.accepts(&crate::format!("pub trait Probe: {} + Sized {{}}", name))
    }
    pub fn probe_type(&self, name: &str) -> bool {
        PRIMITIVES.contains(&name) || self.accepts(&crate::format!("pub type Probe = {};", name))
    }
    pub fn probe_expression(&self, expr: &str) -> bool {
        self.accepts(&crate::format!("pub fn probe() {{ let _ = {}; }}", expr))
    }
    pub fn probe_constant(&self, expr: &str) -> bool {
        self.accepts(&crate::format!("pub const PROBE: () = ((), {}).0;", expr))
    }
    fn accepts(&self, code: &str) -> bool {
        self.probe_raw(code).is_ok()
    }
    pub fn emit_sysroot_crate(&self, name: &str) {
        emit_if(self.probe_sysroot_crate(name), &crate::format!("has_{}", name_of(name)));
    }
    pub fn emit_has_path(&self, path: &str) {
        self.emit_path_cfg(path, &crate::format!("has_{}", name_of(path)));
    }
    pub fn emit_path_cfg(&self, path: &str, cfg: &str) {
        emit_if(self.probe_path(path), cfg);
    }
    pub fn emit_has_trait(&self, name: &str) {
        self.emit_trait_cfg(name, &crate::format!("has_{}", name_of(name)));
    }
    pub fn emit_trait_cfg(&self, name: &str, cfg: &str) {
        emit_if(self.probe_trait(name), cfg);
    }
    pub fn emit_has_type(&self, name: &str) {
        self.emit_type_cfg(name, &crate::format!("has_{}", name_of(name)));
    }
    pub fn emit_type_cfg(&self, name: &str, cfg: &str) {
        emit_if(self.probe_type(name), cfg);
    }
    pub fn emit_expression_cfg(&self, expr: &str, cfg: &str) {
        emit_if(self.probe_expression(expr), cfg);
    }
    pub fn emit_constant_cfg(&self, expr: &str, cfg: &str) {
        emit_if(self.probe_constant(expr), cfg);
    }
}
