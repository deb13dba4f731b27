import { Account } from './account.js'
import { plugin } from './plugin.js'

function run(action) {
  try {
    action()
  } catch (error) {
    report(error)
  }
}

run(function overdraw() {
  var account = new Account(10)
  account.withdraw(50)
})
run(() => Account.open(-1))
run(() => {
  plugin.install({})
})
run(() => {
  plugin.options.validate({ depth: 2 })
})
