/** Why the server can't start or go on, as one sentence that says what to do about it. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
