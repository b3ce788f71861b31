//! All namespaces, and the addresses they are reached under.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::http::Request;
use crate::script::{Invalid, Script};
use crate::space::{Links, Space};

const MAX_SPACES: usize = 2_000;

/// The ports of the three listeners; all serve the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ports {
    /// The origin that scripts are posted to.
    pub first: u16,
    /// Another origin.
    pub second: u16,
    /// The origin for logs and signals.
    pub control: u16,
}

#[derive(Debug)]
pub(crate) struct Hub {
    pub(crate) ports: Ports,
    pub(crate) static_root: Option<PathBuf>,
    pub(crate) connections: AtomicU64,
    pub(crate) open_connections: AtomicUsize,
    next_id: AtomicU64,
    spaces: Mutex<BTreeMap<u64, Arc<Space>>>,
}

/// What a request is for.
#[derive(Debug)]
pub(crate) enum Route {
    Index,
    PostScript,
    Static(String),
    /// A control request: what comes after the namespace's base.
    Control(u64, Arc<Space>, String),
    /// A request for the script to answer: the path inside the namespace.
    Scripted(Arc<Space>, String),
    Unknown,
}

impl Hub {
    pub(crate) fn new(ports: Ports, static_root: Option<PathBuf>) -> Self {
        Self {
            ports,
            static_root,
            connections: AtomicU64::new(0),
            open_connections: AtomicUsize::new(0),
            next_id: AtomicU64::new(1),
            spaces: Mutex::new(BTreeMap::new()),
        }
    }

    /// Makes a namespace for a script; `None` when there are too many busy ones.
    pub(crate) fn insert(&self, script: &Value) -> Result<Option<(u64, Links)>, Invalid> {
        let script = Script::parse(script)?;
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let links = self.links(id);
        let mut spaces = self.lock();
        if spaces.len() >= MAX_SPACES && !forget_oldest_idle(&mut spaces) {
            return Ok(None);
        }
        spaces.insert(id, Arc::new(Space::new(script, links.clone())));
        Ok(Some((id, links)))
    }

    pub(crate) fn remove(&self, id: u64) {
        if let Some(space) = self.lock().remove(&id) {
            space.delete();
        }
    }

    pub(crate) fn route(&self, request: &Request) -> Route {
        if let Some(space) = self.space_of_host(request) {
            return Route::Scripted(space, request.path.clone());
        }
        match request.path.as_str() {
            "/" => return Route::Index,
            "/scripts" => return Route::PostScript,
            path => {
                if let Some(file) = path.strip_prefix("/static/") {
                    return Route::Static(file.to_owned());
                }
            }
        }
        self.route_space(request).unwrap_or(Route::Unknown)
    }

    fn route_space(&self, request: &Request) -> Option<Route> {
        // RFC 8615 and 9728 put the well-known part before the resource's own path.
        let (well_known, rest) = match request.path.strip_prefix("/.well-known/") {
            Some(rest) => {
                let (name, rest) = rest.split_once('/')?;
                (format!("/.well-known/{name}"), format!("/{rest}"))
            }
            None => (String::new(), request.path.clone()),
        };
        let rest = rest.strip_prefix("/s/")?;
        let (id, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let id = id.parse().ok()?;
        let space = self.lock().get(&id).cloned()?;
        let is_deletion =
            path.is_empty() && matches!(request.method.as_str(), "DELETE" | "OPTIONS");
        if well_known.is_empty() && (path.starts_with("/_") || is_deletion) {
            return Some(Route::Control(id, space, path.to_owned()));
        }
        let path = format!("{well_known}{path}");
        Some(Route::Scripted(space, if path.is_empty() { "/".into() } else { path }))
    }

    /// The namespace of `s7.localhost`, whose origin is all its own.
    fn space_of_host(&self, request: &Request) -> Option<Arc<Space>> {
        let host = request.header("host")?;
        let id = host.split(':').next()?.strip_suffix(".localhost")?.strip_prefix('s')?;
        self.lock().get(&id.parse().ok()?).cloned()
    }

    fn links(&self, id: u64) -> Links {
        let at = |port: u16| format!("http://127.0.0.1:{port}/s/{id}");
        Links {
            base: at(self.ports.first),
            second: at(self.ports.second),
            control: at(self.ports.control),
            origin: format!("http://s{id}.localhost:{}", self.ports.first),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Space>>> {
        self.spaces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn forget_oldest_idle(spaces: &mut BTreeMap<u64, Arc<Space>>) -> bool {
    let Some(id) = spaces.iter().find(|(_, space)| !space.is_busy()).map(|(id, _)| *id) else {
        return false;
    };
    spaces.remove(&id);
    true
}
