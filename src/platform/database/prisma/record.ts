import type { Prisma } from '../../prisma/client.ts'

/** A record of Prisma's with the values that statements have: see values.ts. */
export type Plain<T> = T extends Date
  ? string
  : T extends Prisma.Decimal | bigint
    ? number
    : T extends Prisma.JsonValue
      ? T
      : T extends readonly (infer Item)[]
        ? Plain<Item>[]
        : T extends object
          ? { [Field in keyof T]: Plain<T[Field]> }
          : T

/** Columns of type date are named so, and no others; a test holds schema.prisma to it. */
export const DATE_FIELD = /(_on|_date)$|^effective_(from|to)$/

/** A record of Prisma's as the rest of the service reads one, with what it holds. */
export const plain = <T>(value: T): Plain<T> => plainOf(value, '') as Plain<T>

function plainOf(value: unknown, field: string): unknown {
  if (value instanceof Date)
    return DATE_FIELD.test(field) ? value.toISOString().slice(0, 10) : value.toISOString()
  if (typeof value === 'bigint' || isDecimal(value)) return Number(value)
  if (Array.isArray(value)) return value.map((item) => plainOf(item, field))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainOf(inner, name)]))
}

/** Told by its methods, which JSON can't have, so that Prisma need not be loaded for this. */
const isDecimal = (value: unknown): value is Prisma.Decimal =>
  typeof (value as Partial<Prisma.Decimal> | null)?.toDecimalPlaces === 'function'

/** A calendar date as Prisma writes one. */
export function dayOf(date: string): Date
export function dayOf(date: string | undefined): Date | undefined
export function dayOf(date: string | null | undefined): Date | null | undefined
export function dayOf(date: string | null | undefined) {
  return date ? new Date(`${date}T00:00:00Z`) : date
}
