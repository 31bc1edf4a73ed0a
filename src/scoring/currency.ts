/** How many decimals an amount of money may have. */
export type Decimals = 0 | 2 | 3

const CURRENCIES_WITH: Record<0 | 3, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
}

/**
 * The decimals of a currency by ISO 4217: its minor unit. Two without a currency. (Intl goes by what is used in shops,
 * which is another number for some: none for HUF and IQD.)
 */
export function decimalsOfCurrency(currency: string | undefined): Decimals {
  if (currency && CURRENCIES_WITH[0].includes(currency)) return 0
  return currency && CURRENCIES_WITH[3].includes(currency) ? 3 : 2
}

const FITS: Record<Decimals, RegExp> = { 0: /^-?\d+$/, 2: /^-?\d+(\.\d{1,2})?$/, 3: /^-?\d+(\.\d{1,3})?$/ }

/** Whether an amount has no more decimals than its currency. */
export const hasAtMost = (decimals: Decimals, amount: number) => FITS[decimals].test(String(amount))

/** What is said of an amount that has more. */
export const TOO_MANY_DECIMALS: Record<Decimals, string> = {
  0: 'must have no decimals, as the currency has none',
  2: 'must have at most two decimals',
  3: 'must have at most three decimals',
}
