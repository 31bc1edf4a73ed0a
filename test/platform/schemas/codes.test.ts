import t from 'tap'
import { codeProblem, isPlainCode, plainCode } from '../../../src/platform/schemas/codes.ts'

const SAME: [string, string][] = [
  ['T-1   ', 'T-1'],
  ['\tT-1\r\n', 'T-1'],
  ['ORD-9\u00A0', 'ORD-9'],
  ['ORD\u202F9', 'ORD 9'],
  ['ORD  9', 'ORD 9'],
  ['\uFEFFORD-9', 'ORD-9'],
  ['ORD\u200B-\u20609', 'ORD-9'],
  ['\u200EORD-9\u200F', 'ORD-9'],
  ['OR\u00ADD-9', 'ORD-9'],
  ['H\u20113', 'H-3'],
  ['H\u20103', 'H-3'],
  ['H\u22123', 'H-3'],
  ['Zu\u0308-1', 'Zü-1'],
  ['A\u000B\u200B B', 'A B'],
]
for (const [written, kept] of SAME)
  t.test(`${JSON.stringify(written)} is the code ${kept}`, async (t) => {
    t.equal(plainCode(written), kept)
    t.notOk(isPlainCode(written))
    t.ok(isPlainCode(kept))
    t.equal(codeProblem(written), undefined)
  })

const CODES = [
  ...'S-1001 4711 00042 #4001 #A1 Zü-1 卖家一 ﾃｽﾄ ٣ 5E10 12E4 E+11 1.5 1,5 1-2 -1'.split(' '),
  ...'NA NAN NIL NULL-1 TRUE € " } \\'.split(' '),
  ...['A/B %?#', 'None Ltd', "O'Neil"],
]
for (const code of CODES)
  t.test(`${code} is a code as it is`, async (t) => {
    t.equal(codeProblem(code), undefined)
    t.equal(plainCode(code), code)
  })

const NONE: [string[], RegExp][] = [
  [
    '1.23457E+11 1,23457E+11 1E+11 4.5e+15 1.23457E11 9E-05'.split(' '),
    /shortened: format the column as text/,
  ],
  [
    '#N/A #REF! #VALUE! #DIV/0! #NAME? #BEZUG! #NV #¿NOMBRE? #REF ##### Err:502'.split(' '),
    /error of a spreadsheet/,
  ],
  [
    'NULL null (null) \\N None NaN nan NaT <NA> N/A undefined System.Object[] ----'.split(' '),
    /stands for no value/,
  ],
  [['[object Object]', ' NULL ', 'nu\u200Bll'], /stands for no value: send the code itself/],
  [['-', '--', '—', '\u2011', '.', '?', '#', '##', '/', '_'], /stands for no value/],
  [[''], /^must not be empty$/],
  [[' ', '\u00A0', '\u200B\uFEFF', '\t', '\u2800'], /^must not be blank$/],
]
for (const [texts, says] of NONE)
  for (const text of texts)
    t.test(`${JSON.stringify(text)} is no code`, async (t) => t.match(codeProblem(text), says))
