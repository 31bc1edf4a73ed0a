import { gzipSync } from 'node:zlib'
import { GOOD } from './good-records.ts'

/** A body that can't be stored as it is, and what is answered: a status and, of a 400, a part of its sentence. */
export interface BadBody {
  what: string
  type: 'text/csv' | 'application/x-ndjson' | 'application/json'
  body: Buffer
  status: number
  says?: RegExp
  query?: string
  headers?: string[]
}

const NAMES = 'order_code,seller_code,ordered_at,note'
const ROW = 'O-1,S-1,2026-10-05T10:00:00Z,x'
const LONG = 'x'.repeat(70_000)
const LATIN = Buffer.from([0xe4])
const MARK = '\uFEFF'
const ENCODED = ['Content-Encoding: gzip']
const line = (more = {}) => JSON.stringify({ ...GOOD.orders, ...more })
const rows = (count: number) => Array.from({ length: count }, (_, n) => `O-${n},S-1,2026-10-05,x\n`).join('')
const deep = (levels: number) => `{"a":`.repeat(levels) + 1 + '}'.repeat(levels)

const bytes = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
const csv = (what: string, status: number, body: string | Buffer, more: Partial<BadBody> = {}): BadBody => ({
  ...{ what: `CSV ${what}`, type: 'text/csv', body: bytes(body), status },
  ...more,
})
const ndjson = (...[what, status, body, more]: Parameters<typeof csv>): BadBody => ({
  ...csv(what, status, body, more),
  ...{ what: `NDJSON ${what}`, type: 'application/x-ndjson' },
})
const json = (...[what, status, body, more]: Parameters<typeof csv>): BadBody => ({
  ...csv(what, status, body, more),
  ...{ what: `JSON ${what}`, type: 'application/json' },
})

const lacks = /has no column for/

export const BAD_BODIES: BadBody[] = [
  csv('that lacks a column', 400, `order_code,seller_code\nO-1,S-1\n`, { says: lacks }),
  csv('that names a column twice', 400, `${NAMES},note\n${ROW},y\n`, { says: /note twice/ }),
  csv('with an overlong cell, then more', 400, `${NAMES}\nO-2,S-1,2026-10-05,${LONG}\n${rows(5_000)}`, {
    says: /longer than 65536 bytes/,
  }),
  csv('with an overlong header', 400, `${NAMES},${LONG}\n${ROW},\n`, { says: /longer than 65536 bytes/ }),
  csv('with a quote that is not closed', 400, `${NAMES}\n${ROW}\n"O-2,S-1\n`, { says: /not closed/ }),
  csv('whose header does not close a quote', 400, `"order_code,seller_code\n${ROW}\n`, {
    says: /not closed/,
  }),
  csv('with a quote within a cell', 200, `${NAMES}\nO-1,S-1,2026-10-05T10:00:00Z,7" disk\n`),
  csv('with a NUL', 200, `${NAMES}\nO-1,S-1,2026-10-05,a\0b\n`),
  csv('that is no UTF-8', 200, bytes(`${NAMES}\nO-1,S-1,2026-10-05,`, LATIN, '\n')),
  csv('with a mark', 200, `${MARK}${NAMES}\r\n${ROW}\r\n`),
  csv('without an end of its last line', 200, `${NAMES}\n${ROW}`),
  csv('with its separator named', 200, `sep=;\n${NAMES}\n${ROW}\n`.replaceAll(',', ';')),
  csv('of carriage returns, with semicolons', 200, `${NAMES}\r${ROW}\r`.replaceAll(',', ';')),
  csv('of nothing', 200, ''),
  csv('of a header alone that lacks a column', 400, 'order_code,seller_code', { says: lacks }),
  csv('with too few and too many cells', 200, `${NAMES}\nO-1,S-1\n${ROW},y\n`),
  csv('that is packed', 200, gzipSync(`${NAMES}\n${ROW}\n`), { headers: ENCODED }),
  csv('that is said to be packed', 400, `${NAMES}\n${ROW}\n`, { headers: ENCODED, says: /no whole gzip/ }),
  csv('that is longer than what is tried', 200, `${NAMES}\n${rows(9_000)}`, { query: '?dry_run=true' }),
  csv('for a mapping that is not there', 400, `${NAMES}\n${rows(900)}`, {
    ...{ query: '?mapping=none', says: /mapping none does not exist/ },
  }),
  ndjson('that is no JSON', 200, `{"order_code":\n${line()}\n`),
  ndjson('with an overlong line', 200, `${line({ note: LONG })}\n${line()}\n`),
  ndjson('that is no UTF-8', 200, bytes('{"order_code":"', LATIN, `"}\n${line()}`)),
  ndjson('that breaks off', 200, `${line()}\n${line().slice(0, 50)}`),
  ndjson('that is nested too deeply', 200, `${deep(60)}\n`),
  ndjson('with a bad record, all or none', 400, `${line()}\n${line({ units: -1 })}\n`, {
    ...{ query: '?atomic=true', says: /units must be at least 0/ },
  }),
  ndjson('that is packed otherwise', 415, line(), { headers: ['Content-Encoding: br'] }),
  json('that breaks off', 400, `{"records":[${line()}`),
  json('without records', 400, '{"record":[]}', { says: /records is required/ }),
  json('with a NUL', 400, `[${line({ note: 'a\0b' })}]`, { says: /NUL/ }),
]
