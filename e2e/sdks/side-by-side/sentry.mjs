/** The words of the shop, as Sentry's SDKs spell them. */
export function trackerOf(Sentry, hasMonitors = true) {
  return {
    identify: (id) => Sentry.setUser({ id }),
    tag: Sentry.setTag,
    context: Sentry.setContext,
    crumb: (category, message) => Sentry.addBreadcrumb({ category, message }),
    capture: (error, { name, ...file }) =>
      Sentry.captureException(error, { attachments: [{ filename: name, ...file }] }),
    feedback: ({ eventId, ...words }) => Sentry.captureFeedback({ ...words, associatedEventId: eventId }),
    say: Sentry.captureMessage,
    monitor: hasMonitors && ((slug, schedule, job) => Sentry.withMonitor(slug, job, scheduleOf(schedule))),
    flush: Sentry.flush,
  }
}

function scheduleOf({ crontab, every, timezone, margin, maxRuntime }) {
  const schedule = crontab ? { type: 'crontab', value: crontab } : { type: 'interval', value: every[0], unit: every[1] }
  return { schedule, timezone, checkinMargin: margin, maxRuntime }
}
