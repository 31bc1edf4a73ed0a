import { save } from '../../api/download.ts'
import type { Feed, FeedField } from '../../logic/feed-columns.ts'
import { Badge } from '../../parts/badges.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { words } from './words.ts'

/** The fields that a feed takes. */
export const Fields = ({ feed }: { feed: Feed }) => (
  <>
    <div class="row spread field-foot">
      <p class="hint">{words.fieldsText(feed.key.join(', '))}</p>
      <button type="button" class="button small" onClick={() => saveTemplate(feed)}>
        <Icon name="download" />
        {words.template}
      </button>
    </div>
    <DataTable<FeedField>
      caption={words.fields}
      rows={feed.fields}
      keyOf={({ name }) => name}
      columns={[
        {
          key: 'name',
          head: words.name,
          cell: ({ name, required }) => (
            <span class="row">
              <code class="mono">{name}</code>
              {feed.key.includes(name) && <Badge tone="info">{words.key}</Badge>}
              {required && !feed.key.includes(name) && <Badge>{words.required}</Badge>}
            </span>
          ),
        },
        { key: 'type', head: words.type, cell: (field) => <span class="wraps">{typeOf(field)}</span> },
        {
          key: 'about',
          head: words.about,
          wide: true,
          cell: ({ description = '' }) => <span class="wraps faint">{description.replaceAll('`', '')}</span>,
        },
        {
          key: 'example',
          head: words.example,
          wide: true,
          cell: ({ example }) => <span class="mono cut">{exampleOf(example)}</span>,
        },
        {
          key: 'other',
          head: words.otherNames,
          wide: true,
          cell: ({ other_names }) => <span class="wraps faint mono small">{other_names.join(', ')}</span>,
        },
      ]}
    />
  </>
)

function typeOf({ type, values, minimum, max_length }: FeedField): string {
  const name = type === 'month' ? words.month_ : words[type]
  const limits = [
    values?.join(', '),
    minimum ? words.atLeast(minimum) : undefined,
    type === 'text' && max_length ? words.longest(max_length) : undefined,
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
