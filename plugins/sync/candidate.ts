/** One element of a push. `problem` says why it is no record at all; then `value` is what was found instead. */
export interface Candidate {
  position: number
  value: unknown
  problem?: string
}
