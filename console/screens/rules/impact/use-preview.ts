import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { identityOf } from '../../../../src/scoring/in-force.ts'
import { send } from '../../../api/client.ts'
import type { Answer } from '../../../api/types.ts'
import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { useSettled } from '../../../parts/use-settled.ts'
import type { Fields } from '../rule.ts'

/** A change of the rules as drafts and previews have it. */
export type Change =
  | { type: RuleType; op: 'put'; fields: Fields; identity?: undefined }
  | { type: RuleType; op: 'remove'; identity: string; fields?: undefined }

/** What a change is about. */
export const about = (change: Change) =>
  change.op === 'put' ? identityOf(change.type, change.fields) : change.identity

export type Preview = Answer<'POST', '/api/config/preview'>

const PATH = '/api/config/preview'

/** The service is asked so long after the last change: a drag makes many. */
const QUIET_MS = 250

/** What changes would do to a month, some moments behind them. The answer before stays until the next is there. */
export function usePreview(period: string, changes: Change[], enabled: boolean) {
  const present = JSON.stringify(changes)
  const settled = useSettled(present, QUIET_MS)
  return useQuery({
    queryKey: [PATH, period, settled],
    queryFn: ({ signal }): Promise<Preview> =>
      send('POST', PATH, { body: { period, changes: JSON.parse(settled) }, signal }),
    enabled: enabled && settled === present,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
