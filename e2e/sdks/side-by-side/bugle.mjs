/** The words of the shop, as our SDKs spell them. */
export function trackerOf(bugle, hasMonitors = true) {
  return {
    identify: (id) => bugle.setUser({ id }),
    tag: bugle.setTag,
    context: bugle.setContext,
    crumb: (category, message) => bugle.addBreadcrumb({ category, message }),
    capture: (error, file) => bugle.captureException(error, { attachments: [file] }),
    feedback: bugle.captureFeedback,
    say: bugle.captureMessage,
    monitor: hasMonitors && ((slug, schedule, job) => bugle.withMonitor(slug, job, scheduleOf(schedule))),
    flush: bugle.flush,
  }
}

function scheduleOf({ crontab, every, timezone, margin, maxRuntime }) {
  const schedule = crontab ?? `every ${every.join(' ')}s`
  return { schedule, timezone, marginMinutes: margin, maxRuntimeMinutes: maxRuntime }
}
