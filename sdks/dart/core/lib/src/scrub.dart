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

/// An expression of [scrubRule], and what replaces its matches; `$1` is its first group.
final class ScrubExpression {
  ScrubExpression(String pattern, this.replacement, {bool ignoreCase = false})
      : expression = RegExp(pattern, caseSensitive: !ignoreCase);

  final RegExp expression;
  final String replacement;

  String applyTo(String text) => text.replaceAllMapped(
        expression,
        (match) => replacement.startsWith(r'$1') ? '${match[1] ?? ''}${replacement.substring(2)}' : replacement,
      );
}

/// Replaced in text, in this order: see conformance/scrub, whose rule SDKs and server share.
final scrubRule = (
  urls: [
    ScrubExpression(
      r'''(\b\w{1,20}://)[^\s/@"']{1,200}@''',
      r'$1',
    ),
    ScrubExpression(
      r'''(\b\w{1,20}://[^\s?#"'<>]{1,2000})[?#][^\s"'<>)]*''',
      r'$1',
    ),
  ],
  secrets: [
    ScrubExpression(
      r'''\b(Bearer|Basic)\s+[\w.~+/=-]{6,}''',
      r'$1 ' '$scrubbed',
      ignoreCase: true,
    ),
    ScrubExpression(
      r'''((?:passw(?:or)?d|passphrase|pwd(?!=/)|secret(?!ar)|token(?!s|iz)|(?:api|access|private)[_'''
      r'''-]?key)[\w-]{0,20}\\{0,2}["']?\s{0,3}[=:](?![=:>])\s{0,3})(?!\[|(?:is|was|are|must|has|hav'''
      r'''e|can|cannot|should|required|invalid|missing|wrong|expired|empty|unknown|undefined|null|no'''
      r'''ne|true|false|not|no|too|Bearer|Basic)(?=[\s.,;:!)\]}]|$))(?:\\{1,2}"[^"\\]{0,4000}\\{0,2}'''
      r'''"?|"[^"\\]{0,4000}(?:\\.[^"\\]{0,4000}){0,99}"?|'[^'\\]{0,4000}(?:\\.[^'\\]{0,4000}){0,99}'''
      r''''?|[^\s"'&,;)}\]<>\\]{1,4000})''',
      r'$1' '$scrubbed',
      ignoreCase: true,
    ),
    ScrubExpression(
      r'''\b(?:bgl_live_\w+|[rs]k_(?:live|test)_\w{10,200}|gh[opsur]_\w{16,300}|github_pat_\w{20,300'''
      r'''}|glpat-[\w-]{16,300}|xox[a-z]-[\w-]{10,300}|sk-(?:[A-Za-z\d]{32,100}|(?:ant|proj)-[\w-]{1'''
      r'''6,300})|A(?:KI|SI)A[A-Z\d]{16}|AIza[\w-]{30,100}|eyJ[\w-]{8,500}\.[\w-]{8,4000}(?:\.[\w-]{'''
      r'''0,2000})?)|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8000}''',
      scrubbed,
    ),
  ],
);

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

/// Converts anything to text without URL queries and credentials, named secrets, keys of known forms and the home
/// directory. Each expression is bounded, so that a long word is as fast as a long sentence.
String cleanText(Object? text, [int length = maxText]) {
  var clean = toText(text, length);
  if (_isSuspect.hasMatch(clean)) {
    for (final one in scrubRule.urls) clean = one.applyTo(clean);
    for (final one in scrubRule.secrets) clean = one.applyTo(clean);
  }
  return withoutHome(clean);
}

/// Most texts have none of these, of which each expression needs one.
final _isSuspect = RegExp(
  r'[:=]|b(?:earer|asic)\s|bgl_live_|[rs]k_|gh[opsur]_|github_pat_|glpat-|xox[a-z]-|sk-|A(?:KI|SI)A|AIza|eyJ|PRIVATE KEY',
  caseSensitive: false,
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
