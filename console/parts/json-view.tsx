import { Icon } from './icon.tsx'
import { copy } from './panel.tsx'
import { Text } from './text.tsx'

interface Props {
  /** What it is, for a screen reader. */
  label: string
  value: unknown
}

/** So many levels are open from the beginning. */
const OPEN_LEVELS = 2

/** A JSON value as a tree whose branches open and close, with a button that copies all of it. */
export const JsonView = ({ label, value }: Props) => (
  <div class="json" role="group" aria-label={label}>
    <button
      type="button"
      class="icon-button json-copy"
      aria-label={`Copy: ${label}`}
      onClick={() => copy(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}
    >
      <Icon name="copy" />
    </button>
    <Node value={value} level={0} />
  </div>
)

function Node({ name, value, level }: { name?: string; value: unknown; level: number }) {
  const entries = entriesOf(value)
  const begin = name === undefined ? null : <span class="json-name">{name}: </span>
  if (!entries || entries.length === 0)
    return (
      <div class="json-line">
        {begin}
        <Leaf value={entries ? (Array.isArray(value) ? '[]' : '{}') : value} plain={entries !== undefined} />
      </div>
    )
  return (
    <details open={level < OPEN_LEVELS}>
      <summary>
        {begin}
        <span class="faint">{Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</span>
      </summary>
      <div class="json-inner">
        {entries.map(([key, inner]) => (
          <Node key={key} name={key} value={inner} level={level + 1} />
        ))}
      </div>
    </details>
  )
}

const entriesOf = (value: unknown): [string, unknown][] | undefined =>
  typeof value === 'object' && value !== null ? Object.entries(value) : undefined

function Leaf({ value, plain }: { value: unknown; plain: boolean }) {
  if (plain) return <span class="faint">{String(value)}</span>
  if (typeof value === 'string') return <Text class="json-text">{value}</Text>
  return <span class="json-value">{JSON.stringify(value) ?? '–'}</span>
}

/** A text that may be JSON, as a value. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
