import t from 'tap'
import { decimalsOfCurrency } from '../../src/scoring/currency.ts'

// The minor units of ISO 4217's list one, as of 2026, of currencies that have another number than two.
const NONE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const THREE = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

t.test('a currency has the decimals of ISO 4217, and two without one', async (t) => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const expected = NONE.includes(currency) ? 0 : THREE.includes(currency) ? 3 : 2
    t.equal(decimalsOfCurrency(currency), expected, currency)
  }
  t.equal(decimalsOfCurrency(undefined), 2)
})
