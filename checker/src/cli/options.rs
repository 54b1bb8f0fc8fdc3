//! Options that several commands share.

use super::values;
use crate::engine::{self, ENGINES, Engine};
use crate::exploration::{Kept, Order, Settings};
use crate::limits::Limits;
use crate::package::{self, Cfg, Group, PackageOptions, Scope, Selection};
use crate::report::table::wrap;
use crate::source::Reading;
use crate::technique::{self, TECHNIQUES, Technique};
use clap::parser::ValueSource;
use clap::{Args, Command, FromArgMatches, ValueEnum};
use std::time::Duration;
use vscheck_frontend::hir::Edition;
use vscheck_frontend::similar;
use vscheck_vm::{ChildPanic, MachineOptions, TimeMode};

/// How the program is read; of a package, one target or several.
#[derive(Args, Clone, Debug)]
pub struct ReadingOptions<T: Args = OneTarget> {
    /// The function to start from, such as `tests::two_writers` [default: `main`, else the only test]
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// The edition: 2015, 2018, 2021 or 2024 [default: 2021, or 2024 where a file has let chains, or the one in which rustc accepts it]
    #[arg(long, value_name = "E", value_parser = parse_edition)]
    edition: Option<Edition>,
    #[command(flatten)]
    targets: T,
    #[command(flatten)]
    build: BuildOptions,
    /// Of a package, compile everything anew, and keep nothing in its target folder
    #[arg(long)]
    no_cache: bool,
    /// Do not ask rustc, where there is one, whether a single file is well-formed
    #[arg(long)]
    no_rustc: bool,
    /// Let `cfg(NAME)` or `cfg(NAME = "VALUE")` hold, in dependencies too
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = values::cfg)]
    cfg: Vec<Cfg>,
    /// Check with another value of a constant: of all of this name, or of those whose path ends so (`a::N`;
    /// `crate::N` is the one in the root)
    #[arg(long, value_name = "NAME=VALUE", value_parser = values::assignment)]
    set: Vec<(String, String)>,
    /// When sleepers wake, and timed waits run out
    #[arg(long, value_name = "MODE", default_value = "order")]
    time: Time,
    /// Explore up to N spurious wake-ups and failures of weak compare-exchanges
    #[arg(long, value_name = "N", default_value_t = 0)]
    spurious: u32,
    /// Whether a panic of a spawned thread is a bug by itself, or only if it reaches `main` [default:
    /// report; of tests: propagate if a test goes on after one, whichever thread goes first]
    #[arg(long, value_name = "MODE")]
    child_panic: Option<Panics>,
}

/// What of a package is checked.
#[derive(Args, Clone, Debug)]
pub struct OneTarget {
    /// Check this package of the workspace
    #[arg(long, short, value_name = "NAME")]
    package: Option<String>,
    /// Check the package's library
    #[arg(long, group = "target")]
    lib: bool,
    /// Check this binary of the package
    #[arg(long, value_name = "NAME", group = "target")]
    bin: Option<String>,
    /// Check this file of the package's tests
    #[arg(long, value_name = "NAME", group = "target")]
    test: Option<String>,
    /// Check this example of the package
    #[arg(long, value_name = "NAME", group = "target")]
    example: Option<String>,
    /// Check this benchmark of the package
    #[arg(long, value_name = "NAME", group = "target")]
    bench: Option<String>,
}

impl OneTarget {
    fn selection(&self) -> Option<Selection> {
        let lib = self.lib.then_some(Selection::Lib);
        lib.or_else(|| self.bin.clone().map(Selection::Bin))
            .or_else(|| self.test.clone().map(Selection::Test))
            .or_else(|| self.example.clone().map(Selection::Example))
            .or_else(|| self.bench.clone().map(Selection::Bench))
    }
}

/// What of a workspace is checked. All may be given several times and together; in names, `*` stands for any
/// text.
#[derive(Args, Clone, Debug)]
pub struct ManyTargets {
    /// Check this package of the workspace; may be given several times
    #[arg(long, short, value_name = "NAME")]
    package: Vec<String>,
    /// Check all packages of the workspace (Cargo's old word --all is another thing here: all bugs of a test)
    #[arg(long)]
    workspace: bool,
    /// With --workspace, leave out this package; may be given several times
    #[arg(long, value_name = "NAME")]
    exclude: Vec<String>,
    /// Check the tests of the package's library
    #[arg(long)]
    lib: bool,
    /// Check the tests of all binaries
    #[arg(long)]
    bins: bool,
    /// Check the tests of this binary; may be given several times
    #[arg(long, value_name = "NAME")]
    bin: Vec<String>,
    /// Check the tests of all targets that have some, as without any of these options
    #[arg(long)]
    tests: bool,
    /// Check this file of the package's tests; may be given several times
    #[arg(long, value_name = "NAME")]
    test: Vec<String>,
    /// Check the tests of all examples
    #[arg(long)]
    examples: bool,
    /// Check the tests of this example; may be given several times
    #[arg(long, value_name = "NAME")]
    example: Vec<String>,
    /// Check the tests of all benchmarks, and those of the library and the binaries
    #[arg(long)]
    benches: bool,
    /// Check the tests of this benchmark; may be given several times
    #[arg(long, value_name = "NAME")]
    bench: Vec<String>,
    /// Check the tests of all these targets
    #[arg(long)]
    all_targets: bool,
}

impl ManyTargets {
    fn groups(&self) -> Vec<Group> {
        let several = [
            (self.bins, Group::Bins),
            (self.tests, Group::Tests),
            (self.examples, Group::Examples),
            (self.benches, Group::Benches),
        ];
        let mut groups: Vec<Group> = match self.all_targets {
            true => Group::ALL.to_vec(),
            false => Vec::new(),
        };
        groups.extend(
            several
                .into_iter()
                .filter(|(on, _)| *on)
                .map(|(_, group)| group),
        );
        let lib = self.lib.then_some(Selection::Lib);
        let named = lib
            .into_iter()
            .chain(self.bin.iter().cloned().map(Selection::Bin))
            .chain(self.test.iter().cloned().map(Selection::Test))
            .chain(self.example.iter().cloned().map(Selection::Example))
            .chain(self.bench.iter().cloned().map(Selection::Bench));
        groups.extend(named.map(Group::Named));
        groups
    }
}

/// How a package is built.
#[derive(Args, Clone, Debug)]
struct BuildOptions {
    /// Features of the package, separated by commas
    #[arg(long, short = 'F', value_name = "LIST", value_delimiter = ',')]
    features: Vec<String>,
    /// Switch on all features of the package
    #[arg(long)]
    all_features: bool,
    /// Do not switch on the package's default features
    #[arg(long)]
    no_default_features: bool,
    /// Check overflow and `debug_assert!` as this profile says [default: dev, for tests test]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// The same as --profile release
    #[arg(long, short, conflicts_with = "profile")]
    release: bool,
    /// Take dependencies in the versions of `Cargo.lock`, or refuse
    #[arg(long)]
    locked: bool,
    /// Fetch nothing
    #[arg(long)]
    offline: bool,
    /// The same as --locked --offline
    #[arg(long)]
    frozen: bool,
    /// Dependencies, separated by commas, to be read from their own source where a model would stand for
    /// them: to check them too
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    from_source: Vec<String>,
}

impl BuildOptions {
    fn options(&self) -> PackageOptions {
        let release = self.release.then(|| "release".to_string());
        let lookup = [
            (self.locked || self.frozen, "--locked"),
            (self.offline || self.frozen, "--offline"),
        ];
        let told = lookup.into_iter().filter(|(on, _)| *on);
        // Cargo's lists may have spaces too.
        let features = self
            .features
            .iter()
            .flat_map(|list| list.split_whitespace());
        PackageOptions {
            features: features.map(str::to_string).collect(),
            all_features: self.all_features,
            no_default_features: self.no_default_features,
            from_source: self.from_source.clone(),
            profile: self.profile.clone().or(release),
            lookup: told.map(|(_, option)| option).collect(),
            ..PackageOptions::default()
        }
    }
}

/// What the commands of Cargo take too and what makes no difference here.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Taken as by Cargo, without effect")]
pub struct WithoutEffect {
    /// Cargo prints less
    #[arg(long, short)]
    quiet: bool,
    /// Cargo prints more
    #[arg(long, short, action = clap::ArgAction::Count)]
    verbose: u8,
    /// How many jobs Cargo runs at once
    #[arg(long, short, value_name = "N", allow_hyphen_values = true)]
    jobs: Option<String>,
    /// Cargo goes on after what it cannot build
    #[arg(long)]
    keep_going: bool,
    /// Where Cargo builds for; only the platform that is checked
    #[arg(long = "target", value_name = "TRIPLE", value_parser = values::platform)]
    platform: Option<String>,
}

fn parse_edition(text: &str) -> Result<Edition, String> {
    Edition::named(text).ok_or_else(|| "expected 2015, 2018, 2021 or 2024".to_string())
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Time {
    /// Sleepers when nothing else can run, the earliest first; waits at any moment
    Order,
    /// Waits, too, when nothing else can run: no thread is that slow
    Prompt,
    /// Both at any moment
    Free,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Panics {
    Report,
    Propagate,
}

/// The options that read a program so.
pub fn reading_words(reading: &Reading) -> Vec<String> {
    let mut words = package_words(&reading.package);
    let mut option = |name: &str, value: Option<String>| {
        words.extend(
            value
                .map(|value| [name.to_string(), value])
                .into_iter()
                .flatten(),
        );
    };
    for cfg in &reading.cfgs {
        option("--cfg", Some(package::cfg_text(cfg)));
    }
    for (name, value) in &reading.set {
        option("--set", Some(format!("{name}={value}")));
    }
    let machine = &reading.machine;
    let time = match machine.time {
        TimeMode::Order => None,
        TimeMode::Prompt => Some("prompt".to_string()),
        TimeMode::Free => Some("free".to_string()),
    };
    let propagates = machine.child_panic == ChildPanic::Propagate;
    let spurious = Some(machine.spurious).filter(|&n| n > 0);
    let edition = reading.edition.map(|edition| edition.name().to_string());
    option("--edition", edition);
    option("--time", time);
    option("--child-panic", propagates.then(|| "propagate".to_string()));
    option("--spurious", spurious.map(|n| n.to_string()));
    option("--entry", reading.entry.clone());
    if !reading.asks_compiler {
        words.push("--no-rustc".to_string());
    }
    words
}

fn package_words(package: &PackageOptions) -> Vec<String> {
    let mut words = Vec::new();
    let list = |names: &[String]| Some(names.join(",")).filter(|list| !list.is_empty());
    let target = package.target.as_ref().map(Selection::option);
    let (target, name) = target.unzip();
    let pairs = [
        (Some("--package"), package.package.clone()),
        (target, name.flatten()),
        (Some("--features"), list(&package.features)),
        (Some("--profile"), package.profile.clone()),
        (Some("--from-source"), list(&package.from_source)),
    ];
    for (option, value) in pairs {
        if value.is_some() || option == Some("--lib") {
            words.extend(option.map(str::to_string));
            words.extend(value);
        }
    }
    let switches = [
        (package.all_features, "--all-features"),
        (package.no_default_features, "--no-default-features"),
    ];
    let on = switches.iter().filter(|(on, _)| *on);
    words.extend(on.map(|(_, name)| name.to_string()));
    words
}

impl<T: Args> ReadingOptions<T> {
    /// Whether the user says where to start.
    pub fn names_an_entry(&self) -> bool {
        self.entry.is_some()
    }

    /// Whether the user says what panics of threads mean.
    pub fn says_what_panics_mean(&self) -> bool {
        self.child_panic.is_some()
    }

    /// As the pipeline takes it, whatever of a package is checked.
    pub fn of_any_target(&self) -> Reading {
        Reading {
            entry: self.entry.clone(),
            edition: self.edition,
            edition_is_found: false,
            set: self.set.clone(),
            cfgs: self.cfg.clone(),
            package: self.build.options(),
            keeps: !self.no_cache,
            asks_compiler: !self.no_rustc,
            machine: MachineOptions {
                spurious: self.spurious,
                time: match self.time {
                    Time::Order => TimeMode::Order,
                    Time::Prompt => TimeMode::Prompt,
                    Time::Free => TimeMode::Free,
                },
                child_panic: match self.child_panic {
                    None | Some(Panics::Report) => ChildPanic::Report,
                    Some(Panics::Propagate) => ChildPanic::Propagate,
                },
                ..MachineOptions::default()
            },
        }
    }
}

impl ReadingOptions {
    /// Options given on top of these, as a corpus program's annotation does.
    pub fn update(&mut self, arguments: &[String]) -> Result<(), String> {
        let command = Self::augment_args_for_update(Command::new("options").no_binary_name(true));
        let mut matches = command
            .try_get_matches_from(arguments)
            .map_err(|e| e.to_string())?;
        // What is not given stays as it is.
        let ids: Vec<String> = matches.ids().map(|id| id.to_string()).collect();
        for id in ids {
            if matches.value_source(&id) == Some(ValueSource::DefaultValue) {
                matches.try_clear_id(&id).map_err(|e| e.to_string())?;
            }
        }
        self.update_from_arg_matches(&matches)
            .map_err(|e| e.to_string())
    }

    /// As the pipeline takes it.
    pub fn reading(&self) -> Reading {
        let mut reading = self.of_any_target();
        reading.package.package = self.targets.package.clone();
        reading.package.target = self.targets.selection();
        reading
    }
}

impl ReadingOptions<ManyTargets> {
    /// What is checked, as the package takes it.
    pub fn scope(&self) -> Result<Scope, String> {
        let asked = &self.targets;
        if !asked.exclude.is_empty() && !asked.workspace {
            let message = "--exclude leaves out packages of --workspace, which is not given";
            return Err(message.to_string());
        }
        Ok(Scope {
            packages: asked.package.clone(),
            workspace: asked.workspace,
            exclude: asked.exclude.clone(),
            targets: asked.groups(),
        })
    }
}

/// How a program is read with these arguments, as an annotation of the corpus gives them. No compiler is asked:
/// what is counted then does not depend on which one there is.
pub fn reading_with(arguments: &[String]) -> Result<Reading, String> {
    #[derive(clap::Parser)]
    struct Options {
        #[command(flatten)]
        reading: ReadingOptions,
    }
    let program = ["vscheck".to_string()];
    let arguments = program.iter().chain(arguments);
    let options: Options = clap::Parser::try_parse_from(arguments).map_err(|e| e.to_string())?;
    Ok(Reading {
        asks_compiler: false,
        ..options.reading.reading()
    })
}

/// What work on a program may use up, whatever the work is.
#[derive(Args, Clone, Debug)]
pub struct ResourceOptions {
    /// Stop when this much memory is in use, such as 500MiB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = values::size)]
    max_memory: u64,
    /// Stop after this time, such as 10s or 5m
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    timeout: Option<Duration>,
}

impl ResourceOptions {
    /// Limits that say only this.
    pub fn limits(&self) -> Limits {
        Limits {
            memory: self.max_memory,
            timeout: self.timeout,
            ..Limits::default()
        }
    }
}

/// How the program is searched.
#[derive(Args, Clone, Debug)]
pub struct SearchOptions {
    /// Do not stop at the first bug
    #[arg(long)]
    pub all: bool,
    /// Collect the set of final outcomes (implies --all)
    #[arg(long)]
    pub outcomes: bool,
    /// Techniques to switch off, separated by commas, to measure them
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = technique::parse)]
    disable: Vec<String>,
    /// Stop after N executions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_executions: Option<u64>,
    /// Stop after N stored states
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_states: Option<u64>,
    /// Stop after N visible operations of all executions together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_transitions: Option<u64>,
    /// Cut off executions after N visible operations
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_steps: u64,
    #[command(flatten)]
    resources: ResourceOptions,
    /// `dfs`: which thread goes first [default: first, the one with the lowest number]
    #[arg(long, value_name = "ORDER")]
    order: Option<OrderOption>,
    /// For whatever an engine chooses at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderOption {
    First,
    Random,
}

impl SearchOptions {
    /// Whether the user says which thread goes first.
    pub fn names_an_order(&self) -> bool {
        self.order.is_some()
    }

    /// As the exploration takes it.
    pub fn settings(&self) -> Settings {
        Settings {
            schedules: false,
            all: self.all || self.outcomes,
            outcomes: self.outcomes,
            disable: self.disable.iter().cloned().collect(),
            order: match self.order {
                None | Some(OrderOption::First) => Order::First,
                Some(OrderOption::Random) => Order::Random,
            },
            seed: self.seed,
            patience: None,
            kept: Kept::default(),
            limits: Limits {
                executions: self.max_executions,
                states: self.max_states,
                transitions: self.max_transitions,
                steps: self.max_steps,
                ..self.resources.limits()
            },
        }
    }
}

/// Parses the name of an engine.
pub fn parse_engine(name: &str) -> Result<&'static Engine, String> {
    engine::find(name).ok_or_else(|| {
        let names: Vec<&str> = ENGINES.iter().map(|engine| engine.name).collect();
        let hint = similar::hint(name, &names);
        format!("engines are {}{hint}", names.join(", "))
    })
}

/// The lists of engines and techniques for the help text.
pub fn engine_help() -> String {
    let engine = |engine: &Engine| listed(engine.name, engine.summary);
    let engines: String = ENGINES.iter().map(engine).collect();
    let technique = |technique: &Technique| listed(technique.name, technique.summary);
    let techniques: String = TECHNIQUES.iter().map(technique).collect();
    format!("Engines:\n{engines}\nTechniques (--disable):\n{techniques}")
}

/// Columns of the lists in help texts.
const HELP_WIDTH: usize = 80;

/// A name and what it means, the latter in a column of its own.
fn listed(name: &str, summary: &str) -> String {
    let name = format!("  {name:22} ");
    let indent = " ".repeat(name.len());
    let text = wrap(&format!("{indent}{summary}"), HELP_WIDTH, &indent);
    text.replacen(&indent, &name, 1)
}
