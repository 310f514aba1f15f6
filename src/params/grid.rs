//! The points of a grid. The order is fixed and documented, because it decides which of several equally good points
//! is chosen: parameters in the order the method declares them, the first varying slowest; values as the spec lists them.

use super::assignment::Params;
use super::domain::ParamInfo;
use super::value::Value;

/// One parameter and the values to try.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// The parameter's name.
    pub name: String,
    /// At least one value, each accepted by the parameter's domain.
    pub values: Vec<Value>,
}

/// All combinations of the axes over a base assignment (defaults and fixed parameters).
pub fn grid_points(declared: &[ParamInfo], base: &Params, axes: &[Axis]) -> Vec<Params> {
    let mut points = vec![base.clone()];
    for parameter in declared {
        let Some(axis) = axes.iter().find(|a| a.name == parameter.name) else { continue };
        points = points
            .into_iter()
            .flat_map(|point| {
                axis.values.iter().map(move |v| point.clone().with(parameter.name, v.clone()))
            })
            .collect();
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Domain;

    #[test]
    fn the_first_declared_parameter_varies_slowest_whatever_the_spec_order() {
        let declared = [
            ParamInfo {
                name: "c",
                about: "",
                domain: Domain::RealAbove(0.0),
                default: Value::Real(1.0),
            },
            ParamInfo {
                name: "g",
                about: "",
                domain: Domain::RealAbove(0.0),
                default: Value::Real(1.0),
            },
        ];
        let axis = |name: &str, values: &[f64]| Axis {
            name: name.into(),
            values: values.iter().map(|&v| Value::Real(v)).collect(),
        };
        let base = ParamInfo::defaults(&declared);
        let points =
            grid_points(&declared, &base, &[axis("g", &[2.0, 1.0]), axis("c", &[1.0, 4.0])]);
        let shown: Vec<String> = points.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["c=1 g=2", "c=1 g=1", "c=4 g=2", "c=4 g=1"]);
    }
}
