import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { StartupError } from '../../src/platform/process/startup-error.ts'
import type { Encryption } from '../../src/platform/security/secrets.ts'
import { changeSecrets, lockSecrets, newestSecrets, type StoredSecrets } from './queries.ts'

type Parts = Pick<FastifyInstance, 'db' | 'encryption'>

/** So many of the newest secrets are tried at a start. */
const TRIED = 1_000
const BATCH = 100

/**
 * Tries the key of the settings on what is stored. A wrong one would show itself only by events that nobody receives.
 * @throws StartupError when it opens none of the stored secrets
 */
export async function requireTheirKey({ db, encryption, log }: Parts & Pick<FastifyInstance, 'log'>) {
  const rows = await newestSecrets(db, TRIED)
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

function opens(encryption: Encryption, secret: string): boolean {
  try {
    encryption.decrypt(secret)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts with the present key whatever the previous one has encrypted, in transactions of a hundred subscriptions.
 * Running it twice, or while the service runs, does no harm.
 * @returns how many subscriptions there are and were changed, and the ids of those that neither key opens
 */
export async function renewSecrets({ db, encryption }: Parts) {
  const counts = { total: 0, changed: 0, unreadable: [] as number[] }
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows, changed } = await renewBatch({ db, encryption }, after)
    counts.total += rows.length
    counts.changed += changed.length
    counts.unreadable.push(...rows.filter(({ secret }) => !opens(encryption, secret)).map(({ id }) => id))
    after = rows.length === BATCH ? rows.at(-1)?.id : undefined
  }
  return counts
}

const renewBatch = ({ db, encryption }: Parts, after: number) =>
  db.transaction(async (tx) => {
    const rows = await lockSecrets(tx, after, BATCH)
    const changed = rows
      .map((row) => renewed(encryption, row))
      .filter((row, index) => !isDeepStrictEqual(row, rows[index]))
    await changeSecrets(tx, changed)
    return { rows, changed }
  })

/** What neither key opens stays as it is: a previous secret may be older than both keys, and of no use any more. */
function renewed(
  encryption: Encryption,
  { id, secret, previous_secret, headers }: StoredSecrets,
): StoredSecrets {
  const again = (text: string) => (opens(encryption, text) ? encryption.renewed(text) : text)
  return {
    id,
    secret: again(secret),
    previous_secret: previous_secret && again(previous_secret),
    headers: headers && again(headers),
  }
}
