/** The API's event as a separate JSON Schema, so that the floor stays independent of the server. */
const text = { type: 'string' }
const optionalText = { type: ['string', 'null'] }
const texts = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
})

export const eventSchema = {
  type: 'object',
  required: ['exception_type', 'message', 'platform', 'app_id'],
  properties: {
    exception_type: { type: 'string', minLength: 1 },
    message: text,
    stack: { type: ['string', 'null', 'array'] },
    level: { enum: ['fatal', 'error', 'warning', 'info'] },
    release: optionalText,
    environment: optionalText,
    platform: { enum: ['ios', 'android', 'web', 'macos', 'windows', 'linux', 'node', 'php', 'python', 'other'] },
    app_id: text,
    tags: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
    user: texts('id'),
    contexts: {
      type: 'object',
      properties: {
        device: texts('manufacturer', 'model', 'model_id'),
        app: texts('version', 'build', 'bundle_id'),
        os: texts('name', 'version'),
      },
    },
    mechanism: { type: 'object', properties: { type: text, handled: { type: 'boolean' } } },
    breadcrumbs: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        required: ['category', 'message', 'ts'],
        properties: { category: text, message: text, ts: { type: 'integer' }, data: { type: 'object' } },
      },
    },
    screenshot: text,
    extra: { type: 'object' },
  },
}
