//! The processes that are alive because of this command.
//!
//! Every child is entered here, so that an interrupt ends all of them, with
//! their own children, before the command itself ends. Nothing outlives it.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a process has to end by itself before it is killed.
const GRACE: Duration = Duration::from_millis(400);

/// The set of live children, shared with the signal handler.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running(Arc<Mutex<Live>>);

#[derive(Debug, Default)]
struct Live {
    targets: BTreeSet<Target>,
    stopping: bool,
}

/// What a signal is sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    /// A child that leads a process group of its own, and all of that group.
    Group(u32),
    /// A child in this command's group: the terminal signals it by itself.
    One(u32),
}

impl Running {
    /// Ends everything and exits with 130 on Ctrl-C, SIGTERM or SIGHUP.
    pub(crate) fn stop_on_interrupt(&self) -> anyhow::Result<()> {
        let running = self.clone();
        ctrlc::set_handler(move || {
            running.stop_all();
            std::process::exit(130);
        })?;
        Ok(())
    }

    /// Starts a process in the background, in a group of its own.
    pub(crate) fn background(&self, command: &mut Command) -> io::Result<Background> {
        own_group(command);
        let mut live = self.lock();
        refuse_when_stopping(&live)?;
        let child = command.spawn()?;
        let target = Target::Group(child.id());
        live.targets.insert(target);
        drop(live);
        Ok(Background { child, target, running: self.clone() })
    }

    /// Runs a process in the foreground, to its end.
    pub(crate) fn foreground(&self, command: &mut Command) -> io::Result<ExitStatus> {
        self.attend(command, |mut child| child.wait())
    }

    /// Runs a process to its end and keeps what it writes.
    pub(crate) fn output(&self, command: &mut Command) -> io::Result<Output> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        self.attend(command, Child::wait_with_output)
    }

    fn attend<T>(
        &self,
        command: &mut Command,
        wait: impl FnOnce(Child) -> io::Result<T>,
    ) -> io::Result<T> {
        // At a terminal, only the foreground group may read it, and Ctrl-C reaches all of it.
        let shares_group = io::stdin().is_terminal();
        if !shares_group {
            own_group(command);
        }
        let mut live = self.lock();
        refuse_when_stopping(&live)?;
        let child = command.spawn()?;
        let target = if shares_group { Target::One(child.id()) } else { Target::Group(child.id()) };
        live.targets.insert(target);
        drop(live);
        let result = wait(child);
        self.lock().targets.remove(&target);
        result
    }

    /// Stays here for good when an interrupt is what made a command fail.
    ///
    /// The children hear of it as early as the handler does, which then ends the program.
    pub(crate) fn give_way_to_interrupt(&self) {
        std::thread::sleep(GRACE / 4);
        while self.lock().stopping {
            std::thread::park();
        }
    }

    fn stop_all(&self) {
        let targets = {
            let mut live = self.lock();
            live.stopping = true;
            std::mem::take(&mut live.targets)
        };
        for &target in &targets {
            send(target, Ending::Ask);
        }
        if !targets.is_empty() {
            std::thread::sleep(GRACE);
        }
        for &target in &targets {
            send(target, Ending::Force);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Live> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A process that runs until this is dropped.
#[derive(Debug)]
pub(crate) struct Background {
    child: Child,
    target: Target,
    running: Running,
}

impl Background {
    /// How it ended, if it has, and if that was not because of an interrupt.
    pub(crate) fn ended_by_itself(&mut self) -> Option<ExitStatus> {
        let status = self.ended()?;
        self.running.give_way_to_interrupt();
        Some(status)
    }

    fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        send(self.target, Ending::Ask);
        for _ in 0..20 {
            if self.ended().is_some() {
                break;
            }
            std::thread::sleep(GRACE / 20);
        }
        // Also when the leader has gone: its own children may be there still.
        send(self.target, Ending::Force);
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.running.lock().targets.remove(&self.target);
    }
}

fn refuse_when_stopping(live: &Live) -> io::Result<()> {
    if live.stopping { Err(io::Error::other("the command is being stopped")) } else { Ok(()) }
}

#[derive(Clone, Copy)]
enum Ending {
    Ask,
    Force,
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(unix)]
fn send(target: Target, ending: Ending) {
    use nix::sys::signal::{Signal, kill, killpg};
    use nix::unistd::Pid;

    let signal = match ending {
        Ending::Ask => Signal::SIGTERM,
        Ending::Force => Signal::SIGKILL,
    };
    let pid = |id: u32| Pid::from_raw(id.cast_signed());
    // It may have ended meanwhile, which is what was wanted.
    let _ = match target {
        Target::Group(id) => killpg(pid(id), signal),
        Target::One(id) => kill(pid(id), signal),
    };
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(not(unix))]
fn send(target: Target, ending: Ending) {
    let (Target::Group(id) | Target::One(id)) = target;
    if matches!(ending, Ending::Force) {
        let _ = Command::new("taskkill").args(["/F", "/T", "/PID", &id.to_string()]).output();
    }
}
