import type { ComponentChildren } from 'preact'
import { type Difference, recordDiff } from '../logic/rules/record-diff.ts'
import { Icon } from './icon.tsx'

interface Props {
  before: unknown
  after: unknown
  /** What the table compares: read by screen readers. */
  caption: string
  /** Top fields that are not compared, such as `updated_at`. */
  except?: readonly string[]
  /** The names of the two sides. */
  heads?: [before: string, after: string]
  labelOf?: (path: string) => string
  /** How a value is shown; undefined: as JSON. */
  show?: (path: string, value: unknown) => ComponentChildren | undefined
}

/** What differs between two states, a row for each field, with both values. */
export function JsonDiff({ before, after, caption, except, heads, labelOf = (path) => path, show }: Props) {
  const differences = recordDiff(before, after, { except })
  if (differences.length === 0) return <p class="faint">Nothing differs.</p>
  const [left, right] = heads ?? ['Before', 'After']
  const shown = (path: string, value: unknown) =>
    value === undefined ? 'not there' : (show?.(path, value) ?? textOf(value))
  return (
    <div class="table-scroll" role="region" aria-label={caption} tabIndex={0}>
      <table class="table diff">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {['Field', left, right].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path, before: old, after: now }: Difference) => (
            <tr key={path}>
              <th scope="row">{labelOf(path)}</th>
              <td>
                <del dir="auto">{shown(path, old)}</del>
              </td>
              <td>
                <ins dir="auto">
                  <Icon name="right" /> <span>{shown(path, now)}</span>
                </ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A value of JSON as a reader takes it: texts without quotes. */
const textOf = (value: unknown) => (typeof value === 'string' ? value || '""' : JSON.stringify(value))
