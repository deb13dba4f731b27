/** A page without a build: `loader.js` precedes this file and records calls until the SDK is loaded. */
Bugle.setTag('plan', 'team')
Bugle.captureMessage('said before Bugle was there', 'warning')
Bugle.withScope((scope) => {
  scope.setTag('step', 'cart')
  Bugle.captureException(new RangeError('caught before Bugle was there'))
})

function tooEarly() {
  throw new TypeError('thrown before Bugle was there')
}
tooEarly()
