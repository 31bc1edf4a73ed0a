import t from 'tap'
import { preferredType } from '../../../../src/platform/http/requests/content-types.ts'

const CASES: [string | undefined, 'json' | 'csv' | undefined, string][] = [
  [undefined, 'json', 'no header gets the first type'],
  ['', 'json', 'an empty header, too'],
  ['*/*', 'json', 'anything gets the first type'],
  ['*', 'json', 'however it is written'],
  ['text/*', 'csv', 'any text gets the one text that there is'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'json', 'a browser gets the first type'],
  ['application/json', 'json', 'a type gets itself'],
  ['text/csv', 'csv', 'the second one, too'],
  ['Text/CSV; charset=utf-8', 'csv', 'whatever its case and parameters'],
  ['application/json;odata=verbose;q=0.9', 'json', 'also parameters that we do not know'],
  ['text/csv, */*', 'csv', 'what is named comes before anything'],
  ['*/*, text/csv', 'csv', 'in either order'],
  ['text/csv;q=0.9, */*', 'json', 'anything rather than what is named'],
  ['text/csv, */*;q=0.1', 'csv', 'what is named rather than anything'],
  ['text/csv, application/*;q=0.5', 'csv', 'what is named rather than a range'],
  ['text/csv, application/json', 'csv', 'both, the second one first'],
  ['application/json, text/csv', 'json', 'both, the first one first'],
  ['application/json;q=0.5, text/csv', 'csv', 'both, the second one preferred'],
  ['application/json, text/csv;q=0.5', 'json', 'both, the first one preferred'],
  ['text/csv;q=0, */*', 'json', 'all but one'],
  ['application/json;q=0, */*;q=0.1', 'csv', 'all but the other'],
  ['text/csv;q=0', undefined, 'none but one that is refused'],
  ['*/*;q=0', undefined, 'nothing at all'],
  ['text/csv;q=much', undefined, 'a weight that is no number is none'],
  ['image/png', undefined, 'a type that there is not'],
  ['application/problem+json', undefined, 'a type of errors alone, which are JSON here'],
  ['nonsense', undefined, 'a text that is no type'],
]
const TYPES = { json: 'application/json', csv: 'text/csv' } as const

for (const [accept, expected, title] of CASES)
  t.test(`${title}: ${accept}`, async (t) => {
    t.equal(preferredType(accept, Object.values(TYPES)), expected && TYPES[expected])
  })
