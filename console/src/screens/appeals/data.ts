import { $api, type Component, prefetch, type Schemas } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { points } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'

export type Detail = Schemas['AppealDetail']
export type Appeal = Schemas['Appeal']
export type Adjustment = NonNullable<Appeal['score_adjustment']>

export const appealList = (status: Appeal['status']) =>
  $api.queryOptions('get', '/api/appeals', { params: { query: { status, limit: 500 } } })

const of = (id: number) => ({ params: { path: { id } } })
export const appealOf = (id: number) => $api.queryOptions('get', '/api/appeals/{id}', of(id))
export const comments = (id: number) => $api.queryOptions('get', '/api/appeals/{id}/comments', of(id))
export const precedents = (id: number) =>
  $api.queryOptions('get', '/api/appeals/{id}/precedents', { params: { path: { id }, query: { limit: 5 } } })
/** What an approval would do: with these points, else with what is proposed. It is not asked again once it is decided. */
export const preview = (id: number, query: Adjustment = {}) =>
  $api.queryOptions(
    'get',
    '/api/appeals/{id}/preview',
    { params: { path: { id }, query } },
    { staleTime: 'static', gcTime: 0 },
  )

export const isOpen = ({ status }: Appeal) => status === 'pending' || status === 'under_review'
export const pointsFor = (one: Component, points: number): Adjustment => ({ [`${one}_raw_after`]: points })

/** A decision as a verb. */
export const verbOf = (decision: Schemas['AppealReview']['decision']) =>
  decision === 'partially_approve' ? 'approve in part' : decision

/** What the first review recommends, in a sentence; nothing before it. */
export function recommended({ ops, score_adjustment, component_appealed: component }: Detail) {
  if (!ops) return ''
  const asked = ops.decision === 'reject' ? undefined : score_adjustment?.[`${component}_raw_after`]
  return `The recommendation is to ${verbOf(ops.decision)}${asked ? `, with ${points(asked)} points for ${nameOf(component)}` : ''}.`
}

/** What the person who looks may do about an appeal as it stands: two people make the two reviews, but for the board. */
export function useDeeds({ status, course }: Pick<Detail, 'status' | 'course'>) {
  const { user, role, permissions } = useMe()
  const mayDecide = status === 'under_review' && permissions.includes('appeals.review-am')
  const isOwn = mayDecide && course.some((one) => one.step === 'ops_review' && one.user?.id === user.id)
  const needsAnother = isOwn && role !== 'bod'
  return {
    mayRecommend: status === 'pending' && permissions.includes('appeals.review-ops'),
    mayDecide: mayDecide && !needsAnother,
    needsAnother,
    /** Who decides has recommended, too. */
    isAlone: isOwn && !needsAnother,
  }
}

export const loadAppeal = (id: number) => prefetch(appealOf(id), precedents(id), comments(id))
