const DAY_MS = 24 * 60 * 60 * 1000

/** After how many days of failure a notice is due, latest first. With the last one the subscription is disabled. */
const NOTICES = [5, 3, 1] as const
type Notice = (typeof NOTICES)[number]
const DISABLED_AFTER: Notice = 5

/**
 * What is due for a subscription whose attempts have all failed since `failing_since` (null: the last one did not),
 * asked after another failure. `last_notice` is the latest notice given since then. Of several notices that have
 * become due only the latest is given. `message` goes into the notice, and is the reason when `disable` is true.
 */
export function failingNotice(streak: { failing_since: Date | null; last_notice: number | null; now: Date }) {
  const { failing_since, last_notice, now } = streak
  const days = failing_since ? (now.getTime() - failing_since.getTime()) / DAY_MS : 0
  const reached = NOTICES.find((notice) => days >= notice) ?? null
  if (reached === null || !failing_since) return { notice: null, disable: false, message: null }
  const disable = reached === DISABLED_AFTER
  const failing = `Every attempt has failed since ${failing_since.toISOString()}, for ${reached === 1 ? 'a day' : `${reached} days`}`
  return {
    notice: reached > (last_notice ?? 0) ? reached : null,
    disable,
    message: disable
      ? `${failing}, so the subscription is disabled until it is made active again.`
      : `${failing}; after ${DISABLED_AFTER} days the subscription will be disabled.`,
  }
}
