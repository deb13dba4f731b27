// Usage: SENTRY_DSN=… cargo run
// Reports in every way that a Rust program does, then panics.
use std::collections::BTreeMap;

#[derive(Debug)]
struct StockError(String);

impl std::fmt::Display for StockError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(formatter, "No stock for {}", self.0)
    }
}

impl std::error::Error for StockError {}

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
        sentry::capture_error(&StockError(sku.into()));
    }
    sentry::capture_message("The queue is long", sentry::Level::Warning);
    panic!("crash at the end");
}
