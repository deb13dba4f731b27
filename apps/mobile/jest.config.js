/** Components on React Native's own renderer, as iOS and as Android; e2e/mobile/components.test.ts runs them at a real server. */
const shared = {
  moduleNameMapper: {
    '^@bugle/api-client$': '<rootDir>/../../packages/api-client/src/index.ts',
    '^@bugle/protocol/vocabulary$': '<rootDir>/../../packages/protocol/src/vocabulary/index.ts',
    '^@bugle/core/(\\w+)$': '<rootDir>/../../sdks/javascript/core/src/$1.ts',
    '^@bugle/(core|react|browser|react-native)$': '<rootDir>/../../sdks/javascript/$1/src/index.ts',
    '^@bugle/client-state/(.+)$': '<rootDir>/../../packages/client-state/src/$1.ts',
    '^@bugle/presentation/(.+)$': '<rootDir>/../../packages/presentation/src/$1.ts',
    '^@bugle/symbols/reason$': '<rootDir>/../../packages/symbols/src/resolve/reason.ts',
    '^@tanstack/react-query$': '<rootDir>/node_modules/@tanstack/react-query',
    '^react$': '<rootDir>/node_modules/react',
    // As metro.config.js does for a release.
    '^(@expo/ui|expo/devtools|regenerator-runtime)(/.*)?$|^color$|^\\./(toolbar(/shared)?|LinkWithPreview|DrawerRouter|HeaderSearchBar|streamedQuery\\.js)$|/(lib/SvgTouchableMixin|views/Sitemap|stack-utils/toolbar/StackToolbar|layouts/experimental-stack|preview/HrefPreview|native-tabs/NativeTabTrigger)$':
      '<rootDir>/src/lib/nothing.js',
    '^\\./(elements/)?(filters/\\w+|Fe\\w+NativeComponent|(ClipPath|Defs|Filter|ForeignObject|LinearGradient|Marker|Mask|Pattern|RadialGradient|Stop|Symbol|TextPath|TSpan|Use)(NativeComponent)?|elements/(Image|Text)|createStaticNavigation|StaticNavigation)$':
      '<rootDir>/src/lib/nothing.js',
    '^\\./(Libraries|src/private/components)/.*/(Button|Clipboard|DrawerLayoutAndroid|ImageBackground|InputAccessoryView|LayoutConformance|PushNotificationIOS|SectionList|Switch|ToastAndroid|Touchable\\w*|Vibration|VirtualView|VirtualCollectionView|VirtualColumn|VirtualRow)$':
      '<rootDir>/src/lib/nothing.js',
  },
  roots: ['<rootDir>/src'],
  // Not `.test.`: those are of vitest, which runs without the packages of this app.
  testMatch: ['**/*.jest.tsx'],
  transformIgnorePatterns: [
    'node_modules/(?!((jest-)?react-native|@react-native(-community)?|expo(nent)?|@expo(nent)?/.*|@expo-google-fonts/.*|react-navigation|@react-navigation/.*|lucide-react-native|@tanstack|standard-navigation)/?)',
  ],
}

/** The preset of a platform, whose transformation also takes modules: the icons are some. */
function project(platform) {
  const { transform } = require(`jest-expo/${platform}/jest-preset`)
  const code = Object.keys(transform).find((pattern) => pattern.includes('jt'))
  return {
    displayName: platform,
    preset: `jest-expo/${platform}`,
    ...shared,
    transform: { ...transform, '\\.mjs$': transform[code] },
  }
}

module.exports = { projects: [project('ios'), project('android')] }
