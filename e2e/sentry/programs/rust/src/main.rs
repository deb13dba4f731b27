// Usage: SENTRY_DSN=… cargo run
// Reports in every way that a Rust program does, then panics.
use anyhow::Context;
use std::collections::BTreeMap;

#[derive(Debug)]
struct ShelfError(std::io::Error);

impl std::fmt::Display for ShelfError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(formatter, "the shelf is out of reach")
    }
}

impl std::error::Error for ShelfError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

#[derive(Debug)]
struct StockError {
    sku: String,
    cause: Option<ShelfError>,
}

impl std::fmt::Display for StockError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(formatter, "No stock for {}", self.sku)
    }
}

impl std::error::Error for StockError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|cause| cause as _)
    }
}

fn open_till() -> anyhow::Result<String> {
    std::fs::read_to_string("/no/such/till").context("cannot open the till")
}

fn main() {
    let mut options = sentry::ClientOptions::default();
    options.release = Some("shop@1.2.3".into());
    options.environment = Some("staging".into());
    options.attach_stacktrace = true;
    options.send_default_pii = true;
    let _guard = sentry::init((std::env::var("SENTRY_DSN").unwrap(), options));
    let mut user = sentry::User::default();
    user.id = Some("u-1".into());
    user.email = Some("planted.person@example.com".into());
    sentry::configure_scope(|scope| {
        scope.set_user(Some(user));
        scope.set_tag("plan", "pro");
        let mut cart = BTreeMap::new();
        cart.insert("items".to_string(), 3.into());
        cart.insert("api_token".to_string(), "planted-secret-1".into());
        scope.set_context("cart", sentry::protocol::Context::Other(cart));
    });
    for index in 0..60 {
        let mut crumb = sentry::Breadcrumb::default();
        crumb.category = Some("ui.click".into());
        crumb.message = Some(format!("tap {index}"));
        sentry::add_breadcrumb(crumb);
    }
    for sku in ["A-17", "B-2", "C-3"] {
        sentry::capture_error(&StockError { sku: sku.into(), cause: None });
    }
    let cause = ShelfError(std::io::Error::other("no ladder"));
    sentry::capture_error(&StockError { sku: "D-4".into(), cause: Some(cause) });
    if let Err(error) = open_till().context("cannot take the money") {
        sentry::integrations::anyhow::capture_anyhow(&error);
    }
    sentry::capture_message("The queue is long", sentry::Level::Warning);
    panic!("crash at the end");
}
