import { webhookBodies, webhookHeaders } from '@bugle/protocol'

const parameters = Object.entries(webhookHeaders).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

/** The requests that channels of kind webhook send. */
const webhooks = Object.fromEntries(
  Object.entries(webhookBodies).map(([name, { summary, body }]) => [
    name,
    {
      post: {
        operationId: `${name}_webhook`,
        summary,
        security: [],
        tags: ['Organizations'],
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: { '2XX': { description: 'It was received. Anything else is sent again.' } },
      },
    },
  ]),
)

/** Adds the `webhooks` of an OpenAPI document. */
export function withWebhooks<Document extends object>(document: Document): Document {
  return Object.assign(document, { webhooks })
}
