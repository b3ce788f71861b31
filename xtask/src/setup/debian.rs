//! A look into Debian's archive that leaves the machine's apt as it is.
//!
//! Address, components and signing key are those of the machine's own sources;
//! only the suite is another, and lists and cache are private.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::Workspace;

/// A stanza of the machine's apt sources, without its suites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// Fields in deb822 form, `Suites` left out.
    fields: String,
    suites: Vec<String>,
}

/// Finds the machine's source of Debian itself, as against updates or others' archives.
pub(crate) fn own_source() -> Option<Source> {
    let release = fs::read_to_string("/etc/os-release").ok()?;
    let codename = value_of(&release, "VERSION_CODENAME").unwrap_or_default();
    let is_debian = |source: &Source| {
        let names = [codename, "oldstable", "stable", "testing", "unstable", "sid"];
        source.suites.iter().any(|suite| names.contains(&suite.as_str()))
    };
    (value_of(&release, "ID") == Some("debian")).then_some(())?;
    source_files().into_iter().flat_map(|file| read_sources(&file)).find(is_debian)
}

fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    line.map(|value| value.trim_matches('"'))
}

fn source_files() -> Vec<PathBuf> {
    let parts = fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten();
    let mut files: Vec<_> = parts.map(|entry| entry.path()).collect();
    files.push(PathBuf::from("/etc/apt/sources.list"));
    files.sort();
    files
}

fn read_sources(file: &Path) -> Vec<Source> {
    let text = fs::read_to_string(file).unwrap_or_default();
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("sources") => text.split("\n\n").filter_map(parse_stanza).collect(),
        Some("list") => text.lines().filter_map(parse_line).collect(),
        _ => Vec::new(),
    }
}

/// Reads one stanza of a `.sources` file.
fn parse_stanza(stanza: &str) -> Option<Source> {
    let mut fields = String::new();
    let mut suites = Vec::new();
    let (mut has_binaries, mut has_main, mut in_suites) = (false, false, false);
    for line in stanza.lines().filter(|line| !line.starts_with('#')) {
        let continues = line.starts_with([' ', '\t']);
        let (name, value) = line.split_once(':').filter(|_| !continues).unwrap_or(("", line));
        in_suites = name.eq_ignore_ascii_case("suites") || (continues && in_suites);
        let words = || value.split_whitespace().map(str::to_owned);
        match name.to_ascii_lowercase().as_str() {
            "types" => has_binaries = words().any(|word| word == "deb"),
            "components" => has_main = words().any(|word| word == "main"),
            "enabled" if value.trim() == "no" => return None,
            _ => {}
        }
        if in_suites {
            suites.extend(words());
        } else {
            fields.extend([line, "\n"]);
        }
    }
    (has_binaries && has_main).then_some(Source { fields, suites })
}

/// Reads one line of a `.list` file: `deb [options] address suite component…`.
fn parse_line(line: &str) -> Option<Source> {
    let rest = line.trim().strip_prefix("deb")?.strip_prefix([' ', '\t'])?.trim_start();
    let (options, rest) = match rest.strip_prefix('[') {
        Some(bracketed) => bracketed.split_once(']')?,
        None => ("", rest),
    };
    let mut words = rest.split_whitespace();
    let (address, suite) = (words.next()?, words.next()?);
    words.any(|component| component == "main").then_some(())?;
    let key = options.split_whitespace().find_map(|option| option.strip_prefix("signed-by="));
    let key = key.map(|key| format!("Signed-By: {key}\n")).unwrap_or_default();
    let fields = format!("Types: deb\nURIs: {address}\nComponents: main\n{key}");
    Some(Source { fields, suites: vec![suite.to_owned()] })
}

/// One suite of the archive, with lists of its own.
#[derive(Debug)]
pub(crate) struct Suite {
    list: PathBuf,
    state: PathBuf,
}

impl Suite {
    /// Fetches the suite's list of packages.
    ///
    /// # Errors
    ///
    /// The archive has no such suite, or it is signed by a key that this
    /// machine does not know.
    pub(crate) fn fetch(
        workspace: &Workspace,
        source: &Source,
        name: &str,
        scratch: &Path,
    ) -> Result<Self> {
        let state = scratch.join(name);
        for folder in ["lists/partial", "cache/archives/partial"] {
            fs::create_dir_all(state.join(folder))?;
        }
        let suite = Self { list: state.join("debian.sources"), state };
        fs::write(&suite.list, format!("{}Suites: {name}\n", source.fields))?;
        let mut update = suite.apt(workspace, "apt-get");
        update.args(["--error-on=any", "update"]);
        let output = workspace.running().output(&mut update).context("cannot start apt-get")?;
        anyhow::ensure!(output.status.success(), "the archive gives no suite {name}");
        Ok(suite)
    }

    /// The versions of a package that the suite has.
    pub(crate) fn versions(&self, workspace: &Workspace, package: &str) -> Result<Vec<String>> {
        let table = workspace.read(self.apt(workspace, "apt-cache").args(["madison", package]))?;
        let versions = table.lines().filter_map(|line| line.split('|').nth(1));
        Ok(versions.map(|version| version.trim().to_owned()).collect())
    }

    /// Downloads a package into `folder`; gives the file's path.
    pub(crate) fn download(
        &self,
        workspace: &Workspace,
        package: &str,
        version: &str,
        folder: &Path,
    ) -> Result<PathBuf> {
        let mut command = self.apt(workspace, "apt-get");
        command.arg("download").arg(format!("{package}={version}")).current_dir(folder);
        workspace.run_quietly(&mut command)?;
        let files = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
        let is_package =
            |path: &PathBuf| path.extension().is_some_and(|extension| extension == "deb");
        let mut files = files.filter(is_package);
        files.next().with_context(|| format!("apt-get left no {package} in {}", folder.display()))
    }

    fn apt(&self, workspace: &Workspace, program: &str) -> Command {
        let mut command = workspace.command(program);
        let option = |name: &str, path: &Path| format!("{name}={}", path.display());
        let options = [
            option("Dir::Etc::sourcelist", &self.list),
            option("Dir::State::lists", &self.state.join("lists")),
            option("Dir::Cache", &self.state.join("cache")),
            "Dir::Etc::sourceparts=/dev/null".to_owned(),
            // Root's helper account cannot write into a private folder.
            "APT::Sandbox::User=root".to_owned(),
            "Acquire::Languages=none".to_owned(),
        ];
        command.args(options.iter().flat_map(|option| ["-o", option]));
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stanza_keeps_all_but_its_suites() {
        let source = parse_stanza(
            "Types: deb\n# a mirror\nURIs: http://mirror.example/debian\nSuites: trixie\n \
             trixie-updates\nComponents: main contrib\nSigned-By: /usr/share/keyrings/a.gpg\n",
        )
        .unwrap();
        assert_eq!(source.suites, ["trixie", "trixie-updates"]);
        assert_eq!(
            source.fields,
            "Types: deb\nURIs: http://mirror.example/debian\nComponents: main contrib\n\
             Signed-By: /usr/share/keyrings/a.gpg\n"
        );
    }

    #[test]
    fn a_disabled_or_source_only_stanza_is_not_used() {
        let stanza = |types: &str, enabled: &str| {
            parse_stanza(&format!(
                "Types: {types}\nURIs: http://a.example\nSuites: sid\nComponents: main\n\
                 Enabled: {enabled}\n"
            ))
        };
        assert_eq!(stanza("deb-src", "yes"), None);
        assert_eq!(stanza("deb", "no"), None);
        assert!(stanza("deb deb-src", "yes").is_some());
    }

    #[test]
    fn a_line_keeps_address_and_key() {
        let line = "deb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian sid main";
        let source = parse_line(line).unwrap();
        assert_eq!(source.suites, ["sid"]);
        assert_eq!(
            source.fields,
            "Types: deb\nURIs: http://mirror.example/debian\nComponents: main\nSigned-By: /k.gpg\n"
        );
        assert_eq!(parse_line("deb-src http://mirror.example/debian sid main"), None);
        assert_eq!(parse_line("# deb http://mirror.example/debian sid main"), None);
        assert_eq!(parse_line("deb http://mirror.example/debian sid contrib"), None);
    }
}
