import type { Snippet } from './snippet-name.ts'

type Text = Snippet['text']

// Programs that use our packages for Dart: the first examples of their pages in docs/, which a test keeps equal.

function initText(name: string, options: Parameters<Text>): string {
  const [origin, { app_id }, token] = options
  return `  ${name}.init(const BugleOptions(
    token: ${dart(token)},
    endpoint: ${dart(origin)},
    appId: ${dart(app_id)},
  ));
  Bugle.captureException(StateError('Hello, Bugle'));`
}

const dartText: Text = (...options) => `import 'package:bugle/bugle.dart';

void main() {
${initText('Bugle', options)}
}`

const flutterText: Text = (...options) => `import 'package:bugle_flutter/bugle_flutter.dart';
import 'package:flutter/widgets.dart';

void main() {
${initText('BugleFlutter', options)}
  runApp(const ShopApp());
}`

/** A string literal of Dart. */
function dart(text: string): string {
  return `'${text.replaceAll(/['\\$]/g, '\\$&')}'`
}

export const dartSnippets: Snippet[] = [
  {
    name: 'Flutter',
    install: (origin) => `flutter pub add bugle_flutter --hosted-url=${origin}/sdk/pub`,
    text: flutterText,
  },
  { name: 'Dart', install: (origin) => `dart pub add bugle --hosted-url=${origin}/sdk/pub`, text: dartText },
]
