/** A page without a build: `loader.js` stands before this file and keeps what comes before Bugle is there. */
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
