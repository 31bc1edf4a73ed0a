import type { FastifyInstance } from 'fastify'
import { StartupError } from '../../src/platform/process/startup-error.ts'
import type { Encryption } from '../../src/platform/security/secrets.ts'
import { readable, type StoredSecrets } from './subscription-row.ts'

type Parts = Pick<FastifyInstance, 'db' | 'encryption'>

/** So many of the newest secrets are tried at a start. */
const TRIED = 1_000

/**
 * Tries the key of the settings on what is stored. A wrong one would show itself only by events that nobody receives.
 * @throws StartupError when it opens none of the stored secrets
 */
export async function requireTheirKey({ db, encryption, log }: Parts & Pick<FastifyInstance, 'log'>) {
  const rows = await db.rows<Pick<StoredSecrets, 'id' | 'secret'>>(
    `select id, secret from webhook_subscriptions where deleted_at is null order by id desc limit $1`,
    [TRIED],
  )
  const closed = rows.filter(({ secret }) => !opens(encryption, secret))
  if (closed.length === 0) return
  if (closed.length === rows.length)
    throw new StartupError(
      'WEBHOOK_SECRET_KEY opens none of the stored secrets of webhooks: set it to the key they were encrypted with. To change it, give the old one as WEBHOOK_SECRET_KEY_PREVIOUS and run npm run rotate-secrets.',
    )
  log.warn(
    { subscriptions: closed.slice(0, 20).map(({ id }) => id) },
    `WEBHOOK_SECRET_KEY does not open the secrets of ${closed.length} webhooks: their events can't be sent`,
  )
}

const opens = (encryption: Encryption, secret: string) => readable(() => encryption.decrypt(secret)) !== null

/**
 * Encrypts with the present key whatever the previous one has encrypted, of deleted subscriptions too. Running it twice,
 * or while the service runs, does no harm.
 * @returns how many subscriptions there are and were changed, and the ids of those that neither key opens
 */
export const renewSecrets = ({ db, encryption }: Parts) =>
  db.transaction(async (tx) => {
    const rows = await tx.rows<StoredSecrets>`
      select id, secret, previous_secret, headers from webhook_subscriptions order by id for update`
    // What neither key opens stays: a previous secret may be older than both keys, and of no use any more.
    const renewed = <Text extends string | null>(text: Text) =>
      text && opens(encryption, text) ? encryption.renewed(text) : text
    const given = rows.map(({ id, secret, previous_secret, headers }) => ({
      ...{ id, secret: renewed(secret) },
      ...{ previous_secret: renewed(previous_secret), headers: renewed(headers) },
    }))
    // The time of the last change stays: nothing of what a subscription says has changed.
    const changed = await tx.run`
      update webhook_subscriptions s
      set secret = given.secret, previous_secret = given.previous_secret, headers = given.headers
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(id int, secret text, previous_secret text, headers text)
      where s.id = given.id and (s.secret, s.previous_secret, s.headers) is distinct from
        (given.secret, given.previous_secret, given.headers)`
    const unreadable = rows.filter(({ secret }) => !opens(encryption, secret)).map(({ id }) => id)
    return { total: rows.length, changed, unreadable }
  })
