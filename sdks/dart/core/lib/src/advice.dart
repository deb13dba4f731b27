const _hints = {
  400: 'an event was invalid',
  401: 'check the token',
  402: 'the subscription has ended',
  403: 'check appId',
  413: 'a proxy allows less than Bugle',
};

/// Explains to whoever sets Bugle up why nothing arrives; a [status] of 0 means no response.
String adviceFor(String url, int status) {
  final other = status >= 300 && status < 400 ? 'it redirects; set endpoint to where' : 'no Bugle there; check endpoint';
  return '[bugle] $url answered ${status == 0 ? 'nothing' : status}: ${_hints[status] ?? other}';
}
