import { readFile } from 'node:fs/promises'
import { METRICS } from '../../src/scoring/metrics.ts'

/** A table of the page: what stands before it, whose it is, and its rows by the heads of their columns. */
export interface PageTable {
  name: string
  seller: string
  rows: Record<string, string>[]
}

/** The seller of all tables that are not of an edge. */
export const EXAMPLE = 'EXAMPLE'

const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8')

/** The page, and behind it its examples. */
export const readPage = async () =>
  (await Promise.all(['metrics', 'metrics-examples'].map((name) => read(`../../docs/${name}.md`)))).join('\n')

/** The tables that have a name: each heading of the third level is about a seller of its own. */
export function tablesOf(page: string): PageTable[] {
  const tables: PageTable[] = []
  let seller = EXAMPLE
  for (const [, level, heading, name, table] of page.matchAll(PART)) {
    if (level) seller = level === '###' ? (heading as string).replaceAll(/\W+/g, '-') : EXAMPLE
    else tables.push({ name: name as string, seller, rows: rowsOf(table as string) })
  }
  return tables
}

const PART = /^(##+) (.+)\n|^`([\w-]+)`:\n\n((?:\|.*\n)+)/gm

function rowsOf(table: string): PageTable['rows'] {
  const [heads = [], , ...rows] = table.trim().split('\n').map(cellsOf)
  return rows.map((cells) => Object.fromEntries(heads.map((head, i) => [head, cells[i] ?? ''])))
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/** The fields of a fact: what is no column of a metric, and is not empty. */
export const fieldsOf = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).filter(([name, cell]) => !metricOf(name) && cell !== ''))

/** The metric that a column, or the first cell of a result, is about. */
export const metricOf = (cell: string) => /^`(\w+)`$/.exec(cell)?.[1]

/** What a cell such as `0.5 ÷ 10` adds to numerator and denominator; null for a row that does not count. */
export function addsOf(cell: string) {
  if (cell === '–') return null
  const [numerator, denominator] = cell.split(' ÷ ').map(Number)
  return { numerator, denominator }
}

/** The table of all metrics, as the code has them. */
export const metricsTable = () =>
  [
    '| metric | component | formula | reads | `min_volume` counts | `params` | unit |',
    '|---|---|---|---|---|---|---|',
    ...METRICS.map(({ name, component, formula, reads, counts, params, unit }) => {
      const settings = Object.entries(params).map(([setting, value]) => `${setting} ${value}`)
      return `| \`${name}\` | ${component} | ${formula.replaceAll('|', '\\|')} | ${reads.join(', ')} | ${counts} | ${settings.join(', ')} | ${unit} |`
    }),
  ].join('\n')
