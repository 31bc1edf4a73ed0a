import type { testApp } from './app.ts'

type Service = Pick<Awaited<ReturnType<typeof testApp>>, 'done'>
type Against = { seller_code: string; period: string; component_appealed?: string }

/** An appeal against a score, o_score unless said otherwise, that is reviewed and not yet decided. */
export async function reviewedAppeal({ done }: Service, against: Against): Promise<number> {
  const { id } = await done('bod', 'POST', '/api/appeals', {
    ...{ component_appealed: 'o_score', submitted_by_am_id: 1, appeal_reason_type: 'data_error' },
    ...against,
  })
  await done('ops_head', 'PATCH', `/api/appeals/${id}/review-ops`, { decision: 'approve' })
  return id
}

/** The same, approved with an adjustment of the score. */
export async function approvedAppeal({ done }: Service, against: Against, score_adjustment: object) {
  const id = await reviewedAppeal({ done }, against)
  await done('am_head', 'PATCH', `/api/appeals/${id}/review-am`, { decision: 'approve', score_adjustment })
}
