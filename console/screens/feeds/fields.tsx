import { save } from '../../api/download.ts'
import type { Feed, FeedField } from '../../logic/feeds/feed-columns.ts'
import { Badge } from '../../parts/badges.tsx'
import { Button } from '../../parts/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'

/** The fields that a feed takes. */
export const Fields = ({ feed }: { feed: Feed }) => (
  <>
    <div class="row spread field-foot">
      <p class="hint">{`A record replaces what is stored under its key: ${feed.key.join(', ')}.`}</p>
      <Button class="small" onClick={() => saveTemplate(feed)} icon="download">
        Download an empty CSV
      </Button>
    </div>
    <DataTable<FeedField>
      caption="Fields"
      rows={feed.fields}
      keyOf={({ name }) => name}
      columns={[
        {
          head: 'Name',
          cell: ({ name, required }) => (
            <span class="row">
              <code class="mono">{name}</code>
              {feed.key.includes(name) && <Badge tone="info">key</Badge>}
              {required && !feed.key.includes(name) && <Badge>required</Badge>}
            </span>
          ),
        },
        { head: 'Type', cell: (field) => <span class="wraps">{typeOf(field)}</span> },
        {
          head: 'About',
          wide: true,
          cell: ({ description = '' }) => <span class="wraps faint">{description.replaceAll('`', '')}</span>,
        },
        {
          head: 'Example',
          wide: true,
          cell: ({ example }) => <span class="mono cut">{exampleOf(example)}</span>,
        },
        {
          head: 'Also taken',
          wide: true,
          cell: ({ other_names }) => <span class="wraps faint mono small">{other_names.join(', ')}</span>,
        },
      ]}
    />
  </>
)

/** Types whose name is not what people call them. */
const TYPES: Partial<Record<FeedField['type'], string>> = {
  word: 'one of',
  integer: 'whole number',
  money: 'amount',
  boolean: 'yes or no',
  timestamp: 'time',
}

function typeOf({ type, values, minimum, max_length }: FeedField): string {
  const name = TYPES[type] ?? type
  const limits = [
    values?.join(', '),
    minimum ? `at least ${minimum}` : undefined,
    type === 'text' && max_length ? `up to ${max_length} characters` : undefined,
  ].filter(Boolean)
  return limits.length > 0 ? `${name}${values ? ' ' : ', '}${limits.join(', ')}` : name
}

const exampleOf = (example: unknown) =>
  example === undefined ? '–' : typeof example === 'string' ? example : JSON.stringify(example)

/** The header of a CSV of the feed, for people who begin with a spreadsheet. */
function saveTemplate({ feed, fields }: Feed) {
  const names = fields.map(({ name }) => name).filter((name) => name !== 'deleted')
  save(new Blob([`${names.join(',')}\r\n`], { type: 'text/csv' }), `${feed}.csv`)
}
