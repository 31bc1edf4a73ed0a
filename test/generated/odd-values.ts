import fc from 'fast-check'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const quoted = (text: string) => JSON.stringify(text)

const ODD_WORDS = [
  ...['', ' ', '9'.repeat(400), 'x'.repeat(5000), "'; drop table sellers; --", '[object Object]'],
  ...'0 -1 1.5 1e3 NaN null true 2147483648 9223372036854775808 __proto__ % \\ ../../etc/passwd'.split(' '),
  ...'2026-13 0000-00 2026-02-30 9999-12-31T23:59:59.999999999Z 2026-01-01T00:00:00+99:99'.split(' '),
  ...'ＤＲＯＰ 💥 ʼ\u202e\u0301 \uffff'.split(' '),
]

/** What is legal somewhere, and as far out as it gets. */
const EDGES = [
  ...'1 500 10000000 2147483647 999999999999.99 0.01 S-1 s-1 C-1 * exclude \u{10ffff}'.split(' '),
  ...'0001-01 9999-12 0001-01-01 9999-12-31 0001-01-01T00:00:00Z 9999-12-31T23:59:59Z'.split(' '),
  ...'2026-12-31T23:59:60Z 2016-12-31T23:30:00-11:59'.split(' '),
  'ﷺ'.repeat(100),
]

/** A word nobody means; well-formed Unicode. */
export const oddWord = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...EDGES) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_WORDS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const NUMBERS = '0 -1 -0 1.5 0.005 1e308 1e400 -1e400 2147483648 9007199254740993'
const TEXTS = '"\\u0000" "a\\u0000b" "\\ud800" "\\udfff\\ud800" {"\\u0000":1} {"\\ud800":1}'
const OBJECTS =
  '{} {"":0} {"op":"set"} {"op":"multiply","value":1e400} {"__proto__":{"x":1}} {"constructor":{"prototype":{"x":1}}}'

/** The JSON text of a value nobody means: wrong types, huge numbers, characters that can't be stored, deep nesting. */
export const oddJson = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...`null true ${NUMBERS} ${TEXTS} [] [null] [1,[2,[3]]] ${OBJECTS} {"toString":1,"length":-1}`.split(
        ' ',
      ),
      ...['9'.repeat(400), nested(100), nested(600), nested(20_000)],
      `[${'1,'.repeat(2000)}1]`,
      `[${'"https://example.com/",'.repeat(30)}""]`,
    ),
  },
  { weight: 2, arbitrary: oddWord.map(quoted) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('1', '100', '2147483647', '999999999999.99', '1e-7', 'true', 'false'),
  },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
)

/** A part of a URL nobody means, escaped or wrongly escaped. */
export const oddUrlPart = fc.oneof(
  { weight: 3, arbitrary: oddWord.map((word) => encodeURIComponent(word.toWellFormed())) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...'%00 a%00b %ED%A0%80 %FF %C3%28 % %zz %2F..%2F %252F + *'.split(' ')),
  },
)

/** A body that is no JSON, or says that it is something else. */
export const oddBody: fc.Arbitrary<{ type: string | undefined; body: string | Buffer }> = fc.record({
  type: fc.constantFrom(
    'application/json',
    'application/json',
    'application/json; charset=utf-16',
    'application/x-ndjson',
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/csv',
    'nonsense',
    ';',
    undefined,
  ),
  body: fc.oneof(
    fc.constantFrom(
      ...`{ {"a":1 {"a":1}} {a:1} {'a':1} [ null 0 "text" [] [{}] undefined \ufeff{} {"a":1,"a":2}`.split(
        ' ',
      ),
      ...['', '{"__proto__":1}', '--x\r\n\r\n', 'a=1&b=2', '{}\n{}\n\n[]\nnull\n"\\u0000"\n{'],
      ...[nested(600), nested(50_000)],
      ...[Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('{"a":"\xff"}', 'latin1'), Buffer.from([0])],
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
  ),
})

export const oddHeader: fc.Arbitrary<Record<string, string>> = fc.oneof(
  ...Object.entries({
    'x-user-id': ['', '0', '-1', '1, 2', 'bod', '1e0', '9'.repeat(400)],
    authorization: ['Bearer', 'Bearer ', 'Bearer a.b.c', 'Bearer sos_x', 'Basic eA==', 'x'.repeat(4000)],
    'idempotency-key': ['', ' ', 'k', 'ÿ', 'x'.repeat(300)],
    'if-match': ['*', '"1"', 'W/"1"', '"', '""'],
    prefer: ['respond-async', ';;', 'wait=-1'],
    accept: [
      'text/csv',
      'text/csv;q=nonsense',
      'text/csv, application/json',
      '*/*;q=0',
      ';',
      'application/xml',
    ],
    'content-encoding': ['gzip', 'identity', 'x'],
    'accept-encoding': ['gzip', '*;q=0'],
    'last-event-id': ['-1'],
    range: ['bytes=5-1'],
    'if-none-match': ['*'],
    'x-request-id': ['\u00e9'],
    origin: ['null'],
  }).map(([name, values]) => fc.constantFrom(...values).map((value) => ({ [name]: value }))),
)
