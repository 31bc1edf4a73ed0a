import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../src/app.ts'

/**
 * Tables that change though a request is refused, as they should, or in the background: counts of failed log-ins,
 * sessions that end when a token is used twice, and what deliveries come to.
 */
const RESTLESS = [
  ...['login_failures', 'login_networks', 'sessions', 'refresh_tokens', 'service_state'],
  ...['webhook_deliveries', 'webhook_attempts', 'webhook_subscriptions'],
]
/** For half a minute. */
const LOOKS = 1_500

/**
 * A fingerprint of all rows: for each table how many there are, and the newest transaction that has written one.
 * `settled` comes back with it when nothing is written in the background any more, and no job is about to.
 */
export async function fingerprintOf({ db }: App) {
  const tables = await db.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1::text[]) order by 1`,
    [RESTLESS],
  )
  const statement = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::text || ' ' || coalesce(max(xmin::text::bigint), 0) as rows from ${name}`,
    )
    .join(' union all ')

  async function look() {
    const rows = await db.rows<{ name: string; rows: string }>(statement)
    return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
  }
  async function areJobsDue() {
    const { due } = await db.one<{ due: boolean }>(
      `select exists (select from pgboss.job where state < 'completed' and name not like 'webhook%'
                      and start_after < now() + interval '10 seconds') as due`,
    )
    return due
  }
  /** Asks for jobs before it looks: what one writes and completes in between would be missing otherwise. */
  async function settled() {
    let last = ''
    for (let looks = 0; looks < LOOKS; looks++) {
      const due = await areJobsDue()
      const now = await look()
      if (JSON.stringify(now) === last && !due) return now
      last = JSON.stringify(now)
      await delay(20)
    }
    throw new Error('The database does not come to rest.')
  }
  return { look, settled }
}

/** The tables in which two fingerprints differ. */
export const changedIn = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(before).filter((name) => before[name] !== after[name])
