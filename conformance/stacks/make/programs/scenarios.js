// Each scenario throws, or returns a promise that rejects. Old syntax only, because Hermes 0.12 runs it too.
var scenarios = {}

function fail(message) {
  throw new Error(message || 'boom')
}
function middle(message) {
  fail(message)
}
function outer() {
  middle('from below')
}

scenarios.plain = () => {
  throw new Error('plain')
}
scenarios.nested = outer
scenarios['message of two lines'] = () => {
  middle('first line\nsecond line (of two)\n  and a third: 12:3')
}
scenarios['message like a place'] = () => {
  middle('GET https://api.example/x:1:2 by ann@example.com')
}
scenarios['empty message'] = () => {
  throw new Error()
}
scenarios['type error of the engine'] = function readsNothing() {
  var nothing = null
  return nothing.id
}
scenarios['reference error'] = () => missingName + 1
scenarios['range error of the engine'] = () => new Array(-1)
scenarios['uri error'] = () => decodeURIComponent('%')
scenarios['json error'] = () => JSON.parse('{oops')

function Cart(items) {
  this.items = items
  if (!items) fail('no items')
}
Cart.prototype.pay = function () {
  this.charge()
}
Cart.prototype.charge = function charge() {
  middle('declined')
}
Cart.all = () => {
  fail('static')
}
scenarios.constructor = () => new Cart()
scenarios['prototype methods'] = () => {
  new Cart([1]).pay()
}
scenarios['function on a constructor'] = () => {
  Cart.all()
}

var shop = {
  open: () => {
    middle('closed')
  },
  'with blank': () => {
    middle('blank')
  },
  get total() {
    return middle('getter')
  },
  set total(value) {
    middle('setter ' + value)
  },
  toJSON: () => {
    middle('toJSON')
  },
  valueOf: () => {
    middle('valueOf')
  },
}
scenarios['object method'] = () => {
  shop.open()
}
scenarios['method with a blank in its name'] = () => {
  shop['with blank']()
}
scenarios.getter = () => shop.total
scenarios.setter = () => {
  shop.total = 3
}
scenarios['toJSON in stringify'] = () => JSON.stringify({ shop: shop })
scenarios['valueOf in arithmetic'] = () => shop + 1
scenarios['map with a nameless callback'] = () =>
  [1, 2].map(() => {
    middle('in map')
  })
scenarios['map with a named callback'] = () =>
  [1, 2].map(function eachItem() {
    middle('in map')
  })
scenarios['sort comparator'] = () =>
  [2, 1].sort(function compare() {
    middle('in sort')
  })
scenarios.reduce = () => [2, 1].reduce((sum) => middle('in reduce' + sum))
scenarios['replace callback'] = () =>
  'abc'.replace(/b/, () => {
    middle('in replace')
  })
scenarios['call and apply'] = () => {
  outer.call(shop)
}
scenarios['apply with arguments'] = () => {
  middle.apply(shop, ['applied'])
}
scenarios['bound function'] = () => {
  outer.bind(shop)()
}
scenarios['Reflect.apply'] = () => {
  Reflect.apply(outer, undefined, [])
}
scenarios['called at once'] = () => {
  ;(() => {
    middle('at once')
  })()
}
scenarios.recursion = () => {
  function down(depth) {
    if (depth === 0) fail('bottom')
    down(depth - 1)
  }
  down(6)
}
scenarios['mutual recursion'] = () => {
  function even(n) {
    if (n === 0) fail('zero')
    odd(n - 1)
  }
  function odd(n) {
    even(n - 1)
  }
  even(4)
}
scenarios.eval = () => eval('outer()')
scenarios['new Function'] = () => new Function('run', 'return run()')(outer)
scenarios['error made here, thrown there'] = () => {
  function make() {
    return new TypeError('made elsewhere')
  }
  throw make()
}
scenarios.rethrown = () => {
  try {
    outer()
  } catch (error) {
    throw error
  }
}
scenarios['wrapped by another'] = () => {
  try {
    outer()
  } catch (error) {
    var wrapper = new Error('wrapper')
    wrapper.original = error
    throw wrapper
  }
}
scenarios.finally = () => {
  try {
    return 1
  } finally {
    middle('in finally')
  }
}
scenarios['custom error'] = () => {
  function PaymentError(message) {
    var error = new Error(message)
    Object.setPrototypeOf(error, PaymentError.prototype)
    return error
  }
  PaymentError.prototype = Object.create(Error.prototype)
  PaymentError.prototype.name = 'PaymentError'
  throw new PaymentError('declined')
}
scenarios['defineProperty getter'] = () => {
  var target = Object.defineProperty({}, 'price', {
    get: () => middle('price'),
  })
  return target.price
}
scenarios['proxy trap'] = () =>
  new Proxy(
    {},
    {
      get: () => middle('trap'),
    },
  ).anything
scenarios['deeply nested'] = () => {
  var call = outer
  for (var level = 0; level < 8; level++) {
    call = ((inner) =>
      function step() {
        inner()
      })(call)
  }
  call()
}
scenarios['promise callback'] = () =>
  Promise.resolve(1).then(function afterwards() {
    middle('in then')
  })
globalThis.scenarios = scenarios
