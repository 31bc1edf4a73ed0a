/** One element of a push. `problem` says why it is no record at all; then `value` is what was found instead. */
export interface Candidate {
  position: number
  /** Where it begins in a file, from 1; absent where it came as JSON. */
  line?: number
  value: unknown
  problem?: string
  /** Why it is no fact, as a mapping says. */
  leftOut?: string
  /** How many lines of a table it was made of, where it was more than one. */
  lines?: number
}
