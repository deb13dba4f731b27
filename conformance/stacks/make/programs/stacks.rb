# Usage: ruby stacks.rb (prints JSON)
require 'json'

class DeclinedError < StandardError; end

class Cart
  def pay(cents)
    charge(cents)
  end

  def charge(cents)
    raise DeclinedError, "declined #{cents}"
  end

  def self.all
    raise ArgumentError, 'class method'
  end

  def method_missing(name, *)
    raise NoMethodError, "no #{name}"
  end

  def respond_to_missing?(*)
    true
  end

  def each
    [1, 2].each { |item| inside(item) }
  end

  def inside(item)
    raise "item #{item}"
  end
  define_method(:defined) { raise 'defined' }
end

module Shop
  class Order
    def ship
      Cart.new.pay(5)
    end

    def rescued
      ship
    rescue DeclinedError
      raise 'rescued'
    end

    def ensured
      1
    ensure
      raise 'ensured'
    end
  end
end

def helper(text)
  raise text
end

def recurse(depth)
  helper('bottom') if depth.zero?
  recurse(depth - 1)
end

def twice
  Shop::Order.new.rescued
rescue RuntimeError
  raise ArgumentError, 'twice'
end

scenarios = {
  'method' => -> { Cart.new.pay(3) },
  'class method' => -> { Cart.all },
  'class in a module' => -> { Shop::Order.new.ship },
  'method_missing' => -> { Cart.new.nothing },
  'block' => -> { Cart.new.each },
  'define_method' => -> { Cart.new.defined },
  'function' => -> { helper('text: with colon') },
  'recursion' => -> { recurse(5) },
  'map' => -> { [1].map { |n| helper(n.to_s) } },
  'sort_by' => -> { [2, 1].sort_by { |_| helper('sort') } },
  'inject' => -> { [1, 2].inject { |_, _| helper('inject') } },
  'tap' => -> { 1.tap { helper('tap') } },
  'proc' => -> { proc { helper('proc') }.call },
  'send' => -> { Cart.new.send(:pay, 1) },
  'eval' => -> { eval("helper('eval')") },
  'instance_eval' => -> { Cart.new.instance_eval { pay(2) } },
  'hash default' => -> { Hash.new { |_, key| helper(key.to_s) }[:x] },
  'lazy' => -> { [1].lazy.map { helper('lazy') }.to_a },
  'fiber' => -> { Fiber.new { helper('fiber') }.resume },
  'nil' => -> { nil.upcase },
  'integer' => -> { Integer('x') },
  'zero' => -> { 1 / 0 },
  'fetch' => -> { {}.fetch(:missing) },
  'frozen' => -> { 'a'.freeze << 'b' },
  'loop' => -> { loop { helper('loop') } },
  'rescued' => -> { Shop::Order.new.rescued },
  'ensured' => -> { Shop::Order.new.ensured },
  'twice' => -> { twice },
  'json' => -> { JSON.parse('{') }
}

# Fibers end the WebAssembly build.
scenarios.delete('fiber') if RUBY_PLATFORM.include?('wasm')

def frames(error)
  # What WebAssembly's host evaluates has no place.
  error.backtrace_locations.select(&:path).select(&:lineno).map do |call|
    made = call.path.match(/\A\(eval at (.*):(\d+)\)\z/)
    next({ function: call.label, file: made[1], line: made[2].to_i, eval: true }) if made

    call.path == '(eval)' ? { function: call.label, file: call.path, line: call.lineno, eval: true } : { function: call.label, file: call.path, line: call.lineno }
  end
end

def described(error)
  { exception_type: error.class.name, message: error.message, frames: frames(error) }
end

out = []
scenarios.each do |name, run|
  run.call
rescue StandardError => e
  causes = []
  cause = e.cause
  while cause
    causes << described(cause)
    cause = cause.cause
  end
  report = { name: "#{name}, report", stack: e.full_message(highlight: false, order: :top) }.merge(described(e))
  report[:causes] = causes unless causes.empty?
  out << report
  out << { name: "#{name}, lines", stack: e.backtrace.join("\n") }.merge(described(e))
end
puts JSON.generate(out)
