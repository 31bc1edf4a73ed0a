/** The states of a score. */
export const STATUS = { draft: 'Draft', under_review: 'Under review', final: 'Final' }
