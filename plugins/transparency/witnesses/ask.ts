import type { Agent } from 'undici'
import { undici } from '../../../src/platform/http/undici.ts'
import { WitnessFailure } from './failures.ts'
import type { Witness } from './settings.ts'

/** What a witness answers; `text` has some kilobytes at most. */
export interface WitnessAnswer {
  status: number
  type: string
  text: string
}

/** Posts a body to a witness. @throws WitnessFailure `unreachable` without a whole answer in time */
export type AskWitness = (witness: Witness, body: string, signal: AbortSignal) => Promise<WitnessAnswer>

/** For an answer as a whole, so that one that trickles ends, too. */
const TIMEOUT_MS = 10_000
const MOST_BYTES = 16 * 1024

/** Asks witnesses over HTTP. Redirects are not followed; addresses may be private, since the operator has set them. */
export function witnessClient(timeoutMs = TIMEOUT_MS) {
  let opened: Agent | undefined
  const agent = () => (opened ??= new (undici().Agent)({ maxResponseSize: MOST_BYTES }))
  const ask: AskWitness = async ({ url }, body, stopped) => {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)])
    const headers = { 'content-type': 'text/plain; charset=utf-8' }
    try {
      const answer = await undici().request(`${url}/add-checkpoint`, {
        method: 'POST',
        headers,
        body,
        dispatcher: agent(),
        signal,
      })
      const text = await answer.body.text()
      return { status: answer.statusCode, type: String(answer.headers['content-type'] ?? ''), text }
    } catch (cause) {
      throw new WitnessFailure('unreachable', `it gives no answer of at most ${MOST_BYTES} bytes in time`, {
        cause,
      })
    }
  }
  return { ask, close: async () => opened?.destroy() }
}
