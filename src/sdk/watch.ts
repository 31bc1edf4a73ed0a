import type { SellerOperatingScore } from './client.ts'
import { passes, SosError } from './errors.ts'
import type { Backtest, ScoringRun } from './generated/schema.ts'
import { pause } from './send.ts'

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
 */
export function watchRun(
  sos: SellerOperatingScore,
  id: number,
  options?: WatchOptions,
): AsyncGenerator<ScoringRun> {
  return watch<ScoringRun>(sos, `/api/sos/runs/${id}/progress`, options)
}

/** A backtest as it goes on, as `watchRun` has a run. */
export function watchBacktest(
  sos: SellerOperatingScore,
  id: number,
  options?: WatchOptions,
): AsyncGenerator<Backtest> {
  return watch<Backtest>(sos, `/api/backtests/${id}/progress`, options)
}

async function* watch<Work extends { finished_at: string | null }>(
  sos: SellerOperatingScore,
  path: string,
  { signal, patienceMs = 300_000 }: WatchOptions = {},
): AsyncGenerator<Work> {
  let heard = Date.now()
  let shown: string | undefined
  for (let failures = 0; ; failures++) {
    try {
      for await (const data of streamed(sos, path, signal)) {
        heard = Date.now()
        if (data === undefined || data === shown) continue
        shown = data
        const work = JSON.parse(data) as Work
        yield work
        if (work.finished_at) return
      }
    } catch (error) {
      if (!passes(error) || Date.now() - heard > patienceMs) throw error
    }
    await pause(Math.min(LONGEST_PAUSE_MS, 500 * 2 ** failures), signal)
  }
}

/**
 * The data of each event of a stream, and undefined for a sign of life.
 * @throws SosError when it ends or is silent
 */
async function* streamed(sos: SellerOperatingScore, path: string, signal: AbortSignal | undefined) {
  const silent = new AbortController()
  const lost = (message: string, code: 'no_answer' | 'timed_out') => new SosError({ message, code })
  const signals = signal ? [signal, silent.signal] : [silent.signal]
  const { body } = await sos.fetch(path, { signal: AbortSignal.any(signals) })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let rest = ''; ; ) {
      const timer = setTimeout(() => silent.abort(), SILENCE_MS)
      const piece = await reader?.read().catch(() => undefined)
      clearTimeout(timer)
      signal?.throwIfAborted()
      if (silent.signal.aborted) throw lost(`${path} said nothing for ${SILENCE_MS} ms.`, 'timed_out')
      if (!piece || piece.done) throw lost(`${path} broke off.`, 'no_answer')
      const blocks = (rest + piece.value).split('\n\n')
      rest = blocks.pop() ?? ''
      yield undefined
      for (const block of blocks) yield /^data: ?(.*)$/m.exec(block)?.[1]
    }
  } finally {
    reader?.cancel().catch(() => {}) // it may have failed already
  }
}
