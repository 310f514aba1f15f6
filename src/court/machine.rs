//! How much memory there is: that of the machine, or less where a container or a batch system grants less. What cannot be
//! found out is not guessed. It knows nothing of experiments.

use std::path::{Path, PathBuf};

/// What a control group grants, and how much of it cannot be had because it is in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Grant {
    most: usize,
    used: usize,
}

/// Bytes that this process may use at most, where the system says anything.
pub fn total_memory() -> Option<usize> {
    least(meminfo("MemTotal"), grants().into_iter().map(|grant| grant.most))
}

/// Bytes that are free, where the system says anything.
pub fn free_memory() -> Option<usize> {
    let free = |grant: Grant| grant.most.saturating_sub(grant.used);
    least(meminfo("MemAvailable"), grants().into_iter().map(free))
}

fn least(machine: Option<usize>, groups: impl Iterator<Item = usize>) -> Option<usize> {
    groups.chain(machine).min()
}

fn meminfo(what: &str) -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix(what)?.strip_prefix(':'))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kb| kb * 1024)
}

fn grants() -> Vec<Grant> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    grants_of(&groups, Path::new("/sys/fs/cgroup"))
}

/// The files of a version of control groups: the limit, what is in use, and the line of `memory.stat` that says how much of
/// that the system would give back.
struct Files {
    limit: &'static str,
    used: &'static str,
    cached: &'static str,
}

const V2: Files = Files { limit: "memory.max", used: "memory.current", cached: "inactive_file" };
const V1: Files = Files {
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cached: "total_inactive_file",
};

/// The grants of all groups that a process is in: its own and those around it. Inside a container the path of a group may
/// be that outside, which is not there; the group of the container is then the root.
fn grants_of(groups: &str, root: &Path) -> Vec<Grant> {
    let mut grants = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, files) = match controllers {
            "" => (root.to_path_buf(), V2),
            some if some.split(',').any(|word| word == "memory") => (root.join("memory"), V1),
            _ => continue,
        };
        let own = Path::new(path.trim_start_matches('/'));
        // The path of a process outside of what is visible here begins with dots.
        let own = if path.contains("..") { Path::new("") } else { own };
        grants.extend(own.ancestors().filter_map(|group| grant(&root.join(group), &files)));
    }
    grants
}

fn grant(folder: &Path, files: &Files) -> Option<Grant> {
    let number = |name: &str| -> Option<usize> {
        std::fs::read_to_string(folder.join(name)).ok()?.trim().parse().ok()
    };
    // Without a limit it is `max`, or a number larger than any machine.
    let most = number(files.limit)?;
    let cached = stat(&folder.join("memory.stat"), files.cached).unwrap_or(0);
    let used = number(files.used).unwrap_or(0).saturating_sub(cached);
    Some(Grant { most, used })
}

fn stat(file: &PathBuf, what: &str) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix(what)?.strip_prefix(' ')?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, files: &[(&str, &str)]) {
        std::fs::create_dir_all(folder).unwrap();
        files.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
    }

    #[test]
    fn the_second_version_is_read_up_the_tree() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        write(&root.join("job"), &[("memory.max", "3000\n"), ("memory.current", "1000\n")]);
        write(&root.join("job"), &[("memory.stat", "file 700\ninactive_file 400\n")]);
        write(&root.join("job/step"), &[("memory.max", "max\n"), ("memory.current", "900\n")]);
        assert_eq!(grants_of("0::/job/step\n", root), [Grant { most: 3000, used: 600 }]);
    }

    #[test]
    fn the_first_version_is_read_and_a_path_that_is_not_there_means_the_root() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        let files = [("memory.limit_in_bytes", "5000"), ("memory.usage_in_bytes", "50")];
        write(&root.join("memory"), &files);
        let groups = "12:cpu,cpuacct:/docker/abc\n5:memory:/docker/abc\n1:name=systemd:/\n";
        assert_eq!(grants_of(groups, root), [Grant { most: 5000, used: 50 }]);
        assert_eq!(grants_of("5:memory:/../other\n", root), [Grant { most: 5000, used: 50 }]);
    }

    #[test]
    fn what_is_not_there_or_makes_no_sense_grants_nothing() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &[("memory.max", "much")]);
        assert_eq!(grants_of("0::/\nnonsense\n", dir.path()), []);
        assert_eq!(least(Some(7), [9, 5].into_iter()), Some(5));
        assert_eq!(least(None, std::iter::empty()), None);
    }
}
