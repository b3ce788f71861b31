//! Runs the steps and tells how they went.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::steps::{Outcome, STEPS, Step};
use crate::workspace::Workspace;

/// How a step came out, with what is to be said of it.
#[derive(Debug)]
enum Verdict {
    Passed,
    Failed(String),
    Skipped(String),
}

#[derive(Debug)]
struct Report {
    name: &'static str,
    verdict: Verdict,
    took: Duration,
}

/// Runs the named steps, or all when none is named, in their fixed order.
///
/// A failed step does not keep the others from running, except those that need
/// its result.
pub(crate) fn run(workspace: &Workspace, names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| STEPS.iter().all(|step| step.name != *name)) {
        let known: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!("there is no step {unknown:?}; there are {}", known.join(", "));
    }
    let is_chosen = |step: &&Step| names.is_empty() || names.iter().any(|name| name == step.name);
    let mut reports = Vec::new();
    for step in STEPS.iter().filter(is_chosen) {
        println!("\n── {} ──", step.name);
        let report = attempt(workspace, step, &reports);
        reports.push(report);
    }
    summarize(&reports)
}

fn attempt(workspace: &Workspace, step: &Step, earlier: &[Report]) -> Report {
    let failed = |name| earlier.iter().any(|report| report.name == name && report.verdict.failed());
    let start = Instant::now();
    let verdict = match step.needs {
        Some(needed) if failed(needed) => Verdict::Skipped(format!("{needed} failed")),
        _ => Verdict::of((step.run)(workspace)),
    };
    if let Verdict::Failed(why) = &verdict {
        eprintln!("error: {why}");
    }
    Report { name: step.name, verdict, took: start.elapsed() }
}

impl Verdict {
    fn of(result: Result<Outcome>) -> Self {
        match result {
            Ok(Outcome::Passed) => Self::Passed,
            Ok(Outcome::Skipped(reason)) => Self::Skipped(reason.to_owned()),
            Err(error) => Self::Failed(format!("{error:#}")),
        }
    }

    fn failed(&self) -> bool {
        matches!(self, Self::Failed(_))
    }

    fn word_and_remark(&self) -> (&'static str, &str) {
        match self {
            Self::Passed => ("passed", ""),
            Self::Failed(why) => ("FAILED", why),
            Self::Skipped(why) => ("skipped", why),
        }
    }
}

/// Prints the table and the closing line; fails when a step failed.
fn summarize(reports: &[Report]) -> Result<()> {
    println!("\n{:<14}{:<10}{:>8}", "step", "result", "seconds");
    for Report { name, verdict, took } in reports {
        let (word, remark) = verdict.word_and_remark();
        let line = format!("{name:<14}{word:<10}{:>8.1}  {remark}", took.as_secs_f64());
        println!("{}", line.trim_end());
    }
    println!("{}", closing_line(reports));
    if reports.iter().any(|report| report.verdict.failed()) {
        bail!("not all steps passed");
    }
    Ok(())
}

fn closing_line(reports: &[Report]) -> String {
    let count =
        |word| reports.iter().filter(|report| report.verdict.word_and_remark().0 == word).count();
    let (passed, failed, skipped) = (count("passed"), count("FAILED"), count("skipped"));
    match skipped {
        0 => format!("{passed} passed, {failed} failed"),
        _ => format!("{passed} passed, {failed} failed, {skipped} skipped"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(verdict: Verdict) -> Report {
        Report { name: "step", verdict, took: Duration::ZERO }
    }

    #[test]
    fn the_closing_line_names_skipped_steps_only_when_there_are_any() {
        let mut reports = vec![report(Verdict::Passed), report(Verdict::Failed("why".to_owned()))];
        assert_eq!(closing_line(&reports), "1 passed, 1 failed");
        reports.push(report(Verdict::Skipped("why".to_owned())));
        assert_eq!(closing_line(&reports), "1 passed, 1 failed, 1 skipped");
    }

    #[test]
    fn each_step_is_needed_by_later_ones_only() {
        for (index, step) in STEPS.iter().enumerate() {
            let Some(needed) = step.needs else { continue };
            assert!(STEPS[..index].iter().any(|earlier| earlier.name == needed), "{}", step.name);
        }
    }
}
