/** The one line that makes a Sentry SDK send to this server. */
export interface SentryLine {
  name: string
  text: (dsn: string) => string
}

/** Sentry's SDKs, in the order of their use. */
export const sentryLines: SentryLine[] = [
  { name: 'JavaScript', text: (dsn) => `Sentry.init({ dsn: '${dsn}' })` },
  { name: 'Environment variable', text: (dsn) => `SENTRY_DSN=${dsn}` },
  { name: 'Python', text: (dsn) => `sentry_sdk.init(dsn="${dsn}")` },
  { name: 'Go', text: (dsn) => `sentry.Init(sentry.ClientOptions{Dsn: "${dsn}"})` },
  { name: 'Java', text: (dsn) => `Sentry.init(options -> options.setDsn("${dsn}"));` },
  { name: 'Kotlin', text: (dsn) => `Sentry.init { it.dsn = "${dsn}" }` },
  { name: 'Android', text: (dsn) => `<meta-data android:name="io.sentry.dsn" android:value="${dsn}" />` },
  { name: 'Apple', text: (dsn) => `SentrySDK.start { $0.dsn = "${dsn}" }` },
  { name: '.NET', text: (dsn) => `SentrySdk.Init(options => options.Dsn = "${dsn}");` },
  { name: 'PHP', text: (dsn) => `\\Sentry\\init(['dsn' => '${dsn}']);` },
  { name: 'Ruby', text: (dsn) => `Sentry.init { |config| config.dsn = '${dsn}' }` },
  { name: 'Rust', text: (dsn) => `let _guard = sentry::init("${dsn}");` },
  { name: 'Flutter, Dart', text: (dsn) => `await Sentry.init((options) => options.dsn = '${dsn}');` },
  { name: 'Elixir', text: (dsn) => `config :sentry, dsn: "${dsn}"` },
  {
    name: 'CSP report-uri',
    text: (dsn) => {
      const { protocol, host, username, pathname } = new URL(dsn)
      const at = pathname.lastIndexOf('/')
      return `report-uri ${protocol}//${host}${pathname.slice(0, at)}/api${pathname.slice(at)}/security/?sentry_key=${username};`
    },
  },
]
