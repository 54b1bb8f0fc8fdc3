//! `autocfg`: the version of Rust whose std is modelled, for build scripts; these are run, and what they say holds
//! in `cfg`.
//!
//! Left out: what asks whether the compiler accepts some code, other than crates that come with it and primitive
//! types: such scripts are not run.

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
fn not_known(code: &str) -> bool {
    panic!("whether the compiler accepts `{}` is not known", code)
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
        if not_known(code) { Ok(()) } else { Err(Error) }
    }
    pub fn probe_sysroot_crate(&self, name: &str) -> bool {
        SYSROOT.contains(&name) || not_known(name)
    }
    pub fn probe_path(&self, path: &str) -> bool {
        not_known(path)
    }
    pub fn probe_trait(&self, name: &str) -> bool {
        not_known(name)
    }
    pub fn probe_type(&self, name: &str) -> bool {
        PRIMITIVES.contains(&name) || not_known(name)
    }
    pub fn probe_expression(&self, expr: &str) -> bool {
        not_known(expr)
    }
    pub fn probe_constant(&self, expr: &str) -> bool {
        not_known(expr)
    }
    pub fn emit_sysroot_crate(&self, name: &str) {
        emit_if(self.probe_sysroot_crate(name), &crate::format!("has_{}", name));
    }
    pub fn emit_has_path(&self, path: &str) {
        not_known(path);
    }
    pub fn emit_path_cfg(&self, path: &str, _cfg: &str) {
        not_known(path);
    }
    pub fn emit_has_trait(&self, name: &str) {
        not_known(name);
    }
    pub fn emit_trait_cfg(&self, name: &str, _cfg: &str) {
        not_known(name);
    }
    pub fn emit_has_type(&self, name: &str) {
        self.emit_type_cfg(name, &crate::format!("has_{}", name));
    }
    pub fn emit_type_cfg(&self, name: &str, cfg: &str) {
        emit_if(self.probe_type(name), cfg);
    }
    pub fn emit_expression_cfg(&self, expr: &str, _cfg: &str) {
        not_known(expr);
    }
    pub fn emit_constant_cfg(&self, expr: &str, _cfg: &str) {
        not_known(expr);
    }
}
