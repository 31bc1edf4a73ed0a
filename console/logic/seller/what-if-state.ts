import type { Parameter } from '../url-state.ts'

/** What somebody tries: the facts of the path, and metrics set to values of their own. */
export interface Tried {
  path: boolean
  metrics: Record<string, number>
}

export const NOTHING_TRIED: Tried = { path: false, metrics: {} }

const ENTRY = /^([a-z_]{1,40})\.(\d{1,9}(?:\.\d{1,2})?)$/

/** In the address as `path,on_time_ready_rate.95.5`; what is no entry is left out. */
export const tried = (): Parameter<Tried> => ({
  read: (written) => {
    const entries = written.split(',')
    const metrics = entries.flatMap((entry): [string, number][] => {
      const [, metric, value] = ENTRY.exec(entry) ?? []
      return metric && value ? [[metric, Number(value)]] : []
    })
    return { path: entries.includes('path'), metrics: Object.fromEntries(metrics) }
  },
  write: ({ path, metrics }) =>
    [
      ...(path ? ['path'] : []),
      ...Object.entries(metrics).map(([metric, value]) => `${metric}.${value}`),
    ].join(','),
  fallback: NOTHING_TRIED,
})

export interface PathStep {
  lever: string
  metric: string
  value_after: number | null
  facts: Record<string, string>
}

/** The levers whose facts move these metrics too, which then can't be set besides. */
const SHARED: Record<string, string> = { forecast_bias: 'forecast_error' }

/**
 * The body of a what-if. A metric that is set by hand takes the place of the path's facts for it. Where facts move
 * another metric that is set, the step's own value is set instead of its facts: a metric can't be changed both ways.
 */
export function whatIfOf({ path, metrics }: Tried, steps: readonly PathStep[]) {
  const set: Record<string, number> = { ...metrics }
  const facts: Record<string, string> = {}
  for (const step of path ? steps : []) {
    if (step.metric in metrics) continue
    const isShared = Object.entries(SHARED).some(([one, with_]) => with_ === step.metric && one in metrics)
    if (isShared && step.value_after !== null) set[step.metric] = step.value_after
    else Object.assign(facts, step.facts)
  }
  return {
    ...(Object.keys(set).length > 0 && { metrics: set }),
    ...(Object.keys(facts).length > 0 && { facts }),
  }
}
