import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { ApiError } from '../../../api/errors.ts'
import { queryOf, refresh } from '../../../api/queries.ts'
import { acceptableOf, blockingOf } from '../../../logic/quality.ts'

const PATH = '/api/sos/monthly/quality'

/**
 * How the data of a month look to somebody who is about to finalize it, or one score of it: asked again when the dialog
 * opens. What blocks must be accepted one by one, with a reason; what warns may be.
 */
export function useAcceptance(period: string, isMonth: boolean, enabled = true) {
  const read = useQuery({ ...queryOf(PATH, { query: { period } }), enabled, refetchOnMount: 'always' })
  const quality = enabled ? read.data : undefined // a disabled read still shows what another has kept
  const [accepted, setAccepted] = useState<string[]>([])
  const blocking = blockingOf(quality)
  const acceptable = acceptableOf(quality, isMonth)
  const accept = acceptable.filter((id) => accepted.includes(id))
  const needsReason = blocking.length > 0 || accept.length > 0
  return {
    read,
    blocking,
    acceptable,
    accepted,
    needsReason,
    toggle: (id: string) =>
      setAccepted((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id])),
    /** What the service takes as `accept`. */
    accept,
    /** Whether it is known how the data look, and each check that blocks is accepted with a reason. */
    isReady: (reason: string) =>
      !(enabled && read.isPending) &&
      blocking.every((id) => accepted.includes(id)) &&
      (!needsReason || reason.trim() !== ''),
    /** A refusal says that the data look otherwise by now: they are read again, and what is new can be accepted. */
    refused: ({ code }: ApiError) => {
      if (code === 'quality_blocked' || code === 'month_not_over') refresh([PATH])
    },
  }
}

export type Acceptance = ReturnType<typeof useAcceptance>
