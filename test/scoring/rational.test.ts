import fc from 'fast-check'
import t from 'tap'
import { isTooLarge } from '../../src/scoring/largest-amount.ts'
import { clamp, divide, parse, reduce, round, toMoney } from '../../src/scoring/rational.ts'

t.test('decimals are read exactly', async (t) => {
  const cases: [string | number, bigint, bigint][] = [
    [0, 0n, 1n],
    [0.1, 1n, 10n],
    [-2.5, -25n, 10n],
    ['12.3400', 1234n, 100n],
    ['100.00', 100n, 1n],
    ['-0.75', -75n, 100n],
    ['12345678901234567890.12', 1234567890123456789012n, 100n],
    [1e21, 1000000000000000000000n, 1n],
    [1e-7, 1n, 10000000n],
    ['2.5e3', 2500n, 1n],
  ]
  for (const [given, n, d] of cases) t.strictSame(parse(given), { n, d }, `${given}`)
})

t.test('what is not a decimal number is refused', async (t) => {
  for (const given of ['', ' ', 'NaN', '0x10', '1/3', '.5', Number.NaN, Number.POSITIVE_INFINITY])
    t.throws(() => parse(given), { name: 'RangeError', message: /is not a decimal number/ }, String(given))
})

t.test('a division keeps its denominator positive, and by zero it is refused', async (t) => {
  t.strictSame(reduce(divide(parse(3), parse('-1.5'))), { n: -2n, d: 1n })
  t.throws(() => divide(parse(1), parse(0)), { name: 'RangeError' })
})

t.test('clamped to 0…100', async (t) => {
  t.strictSame(
    [-1, 0, 50, 100, 100.1].map((value) => round(clamp(parse(value)), 2)),
    [0, 0, 50, 100, 100],
  )
})

t.test('ties are rounded half away from zero', async (t) => {
  const cases: [string, number][] = [
    ['1.005', 1.01],
    ['1.0049999999999999999999', 1],
    ['2.675', 2.68],
    ['72.345', 72.35],
    ['-0.005', -0.01],
    ['-1.005', -1.01],
    ['-0.0049', 0],
    ['0.125', 0.13],
    ['99.995', 100],
  ]
  for (const [given, wanted] of cases) t.equal(round(parse(given), 2), wanted, given)
})

t.test('small and large fractions of the same value round alike', async () => {
  const large = 10n ** 40n
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.bigInt(1n, 10n ** 5n), (n, d) => {
      return [2, 6].every(
        (decimals) =>
          round({ n, d }, decimals as 2 | 6) === round({ n: n * large, d: d * large }, decimals as 2 | 6),
      )
    }),
    {
      examples: [
        [-1n, 200n],
        [1n, 200n],
        [3n, 2n],
        [-1n, 1000n],
        [608162348455n, 1n],
      ],
    },
  )
})

t.test('money is text with two decimals, rounded half away from zero', async (t) => {
  const cases: [string, string][] = [
    ['0', '0.00'],
    ['0.004', '0.00'],
    ['0.005', '0.01'],
    ['-0.005', '-0.01'],
    ['-0.004', '0.00'],
    ['7.1', '7.10'],
    ['1.005', '1.01'],
    ['123456789012345678.905', '123456789012345678.91'],
  ]
  for (const [given, text] of cases) t.equal(toMoney(parse(given), 2), text, given)
})

t.test('money of currencies with no decimals, and with three', async (t) => {
  const texts = ['0', '0.4994', '0.5', '-0.5', '1.0005', '1234567890123456789.2345'].map((given) => [
    toMoney(parse(given), 0),
    toMoney(parse(given), 3),
  ])
  t.same(texts, [
    ['0', '0.000'],
    ['0', '0.499'],
    ['1', '0.500'],
    ['-1', '-0.500'],
    ['1', '1.001'],
    ['1234567890123456789', '1234567890123456789.235'],
  ])
})

t.test('an amount is too large from a cent past what can be stored', async (t) => {
  t.notOk(isTooLarge('0.00'))
  t.notOk(isTooLarge('999999999999.99'))
  t.ok(isTooLarge('1000000000000.00'))
  t.ok(isTooLarge('90000000000000000000000000.01'))
})
