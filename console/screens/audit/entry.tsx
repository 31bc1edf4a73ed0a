import { useState } from 'preact/hooks'
import type { Answer } from '../../api/types.ts'
import { recordPath } from '../../logic/audit-links.ts'
import { moment, plural, since } from '../../logic/format.ts'
import { recordDiff } from '../../logic/rules/record-diff.ts'
import { Badge, type Tone } from '../../parts/badges.tsx'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { JsonDiff } from '../../parts/json-diff.tsx'
import { Link } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { deedOf, ENTITIES } from './entities-and-deeds.ts'

export type AuditEntry = Answer<'GET', '/api/audit'>['data'][number]

/** What every change moves, and nobody asks for. */
const NOISE = ['updated_at', 'updated_by']

interface Props {
  entry: AuditEntry
  /** Only the changes of this record are shown. */
  isOpen: boolean
  /** Shows the changes of a record alone. */
  onOnly: (entry: AuditEntry) => void
}

/** One change: who, what and when in a line, its fields on demand. */
export function Entry({ entry, isOpen, onOnly }: Props) {
  const { time_zone } = useMe()
  const [opened, open] = useState(isOpen)
  const { action, entity, entity_id, before, after, at, request_id } = entry
  const kind = ENTITIES[entity] ?? entity
  const name = nameOf(entry)
  const path = recordPath(entry)
  return (
    <li>
      <details open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
        <summary>
          <Badge tone={toneOf(entry)}>{deedOf(action)}</Badge>
          <span class="audit-what">
            <strong>{kind}</strong> <span dir="auto">{name}</span>
          </span>
          <span class="audit-fields faint">{fieldsOf(entry)}</span>
          <span class="audit-who">
            {entry.user_id === null ? (
              <span class="faint">The service itself</span>
            ) : (
              (entry.username ?? `User ${entry.user_id}`)
            )}
          </span>
          <time class="faint tabular" dateTime={at} title={since(at)}>
            {moment(at, time_zone)}
          </time>
        </summary>
        {(opened || isOpen) && (
          <div class="audit-body">
            <p class="row">
              {path && (
                <Link class="button small" to={path}>
                  Open the record
                </Link>
              )}
              {!isOpen && entity_id !== null && (
                <Button class="small" onClick={() => onOnly(entry)}>
                  Only this record
                </Button>
              )}
              <span class="faint small mono">{action}</span>
              {request_id && <span class="faint small mono">{`Request ${request_id}`}</span>}
            </p>
            {before === null || after === null ? (
              <State of={after ?? before} />
            ) : (
              <JsonDiff
                before={before}
                after={after}
                except={NOISE}
                caption={`What ${kind} ${name} changed`}
              />
            )}
          </div>
        )}
      </details>
    </li>
  )
}

/** All that is known of a record that came or went, without what it does not have. */
function State({ of }: { of: unknown }) {
  const fields = Object.entries(asFields(of)).filter(([, value]) => value !== null)
  if (fields.length === 0) return <p class="faint">The log holds no fields for this one.</p>
  return (
    <Facts
      of={fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])}
    />
  )
}

/** What a record is called, as far as the log knows; else its number. */
function nameOf({ before, after, entity_id }: AuditEntry) {
  const state = { ...asFields(before), ...asFields(after) }
  const found = NAMES.map((name) => state[name]).find((value) => typeof value === 'string' && value !== '')
  return found && entity_id && !/^\d+$/.test(entity_id) ? entity_id : String(found ?? entity_id ?? '')
}
const NAMES = ['seller_code', 'campaign_code', 'username', 'employee_code', 'code', 'name', 'metric']

const asFields = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}

function toneOf({ before, after }: AuditEntry): Tone {
  if (before === null) return after === null ? 'plain' : 'good'
  return after === null ? 'bad' : 'info'
}

/** In a few words which fields a change moved. */
function fieldsOf({ before, after }: AuditEntry) {
  if (before === null || after === null) return ''
  const names = recordDiff(before, after, { except: NOISE }).map(({ path }) => path)
  return names.length > 3 ? plural(names.length, 'field', 'fields') : names.join(', ')
}
