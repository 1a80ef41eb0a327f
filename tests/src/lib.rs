//! End-to-end tests: host, machine and VICE must agree. The tests live in `tests/`.
