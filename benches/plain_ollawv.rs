//! OLLAWV (Melki 2018, Alg. 5.1) as plainly as it can be written: every kernel value is computed when it is needed, in
//! double precision, for every parameter point anew. The tests take it as an oracle for the shared, vectorised method,
//! and the benchmark measures how much the sharing is worth.

/// Two classes, +1 and -1; weights of the examples and the bias.
pub fn train(
    x: &[Vec<f64>],
    y: &[f64],
    c: f64,
    gamma: f64,
    margin: f64,
    epochs: f64,
    bias: bool,
) -> (Vec<f64>, f64) {
    let n = y.len();
    let limit = ((epochs * n as f64).ceil() as usize).max(1);
    let (mut alpha, mut b) = (vec![0.0; n], 0.0);
    let mut taken = vec![false; n];
    let mut worst = 0;
    for t in 1..=limit {
        let step = 2.0 / (t as f64).sqrt() * c * y[worst];
        alpha[worst] += step;
        taken[worst] = true;
        b += if bias { step / n as f64 } else { 0.0 };
        let left: Vec<usize> = (0..n).filter(|&i| !taken[i]).collect();
        let Some(next) = left
            .into_iter()
            .map(|i| (y[i] * output(x, &alpha, b, &x[i], gamma), i))
            .reduce(|best, other| if other.0 < best.0 { other } else { best })
        else {
            break;
        };
        if next.0 >= margin * c {
            break;
        }
        worst = next.1;
    }
    (alpha, b)
}

/// The machine's output for one example.
pub fn output(x: &[Vec<f64>], alpha: &[f64], b: f64, query: &[f64], gamma: f64) -> f64 {
    let mut sum = b;
    for (other, alpha) in x.iter().zip(alpha).filter(|(_, alpha)| **alpha != 0.0) {
        let squares: f64 = query.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum();
        sum += alpha * libm::exp(-gamma * squares);
    }
    sum
}
