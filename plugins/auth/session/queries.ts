import type { Sql } from '../../../src/platform/database/database.ts'
import type { Session } from '../queries.ts'

/**
 * Uses a browser's session, which moves its end. Any number of requests at once may: the cookie stays what it is.
 * @param idle how long it lives without a use, and @param most how long in all, as PostgreSQL writes an interval
 * @returns undefined when there is none, it has ended, or its account is closed
 */
export const useSession = (db: Sql, cookieHash: string, idle: string, most: string) =>
  db.row<Session>(
    `update sessions s set expires_at = least(now() + $2::interval, s.created_at + $3::interval)
     from users u
     where s.cookie_hash = $1 and s.ended_at is null and s.expires_at > now()
       and s.created_at + $3::interval > now() and u.id = s.user_id and u.is_active
     returning s.id, s.user_id`,
    [cookieHash, idle, most],
    'use-browser-session',
  )

/** Ends the session of a cookie, if there is one. */
export const endSession = (db: Sql, cookieHash: string) =>
  db.run`update sessions set ended_at = now() where cookie_hash = ${cookieHash} and ended_at is null`
