# Usage: SENTRY_DSN=… ruby program.rb
# Reports in every way that a Ruby program does, then crashes.
require 'sentry-ruby'

Sentry.init do |config|
  config.dsn = ENV.fetch('SENTRY_DSN')
  config.release = 'shop@1.2.3'
  config.environment = 'staging'
  config.send_default_pii = true
  config.traces_sample_rate = 1.0
  config.background_worker_threads = 0
  config.logger = Logger.new(nil)
end

class StockError < StandardError; end

def reserve(sku)
  raise StockError, "No stock for #{sku}"
end

Sentry.set_user(id: 'u-1', email: 'planted.person@example.com', ip_address: '203.0.113.77')
Sentry.set_tags(plan: 'pro')
Sentry.set_context('cart', { items: 3, api_token: 'planted-secret-1' })
Sentry.set_extras(attempt: 2)
60.times do |index|
  crumb = Sentry::Breadcrumb.new(category: 'ui.click', message: "tap #{index}", level: 'info', data: { index: index })
  Sentry.add_breadcrumb(crumb)
end
begin
  reserve('A-17')
rescue StockError => e
  Sentry.capture_exception(e)
end
begin
  begin
    {}.fetch(:total)
  rescue KeyError
    raise 'no cart'
  end
rescue RuntimeError => e
  Sentry.capture_exception(e, level: :fatal, fingerprint: ['{{ default }}', 'cart'])
end
Sentry.capture_message('The queue is long', level: :warning)
Sentry.with_scope do |scope|
  scope.set_transaction_name('work') if scope.method(:set_transaction_name).arity != 0
  Sentry.capture_exception(StandardError.new('without a stack'))
end
transaction = Sentry.start_transaction(name: 'work', op: 'task')
transaction&.finish
at_exit { Sentry.capture_exception($ERROR_INFO || $!) if $! }
raise TypeError, 'crash at the end'
