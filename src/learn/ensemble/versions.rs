//! How the versions of a method and of its base enter the identity of a trial: as one number where stored trials know it so,
//! as a list of bases otherwise.

use crate::learn::{BaseVersion, MethodInfo};

/// Versions of a base up to this one are kept apart in the version of the whole.
pub const VERSIONS_OF_A_BASE: u32 = 1000;

/// The version of a method over a base, and the bases that enter its identity by name. Stored trials of a classifier over a
/// plain one know both versions as one number (`counted`), and no base. So do those of a classifier over another one on its
/// default base, as long as all three are of version 1: above it, different versions would have the same sum.
pub fn versions(own: u32, base: &MethodInfo, counted: bool) -> (u32, Vec<BaseVersion>) {
    let plain = base.version <= VERSIONS_OF_A_BASE;
    let all_first = own == 1 && base.version == VERSIONS_OF_A_BASE + 1;
    let sum = own.checked_mul(VERSIONS_OF_A_BASE).and_then(|own| own.checked_add(base.version));
    match sum {
        Some(sum) if counted && !base.built && base.bases.is_empty() && (plain || all_first) => {
            (sum, Vec::new())
        }
        _ => {
            let first = BaseVersion { kind: base.kind, version: base.version };
            (own, std::iter::once(first).chain(base.bases.iter().copied()).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A classifier on its default base, as `Composite` declares it.
    fn on_default(own: u32, base: u32) -> MethodInfo {
        let plain = MethodInfo { kind: "j48", version: base, ..MethodInfo::PLAIN };
        let (version, bases) = versions(own, &plain, true);
        assert!(bases.is_empty(), "a plain base is never listed");
        MethodInfo { kind: "adaboost", version, ..MethodInfo::PLAIN }
    }

    #[test]
    fn a_plain_base_is_part_of_the_version() {
        let plain = MethodInfo { kind: "knn", version: 3, ..MethodInfo::PLAIN };
        assert_eq!(versions(1, &plain, true), (1003, Vec::new()));
        assert_eq!(versions(2, &plain, true), (2003, Vec::new()));
        let listed = vec![BaseVersion { kind: "knn", version: 3 }];
        assert_eq!(versions(2, &plain, false), (2, listed.clone()));
        assert_eq!(
            versions(20_261_118, &plain, true),
            (20_261_118, listed),
            "the sum is too large"
        );
    }

    #[test]
    fn nests_of_first_versions_keep_theirs_and_others_list_their_bases() {
        assert_eq!(versions(1, &on_default(1, 1), true), (2001, Vec::new()));
        // The versions of the whole, its base and the base of that one.
        let nests = [(2, 1, 1), (1, 2, 1), (1, 1, 2), (3, 1, 1), (2, 2, 1), (1, 3, 1), (1, 2, 2)];
        let mut all: Vec<(u32, Vec<BaseVersion>)> = Vec::new();
        for (own, base, inner) in nests {
            let nest = versions(own, &on_default(base, inner), true);
            assert!(!nest.1.is_empty(), "{own}, {base}, {inner}");
            assert!(!all.contains(&nest), "{own}, {base}, {inner} is another nest too");
            all.push(nest);
        }
    }

    #[test]
    fn a_base_with_bases_of_its_own_is_listed_with_them() {
        static INNER: [BaseVersion; 1] = [BaseVersion { kind: "knn", version: 1 }];
        let base = MethodInfo { kind: "deep", bases: &INNER, ..MethodInfo::PLAIN };
        let listed = vec![BaseVersion { kind: "deep", version: 1 }, INNER[0]];
        assert_eq!(versions(1, &base, true), (1, listed));
    }
}
