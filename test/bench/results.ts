import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { type Figure, median, ratiosOf, type Target } from './scenario.ts'

const FILE = new URL('RESULTS.md', import.meta.url)
const HEAD = `# What the benchmarks measured

Written by \`npm run bench\`. Each figure is the median of its rounds, with the lowest and the highest. A ratio is of
our figure to its limit's, of one round: both are measured in turns.
`

/** Replaces the scenario's section. */
export async function writeResults(scenario: { name: string; title: string; figures: Figure[] }) {
  const sections = sectionsOf(await readFile(FILE, 'utf8').catch(() => ''))
  sections.set(scenario.name, sectionOf(scenario))
  const sorted = [...sections.keys()].sort().map((name) => sections.get(name))
  await writeFile(FILE, [HEAD, ...sorted].join('\n'))
}

/** Each scenario's section of the file. */
const sectionsOf = (text: string) =>
  new Map(
    text
      .split(/^(?=## )/m)
      .slice(1)
      .map((section) => [/^## (\S+)/.exec(section)?.[1] as string, `${section.trimEnd()}\n`]),
  )

function sectionOf({ name, title, figures }: { name: string; title: string; figures: Figure[] }) {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
  const rounds = figures[0]?.ours.length
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return `## ${name}\n\n${title}\n\nCommit ${commit}, ${at} UTC, ${rounds} rounds, on ${machine}.\n\n${showFigures(figures)}\n`
}

/** The figures as a table of Markdown. */
export const showFigures = (figures: Figure[]) =>
  ['| what | ours | limit | ratio | target |', '|---|---|---|---|---|', ...figures.map(lineOf)].join('\n')

function lineOf(figure: Figure) {
  const { what, unit, ours, limit, targets = [] } = figure
  const ratios = ratiosOf(figure)
  const cells = [
    what,
    `${spread(ours)} ${unit}`,
    limit ? `${limit.what}: ${spread(limit.values)}` : '–',
    ratios.length > 0 ? spread(ratios) : '–',
    targets.map((target) => verdict(target, target.of === 'ratio' ? ratios : ours)).join(', ') || '–',
  ]
  return `| ${cells.join(' | ')} |`
}

function verdict({ of, at, value }: Target, values: number[]) {
  const holds = at === 'least' ? median(values) >= value : median(values) <= value
  return `${of} ${at === 'least' ? '≥' : '≤'} ${value}: ${holds ? 'met' : '**missed**'}`
}

/** The median, with the lowest and the highest. */
const spread = (values: number[]) =>
  `${show(median(values))} (${show(Math.min(...values))} to ${show(Math.max(...values))})`

const show = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)
