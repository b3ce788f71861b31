//! Where things are, and how programs are run there.

use std::env;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use anyhow::{Context, Result};

use crate::running::Running;

/// The checkout, with its target folder and the programs that it uses.
#[derive(Debug)]
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
    path: OsString,
    homes: Vec<(&'static str, PathBuf)>,
    running: Running,
}

impl Workspace {
    /// Finds the checkout that this program was built in.
    pub(crate) fn open(running: Running) -> Result<Self> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let manifest = manifest.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        let root = manifest.parent().context("xtask has no parent folder")?.to_path_buf();
        let target = match env::var_os("CARGO_TARGET_DIR") {
            Some(dir) => env::current_dir()?.join(dir),
            None => root.join("target"),
        };
        let inherited = env::var_os("PATH").unwrap_or_default();
        let tools = target.join("tools/bin");
        let path = env::join_paths(std::iter::once(tools).chain(env::split_paths(&inherited)))?;
        let homes = replacement_homes(&target)?;
        Ok(Self { root, target, path, homes, running })
    }

    /// A path in the checkout.
    pub(crate) fn file(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// A path in cargo's target folder.
    pub(crate) fn target(&self, relative: &str) -> PathBuf {
        self.target.join(relative)
    }

    /// A folder for this program's own files, made when it is not there.
    pub(crate) fn scratch(&self, name: &str) -> Result<PathBuf> {
        let dir = self.target.join("xtask").join(name);
        fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        Ok(dir)
    }

    /// The processes that run because of this command.
    pub(crate) fn running(&self) -> &Running {
        &self.running
    }

    /// Where `program` is, in `target/tools` or on `PATH`.
    pub(crate) fn find(&self, program: &str) -> Option<PathBuf> {
        which::which_in(program, Some(&self.path), &self.root).ok()
    }

    /// A command that runs in the checkout's root and sees `target/tools`.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let program = program.as_ref();
        let found = program.to_str().and_then(|name| self.find(name));
        let mut command = Command::new(found.as_deref().map_or(program, Path::as_os_str));
        command.current_dir(&self.root).env("PATH", &self.path);
        command.envs(self.homes.iter().map(|(name, path)| (name, path)));
        command
    }

    /// A cargo command.
    pub(crate) fn cargo<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = self.command("cargo");
        command.args(args);
        command
    }

    /// Runs a command, which writes to the terminal.
    pub(crate) fn run(&self, command: &mut Command) -> Result<()> {
        let name = describe(command);
        let status = self.running.foreground(command).with_context(|| cannot_start(&name))?;
        if !status.success() {
            return Err(Unsuccessful { name, status }.into());
        }
        Ok(())
    }

    /// Runs a command that is of interest only when it fails.
    pub(crate) fn run_quietly(&self, command: &mut Command) -> Result<()> {
        self.read(command).map(drop)
    }

    /// What a command writes to its standard output.
    pub(crate) fn read(&self, command: &mut Command) -> Result<String> {
        let name = describe(command);
        let output = self.running.output(command).with_context(|| cannot_start(&name))?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            let stdout = String::from_utf8_lossy(&output.stdout);
            let text = if stderr.trim().is_empty() { stdout } else { stderr };
            eprint!("{}", last_lines(&text, 25));
            return Err(Unsuccessful { name, status: output.status }.into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// A command ran and did not succeed.
#[derive(Debug)]
pub(crate) struct Unsuccessful {
    name: String,
    status: ExitStatus,
}

impl Unsuccessful {
    /// The command's exit code; none when a signal ended it.
    pub(crate) fn code(&self) -> Option<u8> {
        self.status.code().and_then(|code| u8::try_from(code).ok())
    }
}

impl fmt::Display for Unsuccessful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ended with {}", self.name, self.status)
    }
}

impl Error for Unsuccessful {}

/// The last `count` lines of `text`, each with its line end.
pub(crate) fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<_> = text.lines().collect();
    let from = lines.len().saturating_sub(count);
    lines[from..].iter().flat_map(|line| [line, "\n"]).collect()
}

fn cannot_start(name: &str) -> String {
    format!("cannot start `{name}`: is the program installed?")
}

fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    let args = command.get_args().map(OsStr::to_string_lossy);
    std::iter::once(program).chain(args).collect::<Vec<_>>().join(" ")
}

/// A `HOME` for the browsers where the user's own will not do.
///
/// They write below it, and Firefox refuses one that another user owns. Cargo
/// and rustup go on using theirs.
#[cfg(unix)]
fn replacement_homes(target: &Path) -> Result<Vec<(&'static str, PathBuf)>> {
    use std::os::unix::fs::MetadataExt;

    let me = nix::unistd::Uid::effective().as_raw();
    let given = env::var_os("HOME").map(PathBuf::from);
    let owner = given.as_ref().and_then(|home| fs::metadata(home).ok()).map(|home| home.uid());
    if owner == Some(me) {
        return Ok(Vec::new());
    }
    let home = target.join("xtask/home");
    fs::create_dir_all(&home).with_context(|| format!("cannot make {}", home.display()))?;
    let mut homes = vec![("HOME", home)];
    for (name, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
        let default = || given.as_ref().map(|home| home.join(folder));
        let dir = env::var_os(name).map(PathBuf::from).or_else(default);
        homes.extend(dir.map(|dir| (name, dir)));
    }
    Ok(homes)
}

#[cfg(not(unix))]
fn replacement_homes(_: &Path) -> Result<Vec<(&'static str, PathBuf)>> {
    Ok(Vec::new())
}
