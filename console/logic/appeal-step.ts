/**
 * What somebody can do next about an appeal. `same-head`: it waits for another head, as this one made the first step.
 */
export type AppealStep = 'recommend' | 'decide' | 'same-head'

interface Appeal {
  status: string
  course: { step: string; user: { id: number } | null }[]
}

interface Viewer {
  id: number
  role: string
  mayRecommend: boolean
  mayDecide: boolean
}

/** The step that waits for whoever looks; null when none does. The board may make both, as the service has it. */
export function appealStep(
  { status, course }: Appeal,
  { id, role, mayRecommend, mayDecide }: Viewer,
): AppealStep | null {
  if (status === 'pending' && mayRecommend) return 'recommend'
  if (status !== 'under_review') return null
  const isFirst = course.some(({ step, user }) => step === 'ops_review' && user?.id === id)
  if (isFirst && role !== 'bod') return mayDecide || mayRecommend ? 'same-head' : null
  return mayDecide ? 'decide' : null
}

/** Whether nobody has decided an appeal yet and it has not ended. */
export const isOpenAppeal = (status: string) => status === 'pending' || status === 'under_review'

/** Points as typed, 0 to 100 with at most two decimals; null for anything else. */
export function pointsOf(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return value >= 0 && value <= 100 && Number(value.toFixed(2)) === value ? value : null
}
