// The language first: a text may be translated as soon as its module is loaded.
import './src/set-language'
// Then the SDK that reports this app's errors, before code that may throw.
import './src/start-faults'
// Codes of links leave the address before the router reads it.
import './src/lib/page-link'
import './src/lib/sso'
import 'expo-router/entry'
