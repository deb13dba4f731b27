import type { Config } from '../config.ts'
import { ownCommand } from '../lib/own-command.ts'

/** Prints the address, and the commands that send a first error. */
export function printReadyMessage({ url, dataDirectory, DATABASE_URL, BUGLE_SMTP_URL }: Config): void {
  const mails = BUGLE_SMTP_URL === undefined ? `   Mails: ${dataDirectory}/outbox` : ''
  const data = DATABASE_URL === undefined ? dataDirectory : 'the database of DATABASE_URL'
  console.log(`
  Bugle is ready: ${url}   (data in ${data}; Ctrl+C stops it)

  Open it in a browser, or send the first error from another terminal:

    TOKEN=$(curl -s ${url}/api/auth/register -H 'Content-Type: application/json' \\
      -d '{"email":"you@example.com","password":"correct horse","name":"You"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
    INGEST=$(curl -s ${url}/api/projects -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
      -d '{"name":"Shop","app_id":"com.example.shop"}' | sed 's/.*"ingest_token":"\\([^"]*\\)".*/\\1/')
    ISSUE=$(curl -s ${url}/ingest -H "X-Service-Token: $INGEST" -H 'Content-Type: application/json' \\
      -d '{"exception_type":"TypeError","message":"Cannot read properties of undefined","platform":"node",
           "app_id":"com.example.shop","stack":"TypeError: x\\n    at pay (/srv/shop/cart.js:12:7)"}' | sed 's/.*"issue_id":"\\([^"]*\\)".*/\\1/')
    curl -s "${url}/api/issues/$ISSUE?include=latest_event" -H "Authorization: Bearer $TOKEN"

  API: ${url}/api/docs   Settings: ${ownCommand.help}${mails}
`)
}
