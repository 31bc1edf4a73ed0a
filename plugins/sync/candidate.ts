/** One element of a push. `problem` says why it is no record at all; then `value` is what was found instead. */
export interface Candidate {
  position: number
  /** Where it begins in a file, from 1; absent where it came as JSON. */
  line?: number
  value: unknown
  problem?: string
}
