/**
 * Why a seller can't change its status, as a sentence; undefined when it can. Active and suspended change into each
 * other and into terminated; terminated is final. A status that is not given, or is what it was, is no change.
 */
export const statusProblem = (from: string, to: string = from): string | undefined =>
  from === 'terminated' && to !== 'terminated'
    ? `status can't become ${to}: this seller is terminated, which is final`
    : undefined
