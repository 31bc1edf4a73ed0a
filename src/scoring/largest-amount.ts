import { compare, parse } from './rational.ts'

/** The most money that one amount can be: what a decimal(14,2) holds. */
export const LARGEST_AMOUNT = 999_999_999_999.99

const LARGEST = parse(LARGEST_AMOUNT)

/** Whether money, as decimal text, is more than one amount can be. */
export const isTooLarge = (amount: string) => compare(parse(amount), LARGEST) > 0
