import { Badge, type Tone } from './badges.tsx'
import { Icon } from './icon.tsx'

export interface Check {
  check: string
  /** null: a note, which decides nothing. */
  ok: boolean | null
  sentence: string
}

const NAMES: Record<string, string> = {
  signature: 'Signature',
  inclusion: 'Place in the log',
  texts: 'Texts',
  recomputed: 'Computed again',
  engine: 'Code',
  stored: 'Stored score',
  consistent: 'The log of today',
  rows: 'Rows',
  chained: 'Chain',
  tree: 'Tree',
}

function stateOf(ok: boolean | null): [tone: Tone, icon: string, word: string] {
  if (ok === null) return ['plain', 'info', 'Note']
  return ok ? ['good', 'check', 'Holds'] : ['bad', 'warn', 'Fails']
}

/** What was checked, each with what was found. */
export const Checks = ({ label, checks }: { label: string; checks: Check[] }) => (
  <ul class="checks" aria-label={label}>
    {checks.map(({ check, ok, sentence }) => {
      const [tone, icon, word] = stateOf(ok)
      return (
        <li key={check}>
          <Badge tone={tone}>
            <Icon name={icon} />
            {word}
          </Badge>
          <span>
            <strong>{NAMES[check] ?? check}</strong> <span dir="auto">{sentence}</span>
          </span>
        </li>
      )
    })}
  </ul>
)
