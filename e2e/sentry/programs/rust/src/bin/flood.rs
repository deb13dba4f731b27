// Usage: SENTRY_DSN=… COUNT=300 cargo run --bin flood
// Reports many errors at once.
use std::time::Duration;

fn main() {
    let guard = sentry::init(std::env::var("SENTRY_DSN").unwrap());
    let count: usize = std::env::var("COUNT").unwrap().parse().unwrap();
    for index in 0..count {
        sentry::capture_error(&std::io::Error::other(format!("flood {index}")));
        if index % 10 == 9 {
            guard.flush(Some(Duration::from_secs(5)));
        }
    }
    guard.close(Some(Duration::from_secs(5)));
}
