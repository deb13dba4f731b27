import { findOrder } from '../../../app/shared/orders.js'

export default defineEventHandler((event) => findOrder(getRouterParam(event, 'id')))
