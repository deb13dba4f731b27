# Usage: SENTRY_DSN=… COUNT=300 ruby flood.rb
# Reports many errors at once.
require 'sentry-ruby'

Sentry.init do |config|
  config.dsn = ENV.fetch('SENTRY_DSN')
  config.background_worker_threads = 0
  config.logger = Logger.new(nil)
end

Integer(ENV.fetch('COUNT')).times { |index| Sentry.capture_exception(StandardError.new("flood #{index}")) }
