//! The linear kernel: K(x, y) = <x, y>, the inner product itself.
