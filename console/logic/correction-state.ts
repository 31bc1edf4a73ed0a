import type { Answer } from '../api/types.ts'

export type Correction = Answer<'GET', '/api/sos/monthly/corrections/{id}'>
export type Status = Correction['status']

/** Whether a job works on it, so that it is worth looking again soon. */
export const isWorkedOn = (status: Status) =>
  status === 'queued' || status === 'computing' || status === 'applying'

/** How often to look again, in milliseconds; false once nothing can happen to it any more. */
export const lookEvery = (status: Status | undefined): number | false =>
  status === undefined ? false : isWorkedOn(status) ? 1_500 : status === 'proposed' ? 5_000 : false

/** What somebody can do: decide it, or why not. */
export function decisionOf(
  { status, dry_run, requested_by }: Pick<Correction, 'status' | 'dry_run' | 'requested_by'>,
  { id, mayWrite }: { id: number; mayWrite: boolean },
): 'decide' | 'own' | 'others' | null {
  if (status !== 'proposed' || dry_run) return null
  if (!mayWrite) return 'others'
  return requested_by === id ? 'own' : 'decide'
}

/** Codes that were typed with commas, blanks or in lines, each once; undefined for none. */
export function codesOf(typed: string): string[] | undefined {
  const codes = [...new Set(typed.split(/[\s,;]+/).filter(Boolean))]
  return codes.length > 0 ? codes : undefined
}
