// The language first: a text may be translated as soon as its module is loaded.
import './src/lib/language'
import 'expo-router/entry'
