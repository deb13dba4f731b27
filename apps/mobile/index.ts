// The language first: a text may be translated as soon as its module is loaded.
import './src/lib/language'
// Then the client that reports faults, before the code that may have them.
import './src/start-faults'
import './src/lib/page-link'
import 'expo-router/entry'
