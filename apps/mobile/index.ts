// The language first: a text may be translated as soon as its module is loaded.
import './src/lib/language'
// Then the SDK that reports this app's errors, before code that may throw.
import './src/start-faults'
import './src/lib/page-link'
import 'expo-router/entry'
