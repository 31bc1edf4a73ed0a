/** Why a change can't be simulated; `code` is one of src/error-codes.ts. */
export class RefusedChange extends Error {
  override name = 'RefusedChange'
  readonly code: 'ambiguous_request' | 'facts_impossible' | 'invalid_field' | 'metric_without_value'

  constructor(code: RefusedChange['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}
