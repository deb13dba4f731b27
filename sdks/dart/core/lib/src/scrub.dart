import 'dart:math';

/// Replacement for secrets.
const scrubbed = '[scrubbed]';

/// Characters of a message that the server keeps.
const maxText = 8192;

final _secretKey = RegExp(
  r'pass(word|wd|phrase|code)|^(pass|pwd|pin|otp|sid|ssn|iban|cvv|cvc|auth)$|secret|token|(api|private|access)[-_]?key'
  r'|authori[sz]ation|cookie|session|credential|csrf|xsrf|jwt|card[-_]?(number|no)',
  caseSensitive: false,
);
final _queryOrFragment = RegExp(r'[?#].*$', dotAll: true);
final _credentials = RegExp(r'^(\w+://)[^/@]*@');
final _credentialsInText = RegExp(r'''(\b\w{1,20}://)[^\s/@"']{1,200}@''');
final _queryInText = RegExp(r'''(\b\w{1,20}://[^\s?#"'<>]{1,2000})[?#][^\s"'<>)]*''');
final _authorization = RegExp(r'\b(Bearer|Basic)\s+[\w.~+/=-]{6,}', caseSensitive: false);
final _ingestToken = RegExp(r'\bbgl_live_\w+');

/// The user's home directory, which names a person; set by runtimes that have one.
RegExp? _home;

/// Replaces the home directory by `~` in every text from now on.
void hideHome(String? directory) {
  final path = directory?.replaceFirst(RegExp(r'[/\\]+$'), '') ?? '';
  _home = path.length < 3 ? null : RegExp('(?<![\\w.~-])${RegExp.escape(path)}(?![\\w.~-])');
}

/// Whether the value under this name looks like a secret.
bool isSecretKey(String key, [RegExp? more]) => _secretKey.hasMatch(key) || (more?.hasMatch(key) ?? false);

/// Removes query, fragment and credentials from a URL. A `data:` URL is reduced to its scheme.
String cleanUrl(String url) {
  if (url.startsWith('data:')) return 'data:';
  return url.replaceFirst(_queryOrFragment, '').replaceFirstMapped(_credentials, (match) => match[1]!);
}

/// Converts anything to text without URL queries and credentials, bearer tokens, ingest tokens and the home directory.
/// Each expression is bounded, so that a long word is as fast as a long sentence.
String cleanText(Object? text, [int length = maxText]) => withoutHome(
      toText(text, length)
          .replaceAllMapped(_credentialsInText, (match) => match[1]!)
          .replaceAllMapped(_queryInText, (match) => match[1]!)
          .replaceAllMapped(_authorization, (match) => '${match[1]} $scrubbed')
          .replaceAll(_ingestToken, scrubbed),
    );

/// Replaces the home directory by `~`.
String withoutHome(String text) {
  final home = _home;
  return home == null ? text : text.replaceAll(home, '~');
}

/// Converts anything to text of limited length; never throws.
String toText(Object? value, [int length = maxText]) {
  try {
    final text = value is String ? value : '$value';
    return cut(text, length);
  } catch (_) {
    return '[unreadable]';
  }
}

/// Cuts a text without splitting a character that takes two code units.
String cut(String text, int length) {
  if (text.length <= length) return text;
  final end = max(0, length);
  final isSplit = end > 0 && (text.codeUnitAt(end - 1) & 0xfc00) == 0xd800;
  return text.substring(0, isSplit ? end - 1 : end);
}
