import { randomBytes } from 'node:crypto'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { Notification } from 'pg'
import type { LoneClient } from '../connect/client.ts'

const ARRIVAL_MS = 1_500
const ANSWER = { query_timeout: 5_000 }

/** Whether each statement of a connection finds the same session. Behind a pooler it may find any. */
export async function isOwnSession({ client }: LoneClient): Promise<boolean> {
  const { processID } = client as unknown as { processID: number | null }
  const query = { text: 'select pg_backend_pid() = $1 as own', values: [processID], ...ANSWER }
  return (await client.query<{ own: boolean }>(query)).rows[0]?.own === true
}

/**
 * Whether notifications of other connections arrive here, tried on a channel with a random name. Behind a pooler the
 * session goes on listening to that channel, which does no harm: nobody notifies it. No other statement runs meanwhile,
 * because a pooler could run it on that session.
 * @param notify notifies a channel on another connection
 */
export async function hearsOthers(
  { client }: LoneClient,
  notify: (channel: string) => Promise<unknown>,
): Promise<boolean> {
  const channel = `sos_probe_${randomBytes(12).toString('hex')}`
  const waiting = new AbortController()
  const hear = (heard: Notification) => {
    if (heard.channel === channel) waiting.abort()
  }
  client.on('notification', hear)
  try {
    await client.query({ text: `listen ${channel}`, ...ANSWER })
    await notify(channel)
    await delay(ARRIVAL_MS, undefined, { signal: waiting.signal }).catch(() => {})
    for (let turns = 0; turns < 3; turns++) await setImmediate() // it may have come while the process was busy
    const { aborted: hasCome } = waiting.signal
    if (hasCome) await client.query({ text: `unlisten ${channel}`, ...ANSWER })
    return hasCome
  } finally {
    client.off('notification', hear)
  }
}
