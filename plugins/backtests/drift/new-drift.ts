import type { NewBacktest } from '../jobs/queue.ts'

/** A backtest of kind drift: nothing is fixed but its months, for each score has the rules of its own run. */
export const newDrift = (from: string, to: string): NewBacktest => ({
  kind: 'drift',
  draft_id: null,
  name: from === to ? `Late facts of ${from}` : `Late facts of ${from} to ${to}`,
  ...{
    from,
    to,
    bonus_base: 0,
    changes: [],
    changes_sha256: '',
    guards: NONE,
    rules: null,
    rules_sha256: '',
  },
})

const NONE = { max_tier_drops: null, max_surcharge_increase: null, max_psi: null, golden: [] }
