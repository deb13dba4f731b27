/**
 * Returns the command that reports a run, like a check of uptime.
 *
 * @example heartbeatLine('https://bugle.example.com', 'https://0f1e@bugle.example.com/42', 'backup')
 */
export function heartbeatLine(origin: string, dsn: string, slug: string): string {
  const { username: key, pathname } = new URL(dsn)
  const project = pathname.slice(pathname.lastIndexOf('/') + 1)
  return `&& s=ok || s=error; curl -fsS -m 10 --retry 3 "${origin}/api/${project}/cron/${slug}/${key}/?status=$s"`
}
