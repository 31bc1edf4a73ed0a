import { badRequest, invalidField } from '../../../src/platform/http/errors/problems.ts'
import { valueAt } from '../mappings/paths.ts'
import { MOST_RECORDS } from '../push-schemas.ts'
import type { PushedFeed } from '../pushed-feed.ts'
import { MOST_FIELDS } from '../reading/bounds.ts'
import { snakeCase } from '../reading/names.ts'

/** How a list of records may be named in a body, beside the feed's own name. */
const ENVELOPES = ['records', 'data', 'items']

/**
 * The records that a JSON body holds: an array of them, an object with one such array, or one record. An object that
 * names all required fields of the feed is a record, whatever arrays it holds.
 * @throws 400 that says what may be sent
 */
export function recordsOf(feed: PushedFeed, body: unknown): unknown[] {
  if (Array.isArray(body)) return bounded('the body', body)
  if (typeof body !== 'object' || body === null)
    throw badRequest('body_not_readable', `the body must be an object or an array: send ${formsOf(feed)}`)
  const mapped = feed.listAt === undefined ? undefined : valueAt(body, feed.listAt)
  if (Array.isArray(mapped)) return bounded(String(feed.listAt), mapped)
  if (Object.keys(body).length > MOST_FIELDS)
    throw invalidField(`the body has more than ${MOST_FIELDS} fields: send ${formsOf(feed)}`)
  if (feed.missing(body).length === 0) return [body]
  const names = [...ENVELOPES, ...listNames(feed.name)]
  const envelopes = Object.entries(body).filter(([name]) => names.includes(snakeCase(name)))
  const lists = envelopes.filter(([, value]) => Array.isArray(value)) as [string, unknown[]][]
  const [first, second] = lists
  if (first && second)
    throw badRequest(
      'body_not_readable',
      `${first[0]} and ${second[0]} are both lists of records: send one of them`,
    )
  if (first) return bounded(...first)
  const [other] = envelopes
  throw badRequest(
    'field_required',
    other
      ? `${other[0]} must be an array of records`
      : `records is required: send ${formsOf(feed)} (${feed.missing(body).join(', ')} is missing here)`,
  )
}

/** orders, order; campaign_actuals, campaign_actual; inventory, inventories. */
function listNames(feed: string) {
  const name = feed.replaceAll('-', '_')
  if (name === 'inventory') return [name, 'inventories']
  return name.endsWith('s') ? [name, name.slice(0, -1)] : [name, `${name}s`]
}

const formsOf = ({ record }: PushedFeed) =>
  `{"records": [...]}, an array of records, or one record with ${(record.required ?? []).join(', ')}`

function bounded(name: string, records: unknown[]) {
  if (records.length > MOST_RECORDS)
    throw invalidField(
      `${name} holds ${records.length} records and may hold ${MOST_RECORDS}: send more as NDJSON (application/x-ndjson), which may be of any length`,
    )
  return records
}
