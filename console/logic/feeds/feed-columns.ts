import type { Answer } from '../../api/types.ts'
import type { FileRow } from './file-rows.ts'

export type Feed = Answer<'GET', '/api/sync/feeds'>['data'][number]
export type FeedField = Feed['fields'][number]

/** Which field each column of a file is for, by place; '' for none. */
export type Mapping = string[]

/** The column in which a file of rejected rows says why; it is no fact. */
export const ERROR_COLUMN = 'error'

/** orderCode, "Order Code" and ORDER-CODE are order_code: as the service reads names. */
const snakeCase = (name: string) =>
  name
    .trim()
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/[\s-]+/g, '_')
    .toLowerCase()

/** The field that the service takes a name for; '' for names that it does not know. */
export function fieldOf({ fields }: Pick<Feed, 'fields'>, column: string): string {
  const known = fields.find(({ name, other_names }) =>
    [name, ...other_names].some((one) => one === column || one === snakeCase(column)),
  )
  return known?.name ?? ''
}

/** The first proposal: what the service would take each column for, each field once. */
export function proposed(feed: Pick<Feed, 'fields'>, columns: string[]): Mapping {
  const used = new Set<string>()
  return columns.map((column) => {
    const field = fieldOf(feed, column)
    if (field === '' || used.has(field)) return ''
    used.add(field)
    return field
  })
}

/** The required fields that no column is for. A deletion needs the key alone. */
export const missingOf = ({ fields, key }: Feed, mapping: Mapping): string[] => {
  const isNeeded = mapping.includes('deleted')
    ? ({ name }: FeedField) => key.includes(name) && name !== 'campaign_code'
    : ({ required }: FeedField) => required
  return fields.filter((field) => isNeeded(field) && !mapping.includes(field.name)).map(({ name }) => name)
}

/** The fields that more than one column is for. */
export const doubledOf = (mapping: Mapping): string[] => [
  ...new Set(mapping.filter((field, at) => field !== '' && mapping.indexOf(field) !== at)),
]

/**
 * The feed that a file fits better than the one it was dropped on: it has all that it needs, and more columns known.
 */
export function betterFeed(feeds: Feed[], chosen: Feed, columns: string[]): Feed | undefined {
  const known = (feed: Feed) => proposed(feed, columns).filter((field) => field !== '').length
  return feeds
    .filter((feed) => known(feed) > known(chosen) && missingOf(feed, proposed(feed, columns)).length === 0)
    .sort((one, other) => known(other) - known(one))[0]
}

/**
 * The name under which a column is sent: its own where the service reads it so by itself, for `seller_id` says more
 * than `seller_code`; the field's where somebody chose it.
 */
const sentAs = (feed: Pick<Feed, 'fields'>, column: string, field: string) =>
  fieldOf(feed, column) === field ? column : field

/** So many fields a record may have, with those that are for something. */
const MOST_ASKED = 100

/**
 * What the service is asked, and is sent: each column for its field, and those that nobody knows under their own names,
 * so that it says which field they may mean.
 */
export const asked = (feed: Pick<Feed, 'fields'>, columns: string[], mapping: Mapping): Mapping =>
  mapping.map((field, at) => {
    const column = columns[at] ?? ''
    const isOdd = field === '' && column !== ERROR_COLUMN && fieldOf(feed, column) === ''
    return isOdd && at < MOST_ASKED ? column : field
  })

/** Makes records of rows: empty cells are no value, texts stay texts, objects are read. */
export function recordMaker(feed: Pick<Feed, 'fields'>, columns: string[], mapping: Mapping) {
  const targets = columns.flatMap((column, at) => {
    const field = mapping[at]
    if (!field) return []
    const type = feed.fields.find(({ name }) => name === field)?.type ?? 'text'
    return [{ at, name: sentAs(feed, column, field), read: READERS[type] ?? asText }]
  })
  const names = new Map(targets.map(({ at, name }) => [columns[at], name]))
  const known = new Set(columns)

  function ofCells(cells: string[]) {
    const record: Record<string, unknown> = {}
    for (const { at, name, read } of targets) {
      const value = read(cells[at] ?? '')
      if (value !== undefined && value !== '') record[name] = value
    }
    return record
  }
  /** A name that only later records have is sent as it is. */
  const ofObject = (object: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, value]) => {
        const target = known.has(name) ? names.get(name) : name
        return target === undefined ? [] : [[target, value]]
      }),
    )
  return ({ cells }: FileRow): Record<string, unknown> =>
    Array.isArray(cells) ? ofCells(cells) : ofObject(cells)
}

const asText = (text: string): unknown => text.trim()

/** Only what survives the way through a float unchanged becomes a number; all else is the service's to judge. */
const asNumber = (text: string): unknown => {
  const written = text.trim()
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(written) && String(Number(written)) === written
    ? Number(written)
    : written
}

const asObject = (text: string): unknown => {
  try {
    return text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

const READERS: Record<string, (text: string) => unknown> = {
  integer: asNumber,
  number: asNumber,
  money: asNumber,
  object: asObject,
}
