import { pause } from './call.ts'
import type { SellerOperatingScore } from './client.ts'
import { SosError } from './errors.ts'
import { dataOf } from './event-stream.ts'
import type { Backtest, ScoringRun } from './generated/types.gen.ts'

/** How some work is watched. */
export interface WatchOptions {
  /** Ends the watching; the work goes on. */
  signal?: AbortSignal
  /** For how long, in milliseconds, nothing may come before it gives up. Default: five minutes. */
  patienceMs?: number
}

/** The service says something every 15 seconds, so a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000
const LONGEST_PAUSE_MS = 10_000

/**
 * A scoring run as it goes on: once at the start, then at each change, last when it has ended (`status` completed or
 * failed). A connection that breaks is opened again.
 *
 * @throws SosError when there is no such run, or nothing came for `patienceMs`
 * @example
 * const { run_id } = await sos.calculateScores({ Prefer: 'respond-async', body: { period: '2026-11' } })
 * for await (const run of watchRun(sos, run_id)) console.log(run.status, run.sellers_scored)
 */
export function watchRun(
  sos: SellerOperatingScore,
  id: number,
  options?: WatchOptions,
): AsyncGenerator<ScoringRun> {
  return watch<ScoringRun>(sos, `/api/sos/runs/${id}/progress`, options)
}

/**
 * A backtest as it goes on, as `watchRun` has a run.
 *
 * @example
 * for await (const backtest of watchBacktest(sos, 3)) console.log(backtest.status)
 */
export function watchBacktest(
  sos: SellerOperatingScore,
  id: number,
  options?: WatchOptions,
): AsyncGenerator<Backtest> {
  return watch<Backtest>(sos, `/api/backtests/${id}/progress`, options)
}

async function* watch<Work extends { finished_at: string | null }>(
  sos: SellerOperatingScore,
  url: string,
  { signal, patienceMs = 300_000 }: WatchOptions = {},
): AsyncGenerator<Work> {
  let heard = Date.now()
  let shown: string | undefined
  for (let failures = 0; ; failures++) {
    const problem = yield* followOnce()
    if (problem === 'ended') return
    if (Date.now() - heard > patienceMs) throw problem
    await pause(Math.min(LONGEST_PAUSE_MS, 500 * 2 ** failures), signal)
  }

  /** One connection: yields what is new, and says how it ended. */
  async function* followOnce(): AsyncGenerator<Work, 'ended' | SosError> {
    try {
      for await (const data of dataOf(await open(), { silenceMs: SILENCE_MS, signal })) {
        heard = Date.now()
        if (data === undefined || data === shown) continue
        shown = data
        const work = JSON.parse(data) as Work
        yield work
        if (work.finished_at) return 'ended'
      }
      return new SosError({ message: `${url} ended before its work has.`, code: 'no_answer' })
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof SosError)) throw error
      if (error.status !== 0 && error.status !== 429 && error.status < 500) throw error
      return error
    }
  }

  async function open() {
    return (await sos.client.get<unknown, unknown, true, 'data'>({
      url,
      parseAs: 'stream',
      responseStyle: 'data',
      throwOnError: true,
      signal: signal ?? null,
    })) as ReadableStream<Uint8Array>
  }
}
