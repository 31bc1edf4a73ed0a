/**
 * A reason why the service can't start, or can't go on, as one sentence that says what to do about it.
 * The entries print the sentence alone and exit with status 1.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
