//! Protocol versions, as opaque names from a known list, and their two eras.

use super::era::{self, Revision};

/// A protocol version that this client speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProtocolVersion {
    /// `2024-11-05`
    V2024_11_05,
    /// `2025-03-26`
    V2025_03_26,
    /// `2025-06-18`
    V2025_06_18,
    /// `2025-11-25`
    V2025_11_25,
    /// `2026-07-28`
    V2026_07_28,
}

/// How a version opens a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Era {
    /// A handshake, `initialize`, agrees on everything once.
    Legacy,
    /// Each request declares everything itself.
    Modern,
}

impl Era {
    /// Gives the name that hosts see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Legacy => "legacy",
            Self::Modern => "modern",
        }
    }
}

impl ProtocolVersion {
    /// Every version, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];
    /// The newest version that opens with a handshake.
    pub const NEWEST_LEGACY: Self = Self::V2025_11_25;
    /// The newest version that opens without one.
    pub const NEWEST_MODERN: Self = Self::V2026_07_28;

    /// Gives the version's name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.revision().name
    }

    /// Finds the version of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.as_str() == name)
    }

    /// Gives the version's era.
    #[must_use]
    pub const fn era(self) -> Era {
        self.revision().era
    }

    /// Gives what the version says of methods, headers and messages.
    #[must_use]
    pub const fn revision(self) -> &'static Revision {
        match self {
            Self::V2024_11_05 => &era::v2024_11_05::REVISION,
            Self::V2025_03_26 => &era::v2025_03_26::REVISION,
            Self::V2025_06_18 => &era::v2025_06_18::REVISION,
            Self::V2025_11_25 => &era::v2025_11_25::REVISION,
            Self::V2026_07_28 => &era::v2026_07_28::REVISION,
        }
    }
}
