# Usage: SENTRY_DSN=… COUNT=300 ruby flood-raven.rb
# Reports many errors at once, by the SDK before sentry-ruby.
require 'raven'

Raven.configure do |config|
  config.dsn = ENV.fetch('SENTRY_DSN').sub('@', ':secret@')
  config.environments = []
  config.silence_ready = true
  config.logger = Logger.new(nil)
end

# After a failure it drops events for 1, 4, 9 … seconds.
state = Raven.client.instance_variable_get(:@state)
patience = 15.0
Integer(ENV.fetch('COUNT')).times do |index|
  until state.should_try? || patience <= 0
    sleep 0.1
    patience -= 0.1
  end
  Raven.capture_exception(StandardError.new("flood #{index}"))
end
