# Usage: SENTRY_DSN=… ruby raven.rb
# The SDK before sentry-ruby: single events to /store/, as base64 of zlib or as JSON, by the version of the protocol.
require 'raven'

Raven.configure do |config|
  config.dsn = ENV.fetch('SENTRY_DSN').sub('@', ':secret@')
  config.release = 'shop@1.2.3'
  config.current_environment = 'staging'
  config.environments = []
  config.silence_ready = true
  config.logger = Logger.new(nil)
end

class StockError < StandardError; end

Raven.user_context(id: 'u-1', email: 'planted.person@example.com')
Raven.tags_context(plan: 'pro')
Raven.extra_context(attempt: 2)
Raven.breadcrumbs.record do |crumb|
  crumb.category = 'ui.click'
  crumb.message = 'tap'
  crumb.level = 'info'
  crumb.data = { index: 1 }
end
begin
  raise StockError, 'No stock for A-17'
rescue StockError => e
  Raven.capture_exception(e)
end
begin
  begin
    {}.fetch(:total)
  rescue KeyError
    raise 'no cart'
  end
rescue RuntimeError => e
  Raven.capture_exception(e, level: 'fatal', fingerprint: ['cart'])
end
Raven.capture_message('The queue is long', level: 'warning')
Raven.capture_message('The queue is short', level: 'info')
begin
  raise TypeError, 'crash at the end'
rescue TypeError => e
  Raven.capture_exception(e)
end
