import { promises as dns, type LookupAddress } from 'node:dns'
import { setTimeout as delay } from 'node:timers/promises'
import type { Env } from '../../src/env.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import { refusal } from './delivery/addresses.ts'
import { urlProblem } from './delivery/target-url.ts'

const LOOKUP_MS = 3_000

/**
 * Refuses a URL that no event may go to: for its form, or because its name stands for an address that is not public.
 * A name that does not resolve now is accepted; it is checked again at every attempt.
 * @throws 400 with the reason
 */
export async function requireTarget(env: Env, url: string) {
  const allowPrivate = env.WEBHOOK_ALLOW_PRIVATE === 'on'
  const problem = urlProblem(url, { httpsOnly: env.AUTH_MODE === 'verified', allowPrivate })
  if (problem) throw badRequest('url_refused', problem)
  if (allowPrivate) return
  const { hostname } = new URL(url)
  const addresses = await resolve(hostname.replace(/^\[|\]$/g, ''))
  const refused = addresses.map(({ address }) => refusal(address)).find((why) => why !== null)
  if (refused)
    throw badRequest('url_refused', `url is refused, because of the address of ${hostname}. ${refused}`)
}

/** What a name resolves to now; nothing when it does not, or takes too long to. */
const resolve = (name: string): Promise<LookupAddress[]> =>
  Promise.race([dns.lookup(name, { all: true }), delay(LOOKUP_MS, [], { ref: false })]).catch(() => [])
