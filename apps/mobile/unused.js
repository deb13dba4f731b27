/**
 * Native toolbars and tabs, previews of links, drawers, search in headers, mixed colors and a list of all routes, which the router
 * brings; streams as queries; parts of React Native for the web, and pictures from texts and addresses, that no screen has; tools for
 * developers; generators, which Hermes has.
 */
const unused =
  /^(@expo\/ui|expo\/devtools|regenerator-runtime)(\/|$)|^color$|^\.\/(toolbar(\/shared)?|LinkWithPreview|DrawerRouter|HeaderSearchBar|streamedQuery\.js|xml|utils\/fetchData|deprecated)$|\/exports\/(Button|CheckBox|ImageBackground|Picker|ProgressBar|SectionList|Switch|Touchable\w*|Vibration|YellowBox|LogBox|LayoutAnimation)$|\/(lib\/SvgTouchableMixin|views\/Sitemap|stack-utils\/toolbar\/StackToolbar|layouts\/experimental-stack|preview\/HrefPreview|native-tabs\/NativeTabTrigger)$/

/**
 * More of them, by the file that lists them: shapes that no icon or picture is drawn of, and transformations in texts; components
 * of React Native; routes without files; hooks of the database.
 */
const unusedParts = [
  [
    /\/react-native-svg\/(src|lib\/module)\/(elements|elements\.web|fabric\/index|lib\/extract\/extractTransform)\.[jt]s$/,
    /^\.\/(elements\/)?(filters\/\w+|Fe\w+NativeComponent|(ClipPath|Defs|Filter|ForeignObject|Image|LinearGradient|Marker|Mask|Pattern|RadialGradient|Stop|Symbol|Text|TextPath|TSpan|Use)(NativeComponent)?|transform|transformToRn)$/,
  ],
  [
    /\/react-native\/index\.js$/,
    /\/(Button|Clipboard|DrawerLayoutAndroid|ImageBackground|InputAccessoryView|LayoutConformance|PushNotificationIOS|SectionList|Switch|ToastAndroid|Touchable\w*|Vibration|VirtualView|VirtualCollectionView|VirtualColumn|VirtualRow)$/,
  ],
  [
    /\/expo-router\/build\/react-navigation\/(core|native)\/index\.js$/,
    /^\.\/(createStaticNavigation|StaticNavigation)$/,
  ],
  [/\/expo-sqlite\/build\/index\.js$/, /^\.\/hooks$/],
]

/** Whether a library imports a file that no screen needs. */
const isUnused = (name, origin) =>
  unused.test(name) || unusedParts.some(([file, part]) => file.test(origin) && part.test(name))

module.exports = { isUnused }
