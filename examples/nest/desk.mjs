/** An order desk on NestJS that reports to Bugle. It prints its port. Runs on Express, or by argument on `fastify`. */
import 'reflect-metadata'
import { addBreadcrumb, close, init } from '@bugle/node'
import { bugleRequests } from '@bugle/node/express'
import { bugleFastify } from '@bugle/node/fastify'
import { bugleFilter } from '@bugle/node/nest'
import { Body, Controller, ForbiddenException, Get, Module, Param, Post } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'

init({
  token: process.env.BUGLE_TOKEN,
  endpoint: process.env.BUGLE_ENDPOINT,
  appId: 'com.example.desk',
  storeDirectory: process.env.BUGLE_STORE,
  enabled: process.env.BUGLE_ENABLED !== 'no',
})

class OrderError extends Error {}

async function findOrder(id) {
  addBreadcrumb({ category: 'order', message: `looking for ${id}` })
  await new Promise((resolve) => setTimeout(resolve, 20))
  throw new OrderError(`order ${id} is stuck`)
}

const priceOf = (order) => order.lines.length

class Desk {
  ok() {
    return { ok: true }
  }
  closed() {
    throw new ForbiddenException('closed')
  }
  order(id) {
    return findOrder(id)
  }
  take(order) {
    return priceOf(order)
  }
}

/** Without a compiler, decorators are functions: `@Get('ok') ok() {}`. */
function decorate(name, decorator, parameter) {
  decorator(Desk.prototype, name, Object.getOwnPropertyDescriptor(Desk.prototype, name))
  parameter?.(Desk.prototype, name, 0)
}
decorate('ok', Get('ok'))
decorate('closed', Get('closed'))
decorate('order', Get('api/orders/:id'), Param('id'))
decorate('take', Post('api/orders'), Body())
Controller()(Desk)

class DeskModule {}
Module({ controllers: [Desk] })(DeskModule)

/** Responds to every error with its message. */
class DeskFilter {
  catch(error, host) {
    const response = host.switchToHttp().getResponse()
    response.status(error.getStatus?.() ?? 500).send({ error: error.message })
  }
}

const isFastify = process.argv[2] === 'fastify'
const adapter = isFastify ? new FastifyAdapter() : new ExpressAdapter()
const app = await NestFactory.create(DeskModule, adapter, { logger: false })
if (isFastify) await app.register(bugleFastify)
else app.use(bugleRequests())
app.useGlobalFilters(bugleFilter(new DeskFilter()))

await app.listen(0, '127.0.0.1')
console.log(app.getHttpServer().address().port)

process.once('SIGTERM', async () => {
  await app.close()
  await close(60_000)
})
