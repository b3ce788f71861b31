//! The packages of `package-lock.json`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::{Map, Value};

use super::{announce, node};
use crate::workspace::Workspace;

/// Makes sure that `node_modules` holds what `package-lock.json` says.
pub(crate) fn ensure(workspace: &Workspace) -> Result<()> {
    node::ensure(workspace)?;
    let wanted = packages(&workspace.file("package-lock.json"))
        .context("package-lock.json is missing or damaged: take it from the repository")?;
    let present = packages(&workspace.file("node_modules/.package-lock.json"));
    if present.is_ok_and(|present| is_in_step(&wanted, &present)) {
        return Ok(());
    }
    announce("npm packages", "half a minute");
    let mut command = workspace.command("npm");
    command.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    workspace
        .run_quietly(&mut command)
        .map_err(|cause| anyhow!("npm packages are missing ({cause:#}): run `npm ci`"))
}

fn packages(lock: &Path) -> Result<Map<String, Value>> {
    let mut lock: Value = serde_json::from_slice(&fs::read(lock)?)?;
    let packages = lock.get_mut("packages").and_then(Value::as_object_mut);
    let packages = std::mem::take(packages.context("no packages")?);
    ensure!(!packages.is_empty(), "no packages");
    Ok(packages)
}

/// Whether every wanted package is there in the wanted version.
///
/// What is for other systems stays away, and more may be there than is wanted.
fn is_in_step(wanted: &Map<String, Value>, present: &Map<String, Value>) -> bool {
    let installed = |path: &String| path.contains("node_modules/");
    wanted.iter().filter(|(path, _)| installed(path)).all(|(path, package)| {
        match present.get(path) {
            Some(found) => ["version", "resolved", "integrity"]
                .iter()
                .all(|field| package.get(field) == found.get(field)),
            None => package.get("optional") == Some(&Value::Bool(true)),
        }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn step(wanted: Value, present: Value) -> bool {
        is_in_step(wanted.as_object().unwrap(), present.as_object().unwrap())
    }

    #[test]
    fn the_same_versions_are_in_step() {
        let lock = json!({"": {"name": "root"}, "node_modules/a": {"version": "1.0.0"}});
        assert!(step(lock, json!({"node_modules/a": {"version": "1.0.0"}})));
    }

    #[test]
    fn a_missing_or_other_version_is_not() {
        let lock = json!({"node_modules/a": {"version": "1.0.0"}});
        assert!(!step(lock.clone(), json!({})));
        assert!(!step(lock, json!({"node_modules/a": {"version": "1.0.1"}})));
    }

    #[test]
    fn a_package_for_another_system_may_be_absent() {
        let lock = json!({"node_modules/fsevents": {"version": "2.3.3", "optional": true}});
        assert!(step(lock, json!({})));
    }
}
