// The allowed imports of each folder; everything else is refused.
const server = '^apps/server/src'
const domain = (name) => `${server}/domains/${name}/`

/** Which other domains each domain may import. */
const arrows = {
  grouping: [],
  jobs: [],
  objects: [],
  mail: ['jobs'],
  memberships: [],
  accounts: ['memberships'],
  auth: ['accounts', 'memberships', 'jobs', 'mail'],
  organizations: ['accounts', 'memberships', 'auth', 'jobs', 'mail'],
  'single-sign-on': ['accounts', 'memberships', 'auth', 'organizations'],
  projects: ['accounts', 'memberships', 'auth', 'organizations'],
  artifacts: ['accounts', 'organizations', 'jobs', 'projects', 'objects'],
  outcomes: ['projects'],
  counters: [],
  'exact-groups': ['counters'],
  'live-updates': [],
  issues: ['accounts', 'memberships', 'organizations', 'projects', 'counters', 'exact-groups', 'live-updates'],
  storage: ['grouping', 'objects'],
  pipeline: ['grouping', 'artifacts', 'outcomes', 'issues', 'objects', 'storage', 'counters', 'exact-groups'],
  events: [
    'projects',
    'grouping',
    'outcomes',
    'issues',
    'objects',
    'storage',
    'pipeline',
    'artifacts',
    'counters',
    'exact-groups',
  ],
  'sentry-api': ['jobs', 'projects', 'artifacts', 'releases'],
  releases: ['accounts', 'projects', 'artifacts', 'issues', 'exact-groups'],
  health: ['projects', 'storage', 'counters', 'outcomes'],
  ingest: ['projects', 'artifacts', 'grouping', 'outcomes', 'issues', 'storage', 'pipeline', 'health', 'counters'],
  people: ['accounts', 'organizations', 'projects', 'issues', 'objects', 'storage', 'counters'],
  live: ['auth', 'projects', 'pipeline', 'live-updates'],
  notifications: ['accounts', 'organizations', 'projects', 'jobs', 'mail', 'outcomes'],
  channels: ['organizations', 'jobs', 'mail'],
  alerts: ['organizations', 'projects', 'channels', 'notifications', 'outcomes'],
  retention: [
    'accounts',
    'memberships',
    'single-sign-on',
    'organizations',
    'projects',
    'issues',
    'objects',
    'storage',
    'pipeline',
    'people',
    'live-updates',
  ],
}

/** Which other parts of its domain each part may import; the parts called routes may import all. */
const parts = {
  auth: {
    limits: [],
    passwords: [],
    tokens: [],
    'second-factor': [],
    passkeys: ['tokens'],
    login: ['limits', 'passwords', 'tokens', 'second-factor', 'passkeys'],
    account: ['limits', 'passwords', 'tokens', 'second-factor', 'passkeys', 'login'],
  },
  artifacts: {
    content: [],
    eviction: ['content'],
    matching: ['content'],
    indexing: ['content', 'matching'],
    symbolication: ['content', 'matching', 'indexing'],
    upload: ['content', 'eviction', 'indexing'],
  },
  issues: {
    history: [],
    views: [],
    insight: [],
    state: ['history'],
    record: ['state'],
    search: ['record'],
    merge: ['history', 'record'],
    repair: ['history', 'merge'],
    deletion: ['merge', 'record'],
  },
  storage: {
    segments: [],
    events: ['segments'],
    packs: ['segments'],
    bodies: ['segments', 'packs'],
    eviction: ['segments', 'packs'],
  },
  pipeline: {
    counting: [],
    resolving: [],
    digest: ['counting', 'resolving'],
  },
  ingest: {
    append: [],
    admission: ['append'],
    items: ['admission'],
    native: ['admission', 'append', 'items'],
    sentry: ['admission', 'append', 'items'],
    otlp: ['admission', 'append'],
  },
  notifications: {
    pending: [],
    settings: ['pending'],
    push: ['pending', 'settings'],
    digests: ['settings'],
    mails: ['pending', 'settings', 'digests'],
  },
}

const partRules = Object.entries(parts).flatMap(([of, itsParts]) =>
  Object.entries(itsParts).map(([name, allowed]) => ({
    name: `${of}-${name}-imports-only-its-own`,
    comment: `domains/${of}/${name} may import ${allowed.join(', ') || `no other part of ${of}`}`,
    severity: 'error',
    from: { path: `${domain(of)}${name}/`, pathNot: '\\.test\\.ts$' },
    to: { path: domain(of), pathNot: [name, ...allowed].map((one) => `${domain(of)}${one}/`) },
  })),
)

const partEntryRules = Object.keys(parts).map((of) => ({
  name: `parts-of-${of}-by-their-index`,
  comment: `a part of ${of} is entered through its index.ts`,
  severity: 'error',
  from: { path: `${domain(of)}([^/]+)/`, pathNot: '\\.test\\.ts$' },
  to: { path: `${domain(of)}[^/]+/`, pathNot: [`${domain(of)}$1/`, '/index\\.ts$'] },
}))

const domainRules = Object.entries(arrows).map(([name, allowed]) => ({
  name: `${name}-imports-only-its-own`,
  comment: `domains/${name} may import ${allowed.join(', ') || 'no other domain'}`,
  severity: 'error',
  from: { path: domain(name), pathNot: '\\.test\\.ts$' },
  to: { path: `${server}/domains/`, pathNot: [name, ...allowed].map(domain) },
}))

/** Which others each layer below the domains may import. */
const layers = {
  'lib/': [],
  'refusal.ts': [],
  // The archive of the embedded database is kept in an object store.
  'db/': ['ports/object-store.ts'],
  'ports/': ['db/'],
  'adapters/': ['ports/', 'db/'],
  'http/': ['lib/', 'refusal.ts'],
}

const layerRules = Object.entries(layers).map(([name, allowed]) => ({
  name: `${name.replace(/\W.*$/, '')}-is-below-domains`,
  comment: `${name} may import ${allowed.join(', ') || 'nothing else of the server'}`,
  severity: 'error',
  from: { path: `${server}/${name}`, pathNot: '\\.test\\.ts$' },
  to: { path: `${server}/`, pathNot: [name, ...allowed].map((one) => `${server}/${one}`) },
}))

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphan-imports',
      comment:
        'React Native and Expo are too large to be installed for one SDK: its users bring them. Entries of our SDKs are there once built',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
        pathNot: '^(react-native$|@sentry/react-native$|expo[/-]|promise/|@bugle/(browser|node)/)',
      },
    },
    ...domainRules,
    ...partRules,
    ...partEntryRules,
    {
      name: 'domains-by-their-index',
      comment: 'a domain is entered through its index.ts',
      severity: 'error',
      from: { path: `${server}/domains/([^/]+)/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}/domains/[^/]+/`, pathNot: [`${server}/domains/$1/`, '/index\\.ts$'] },
    },
    {
      name: 'domains-know-what-is-below-them',
      comment: 'adapters and settings are handed to them by the wiring',
      severity: 'error',
      from: { path: `${server}/domains/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: `${server}/`,
        pathNot: [`${server}/(domains|http|db|ports|lib)/`, `${server}/refusal\\.ts$`],
      },
    },
    ...layerRules,
    {
      name: 'operator-is-below-the-processes',
      comment: 'the roles and the supervisor hand it what it needs',
      severity: 'error',
      from: { path: `${server}/operator/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: `${server}/`,
        pathNot: [`${server}/(operator|domains|http|db|lib|admin/doctor)/`, `${server}/(config|refusal)\\.ts$`],
      },
    },
    {
      name: 'processes-know-what-they-say-to-each-other',
      severity: 'error',
      from: { path: `${server}/processes/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}/`, pathNot: [`${server}/(processes|operator|lib)/`, `${server}/config\\.ts$`] },
    },
    {
      name: 'http-only-in-routes',
      comment: 'a domain is callable without HTTP; only the type of the caller may be named',
      severity: 'error',
      from: { path: `${server}/domains/`, pathNot: ['[/-]routes\\.ts$', '\\.test\\.ts$'] },
      to: { path: `${server}/http/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-config-reads-the-environment',
      comment:
        'config.ts imports nothing of ours but a table of limits, units of time and how a URL is read, so that anything may import it',
      severity: 'error',
      from: { path: `${server}/(config|access-limits)\\.ts$` },
      to: { path: '^(apps|packages)/', pathNot: `${server}/(access-limits|lib/time|lib/read-place)\\.ts$` },
    },
    {
      name: 'nothing-imports-apps',
      severity: 'error',
      from: { path: '^packages/' },
      // Tests read from it how many random inputs they may try.
      to: { path: '^(apps|e2e|bench|scripts)/', pathNot: '^scripts/fuzz-(?:runs|text)\\.mjs$' },
    },
    {
      name: 'dashboard-uses-the-api-only',
      comment: 'of our packages it imports the API client, the wire types and what the apps share',
      severity: 'error',
      from: { path: '^apps/dashboard/' },
      to: {
        path: '^(apps|packages|e2e|bench|scripts)/',
        pathNot: '^(apps/dashboard|packages/(protocol|api-client|client-state|presentation))/',
      },
    },
    {
      name: 'dashboard-takes-only-the-vocabulary-of-the-protocol',
      comment: 'schemas bring TypeBox into the bundle',
      severity: 'error',
      from: { path: '^apps/dashboard/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^packages/protocol/', pathNot: '^packages/protocol/src/vocabulary/' },
    },
    {
      name: 'nothing-imports-the-dashboard',
      severity: 'error',
      from: { pathNot: '^apps/dashboard/' },
      to: { path: '^apps/dashboard/' },
    },
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^apps/dashboard/src/features/([^/]+)/' },
      to: { path: '^apps/dashboard/src/(routes/|router|features/)', pathNot: '^apps/dashboard/src/features/$1/' },
    },
    {
      name: 'parts-of-issues-do-not-import-each-other',
      comment: 'list, detail and triage share what is beside them',
      severity: 'error',
      from: { path: '^apps/dashboard/src/features/issues/([^/]+)/' },
      to: {
        path: '^apps/dashboard/src/features/issues/[^/]+/',
        pathNot: '^apps/dashboard/src/features/issues/$1/',
      },
    },
    {
      name: 'components-know-neither-routes-nor-fetch',
      comment: 'but the two that are links, of a release and of an issue, which several features show',
      severity: 'error',
      from: {
        path: '^apps/dashboard/src/(components|lib)/',
        pathNot: '/components/(release-link|issue-lines)\\.tsx$',
      },
      to: { path: '^apps/dashboard/src/(features|routes|router)|node_modules/@tanstack/react-router' },
    },
    {
      name: 'command-line-knows-the-api-and-source-maps',
      comment: 'of the protocol it takes the vocabulary alone: schemas bring TypeBox into the package',
      severity: 'error',
      from: { path: '^apps/cli/src', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(apps|packages|e2e|bench|scripts|sdks)/',
        pathNot: '^(apps/cli|packages/(api-client|symbols|sourcemaps|protocol/src/vocabulary))/',
      },
    },
    {
      name: 'source-maps-know-the-api-and-symbols',
      severity: 'error',
      from: { path: '^packages/sourcemaps/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(sourcemaps|api-client|symbols|protocol/src/vocabulary)/' },
    },
    {
      name: 'api-client-knows-protocol-alone',
      severity: 'error',
      from: { path: '^packages/api-client/' },
      to: { path: '^packages/', pathNot: '^packages/(api-client|protocol)/' },
    },
    {
      name: 'client-state-draws-nothing',
      comment:
        'of what is installed it knows the query cache alone: no router, no icons, no React but the one hook of react.ts',
      severity: 'error',
      from: { path: '^packages/client-state/src', pathNot: ['\\.test\\.ts$', '/testing/', '/react\\.ts$'] },
      to: {
        path: '^packages/|node_modules/',
        pathNot: [
          '^packages/(client-state|api-client|presentation|protocol/src/vocabulary)/',
          'node_modules/@tanstack/(react-query|query-core)/',
        ],
      },
    },
    {
      name: 'presentation-knows-the-api-client',
      comment: 'the words and formats of every app: neither React nor a browser',
      severity: 'error',
      from: { path: '^packages/presentation/src', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^packages/|node_modules/',
        pathNot: ['^packages/(presentation|api-client|protocol/src/vocabulary|symbols/src/resolve/reason\\.ts$)/?'],
      },
    },
    {
      name: 'sentry-event-knows-protocol-and-stacktrace',
      severity: 'error',
      from: { path: '^packages/sentry-event/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(sentry-event|protocol|stacktrace)/' },
    },
    {
      name: 'protocol-stacktrace-and-symbols-know-nothing',
      severity: 'error',
      from: { path: '^packages/(protocol|stacktrace|symbols)/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'vocabulary-has-no-dependencies',
      comment: 'browser bundles import it: neither the schema library nor a schema comes with it',
      severity: 'error',
      from: { path: '^packages/protocol/src/vocabulary/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/protocol/src/vocabulary/' },
    },
    {
      name: 'sdk-core-knows-nothing',
      comment: 'neither a runtime nor a package: each SDK hands it what it needs',
      severity: 'error',
      from: { path: '^sdks/javascript/core/src', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { pathNot: '^sdks/javascript/core/src' },
    },
    {
      name: 'sdks-know-their-core-and-their-runtime',
      comment: 'and React, if they are made for it',
      severity: 'error',
      from: {
        path: '^sdks/javascript/([^/]+)/src',
        pathNot: ['\\.test\\.ts$', '/testing/', '^sdks/javascript/bundler/'],
      },
      to: {
        path: '^(apps|packages|e2e|bench|scripts|sdks)/|node_modules/',
        pathNot: ['^sdks/javascript/(core|react|$1)/src', 'node_modules/(@types/)?react/'],
      },
    },
    {
      name: 'bundler-plugin-shares-code-with-the-command-line',
      severity: 'error',
      from: { path: '^sdks/javascript/bundler/src', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(apps|packages|e2e|bench|scripts|sdks)/',
        pathNot: '^(sdks/javascript/bundler/src|packages/(sourcemaps|api-client|protocol/src/vocabulary)/)',
      },
    },
    {
      name: 'the-service-does-not-import-its-sdks',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { path: '^sdks/' },
    },
    {
      name: 'code-does-not-import-tests',
      severity: 'error',
      from: {
        pathNot: [
          '\\.test\\.tsx?$',
          '^(apps|sdks/javascript)/[^/]+/test/',
          '/testing/',
          '^e2e/',
          '^bench/',
          '\\.contract\\.ts$',
        ],
      },
      to: { path: ['\\.test\\.tsx?$', '^apps/[^/]+/test/', '/testing/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(?!node_modules/).*/dist/', '^apps/mobile/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'node', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
}
