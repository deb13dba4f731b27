export function Account(balance) {
  this.balance = checked(balance)
}

Account.prototype.withdraw = function (amount) {
  this.check(amount)
  this.balance -= amount
}

Account.prototype.check = function check(amount) {
  if (amount > this.balance) {
    throw new Error('balance is ' + this.balance)
  }
}

Account.open = (balance) => new Account(balance)

var checked = (balance) => {
  if (balance < 0) throw new RangeError('negative balance')
  return balance
}
